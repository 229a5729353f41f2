/** A conversation as Loupe records it, with anything that can go wrong; also over gRPC. */

import { encodeProtobuf } from "../../lib/protocol/grpc/encode.ts";
import { getGrpcCall } from "../../lib/protocol/grpc/services.ts";
import { encodeGrpcFrame } from "../../lib/wire/grpc-framer.ts";
import { END_CAUSES } from "../../lib/wire/record.ts";
import type { FuzzConversation } from "../grammar/conversation.ts";
import { drawCard, GRAMMAR_VERSIONS } from "../grammar/events.ts";
import { drawOddValue, printJson } from "../grammar/json.ts";
import type { RandomSource } from "../random-source.ts";

type RecordMembers = Readonly<Record<string, unknown>>;

const HEADER = { r: "loupe", version: 1, id: "a", at: "2026-11-20T16:41:24.309Z", by: "test" };

const MEMBERS: readonly [string, ...string[]] = [
  ..."x text b64 r n at name by version masked method url headers body bodyB64 framing inbound".split(
    " ",
  ),
  ..."refused status statusText httpVersion location remote timing decoded cause error".split(" "),
  ..."trailers wireBytes".split(" "),
] as [string, ...string[]];

const headers = (draw: RandomSource): unknown =>
  draw.pickOne<unknown>([
    [],
    [["content-type", "text/event-stream"]],
    [
      ["Content-Type", "application/json"],
      ["a2a-version", "1.0"],
    ],
    [
      ["__proto__", "x"],
      ["", ""],
    ],
    [["one"], "two", 3],
  ]);

/** The records of a conversation and of parallel exchanges; a few are not valid records. */
export function wrapInRecords(draw: RandomSource, conversation: FuzzConversation): string {
  const heat = draw.pickOne([0, 0.02, 0.1]);
  const lines: RecordMembers[] = [];
  let t = 0;
  let x = "x1";
  const add = (record: RecordMembers) => {
    t += draw.isLucky(heat) ? draw.pickOne([-1e6, 1e15, 0.0001]) : draw.below(50);
    const timed = { ...record, t: draw.isLucky(heat) ? drawOddValue(draw) : t };
    lines.push(
      draw.isLucky(heat) ? { ...timed, [draw.pickOne(MEMBERS)]: drawOddValue(draw) } : timed,
    );
  };
  const open = (body: string | undefined) =>
    add({
      r: "open",
      x,
      method: "POST",
      url: draw.pickOne(["http://agent.example/", "http://u:p@h/?token=x", "::", "/v1/tasks/t1"]),
      headers: headers(draw),
      ...(body !== undefined && { body }),
      ...(draw.isLucky(0.1) && { inbound: true }),
      ...(draw.isLucky(0.1) && { framing: draw.pickOne(["sse", "json", "grpc", "x"]) }),
    });
  if (draw.isLucky(0.1)) open(undefined);
  if (draw.isLucky(0.1)) for (const record of drawLookUp(draw)) add(record);
  for (const { direction, json } of conversation.messages) {
    if (direction === "request") {
      x = draw.pickOne(["x1", "x2", "x3", "__proto__"]);
      open(json);
      if (draw.isLucky(0.7)) add({ r: "head", x, status: 200, headers: headers(draw) });
    } else
      for (const piece of splitText(draw, `data: ${json}\n\n`)) add({ r: "data", x, ...piece });
    if (draw.isLucky(0.1)) add(drawOddRecord(draw, x));
  }
  if (draw.isLucky(0.8)) add({ r: "end", x, cause: draw.pickOne([...END_CAUSES]) });
  const text = lines.map((record) => `${printJson(record)}\n`).join("");
  return `${printJson(HEADER)}\n${text}`;
}

/** The agent card, fetched before the first call. */
function drawLookUp(draw: RandomSource): RecordMembers[] {
  const x = "card";
  const url = "http://agent.example/.well-known/agent-card.json";
  const speaker = {
    draw,
    version: draw.pickOne(GRAMMAR_VERSIONS),
    heat: draw.pickOne([0, 0.1, 0.3]),
  };
  const location = draw.pickOne(["/card", "http://[", ""]);
  const text = printJson(drawCard(speaker), draw.isLucky(0.3) ? "\n" : "");
  return [
    { r: "open", x, method: "GET", url, headers: [] },
    ...(draw.isLucky(0.2) ? [{ r: "redirect", x, status: 302, location, headers: [] }] : []),
    { r: "head", x, status: 200, headers: headers(draw) },
    { r: "data", x, text: draw.isLucky(0.9) ? text : text.slice(0, draw.below(text.length)) },
    { r: "end", x, cause: "complete" },
  ];
}

/** Reads of a socket, which can split characters. */
function splitText(draw: RandomSource, text: string): RecordMembers[] {
  if (!draw.isLucky(0.2)) return [{ text }];
  const bytes = Buffer.from(text);
  const at = draw.below(bytes.length);
  return [bytes.subarray(0, at), bytes.subarray(at)].map((piece) => ({
    b64: draw.isLucky(0.98) ? piece.toString("base64") : "=?!",
    n: piece.length,
  }));
}

function drawOddRecord(draw: RandomSource, x: string): RecordMembers {
  return draw.pickOne<RecordMembers>([
    { r: "note", text: "a remark", x },
    { r: "note", text: "a remark" },
    { r: "edge", x, parent: draw.pickOne([x, "nobody", null]) },
    { r: "resume", at: "2026-11-20T16:41:24.309Z" },
    { r: "redirect", x, status: 302, location: "/next", headers: [] },
    { r: "head", x, status: 404, headers: [] },
    { r: "end", x, cause: "reset", error: { by: "system", message: "gone" } },
    { r: "future", x },
    { r: "data", x: "nobody", text: "data: 1\n\n" },
  ]);
}

/** The responses as gRPC messages; content that gRPC cannot represent, as invalid bytes. */
export function wrapInGrpcRecords(draw: RandomSource, conversation: FuzzConversation): string {
  const generation = draw.pickOne(["1.0", "0.3"] as const);
  const call = getGrpcCall("stream", generation);
  const url = `http://agent.example/${draw.pickOne(["lf.a2a.v1", "a2a.v1", "x"])}.A2AService/SendStreamingMessage`;
  const x = "x1";
  const lines: RecordMembers[] = [
    { r: "open", x, t: 0, method: "POST", url, headers: [], framing: "grpc", bodyB64: "AAAAAAA=" },
    { r: "head", x, t: 1, status: 200, headers: [["content-type", "application/grpc"]] },
  ];
  for (const { json } of conversation.messages) {
    let bytes: Uint8Array = Buffer.from(json);
    try {
      const value = JSON.parse(json);
      if (call) ({ bytes } = encodeProtobuf(call.schema, call.response, value.result ?? value));
    } catch {
      // Some texts of this grammar are not JSON.
    }
    const frame = Buffer.from(encodeGrpcFrame(bytes));
    if (draw.isLucky(0.05)) frame.writeUInt8(draw.below(3), 0);
    if (draw.isLucky(0.05)) frame.writeUInt32BE(draw.pickOne([0, 1, 0xffffffff, 0x7fffffff]), 1);
    lines.push({ r: "data", x, t: 2, b64: frame.toString("base64"), n: frame.length });
  }
  const trailers = [
    ["grpc-status", draw.pickOne(["0", "5", "99", "-1", "x"])],
    ["grpc-message", "%E0%A4%A"],
  ];
  lines.push({ r: "end", x, t: 3, cause: "complete", trailers });
  return [HEADER, ...lines].map((record) => `${printJson(record)}\n`).join("");
}
