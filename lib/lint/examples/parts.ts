/** Examples of the rules about parts. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson } from "./recording-builder.ts";

const recordParts = (factory: MessageFactory, ...parts: unknown[]) =>
  factory.stream().addEvents(
    factory.task("working"),
    factory.artifact(
      "a1",
      "",
      {},
      {
        artifact: factory.artifactPayload("a1", "", { parts }),
      },
    ),
  );

const getKindMember = ({ version }: MessageFactory) => (version === "0.1" ? "type" : "kind");

const createFilePart = (factory: MessageFactory, content: ExampleJson): ExampleJson => ({
  [getKindMember(factory)]: "file",
  file: content,
});

const createBytesPart = (factory: MessageFactory, base64: string): ExampleJson =>
  factory.version === "1.0" || factory.version === "1.1"
    ? { raw: base64, mediaType: "image/png" }
    : createFilePart(factory, { bytes: base64, mimeType: "image/png" });

const createDataPart = (factory: MessageFactory, value: unknown): ExampleJson => ({
  [getKindMember(factory)]: "data",
  data: value,
});

const URI = "https://files.example/a.png";

export const PART_EXAMPLES = {
  "DM-PART-ONEOF": {
    breaks: (factory) => recordParts(factory, { text: "See", url: URI }),
    keeps: (factory) =>
      recordParts(factory, { text: "" }, { data: null }, { url: URI, filename: "a.png" }),
  },
  "DM-PART-KIND": {
    breaks: (factory) => recordParts(factory, { text: "See" }),
    keeps: (factory) =>
      recordParts(
        factory,
        factory.part(""),
        createFilePart(factory, { uri: URI }),
        createDataPart(factory, {}),
      ),
  },
  "DM-PART-FILE": {
    breaks: (factory) => recordParts(factory, createFilePart(factory, { bytes: "aGk=", uri: URI })),
    keeps: (factory) => recordParts(factory, createFilePart(factory, { uri: URI, name: "a.png" })),
  },
  "DM-PART-B64": {
    breaks: (factory) =>
      recordParts(factory, createBytesPart(factory, "data:image/png;base64,aGk=")),
    keeps: (factory) => recordParts(factory, createBytesPart(factory, "aGk")),
  },
  "DM-DATA-OBJ": {
    breaks: (factory) =>
      recordParts(factory, createDataPart(factory, factory.version === "0.1" ? 7 : [1, 2])),
    keeps: (factory) => recordParts(factory, createDataPart(factory, { rows: [1, 2] })),
  },
} as const satisfies Examples;
