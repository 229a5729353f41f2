/**
 * Rules about messages streamed as patches, with the `/ui/streaming/v1` extension, found by the
 * reducers of `lib/dialects`.
 */

import type { Version } from "../../protocol/versions.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import { type ExampleJson, RecordingBuilder } from "../examples/recording-builder.ts";
import { defineRule, type RuleGroup } from "./rule.ts";

const SPEC = "kagenti streaming v1";

const VERSIONS: readonly Version[] = ["0.3", "1.0"];

export const STREAMING_MESSAGES = {
  title: "Messages streamed as patches",
  rules: [
    defineRule({
      id: "KST-NO-ROOT",
      severity: "error",
      versions: VERSIONS,
      title: "no root",
      message:
        "A patch for a message whose root was never sent: the text that arrives is shown without its beginning.",
      clients:
        "The Python client has no message to patch and fails; the browser client creates an empty one.",
      remedy: "Start each message with replace at the root, before any other patch.",
      spec: `${SPEC}, replace`,
      breaks: (factory) =>
        recordStream(factory, createPatchStatus(factory, "d1", createInsertPatch(0, "x"))),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          createPatchStatus(factory, "d1", createInsertPatch(1, "b")),
          createFinalStatus(factory, "ab"),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-ID-DIFF",
      severity: "warning",
      versions: VERSIONS,
      title: "two message IDs",
      message: "The message_id beside the patches differs from the one inside the message.",
      clients:
        "Clients store the draft under one ID and look for the complete message under the other: the text is shown twice.",
      remedy: "Repeat the message's own message_id beside the patches.",
      spec: `${SPEC}, wire format`,
      breaks: (factory) =>
        recordStream(factory, createPatchStatus(factory, "d2", createRootPatch("d1", "a"))),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          createPatchStatus(factory, "d2", createRootPatch("d2", "b")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-NO-ID",
      severity: "warning",
      versions: VERSIONS,
      title: "no message_id",
      message: "Patches name no message, so no complete message can be matched with them.",
      clients: "The complete message cannot be matched with its draft, so its text is shown twice.",
      remedy: "Give every streamed message a message_id and send it beside the patches.",
      spec: `${SPEC}, wire format`,
      breaks: (factory) =>
        recordStream(
          factory,
          createPatchStatus(factory, undefined, createRootPatch(undefined, "a")),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createPatchStatus(factory, undefined, createRootPatch("d1", "a")),
          createFinalStatus(factory, "a"),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-MSG-PRESENT",
      severity: "warning",
      versions: VERSIONS,
      title: "patch and message",
      message: "One status has both patches and a complete message: clients may overlook either.",
      clients: "The browser client reads only the patches of such an event and loses the message.",
      remedy: "Send the complete message in a separate status.",
      spec: `${SPEC}, key properties`,
      breaks: (factory) =>
        recordStream(
          factory,
          factory.status(
            "working",
            createFinalMessage(factory, "b", "m1"),
            createUpdateMetadata({
              message_update: [createRootPatch("d1", "a")],
              message_id: "d1",
            }),
          ),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          factory.status("working", createFinalMessage(factory, "a")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-STATE",
      severity: "warning",
      versions: VERSIONS,
      title: "patch outside working",
      message:
        "A status other than working has patches: a client that reads the patches may overlook the state.",
      clients:
        "The browser client drops an event with patches before it looks at the state: the state change is missed.",
      remedy: "Send patches with working only, and the state change in a separate status.",
      spec: `${SPEC}, key properties`,
      breaks: (factory) =>
        recordStream(
          factory,
          factory.status(
            "input-required",
            undefined,
            createUpdateMetadata({
              message_update: [createRootPatch("d1", "a")],
              message_id: "d1",
            }),
          ),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          factory.status("input-required", createFinalMessage(factory, "a")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-RANGE",
      severity: "error",
      versions: VERSIONS,
      title: "position out of range",
      message: "A position is outside its text: some clients fail. The text is put at the end.",
      clients:
        "The Python client fails with a conflict; slice in JavaScript puts the text at the end.",
      remedy: "Count the text sent so far in code points, or omit pos to append.",
      spec: `${SPEC}, str_ins`,
      breaks: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          createPatchStatus(factory, "d1", createInsertPatch(7, "b")),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          createPatchStatus(factory, "d1", createInsertPatch(1, "b")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-UTF16",
      severity: "warning",
      versions: VERSIONS,
      title: "UTF-16 position",
      message:
        "A position counts UTF-16 units, but the reference implementation counts code points: its client fails or inserts the text elsewhere.",
      clients:
        "The Python client counts code points: after an emoji it fails or inserts the text one position off, for every following chunk.",
      remedy: "Count code points: in JavaScript [...text].length, not text.length.",
      spec: `${SPEC}, str_ins`,
      breaks: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "👍"),
          createPatchStatus(factory, "d1", createInsertPatch(2, "b")),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "👍"),
          createPatchStatus(factory, "d1", createInsertPatch(1, "b")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-PATH",
      severity: "error",
      versions: VERSIONS,
      title: "path not found",
      message: "A patch refers to something that does not exist or is of another kind.",
      clients: "The Python client fails at the patch, and the rest of the message is lost.",
      remedy: "Add a part or a member before you insert into it.",
      spec: "RFC 6902 §4",
      breaks: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          createPatchStatus(factory, "d1", { op: "remove", path: "/parts/3" }),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          createPatchStatus(factory, "d1", createPartPatch("b")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-MISMATCH",
      severity: "warning",
      versions: VERSIONS,
      title: "message differs",
      message: "The complete message does not start with what was streamed of it: both are shown.",
      clients:
        "Clients skip as many parts as were streamed and show the rest: the streamed and the stored text differ.",
      remedy: "Build the complete message from what was streamed, and add only at its end.",
      spec: `${SPEC}, message reconciliation`,
      breaks: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          factory.status("working", createFinalMessage(factory, "b")),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          factory.status("working", createFinalMessage(factory, "a")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-NO-FINAL",
      severity: "warning",
      versions: VERSIONS,
      title: "never sent complete",
      message:
        "A message was streamed but never sent complete: clients without the extension miss it.",
      clients: "Clients without the extension never see the message, and no history contains it.",
      remedy:
        "Send the complete message, with the ID of its draft, before the next one starts or the task ends.",
      spec: `${SPEC}, key properties`,
      breaks: (factory) =>
        recordStream(factory, createDraftStatus(factory, "a"), factory.status("completed")),
      nearly: (factory) =>
        recordStream(factory, createDraftStatus(factory, "a"), createFinalStatus(factory, "a")),
      check: "dialects",
    }),
    defineRule({
      id: "KST-LOST-DRAFT",
      severity: "warning",
      versions: VERSIONS,
      title: "draft lost",
      message:
        "The task ended before a streamed message was sent complete: only its draft remains.",
      clients:
        "What users read while it was streamed is in no history and disappears with the page.",
      remedy: "Send the message as far as it exists before the status that ends the task.",
      spec: `${SPEC}, accumulation cycles`,
      breaks: (factory) =>
        recordStream(factory, createDraftStatus(factory, "a"), factory.status("failed")),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          factory.status("failed", createFinalMessage(factory, "a")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-EMPTY-FIRST",
      severity: "info",
      versions: VERSIONS,
      title: "empty first part",
      message:
        "After an empty first text the patches name the wrong part, as the reference server does. The text is put into the last part.",
      clients:
        "The Python client fails at the third chunk, whose position belongs to another part.",
      remedy: "Don't stream an empty first chunk, or count the part that it created.",
      spec: `${SPEC}, str_ins`,
      breaks: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, ""),
          createPatchStatus(factory, "d1", createPartPatch("a")),
          createPatchStatus(factory, "d1", createInsertPatch(1, "b")),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, ""),
          createPatchStatus(factory, "d1", createInsertPatch(0, "a")),
        ),
      check: "dialects",
    }),
    defineRule({
      id: "KST-NOT-REQUESTED",
      severity: "warning",
      versions: VERSIONS,
      title: "not requested",
      message: "Patches were sent although the request did not list the extension.",
      clients:
        "A client that did not request the extension does not read patches: it shows nothing until the complete message arrives.",
      remedy: "Send patches only if the request lists the extension's URI.",
      spec: "1.0 §3.2.6, Extensions guide",
      breaks: (factory) =>
        recordExtensionRequest(factory, "https://other.example/v1").addEvents(
          factory.task("working"),
          createDraftStatus(factory, "a"),
        ),
      nearly: (factory) => recordStream(factory, createDraftStatus(factory, "a")),
      check: "dialects",
    }),
    defineRule({
      id: "KST-BARE-OP",
      severity: "info",
      versions: VERSIONS,
      title: "patch without list",
      message: "message_update is a single operation, not a list.",
      clients: "Clients that iterate over a list find none and fail, or drop the patch.",
      remedy: "Send message_update as a list, even for one operation.",
      spec: `${SPEC}, wire format`,
      breaks: (factory) =>
        recordStream(
          factory,
          factory.status(
            "working",
            undefined,
            createUpdateMetadata({ message_update: createRootPatch("d1", "a"), message_id: "d1" }),
          ),
        ),
      nearly: (factory) => recordStream(factory, createDraftStatus(factory, "a")),
      check: "dialects",
    }),
    defineRule({
      id: "KST-BAD-OP",
      severity: "error",
      versions: VERSIONS,
      title: "invalid operation",
      message:
        "An operation that the streaming extension does not have, or that lacks a required member, was ignored.",
      clients: "Clients fail at the operation, or ignore it silently.",
      remedy: "Use replace, add, remove and str_ins, with path and value.",
      spec: `${SPEC}, patch operations`,
      breaks: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          createPatchStatus(factory, "d1", { op: "copy", path: "/x" }),
        ),
      nearly: (factory) =>
        recordStream(
          factory,
          createDraftStatus(factory, "a"),
          createPatchStatus(factory, "d1", { op: "remove", path: "/parts/0" }),
        ),
      check: "dialects",
    }),
  ],
} as const satisfies RuleGroup;

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
