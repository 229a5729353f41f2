/** Examples of the rules about single frames and how an answer is sent. */

import { encodeProtobuf } from "../../protocol/grpc/encode.ts";
import { type GrpcVersion, getPackageName } from "../../protocol/grpc/packages.ts";
import { parseGrpcCall } from "../../protocol/grpc/services.ts";
import { frameGrpcMessage } from "../../wire/grpc-framer.ts";
import type { Examples } from "./example.ts";
import { type Json, Scene, sse } from "./scene.ts";
import type { Call, Speaker } from "./speaker.ts";

/** A call of gRPC that is being answered. */
function called(say: Speaker): Scene {
  const headers = [["content-type", "application/grpc"]] as const;
  return new Scene()
    .open("x1", { url: urlOf(say), headers, framing: "grpc" })
    .head(200, "application/grpc");
}

function urlOf({ version }: Speaker): string {
  const generation: GrpcVersion = version === "0.3" ? "0.3" : "1.0";
  return `http://agent.example/${getPackageName(generation)}.A2AService/SendStreamingMessage`;
}

/** A message of gRPC that says this. */
function told(say: Speaker, json: Json): Uint8Array {
  const { schema, response } = parseGrpcCall(urlOf(say));
  return frameGrpcMessage(encodeProtobuf(schema, response, json).bytes);
}

/** The same in the packages of all versions. */
const task: Json = {
  task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_COMPLETED" } },
};

const message = (say: Speaker): Json => ({
  message: say.message("go", { role: say.role("user") }),
});

/** A call that is yet to be answered. */
const asking = (say: Speaker, call: Call): Scene =>
  new Scene().ask(say.method(call), message(say), "x1", say.stated);

/** One call and its answer, of this content type. */
const sent = (say: Speaker, type: string, answer: unknown): Scene =>
  asking(say, "send").head(200, type).text(JSON.stringify(answer)).end();

const rest = (say: Speaker, type: string): Scene =>
  new Scene()
    .open("x1", {
      url: "http://agent.example/message:send",
      headers: [["A2A-Version", say.version]],
      body: JSON.stringify(message(say)),
    })
    .head(200, type)
    .text(JSON.stringify(say.task("completed").result))
    .end();

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const FRAME_EXAMPLES = {
  "FRM-BOM": {
    breaks: (say) =>
      say
        .stream()
        .text(`\uFEFF${sse(say.task("working"))}`)
        .text(`\uFEFF${sse(say.status("completed"))}`),
    keeps: (say) =>
      say
        .stream()
        .text(`\uFEFF${sse(say.task("working"))}`)
        .text(sse(say.status("completed"))),
  },
  "FRM-BADJSON": {
    breaks: (say) => say.stream().text('data: {"jsonrpc": "2.0",\n\n'),
    keeps: (say) =>
      say
        .stream()
        .text(`data: ${JSON.stringify(say.task("working"), null, 1)}`.replaceAll("\n", "\ndata: "))
        .text("\n\n"),
  },
  "FRM-SEPARATOR": {
    breaks: (say) => say.stream().text(`data: \u001e${JSON.stringify(say.task("working"))}\n\n`),
    keeps: (say) => say.stream().say(say.task("working"), say.artifact("a1", "one\u001etwo")),
  },
  "FRM-DONE": {
    breaks: (say) => say.stream().say(say.task("completed")).text("data: [DONE]\n\n").end(),
    keeps: (say) => say.stream().say(say.task("working"), say.artifact("a1", "[DONE]")),
  },
  "FRM-UTF8": {
    breaks: (say) => {
      const [before = "", after = ""] = sse(say.artifact("a1", "caf@")).split("@");
      const bytes = [...utf8(before), 0xe9, ...utf8(after)];
      return say.stream().say(say.task("working")).bytes(Uint8Array.from(bytes));
    },
    keeps: (say) => say.stream().say(say.task("working"), say.artifact("a1", "caf\uFFFD")),
  },
  "FRM-DOUBLE": {
    breaks: (say) => say.stream().say(JSON.stringify(say.task("working"))),
    keeps: (say) =>
      say.stream().say(say.task("working"), say.artifact("a1", JSON.stringify({ rows: 2 }))),
  },
  "FRM-TRUNC": {
    breaks: (say) =>
      say
        .stream()
        .say(say.task("working"))
        .text(`data: ${JSON.stringify(say.status("completed"))}`)
        .end(),
    keeps: (say) =>
      say.stream().say(say.task("working"), say.status("completed")).text(": ping").end(),
  },
  "FRM-CTYPE": {
    breaks: (say) =>
      asking(say, "stream")
        .head(200, "application/json")
        .say(say.task("working"), say.status("completed"))
        .end(),
    keeps: (say) =>
      asking(say, "stream")
        .head(200, "application/json")
        .text(JSON.stringify(say.error(-32004, "No streams here")))
        .end(),
  },
  "FRM-RPC-CTYPE": {
    breaks: (say) => sent(say, "text/plain", say.task("completed")),
    keeps: (say) => sent(say, "application/json; charset=utf-8", say.task("completed")),
  },
  "FRM-REST-CTYPE": {
    breaks: (say) => rest(say, "application/json"),
    keeps: (say) => rest(say, "application/a2a+json"),
  },
  "GRPC-UNKNOWN-FIELD": {
    breaks: (say) => called(say).bytes(frameGrpcMessage(Uint8Array.from([0x78, 1]))),
    keeps: (say) => called(say).bytes(told(say, task)),
  },
  "GRPC-BROKEN": {
    breaks: (say) => called(say).bytes(frameGrpcMessage(Uint8Array.from([0x0a, 5, 1]))),
    keeps: (say) => called(say).bytes(told(say, task)),
  },
  "GRPC-COMPRESSED": {
    breaks: (say) => called(say).bytes(Uint8Array.from([1, 0, 0, 0, 1, 9])),
    keeps: (say) => called(say).bytes(told(say, task)),
  },
} as const satisfies Examples;
