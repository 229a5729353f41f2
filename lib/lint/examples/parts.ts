/** Examples of the rules about parts. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import type { ExampleJson } from "./recording-builder.ts";

const recordParts = (say: MessageFactory, ...parts: unknown[]) =>
  say.stream().addEvents(
    say.task("working"),
    say.artifact(
      "a1",
      "",
      {},
      {
        artifact: say.artifactPayload("a1", "", { parts }),
      },
    ),
  );

const getKindMember = ({ version }: MessageFactory) => (version === "0.1" ? "type" : "kind");

const createFilePart = (say: MessageFactory, content: ExampleJson): ExampleJson => ({
  [getKindMember(say)]: "file",
  file: content,
});

const createBytesPart = (say: MessageFactory, base64: string): ExampleJson =>
  say.version === "1.0" || say.version === "1.1"
    ? { raw: base64, mediaType: "image/png" }
    : createFilePart(say, { bytes: base64, mimeType: "image/png" });

const createDataPart = (say: MessageFactory, value: unknown): ExampleJson => ({
  [getKindMember(say)]: "data",
  data: value,
});

const URI = "https://files.example/a.png";

export const PART_EXAMPLES = {
  "DM-PART-ONEOF": {
    breaks: (say) => recordParts(say, { text: "See", url: URI }),
    keeps: (say) => recordParts(say, { text: "" }, { data: null }, { url: URI, filename: "a.png" }),
  },
  "DM-PART-KIND": {
    breaks: (say) => recordParts(say, { text: "See" }),
    keeps: (say) =>
      recordParts(say, say.part(""), createFilePart(say, { uri: URI }), createDataPart(say, {})),
  },
  "DM-PART-FILE": {
    breaks: (say) => recordParts(say, createFilePart(say, { bytes: "aGk=", uri: URI })),
    keeps: (say) => recordParts(say, createFilePart(say, { uri: URI, name: "a.png" })),
  },
  "DM-PART-B64": {
    breaks: (say) => recordParts(say, createBytesPart(say, "data:image/png;base64,aGk=")),
    keeps: (say) => recordParts(say, createBytesPart(say, "aGk")),
  },
  "DM-DATA-OBJ": {
    breaks: (say) => recordParts(say, createDataPart(say, say.version === "0.1" ? 7 : [1, 2])),
    keeps: (say) => recordParts(say, createDataPart(say, { rows: [1, 2] })),
  },
} as const satisfies Examples;
