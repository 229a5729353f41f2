/** A conversation as raw HTTP/1.1, and as curl prints it. */

import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { FuzzConversation } from "../grammar/conversation.ts";
import type { RandomSource } from "../random-source.ts";
import { wrapInEventStream, wrapInLines } from "./streams.ts";

const CRLF = "\r\n";

function createResponseBody(
  draw: RandomSource,
  conversation: FuzzConversation,
): { type: string; body: Buffer } {
  const isStream = draw.isLucky(0.8);
  const text = isStream ? wrapInEventStream(draw, conversation) : wrapInLines(draw, conversation);
  return { type: isStream ? "text/event-stream" : "application/json", body: Buffer.from(text) };
}

function formatRequest(draw: RandomSource, { messages }: FuzzConversation): Buffer {
  const json = messages.find(({ direction }) => direction === "request")?.json ?? "";
  const body = Buffer.from(json);
  const head = [
    `${draw.pickOne(["POST", "POST", "GET", "HEAD"])} ${draw.pickOne(["/a2a", "/v1/message:stream", "http://x/", "*"])} HTTP/1.1`,
    `Host: ${draw.pickOne(["agent.example", "", "[::1", "a b"])}`,
    "Content-Type: application/json",
    `Content-Length: ${length(draw, body.length)}`,
  ];
  return Buffer.concat([Buffer.from(head.join(CRLF) + CRLF + CRLF), body]);
}

const length = (draw: RandomSource, real: number) =>
  draw.isLucky(0.85)
    ? String(real)
    : draw.pickOne([
        "0",
        "-1",
        "1e3",
        "99999999999999",
        "9".repeat(30),
        "0x10",
        "",
        `${real + 7}`,
        "3",
      ]);

function encodeBody(draw: RandomSource, body: Buffer): { coding: string | null; bytes: Buffer } {
  if (!draw.isLucky(0.3)) return { coding: null, bytes: body };
  const coding = draw.pickOne([
    "gzip",
    "deflate",
    "deflate",
    "br",
    "x-gzip",
    "identity",
    "gzip, gzip",
  ]);
  if (draw.isLucky(0.2)) return { coding, bytes: body };
  const pack = coding.includes("gzip")
    ? gzipSync
    : draw.isLucky(0.5)
      ? deflateSync
      : deflateRawSync;
  return { coding, bytes: pack(body) };
}

function encodeChunks(draw: RandomSource, bytes: Buffer): Buffer {
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = Math.min(draw.between(1, 700), bytes.length - at);
    const header = draw.isLucky(0.98)
      ? size.toString(16)
      : draw.pickOne(["ffffffffffffffff", "-1", "", "g", "0"]);
    const more = draw.isLucky(0.05) ? ";ext=1" : "";
    out.push(
      Buffer.from(`${header}${more}${CRLF}`),
      bytes.subarray(at, at + size),
      Buffer.from(CRLF),
    );
    at += size;
  }
  const trailer = draw.isLucky(0.1) ? `X-Trailer: 1${CRLF}` : "";
  return Buffer.concat([...out, Buffer.from(`0${CRLF}${trailer}${CRLF}`)]);
}

function formatResponse(draw: RandomSource, conversation: FuzzConversation): Buffer {
  const { type, body } = createResponseBody(draw, conversation);
  const { coding, bytes } = encodeBody(draw, body);
  const isChunked = draw.isLucky(0.5);
  const status = draw.pickOne([
    "200 OK",
    "200 OK",
    "200",
    "404 Not Found",
    "302 Found",
    "100 Continue",
    "204 x",
    "999 ?",
  ]);
  const head = [
    `HTTP/${draw.pickOne(["1.1", "1.1", "1.0", "2"])} ${status}`,
    `Content-Type: ${draw.isLucky(0.9) ? type : draw.pickOne(["", "application/grpc", "text/html; charset=utf-16"])}`,
    ...(coding === null ? [] : [`Content-Encoding: ${coding}`]),
    ...(isChunked ? ["Transfer-Encoding: chunked"] : []),
    ...(!isChunked && draw.isLucky(0.6) ? [`Content-Length: ${length(draw, bytes.length)}`] : []),
    ...(status.startsWith("302") ? [`Location: ${draw.pickOne(["/next", "http://[", ""])}`] : []),
    ...(draw.isLucky(0.1)
      ? [draw.pickOne(["__proto__: x", "No colon", " folded", ": empty", "X-\u0000: y"])]
      : []),
  ];
  return Buffer.concat([
    Buffer.from(head.join(CRLF) + CRLF + CRLF),
    isChunked ? encodeChunks(draw, bytes) : bytes,
  ]);
}

export function wrapInCapture(draw: RandomSource, conversation: FuzzConversation): Buffer {
  const turns = draw
    .many(2, () => [formatRequest(draw, conversation), formatResponse(draw, conversation)])
    .flat();
  return Buffer.concat([
    formatRequest(draw, conversation),
    formatResponse(draw, conversation),
    ...turns,
  ]);
}

/** `curl -i`. */
export const wrapInCurlHead = (draw: RandomSource, conversation: FuzzConversation): Buffer =>
  formatResponse(draw, conversation);

const METER_TITLE =
  "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n";
const METER = "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0";

/** `curl -v`, with and without its meter and clock. */
export function wrapInCurlVerbose(draw: RandomSource, conversation: FuzzConversation): string {
  const { type, body } = createResponseBody(draw, conversation);
  let seconds = 86_398 + draw.below(4);
  const hasClock = draw.isLucky(0.3);
  const clock = () => {
    if (!hasClock) return "";
    seconds += draw.isLucky(0.3) ? 1 : 0;
    const two = (value: number) => String(value % 60).padStart(2, "0");
    return `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60))}:${two(seconds)}.000000 `;
  };
  const hasMeter = draw.isLucky(0.5);
  const report = [
    "*   Trying 127.0.0.1:9999...",
    `* Connected to agent (127.0.0.1) port ${draw.pickOne(["9999", "443", "99999999", "0"])} (#0)`,
    "> POST /a2a HTTP/1.1",
    "> Host: agent.example",
    ">",
    "} [157 bytes data]",
    `< HTTP/1.1 ${draw.pickOne(["200 OK", "404", "302 Found"])}`,
    `< Content-Type: ${type}`,
    "< Transfer-Encoding: chunked",
    "<",
    `{ [${body.length} bytes data]`,
  ].map((line) => `${clock()}${line}\n`);
  const text = hasMeter ? body.toString().replaceAll("\n\n", `\n\n${METER}`) : body.toString();
  const ending = draw.pickOne([
    "* Connection #0 to host agent left intact\n",
    "* Closing connection 0\n",
    "curl: (18) transfer closed with outstanding read data remaining\n",
    "curl: (99999999999) x\n",
    "",
  ]);
  const meter = hasMeter ? METER_TITLE + METER : "";
  return meter + (draw.isLucky(0.7) ? report.join("") : "") + text + ending;
}
