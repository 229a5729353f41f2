/** Rules about the form of a payload: its type, its names and its flags. */

import { DecodeIssue } from "../../protocol/decode-flags.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { ExampleJson } from "../examples/recording-builder.ts";
import { getWrapped, recordArtifact, recordWorkingTask } from "../examples/shared-examples.ts";
import { createSchemaChecker } from "../schema/event-schema.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1, VERSIONS_FROM_02 } from "./rule.ts";

export const PAYLOADS = {
  title: "Object schemas",
  rules: [
    defineRule({
      id: "DM-WRAP-MULTI",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "several payloads",
      message: "One event has several payload keys.",
      clients:
        "The Python SDK rejects the event; the JavaScript SDK uses one payload and drops the others.",
      remedy: "Send a separate event for each payload.",
      spec: "1.0 §3.2.3",
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.response({
            statusUpdate: getWrapped(factory.status("working"), "statusUpdate"),
            artifactUpdate: getWrapped(factory.artifact("a1", "one"), "artifactUpdate"),
          }),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working"),
          factory.artifact("a1", "one"),
        ),
      check: { decodeIssue: DecodeIssue.SeveralWrappers },
    }),
    defineRule({
      id: "DM-WRAP-NONE",
      severity: "error",
      title: "unknown event type",
      message: "Nothing in the event identifies its type.",
      clients:
        "Clients that validate reject it and fail; the JavaScript SDK from 1.0 on passes on an event without content.",
      remedy:
        "Send only tasks, messages and updates of either kind; put your own data into metadata.",
      spec: "1.0 §3.2.3, 0.3 §7.2.1, 0.2 §7.2.1, 0.1 §7.2.1",
      breaks: (factory) => factory.stream().addEvents(factory.response({ hello: "world" })),
      nearly: (factory) => factory.stream().addEvents(factory.task("working", { hello: "world" })),
      check: { decodeIssue: DecodeIssue.Unclassified },
    }),
    defineRule({
      id: "DM-FLAG",
      severity: "error",
      title: "flag not boolean",
      message: "append or lastChunk is neither true nor false.",
      clients:
        'The Python SDK rejects values that it cannot convert to true or false; in JavaScript any text is true, even "false", so text that should be replaced is appended.',
      remedy: "Write true or false without quotation marks, or omit the member.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(createFlaggedArtifact(factory, "true")),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(createFlaggedArtifact(factory, null)),
      check: { decodeIssue: DecodeIssue.OddFlag },
    }),
    defineRule({
      id: "DM-SNAKE",
      severity: "error",
      versions: VERSIONS_FROM_02,
      title: "snake_case",
      message: "Field names are in snake_case.",
      clients:
        "The Python SDKs and the JavaScript SDK from 1.0 on read both spellings; in earlier ones the member is missing.",
      remedy: "Write names in camelCase: taskId, contextId, messageId, artifactId.",
      spec: "1.0 §5.5, 0.3 §6, 0.2 §6",
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working", undefined, { taskId: undefined, task_id: "t1" }),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("working", undefined, { metadata: { task_id: "t1" } }),
        ),
      check: { decodeIssue: DecodeIssue.SnakeCase },
    }),
    defineRule({
      id: "VER-KIND-IN-1",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "kind in 1.0",
      message: "An object has a kind member, which 1.0 no longer has.",
      clients:
        "The Python SDK rejects unknown fields, and the stream ends; the JavaScript SDK ignores them.",
      remedy: "Omit kind: the member that holds the object identifies its type.",
      spec: "1.0 Appendix A.2.1",
      breaks: (factory) => factory.stream().addEvents(factory.task("working", { kind: "task" })),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact(
            "a1",
            "",
            {},
            { artifact: factory.artifactPayload("a1", "", { parts: [{ data: { kind: "a" } }] }) },
          ),
        ),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "ART-FLAGS-INSIDE",
      severity: "warning",
      versions: VERSIONS_FROM_02,
      title: "flags inside artifact",
      message: "append or lastChunk is inside the artifact instead of on the event.",
      clients:
        "The SDKs look for them on the event: each chunk replaces the one before, and only the last remains.",
      remedy: "Put append and lastChunk on the event, beside the artifact.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3",
      breaks: (factory) =>
        recordArtifact(factory, factory.artifactPayload("a1", "one", { append: false })),
      nearly: (factory) =>
        recordArtifact(factory, factory.artifactPayload("a1", "one"), {
          append: false,
          lastChunk: true,
        }),
      check: createSchemaChecker,
    }),
    defineRule({
      id: "ART-TOPLEVEL-0.1",
      severity: "warning",
      versions: ["0.1"],
      title: "flags outside artifact",
      message: "append or lastChunk is on the event, but 0.1 has it inside the artifact.",
      clients: "0.1 clients look for them in the artifact: each chunk replaces the one before.",
      remedy: "Put append and lastChunk into the artifact, or use a later version.",
      spec: "0.1 §6.7",
      breaks: (factory) =>
        recordArtifact(factory, factory.artifactPayload("a1", "one"), { append: false }),
      nearly: (factory) =>
        recordArtifact(factory, factory.artifactPayload("a1", "one", { append: false })),
      check: createSchemaChecker,
    }),
  ],
} as const satisfies RuleGroup;

/** An artifact update with this `append`; in 0.1 it is inside the artifact. */
const createFlaggedArtifact = (factory: MessageFactory, append: unknown): ExampleJson =>
  factory.version === "0.1"
    ? factory.artifact(
        "a1",
        "one",
        {},
        { artifact: factory.artifactPayload("a1", "one", { append }) },
      )
    : factory.artifact("a1", "one", {}, { append });
