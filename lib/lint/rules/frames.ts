/** Rules about single frames, gRPC messages and content types. */

import { DecodeIssue } from "../../protocol/decode-flags.ts";
import { holdsCloudEvent } from "../../protocol/envelope.ts";
import { encodeProtobuf } from "../../protocol/grpc/encode.ts";
import { type GrpcVersion, getPackageName } from "../../protocol/grpc/packages.ts";
import { parseGrpcCall } from "../../protocol/grpc/services.ts";
import { encodeGrpcFrame } from "../../wire/grpc-framer.ts";
import { createFrameChecker } from "../checkers/frames.ts";
import type { ExampleOperation, MessageFactory } from "../examples/message-factory.ts";
import {
  type ExampleJson,
  formatSseEvent,
  RecordingBuilder,
} from "../examples/recording-builder.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1, VERSIONS_FROM_03 } from "./rule.ts";

export const FRAMES = {
  title: "Frames and bytes",
  rules: [
    defineRule({
      id: "FRM-BADJSON",
      severity: "error",
      title: "invalid JSON",
      message: "An event's data is not valid JSON.",
      clients: "The JavaScript and Python SDKs throw at this event, and the stream ends.",
      remedy:
        "Write each event's JSON completely before its blank line, with data: before every line of it.",
      spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
      breaks: (factory) => factory.stream().addText('data: {"jsonrpc": "2.0",\n\n'),
      nearly: (factory) =>
        factory
          .stream()
          .addText(
            `data: ${JSON.stringify(factory.task("working"), null, 1)}`.replaceAll(
              "\n",
              "\ndata: ",
            ),
          )
          .addText("\n\n"),
      check: { decodeIssue: DecodeIssue.NotJson },
    }),
    defineRule({
      id: "FRM-SEPARATOR",
      severity: "error",
      title: "separator before JSON",
      message:
        "A record separator (U+001E) precedes the JSON: clients that parse the data as is fail.",
      clients: "The JavaScript and Python SDKs treat it as invalid JSON, and the stream ends.",
      remedy:
        "Start the data of an event with its JSON: the separator belongs to application/json-seq.",
      spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
      breaks: (factory) =>
        factory.stream().addText(`data: \u001e${JSON.stringify(factory.task("working"))}\n\n`),
      nearly: (factory) =>
        factory.stream().addEvents(factory.task("working"), factory.artifact("a1", "one\u001etwo")),
      check: { decodeIssue: DecodeIssue.Separator },
    }),
    defineRule({
      id: "FRM-DONE",
      severity: "error",
      title: "[DONE]",
      message: "[DONE] is an end marker of other protocols: A2A has none, and it is not JSON.",
      clients:
        "The JavaScript and Python SDKs treat it as invalid JSON: the stream ends with an error although it was complete.",
      remedy: "Close the stream after the last event; no end marker is needed.",
      spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
      breaks: (factory) =>
        factory.stream().addEvents(factory.task("completed")).addText("data: [DONE]\n\n").addEnd(),
      nearly: (factory) =>
        factory.stream().addEvents(factory.task("working"), factory.artifact("a1", "[DONE]")),
      check: { decodeIssue: DecodeIssue.Done },
    }),
    defineRule({
      id: "FRM-UTF8",
      severity: "warning",
      title: "invalid UTF-8",
      message:
        "The event contains bytes that are not UTF-8: each is shown as U+FFFD, and the original is lost.",
      clients:
        "Clients replace invalid bytes with U+FFFD: the text is damaged, and no client reports it.",
      remedy: "Write UTF-8, and split text between characters, not between bytes.",
      spec: "RFC 8259 §8.1",
      breaks: (factory) => {
        const [before = "", after = ""] = formatSseEvent(factory.artifact("a1", "caf@")).split("@");
        const bytes = [...encodeUtf8(before), 0xe9, ...encodeUtf8(after)];
        return factory.stream().addEvents(factory.task("working")).addBytes(Uint8Array.from(bytes));
      },
      nearly: (factory) =>
        factory.stream().addEvents(factory.task("working"), factory.artifact("a1", "caf\uFFFD")),
      check: { decodeIssue: DecodeIssue.InvalidUtf8 },
    }),
    defineRule({
      id: "FRM-DOUBLE",
      severity: "warning",
      title: "JSON in a string",
      message: "The payload is a JSON string that contains JSON.",
      clients:
        "Clients find a string where they expect an object: the JavaScript SDK misses the ID of its request, the Python SDK rejects the event.",
      remedy: "Encode the payload once; don't pass JSON text to a framework that encodes it again.",
      spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
      breaks: (factory) => factory.stream().addEvents(JSON.stringify(factory.task("working"))),
      nearly: (factory) =>
        factory
          .stream()
          .addEvents(factory.task("working"), factory.artifact("a1", JSON.stringify({ rows: 2 }))),
      check: { decodeIssue: DecodeIssue.DoubleEncoded },
    }),
    defineRule({
      id: "FRM-CLOUDEVENT",
      severity: "error",
      title: "CloudEvent",
      message: "The response is a CloudEvent, which no version of A2A sends: Loupe reads its data.",
      clients:
        "Clients of A2A find neither result nor error in it: the JavaScript SDK misses the ID of its request, the Python SDK rejects the event.",
      remedy:
        "Send A2A's own events in the envelope of the binding, and what only your framework defines in their metadata.",
      spec: "1.0 §9.4.2, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
      breaks: (factory) => factory.stream().addEvents(createCloudEvent(factory.task("working"))),
      nearly: (factory) =>
        factory
          .stream()
          .addEvents({ ...factory.task("working"), specversion: "1.0", source: "agent" }),
      check: {
        onEvent: ({ exchange: { request, open }, frame }) =>
          request !== null && open.record.inbound !== true && holdsCloudEvent(frame),
      },
    }),
    defineRule({
      id: "FRM-TRUNC",
      severity: "warning",
      title: "unterminated event",
      message: "The last event does not end with a blank line.",
      clients:
        "Browsers and the Python SDK drop the event, as the standard requires; the JavaScript SDK accepts it.",
      remedy:
        "End every event with a blank line, including the last one, before you close the stream.",
      spec: "WHATWG SSE",
      breaks: (factory) =>
        factory
          .stream()
          .addEvents(factory.task("working"))
          .addText(`data: ${JSON.stringify(factory.status("completed"))}`)
          .addEnd(),
      nearly: (factory) =>
        factory
          .stream()
          .addEvents(factory.task("working"), factory.status("completed"))
          .addText(": ping")
          .addEnd(),
      check: { decodeIssue: DecodeIssue.Unterminated },
    }),
    defineRule({
      id: "GRPC-UNKNOWN-FIELD",
      severity: "info",
      versions: VERSIONS_FROM_03,
      title: "unknown field",
      message:
        "A message has fields that this version of A2A does not have; they are shown by number. Other versions, or other packages of the same name, may have them.",
      clients: "Protocol buffer readers skip unknown fields: their content is lost.",
      remedy: "Use the definitions of the version whose package the service names.",
      spec: "1.0 a2a.proto, 0.3 a2a.proto",
      breaks: (factory) =>
        recordGrpcCall(factory).addBytes(encodeGrpcFrame(Uint8Array.from([0x78, 1]))),
      nearly: (factory) => recordGrpcCall(factory).addBytes(encodeGrpcMessage(factory, task)),
      check: { decodeIssue: DecodeIssue.UnknownField },
    }),
    defineRule({
      id: "GRPC-BROKEN",
      severity: "error",
      versions: VERSIONS_FROM_03,
      title: "malformed message",
      message: "Bytes of a message cannot be decoded: clients reject the whole message.",
      clients: "Generated clients cannot parse the message and end the call with an error.",
      remedy: "Encode messages with a library, and don't cut or change their bytes in transit.",
      spec: "Protocol Buffers, encoding",
      breaks: (factory) =>
        recordGrpcCall(factory).addBytes(encodeGrpcFrame(Uint8Array.from([0x0a, 5, 1]))),
      nearly: (factory) => recordGrpcCall(factory).addBytes(encodeGrpcMessage(factory, task)),
      check: { decodeIssue: DecodeIssue.BrokenMessage },
    }),
    defineRule({
      id: "GRPC-COMPRESSED",
      severity: "error",
      versions: VERSIONS_FROM_03,
      title: "compressed message",
      message: "A message is compressed although only identity was requested: it cannot be read.",
      clients: "Clients that did not offer the compression end the call with an error.",
      remedy: "Use only compression that the client's grpc-accept-encoding allows.",
      spec: "gRPC over HTTP/2, compression",
      breaks: (factory) => recordGrpcCall(factory).addBytes(Uint8Array.from([1, 0, 0, 0, 1, 9])),
      nearly: (factory) => recordGrpcCall(factory).addBytes(encodeGrpcMessage(factory, task)),
      check: { decodeIssue: DecodeIssue.Compressed },
    }),
    defineRule({
      id: "FRM-BOM",
      severity: "info",
      title: "byte order mark",
      message:
        "A byte order mark appears inside the stream, where it is not a mark but part of a name.",
      clients:
        "It is a mark only at the very beginning. Elsewhere it becomes part of an unknown field name, and clients drop the event silently.",
      remedy:
        "Write a byte order mark at most once, before the first event; preferably not at all.",
      spec: "WHATWG SSE §9.2.6",
      breaks: (factory) =>
        factory
          .stream()
          .addText(`\uFEFF${formatSseEvent(factory.task("working"))}`)
          .addText(`\uFEFF${formatSseEvent(factory.status("completed"))}`),
      nearly: (factory) =>
        factory
          .stream()
          .addText(`\uFEFF${formatSseEvent(factory.task("working"))}`)
          .addText(formatSseEvent(factory.status("completed"))),
      check: createFrameChecker,
    }),
    defineRule({
      id: "FRM-CTYPE",
      severity: "error",
      title: "not an event stream",
      message: "A streaming response has a content type other than text/event-stream.",
      clients:
        "The JavaScript SDK throws before the first event. So does the Python SDK 0.3; later versions treat the whole body as a single response.",
      remedy:
        "Respond to streaming requests with text/event-stream, and check that no proxy changes it.",
      spec: "1.0 §9.1, §11.7, 0.3 §3.3.1, 0.2 §3.3, 0.1 §3.3",
      header: "Content-Type",
      breaks: (factory) =>
        recordRequest(factory, "stream")
          .addHead(200, "application/json")
          .addEvents(factory.task("working"), factory.status("completed"))
          .addEnd(),
      nearly: (factory) =>
        recordRequest(factory, "stream")
          .addHead(200, "application/json")
          .addText(JSON.stringify(factory.error(-32004, "No streams here")))
          .addEnd(),
      check: createFrameChecker,
    }),
    defineRule({
      id: "FRM-RPC-CTYPE",
      severity: "error",
      versions: ["0.3", ...VERSIONS_FROM_1],
      title: "not sent as JSON",
      message: "A JSON-RPC response has a content type other than application/json.",
      clients:
        "The SDKs parse it anyway; clients that check the type, and gateways, may refuse it or show it as text.",
      remedy: "Send JSON-RPC responses as application/json.",
      spec: "1.0 §9.1, 0.3 §3.2.1",
      header: "Content-Type",
      breaks: (factory) => recordResponse(factory, "text/plain", factory.task("completed")),
      nearly: (factory) =>
        recordResponse(factory, "application/json; charset=utf-8", factory.task("completed")),
      check: createFrameChecker,
    }),
    defineRule({
      id: "FRM-REST-CTYPE",
      severity: "info",
      versions: VERSIONS_FROM_1,
      title: "plain JSON type",
      message: "A REST response is application/json, but application/a2a+json should be used.",
      clients: "None with the SDKs: they read both.",
      remedy: "Respond with application/a2a+json, at least to clients that accept it.",
      dispute:
        "The specification says that application/a2a+json should be used; its own test kit requires application/json, and the Python SDK sends that.",
      spec: "1.0 §11.1",
      header: "Content-Type",
      breaks: (factory) => recordRestResponse(factory, "application/json"),
      nearly: (factory) => recordRestResponse(factory, "application/a2a+json"),
      check: createFrameChecker,
    }),
  ],
} as const satisfies RuleGroup;

