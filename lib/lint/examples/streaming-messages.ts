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
  say: MessageFactory,
  id: string | undefined,
  ...ops: readonly ExampleJson[]
): ExampleJson {
  const update = { message_update: ops, message_id: id };
  return say.status("working", undefined, createUpdateMetadata(update));
}

const createDraftStatus = (say: MessageFactory, text: string): ExampleJson =>
  createPatchStatus(say, "d1", createRootPatch("d1", text));

/** A stream with a working task and these events. */
const recordStream = (say: MessageFactory, ...events: readonly ExampleJson[]): RecordingBuilder =>
  recordExtensionRequest(say, URI).addEvents(say.task("working"), ...events);

/** A request that lists this extension. */
function recordExtensionRequest(say: MessageFactory, uri: string): RecordingBuilder {
  const [opened, head] = say.stream().records;
  const scene = new RecordingBuilder();
  if (opened?.r === "open" && head?.r === "head") {
    scene.addOpen("x1", { ...opened, headers: [...opened.headers, ["A2A-Extensions", uri]] });
    scene.addHead(head.status, "text/event-stream");
  }
  return scene;
}

const createFinalMessage = (say: MessageFactory, text: string, id = "d1"): ExampleJson =>
  say.message(text, { messageId: id, taskId: "t1", contextId: "c1" });

const createFinalStatus = (say: MessageFactory, text: string): ExampleJson =>
  say.status("completed", createFinalMessage(say, text));

export const STREAMING_MESSAGE_EXAMPLES = {
  "KST-NO-ROOT": {
    breaks: (say) => recordStream(say, createPatchStatus(say, "d1", createInsertPatch(0, "x"))),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        createPatchStatus(say, "d1", createInsertPatch(1, "b")),
        createFinalStatus(say, "ab"),
      ),
  },
  "KST-ID-DIFF": {
    breaks: (say) => recordStream(say, createPatchStatus(say, "d2", createRootPatch("d1", "a"))),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        createPatchStatus(say, "d2", createRootPatch("d2", "b")),
      ),
  },
  "KST-NO-ID": {
    breaks: (say) =>
      recordStream(say, createPatchStatus(say, undefined, createRootPatch(undefined, "a"))),
    keeps: (say) =>
      recordStream(
        say,
        createPatchStatus(say, undefined, createRootPatch("d1", "a")),
        createFinalStatus(say, "a"),
      ),
  },
  "KST-MSG-PRESENT": {
    breaks: (say) =>
      recordStream(
        say,
        say.status(
          "working",
          createFinalMessage(say, "b", "m1"),
          createUpdateMetadata({ message_update: [createRootPatch("d1", "a")], message_id: "d1" }),
        ),
      ),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        say.status("working", createFinalMessage(say, "a")),
      ),
  },
  "KST-STATE": {
    breaks: (say) =>
      recordStream(
        say,
        say.status(
          "input-required",
          undefined,
          createUpdateMetadata({ message_update: [createRootPatch("d1", "a")], message_id: "d1" }),
        ),
      ),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        say.status("input-required", createFinalMessage(say, "a")),
      ),
  },
  "KST-RANGE": {
    breaks: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        createPatchStatus(say, "d1", createInsertPatch(7, "b")),
      ),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        createPatchStatus(say, "d1", createInsertPatch(1, "b")),
      ),
  },
  "KST-UTF16": {
    breaks: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "👍"),
        createPatchStatus(say, "d1", createInsertPatch(2, "b")),
      ),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "👍"),
        createPatchStatus(say, "d1", createInsertPatch(1, "b")),
      ),
  },
  "KST-PATH": {
    breaks: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        createPatchStatus(say, "d1", { op: "remove", path: "/parts/3" }),
      ),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        createPatchStatus(say, "d1", createPartPatch("b")),
      ),
  },
  "KST-MISMATCH": {
    breaks: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        say.status("working", createFinalMessage(say, "b")),
      ),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        say.status("working", createFinalMessage(say, "a")),
      ),
  },
  "KST-NO-FINAL": {
    breaks: (say) => recordStream(say, createDraftStatus(say, "a"), say.status("completed")),
    keeps: (say) => recordStream(say, createDraftStatus(say, "a"), createFinalStatus(say, "a")),
  },
  "KST-LOST-DRAFT": {
    breaks: (say) => recordStream(say, createDraftStatus(say, "a"), say.status("failed")),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        say.status("failed", createFinalMessage(say, "a")),
      ),
  },
  "KST-EMPTY-FIRST": {
    breaks: (say) =>
      recordStream(
        say,
        createDraftStatus(say, ""),
        createPatchStatus(say, "d1", createPartPatch("a")),
        createPatchStatus(say, "d1", createInsertPatch(1, "b")),
      ),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, ""),
        createPatchStatus(say, "d1", createInsertPatch(0, "a")),
      ),
  },
  "KST-NOT-REQUESTED": {
    breaks: (say) =>
      recordExtensionRequest(say, "https://other.example/v1").addEvents(
        say.task("working"),
        createDraftStatus(say, "a"),
      ),
    keeps: (say) => recordStream(say, createDraftStatus(say, "a")),
  },
  "KST-BARE-OP": {
    breaks: (say) =>
      recordStream(
        say,
        say.status(
          "working",
          undefined,
          createUpdateMetadata({ message_update: createRootPatch("d1", "a"), message_id: "d1" }),
        ),
      ),
    keeps: (say) => recordStream(say, createDraftStatus(say, "a")),
  },
  "KST-BAD-OP": {
    breaks: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        createPatchStatus(say, "d1", { op: "copy", path: "/x" }),
      ),
    keeps: (say) =>
      recordStream(
        say,
        createDraftStatus(say, "a"),
        createPatchStatus(say, "d1", { op: "remove", path: "/parts/0" }),
      ),
  },
} as const satisfies Examples;
