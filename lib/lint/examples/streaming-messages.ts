/** Examples of the rules about messages streamed as patches. */

import type { Examples } from "./example.ts";
import type { MessageFactory } from "./message-factory.ts";
import { type ExampleJson, RecordingBuilder } from "./recording-builder.ts";

const URI = "https://extensions.example/ui/streaming/v1";

/** The root patch of a draft: the start of the message. */
const createRootPatch = (message_id: string | undefined, text: string): ExampleJson => ({
  op: "replace",
  path: "",
  value: { message_id, parts: [{ text }] },
});

const createInsertPatch = (pos: number, value: string): ExampleJson => ({
  op: "str_ins",
  path: "/parts/0/text",
  pos,
  value,
});

const createPartPatch = (text: string): ExampleJson => ({
  op: "add",
  path: "/parts/-",
  value: { text },
});

const createUpdateMetadata = (update: ExampleJson): ExampleJson => ({
  metadata: { [URI]: update },
});

/** A status that carries patches of one message. */
function createPatchStatus(
  factory: MessageFactory,
  id: string | undefined,
  ...ops: readonly ExampleJson[]
): ExampleJson {
  const update = { message_update: ops, message_id: id };
  return factory.status("working", undefined, createUpdateMetadata(update));
}

const createDraftStatus = (factory: MessageFactory, text: string): ExampleJson =>
  createPatchStatus(factory, "d1", createRootPatch("d1", text));

/** A stream with a working task and these events. */
const recordStream = (
  factory: MessageFactory,
  ...events: readonly ExampleJson[]
): RecordingBuilder =>
  recordExtensionRequest(factory, URI).addEvents(factory.task("working"), ...events);

/** A request that lists this extension. */
function recordExtensionRequest(factory: MessageFactory, uri: string): RecordingBuilder {
  const [opened, head] = factory.stream().records;
  const recording = new RecordingBuilder();
  if (opened?.r === "open" && head?.r === "head") {
    recording.addOpen("x1", { ...opened, headers: [...opened.headers, ["A2A-Extensions", uri]] });
    recording.addHead(head.status, "text/event-stream");
  }
  return recording;
}

const createFinalMessage = (factory: MessageFactory, text: string, id = "d1"): ExampleJson =>
  factory.message(text, { messageId: id, taskId: "t1", contextId: "c1" });

const createFinalStatus = (factory: MessageFactory, text: string): ExampleJson =>
  factory.status("completed", createFinalMessage(factory, text));

export const STREAMING_MESSAGE_EXAMPLES = {
  "KST-NO-ROOT": {
    breaks: (factory) =>
      recordStream(factory, createPatchStatus(factory, "d1", createInsertPatch(0, "x"))),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        createPatchStatus(factory, "d1", createInsertPatch(1, "b")),
        createFinalStatus(factory, "ab"),
      ),
  },
  "KST-ID-DIFF": {
    breaks: (factory) =>
      recordStream(factory, createPatchStatus(factory, "d2", createRootPatch("d1", "a"))),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        createPatchStatus(factory, "d2", createRootPatch("d2", "b")),
      ),
  },
  "KST-NO-ID": {
    breaks: (factory) =>
      recordStream(factory, createPatchStatus(factory, undefined, createRootPatch(undefined, "a"))),
    keeps: (factory) =>
      recordStream(
        factory,
        createPatchStatus(factory, undefined, createRootPatch("d1", "a")),
        createFinalStatus(factory, "a"),
      ),
  },
  "KST-MSG-PRESENT": {
    breaks: (factory) =>
      recordStream(
        factory,
        factory.status(
          "working",
          createFinalMessage(factory, "b", "m1"),
          createUpdateMetadata({ message_update: [createRootPatch("d1", "a")], message_id: "d1" }),
        ),
      ),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        factory.status("working", createFinalMessage(factory, "a")),
      ),
  },
  "KST-STATE": {
    breaks: (factory) =>
      recordStream(
        factory,
        factory.status(
          "input-required",
          undefined,
          createUpdateMetadata({ message_update: [createRootPatch("d1", "a")], message_id: "d1" }),
        ),
      ),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        factory.status("input-required", createFinalMessage(factory, "a")),
      ),
  },
  "KST-RANGE": {
    breaks: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        createPatchStatus(factory, "d1", createInsertPatch(7, "b")),
      ),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        createPatchStatus(factory, "d1", createInsertPatch(1, "b")),
      ),
  },
  "KST-UTF16": {
    breaks: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "👍"),
        createPatchStatus(factory, "d1", createInsertPatch(2, "b")),
      ),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "👍"),
        createPatchStatus(factory, "d1", createInsertPatch(1, "b")),
      ),
  },
  "KST-PATH": {
    breaks: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        createPatchStatus(factory, "d1", { op: "remove", path: "/parts/3" }),
      ),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        createPatchStatus(factory, "d1", createPartPatch("b")),
      ),
  },
  "KST-MISMATCH": {
    breaks: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        factory.status("working", createFinalMessage(factory, "b")),
      ),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        factory.status("working", createFinalMessage(factory, "a")),
      ),
  },
  "KST-NO-FINAL": {
    breaks: (factory) =>
      recordStream(factory, createDraftStatus(factory, "a"), factory.status("completed")),
    keeps: (factory) =>
      recordStream(factory, createDraftStatus(factory, "a"), createFinalStatus(factory, "a")),
  },
  "KST-LOST-DRAFT": {
    breaks: (factory) =>
      recordStream(factory, createDraftStatus(factory, "a"), factory.status("failed")),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        factory.status("failed", createFinalMessage(factory, "a")),
      ),
  },
  "KST-EMPTY-FIRST": {
    breaks: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, ""),
        createPatchStatus(factory, "d1", createPartPatch("a")),
        createPatchStatus(factory, "d1", createInsertPatch(1, "b")),
      ),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, ""),
        createPatchStatus(factory, "d1", createInsertPatch(0, "a")),
      ),
  },
  "KST-NOT-REQUESTED": {
    breaks: (factory) =>
      recordExtensionRequest(factory, "https://other.example/v1").addEvents(
        factory.task("working"),
        createDraftStatus(factory, "a"),
      ),
    keeps: (factory) => recordStream(factory, createDraftStatus(factory, "a")),
  },
  "KST-BARE-OP": {
    breaks: (factory) =>
      recordStream(
        factory,
        factory.status(
          "working",
          undefined,
          createUpdateMetadata({ message_update: createRootPatch("d1", "a"), message_id: "d1" }),
        ),
      ),
    keeps: (factory) => recordStream(factory, createDraftStatus(factory, "a")),
  },
  "KST-BAD-OP": {
    breaks: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        createPatchStatus(factory, "d1", { op: "copy", path: "/x" }),
      ),
    keeps: (factory) =>
      recordStream(
        factory,
        createDraftStatus(factory, "a"),
        createPatchStatus(factory, "d1", { op: "remove", path: "/parts/0" }),
      ),
  },
} as const satisfies Examples;