const createCloudEvent = (data: ExampleJson): ExampleJson => ({
  specversion: "1.0",
  id: "e1",
  source: "agent",
  type: "example.task",
  data,
});

/** A gRPC call up to the response head. */
function recordGrpcCall(factory: MessageFactory): RecordingBuilder {
  const headers = [["content-type", "application/grpc"]] as const;
  return new RecordingBuilder()
    .addOpen("x1", { url: getGrpcUrl(factory), headers, framing: "grpc" })
    .addHead(200, "application/grpc");
}

function getGrpcUrl({ version }: MessageFactory): string {
  const generation: GrpcVersion = version === "0.3" ? "0.3" : "1.0";
  return `http://agent.example/${getPackageName(generation)}.A2AService/SendStreamingMessage`;
}

/** A gRPC message with this content. */
function encodeGrpcMessage(factory: MessageFactory, json: ExampleJson): Uint8Array {
  const { schema, response } = parseGrpcCall(getGrpcUrl(factory));
  return encodeGrpcFrame(encodeProtobuf(schema, response, json).bytes);
}

/** The same in the gRPC packages of all versions. */
const task: ExampleJson = {
  task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_COMPLETED" } },
};

const message = (factory: MessageFactory): ExampleJson => ({
  message: factory.message("go", { role: factory.role("user") }),
});

/** A call that is yet to be answered. */
const recordRequest = (factory: MessageFactory, call: ExampleOperation): RecordingBuilder =>
  new RecordingBuilder().addRequest(
    factory.method(call),
    message(factory),
    "x1",
    factory.versionHeaders,
  );

/** A request and its response with this content type. */
const recordResponse = (factory: MessageFactory, type: string, answer: unknown): RecordingBuilder =>
  recordRequest(factory, "send").addHead(200, type).addText(JSON.stringify(answer)).addEnd();

const recordRestResponse = (factory: MessageFactory, type: string): RecordingBuilder =>
  new RecordingBuilder()
    .addOpen("x1", {
      url: "http://agent.example/message:send",
      headers: [["A2A-Version", factory.version]],
      body: JSON.stringify(message(factory)),
    })
    .addHead(200, type)
    .addText(JSON.stringify(factory.task("completed").result))
    .addEnd();

const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
