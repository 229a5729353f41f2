/** Rules about the envelopes around events. */

import { DecodeIssue } from "../../protocol/decode-flags.ts";
import { createFrameChecker } from "../checkers/frames.ts";
import { createMessageFactory, type MessageFactory } from "../examples/message-factory.ts";
import type { ExampleJson } from "../examples/recording-builder.ts";
import { getWrapped, recordWorkingTask } from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1 } from "./rule.ts";

export const ENVELOPES = {
  title: "Envelopes",
  rules: [
    defineRule({
      id: "ENV-BADVER",
      severity: "error",
      title: "wrong jsonrpc version",
      message: 'The envelope names a JSON-RPC version other than "2.0".',
      clients: "The JavaScript SDK from 1.0 on throws, and so does the Python SDK 0.3.",
      remedy: 'Send exactly jsonrpc: "2.0".',
      spec: "JSON-RPC 2.0 §5",
      breaks: (factory) =>
        factory.stream().addEvents({ ...factory.task("working"), jsonrpc: "1.0" }),
      nearly: (factory) =>
        factory.stream().addEvents({ ...factory.task("working"), jsonrpc: undefined }),
      check: { decodeIssue: DecodeIssue.BadJsonRpc },
    }),
    defineRule({
      id: "ENV-ID",
      severity: "error",
      title: "wrong id",
      message: "The response does not repeat the request's id.",
      alone:
        "The id changes: if this is one whole response, not all of it repeats the request's id.",
      clients: "Every version of the JavaScript SDK throws, and the stream ends.",
      remedy: 'Repeat the request\'s id in each response, with the same type: 1 is not "1".',
      spec: "JSON-RPC 2.0 §5",
      breaks: (factory) => factory.stream().addEvents({ ...factory.task("working"), id: "1" }),
      nearly: (factory) =>
        factory.stream().addEvents({ ...factory.error(-32700, "Not JSON"), id: null }),
      check: { decodeIssue: DecodeIssue.WrongId },
    }),
    defineRule({
      id: "ENV-BOTH",
      severity: "error",
      title: "result and error",
      message: "The envelope has both result and error.",
      clients: "The SDKs look for an error first and throw: the result is lost.",
      remedy: "Send either the result or the error, and omit the other member.",
      spec: "JSON-RPC 2.0 §5",
      breaks: (factory) =>
        factory.stream().addEvents({
          ...factory.error(-32603, "It broke"),
          result: factory.task("working").result,
        }),
      nearly: (factory) => factory.stream().addEvents({ ...factory.task("working"), error: null }),
      check: { decodeIssue: DecodeIssue.ResultAndError },
    }),
    defineRule({
      id: "ENV-BATCH",
      severity: "error",
      title: "response in an array",
      message:
        "A response is in an array, as in a batch: each request, and each event, has exactly one response.",
      clients:
        "Clients expect an object and find a list: the JavaScript SDK misses the ID of its request, the Python SDK rejects it.",
      remedy: "Write each response as an object of its own; in a stream, as an event of its own.",
      spec: "JSON-RPC 2.0 §6",
      breaks: (factory) =>
        factory.stream().addEvents([factory.task("working"), factory.status("completed")]),
      nearly: (factory) =>
        factory.stream().addEvents(factory.task("working"), factory.status("completed")),
      check: { decodeIssue: DecodeIssue.Batch },
    }),
    defineRule({
      id: "ENV-NESTED",
      severity: "error",
      title: "nested envelope",
      message: "The result of the envelope is itself an envelope.",
      clients:
        "Clients take the inner envelope for the payload, find no task, message or update in it, and fail or show nothing.",
      remedy: "Wrap the payload once; check whether a framework has already wrapped it.",
      spec: "JSON-RPC 2.0 §5",
      breaks: (factory) => factory.stream().addEvents(factory.response(factory.task("working"))),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact(
            "a1",
            "",
            {},
            {
              artifact: factory.artifactPayload("a1", "", {
                metadata: createNestedEnvelope(factory),
              }),
            },
          ),
        ),
      check: { decodeIssue: DecodeIssue.DoubleEnvelope },
    }),
    defineRule({
      id: "ENV-NOJSONRPC",
      severity: "warning",
      title: "no jsonrpc",
      message: 'The response has no envelope, or its envelope lacks jsonrpc: "2.0".',
      clients:
        "The JavaScript SDK from 1.0 on throws; earlier versions and the Python SDK 0.3 do not check.",
      remedy: 'Put jsonrpc: "2.0" into every response, including every event of a stream.',
      spec: "JSON-RPC 2.0 §5",
      breaks: (factory) =>
        factory.stream().addEvents({ ...factory.task("working"), jsonrpc: undefined }),
      nearly: (factory) =>
        factory.stream().addEvents({ ...factory.task("working"), server: "example" }),
      check: createFrameChecker,
    }),
    defineRule({
      id: "ENV-WRAPPED-GET",
      severity: "warning",
      versions: VERSIONS_FROM_1,
      title: "wrapped task",
      message: "The response to GetTask or CancelTask wraps the task in a member of its own.",
      clients:
        "The Python SDK rejects the unknown field; the JavaScript SDK creates a task without id and status from it.",
      remedy:
        "Respond to GetTask and CancelTask with the task itself; only streams and SendMessage wrap it.",
      spec: "1.0 §9.4.3",
      at: [["task"]],
      breaks: (factory) => recordGetResponse(factory, factory.task("completed")),
      nearly: (factory) =>
        recordGetResponse(factory, factory.response(getWrapped(factory.task("completed"), "task"))),
      check: createFrameChecker,
    }),
    defineRule({
      id: "VER-MIXED",
      severity: "warning",
      title: "mixed versions",
      message: "One response has events in the formats of different versions.",
      clients: "A client speaks one version: it ignores the events of the other version, or fails.",
      remedy: "Choose a version when the request arrives, and write the whole response in it.",
      spec: "1.0 §3.6.2, 0.3 §6, 0.2 §6, 0.1 §6",
      at: [["kind"]],
      breaks: (factory) =>
        factory
          .stream()
          .addEvents(
            factory.task("working"),
            createOtherVersionFactory(factory).status("completed"),
          ),
      nearly: (factory) => {
        const recording = factory
          .stream()
          .addEvents(factory.task("working"), factory.status("completed"))
          .addEnd();
        const other = createOtherVersionFactory(factory);
        return other
          .addCall(recording, "subscribe", { id: "t1" }, "x2")
          .addEventsTo("x2", other.task("completed"));
      },
      check: createFrameChecker,
    }),
  ],
} as const satisfies RuleGroup;

const recordGetResponse = (factory: MessageFactory, result: ExampleJson) =>
  factory.call("get", { id: "t1" }).addText(JSON.stringify(result)).addEnd();

/** A factory for the other generation: 0.3 for 1.0 and later, 1.0 for earlier versions. */
const createOtherVersionFactory = ({ version }: MessageFactory): MessageFactory =>
  createMessageFactory(version === "1.0" || version === "1.1" ? "0.3" : "1.0");

/** An envelope inside a member that may have any value. */
const createNestedEnvelope = (factory: MessageFactory): ExampleJson => ({
  kept: factory.task("working"),
});
