/** Examples of the rules about single frames and content types. */

import { encodeProtobuf } from "../../protocol/grpc/encode.ts";
import { type GrpcVersion, getPackageName } from "../../protocol/grpc/packages.ts";
import { parseGrpcCall } from "../../protocol/grpc/services.ts";
import { encodeGrpcFrame } from "../../wire/grpc-framer.ts";
import type { Examples } from "./example.ts";
import type { ExampleOperation, MessageFactory } from "./message-factory.ts";
import { type ExampleJson, formatSseEvent, RecordingBuilder } from "./recording-builder.ts";

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

export const FRAME_EXAMPLES = {
  "FRM-BOM": {
    breaks: (factory) =>
      factory
        .stream()
        .addText(`\uFEFF${formatSseEvent(factory.task("working"))}`)
        .addText(`\uFEFF${formatSseEvent(factory.status("completed"))}`),
    keeps: (factory) =>
      factory
        .stream()
        .addText(`\uFEFF${formatSseEvent(factory.task("working"))}`)
        .addText(formatSseEvent(factory.status("completed"))),
  },
  "FRM-BADJSON": {
    breaks: (factory) => factory.stream().addText('data: {"jsonrpc": "2.0",\n\n'),
    keeps: (factory) =>
      factory
        .stream()
        .addText(
          `data: ${JSON.stringify(factory.task("working"), null, 1)}`.replaceAll("\n", "\ndata: "),
        )
        .addText("\n\n"),
  },
  "FRM-SEPARATOR": {
    breaks: (factory) =>
      factory.stream().addText(`data: \u001e${JSON.stringify(factory.task("working"))}\n\n`),
    keeps: (factory) =>
      factory.stream().addEvents(factory.task("working"), factory.artifact("a1", "one\u001etwo")),
  },
  "FRM-DONE": {
    breaks: (factory) =>
      factory.stream().addEvents(factory.task("completed")).addText("data: [DONE]\n\n").addEnd(),
    keeps: (factory) =>
      factory.stream().addEvents(factory.task("working"), factory.artifact("a1", "[DONE]")),
  },
  "FRM-UTF8": {
    breaks: (factory) => {
      const [before = "", after = ""] = formatSseEvent(factory.artifact("a1", "caf@")).split("@");
      const bytes = [...encodeUtf8(before), 0xe9, ...encodeUtf8(after)];
      return factory.stream().addEvents(factory.task("working")).addBytes(Uint8Array.from(bytes));
    },
    keeps: (factory) =>
      factory.stream().addEvents(factory.task("working"), factory.artifact("a1", "caf\uFFFD")),
  },
  "FRM-DOUBLE": {
    breaks: (factory) => factory.stream().addEvents(JSON.stringify(factory.task("working"))),
    keeps: (factory) =>
      factory
        .stream()
        .addEvents(factory.task("working"), factory.artifact("a1", JSON.stringify({ rows: 2 }))),
  },
  "FRM-TRUNC": {
    breaks: (factory) =>
      factory
        .stream()
        .addEvents(factory.task("working"))
        .addText(`data: ${JSON.stringify(factory.status("completed"))}`)
        .addEnd(),
    keeps: (factory) =>
      factory
        .stream()
        .addEvents(factory.task("working"), factory.status("completed"))
        .addText(": ping")
        .addEnd(),
  },
  "FRM-CTYPE": {
    breaks: (factory) =>
      recordRequest(factory, "stream")
        .addHead(200, "application/json")
        .addEvents(factory.task("working"), factory.status("completed"))
        .addEnd(),
    keeps: (factory) =>
      recordRequest(factory, "stream")
        .addHead(200, "application/json")
        .addText(JSON.stringify(factory.error(-32004, "No streams here")))
        .addEnd(),
  },
  "FRM-RPC-CTYPE": {
    breaks: (factory) => recordResponse(factory, "text/plain", factory.task("completed")),
    keeps: (factory) =>
      recordResponse(factory, "application/json; charset=utf-8", factory.task("completed")),
  },
  "FRM-REST-CTYPE": {
    breaks: (factory) => recordRestResponse(factory, "application/json"),
    keeps: (factory) => recordRestResponse(factory, "application/a2a+json"),
  },
  "GRPC-UNKNOWN-FIELD": {
    breaks: (factory) =>
      recordGrpcCall(factory).addBytes(encodeGrpcFrame(Uint8Array.from([0x78, 1]))),
    keeps: (factory) => recordGrpcCall(factory).addBytes(encodeGrpcMessage(factory, task)),
  },
  "GRPC-BROKEN": {
    breaks: (factory) =>
      recordGrpcCall(factory).addBytes(encodeGrpcFrame(Uint8Array.from([0x0a, 5, 1]))),
    keeps: (factory) => recordGrpcCall(factory).addBytes(encodeGrpcMessage(factory, task)),
  },
  "GRPC-COMPRESSED": {
    breaks: (factory) => recordGrpcCall(factory).addBytes(Uint8Array.from([1, 0, 0, 0, 1, 9])),
    keeps: (factory) => recordGrpcCall(factory).addBytes(encodeGrpcMessage(factory, task)),
  },
} as const satisfies Examples;
