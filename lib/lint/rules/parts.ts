/** Rules about the parts of messages and artifacts. */

import type { MessageFactory } from "../examples/message-factory.ts";
import type { ExampleJson } from "../examples/recording-builder.ts";
import { createSchemaChecker } from "../schema/event-schema.ts";
import { defineRule, type RuleGroup, VERSIONS_0, VERSIONS_FROM_1 } from "./rule.ts";

export const PARTS = {
  title: "Object schemas",
  rules: [
    defineRule({
      id: "DM-PART-ONEOF",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "not one content",
      message: "A part has none or several of text, raw, url and data.",
      clients:
        "The Python SDK rejects several contents; the JavaScript SDK uses the first and drops the others, or has a part without content.",
      remedy: "Send a separate part for each of text, raw, url and data.",
      spec: "1.0 §4.1.6",
      breaks: (factory) => recordParts(factory, { text: "See", url: URI }),
      nearly: (factory) =>
        recordParts(factory, { text: "" }, { data: null }, { url: URI, filename: "a.png" }),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-PART-KIND",
      severity: "error",
      versions: ["0.2", "0.3"],
      title: "invalid part kind",
      message: "A part has no kind, or lacks the member that its kind names.",
      clients:
        "JavaScript clients go by kind and skip the part; the Python SDK rejects a kind without the member it names.",
      remedy: "Write kind (text, file or data) and the member of that name.",
      spec: "0.3 §6.5, 0.2 §6.5",
      breaks: (factory) => recordParts(factory, { text: "See" }),
      nearly: (factory) =>
        recordParts(
          factory,
          factory.part(""),
          createFilePart(factory, { uri: URI }),
          createDataPart(factory, {}),
        ),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-PART-FILE",
      severity: "error",
      versions: VERSIONS_0,
      title: "not one file source",
      message: "A file has both bytes and uri, or from 0.2 on neither.",
      clients:
        "With neither, the Python SDK rejects the event; with both, some clients use the bytes and some the URI.",
      remedy: "Send either file.bytes or file.uri, and omit the other.",
      spec: "0.3 §6.6, 0.2 §6.6, 0.1 §6.6",
      breaks: (factory) =>
        recordParts(factory, createFilePart(factory, { bytes: "aGk=", uri: URI })),
      nearly: (factory) =>
        recordParts(factory, createFilePart(factory, { uri: URI, name: "a.png" })),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-PART-B64",
      severity: "warning",
      title: "invalid base64",
      message: "The bytes of a file are not base64.",
      clients:
        "The Python SDK from 1.0 on rejects the event; JavaScript skips invalid base64, and the file is corrupt.",
      remedy: "Encode the bytes in base64 without line breaks, and without a data: prefix.",
      spec: "RFC 4648 §4",
      breaks: (factory) =>
        recordParts(factory, createBytesPart(factory, "data:image/png;base64,aGk=")),
      nearly: (factory) => recordParts(factory, createBytesPart(factory, "aGk")),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "DM-DATA-OBJ",
      severity: "warning",
      versions: VERSIONS_0,
      title: "data is not an object",
      message: "The data of a part is not an object; 0.1 also allows lists.",
      clients:
        "The Python SDK 0.3 rejects the event; the JavaScript SDK from 1.0 on wraps such data in an object before it sends it to a 0.3 client.",
      remedy: "Wrap lists and single values in an object, as in { value: … }.",
      spec: "0.3 §6.5.3, 0.2 §6.5.3, 0.1 §6.5.3",
      breaks: (factory) =>
        recordParts(factory, createDataPart(factory, factory.version === "0.1" ? 7 : [1, 2])),
      nearly: (factory) => recordParts(factory, createDataPart(factory, { rows: [1, 2] })),
      check: createSchemaChecker,
    }),
  ],
} as const satisfies RuleGroup;

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
