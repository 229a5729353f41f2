/** Examples of the rules about single frames and content types. */

import { encodeProtobuf } from "../../protocol/grpc/encode.ts";
import { type GrpcVersion, getPackageName } from "../../protocol/grpc/packages.ts";
import { parseGrpcCall } from "../../protocol/grpc/services.ts";
import { encodeGrpcFrame } from "../../wire/grpc-framer.ts";
import type { Examples } from "./example.ts";
import type { ExampleOperation, MessageFactory } from "./message-factory.ts";
import { type ExampleJson, formatSseEvent, RecordingBuilder } from "./recording-builder.ts";

/** A gRPC call up to the response head. */
function recordGrpcCall(say: MessageFactory): RecordingBuilder {
  const headers = [["content-type", "application/grpc"]] as const;
  return new RecordingBuilder()
    .addOpen("x1", { url: getGrpcUrl(say), headers, framing: "grpc" })
    .addHead(200, "application/grpc");
}

function getGrpcUrl({ version }: MessageFactory): string {
  const generation: GrpcVersion = version === "0.3" ? "0.3" : "1.0";
  return `http://agent.example/${getPackageName(generation)}.A2AService/SendStreamingMessage`;
}

/** A gRPC message with this content. */
function encodeGrpcMessage(say: MessageFactory, json: ExampleJson): Uint8Array {
  const { schema, response } = parseGrpcCall(getGrpcUrl(say));
  return encodeGrpcFrame(encodeProtobuf(schema, response, json).bytes);
}

/** The same in the gRPC packages of all versions. */
const task: ExampleJson = {
  task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_COMPLETED" } },
};

const message = (say: MessageFactory): ExampleJson => ({
  message: say.message("go", { role: say.role("user") }),
});

/** A call that is yet to be answered. */
const recordRequest = (say: MessageFactory, call: ExampleOperation): RecordingBuilder =>
  new RecordingBuilder().addRequest(say.method(call), message(say), "x1", say.versionHeaders);

/** A request and its response with this content type. */
const recordResponse = (say: MessageFactory, type: string, answer: unknown): RecordingBuilder =>
  recordRequest(say, "send").addHead(200, type).addText(JSON.stringify(answer)).addEnd();

const recordRestResponse = (say: MessageFactory, type: string): RecordingBuilder =>
  new RecordingBuilder()
    .addOpen("x1", {
      url: "http://agent.example/message:send",
      headers: [["A2A-Version", say.version]],
      body: JSON.stringify(message(say)),
    })
    .addHead(200, type)
    .addText(JSON.stringify(say.task("completed").result))
    .addEnd();

const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const FRAME_EXAMPLES = {
  "FRM-BOM": {
    breaks: (say) =>
      say
        .stream()
        .addText(`\uFEFF${formatSseEvent(say.task("working"))}`)
        .addText(`\uFEFF${formatSseEvent(say.status("completed"))}`),
    keeps: (say) =>
      say
        .stream()
        .addText(`\uFEFF${formatSseEvent(say.task("working"))}`)
        .addText(formatSseEvent(say.status("completed"))),
  },
  "FRM-BADJSON": {
    breaks: (say) => say.stream().addText('data: {"jsonrpc": "2.0",\n\n'),
    keeps: (say) =>
      say
        .stream()
        .addText(
          `data: ${JSON.stringify(say.task("working"), null, 1)}`.replaceAll("\n", "\ndata: "),
        )
        .addText("\n\n"),
  },
  "FRM-SEPARATOR": {
    breaks: (say) => say.stream().addText(`data: \u001e${JSON.stringify(say.task("working"))}\n\n`),
    keeps: (say) => say.stream().addEvents(say.task("working"), say.artifact("a1", "one\u001etwo")),
  },
  "FRM-DONE": {
    breaks: (say) =>
      say.stream().addEvents(say.task("completed")).addText("data: [DONE]\n\n").addEnd(),
    keeps: (say) => say.stream().addEvents(say.task("working"), say.artifact("a1", "[DONE]")),
  },
  "FRM-UTF8": {
    breaks: (say) => {
      const [before = "", after = ""] = formatSseEvent(say.artifact("a1", "caf@")).split("@");
      const bytes = [...encodeUtf8(before), 0xe9, ...encodeUtf8(after)];
      return say.stream().addEvents(say.task("working")).addBytes(Uint8Array.from(bytes));
    },
    keeps: (say) => say.stream().addEvents(say.task("working"), say.artifact("a1", "caf\uFFFD")),
  },
  "FRM-DOUBLE": {
    breaks: (say) => say.stream().addEvents(JSON.stringify(say.task("working"))),
    keeps: (say) =>
      say.stream().addEvents(say.task("working"), say.artifact("a1", JSON.stringify({ rows: 2 }))),
  },
  "FRM-TRUNC": {
    breaks: (say) =>
      say
        .stream()
        .addEvents(say.task("working"))
        .addText(`data: ${JSON.stringify(say.status("completed"))}`)
        .addEnd(),
    keeps: (say) =>
      say
        .stream()
        .addEvents(say.task("working"), say.status("completed"))
        .addText(": ping")
        .addEnd(),
  },
  "FRM-CTYPE": {
    breaks: (say) =>
      recordRequest(say, "stream")
        .addHead(200, "application/json")
        .addEvents(say.task("working"), say.status("completed"))
        .addEnd(),
    keeps: (say) =>
      recordRequest(say, "stream")
        .addHead(200, "application/json")
        .addText(JSON.stringify(say.error(-32004, "No streams here")))
        .addEnd(),
  },
  "FRM-RPC-CTYPE": {
    breaks: (say) => recordResponse(say, "text/plain", say.task("completed")),
    keeps: (say) => recordResponse(say, "application/json; charset=utf-8", say.task("completed")),
  },
  "FRM-REST-CTYPE": {
    breaks: (say) => recordRestResponse(say, "application/json"),
    keeps: (say) => recordRestResponse(say, "application/a2a+json"),
  },
  "GRPC-UNKNOWN-FIELD": {
    breaks: (say) => recordGrpcCall(say).addBytes(encodeGrpcFrame(Uint8Array.from([0x78, 1]))),
    keeps: (say) => recordGrpcCall(say).addBytes(encodeGrpcMessage(say, task)),
  },
  "GRPC-BROKEN": {
    breaks: (say) => recordGrpcCall(say).addBytes(encodeGrpcFrame(Uint8Array.from([0x0a, 5, 1]))),
    keeps: (say) => recordGrpcCall(say).addBytes(encodeGrpcMessage(say, task)),
  },
  "GRPC-COMPRESSED": {
    breaks: (say) => recordGrpcCall(say).addBytes(Uint8Array.from([1, 0, 0, 0, 1, 9])),
    keeps: (say) => recordGrpcCall(say).addBytes(encodeGrpcMessage(say, task)),
  },
} as const satisfies Examples;
