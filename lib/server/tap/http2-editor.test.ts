import { createHash } from "node:crypto";
import { once } from "node:events";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { decodeProtobuf } from "../../protocol/grpc/decode.ts";
import { encodeProtobuf } from "../../protocol/grpc/encode.ts";
import { getGrpcCall } from "../../protocol/grpc/services.ts";
import { encodeGrpcFrame, GRPC_PREFIX_BYTES } from "../../wire/grpc-framer.ts";
import {
  createDataFrames,
  createFrame,
  createWindowUpdate,
  FRAME_FLAG,
  FRAME_TYPE,
  Http2FrameSplitter,
} from "../../wire/http2-frames.ts";
import { HTTP2_PREFACE } from "../../wire/http2-reader.ts";
import { cleanups, filterRecords, stopServers } from "../exchange/exchange.testkit.ts";
import { Http2Editor } from "./http2-editor.ts";
import { startTestTap, type TestTap, waitForEnds } from "./tap.testkit.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

const call = getGrpcCall("extended-card", "1.0");
if (!call) throw new Error("no call");
/** Longer than the agent's own name, so that a changed card is longer too. */
const NAME = "the-name-of-the-tap.example";
const AUTHORITY = `${NAME}:9999`;
const CARD_PATH = "/lf.a2a.v1.A2AService/GetExtendedAgentCard";

interface CardOptions {
  readonly description?: string;
  readonly isSigned?: boolean;
  readonly isZipped?: boolean;
  readonly isReset?: boolean;
}

const encodeCard = (host: string, { description = "", isSigned = false }: CardOptions) =>
  encodeProtobuf(call.schema, "AgentCard", {
    name: "A",
    ...(description && { description }),
    supportedInterfaces: [{ url: host, protocolBinding: "GRPC", protocolVersion: "1.0" }],
    ...(isSigned && { signatures: [{ protected: "e30", signature: "c".repeat(86) }] }),
  }).bytes;

/** Many bytes, to fill the windows of a connection. */
const BIG = Buffer.alloc(1 << 20, "0123456789abcdef");

/** An agent over HTTP/2 with its card, and a large response at every other path. */
async function startAgent(options: CardOptions = {}): Promise<string> {
  const server = http2.createServer();
  server.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    const { port } = server.address() as AddressInfo;
    if (headers[":path"] !== CARD_PATH) {
      stream.respond({ ":status": 200 });
      return void stream.end(BIG);
    }
    stream.respond(
      { ":status": 200, "content-type": "application/grpc" },
      { waitForTrailers: true },
    );
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    const card = encodeCard(`127.0.0.1:${port}`, options);
    const frame = encodeGrpcFrame(options.isZipped ? gzipSync(card) : card);
    if (options.isZipped) frame[0] = 1;
    if (!options.isReset) return void stream.end(frame);
    stream.write(frame.subarray(0, 9), () => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startReverseTap(
  target: string,
): Promise<TestTap & { session: http2.ClientHttp2Session }> {
  const route = parseTapRoute(`1=${target}`, "reverse");
  const started = await startTestTap(1, {
    routes: [{ ...route, listen: { host: "127.0.0.1", port: 0 } }],
    hosts: [NAME],
  });
  const session = http2.connect(`http://127.0.0.1:${started.port}`);
  cleanups.push(() => session.destroy());
  return { ...started, session };
}

async function request(session: http2.ClientHttp2Session, path: string) {
  const stream = session.request({
    ":path": path,
    ":method": "POST",
    ":authority": AUTHORITY,
    "content-type": "application/grpc",
    te: "trailers",
  });
  stream.end(encodeGrpcFrame(new Uint8Array()));
  const trailers = once(stream, "trailers").then(([received]) => received);
  trailers.catch(() => undefined);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return { body: Buffer.concat(chunks), trailers };
}

const decodeCard = (body: Buffer) =>
  decodeProtobuf(call.schema, "AgentCard", body.subarray(GRPC_PREFIX_BYTES)).value;

describe("a card over gRPC through a reverse tap", () => {
  test.each([
    ["longer than its own", {}],
    ["shorter, as its signatures are dropped", { isSigned: true }],
    ["decompressed", { isZipped: true }],
    ["in several frames", { description: "x".repeat(20_000) }],
  ])("names the tap: it is %s", async (_, options: CardOptions) => {
    const target = await startAgent(options);
    const { session, records } = await startReverseTap(target);
    const { body, trailers } = await request(session, CARD_PATH);
    const expected = encodeCard(AUTHORITY, { ...options, isSigned: false });
    expect(body.equals(encodeGrpcFrame(expected))).toBe(true);
    expect(await trailers).toMatchObject({ "grpc-status": "0" });
    await waitForEnds(records);
    const [end] = filterRecords(records, "end");
    expect(end?.trailers).toContainEqual(["grpc-status", "0"]);
    const delivered = end?.hop?.delivered;
    expect(delivered?.bodyB64).toBe(body.toString("base64"));
    expect(delivered?.headers).toContainEqual(["content-type", "application/grpc"]);
    expect(delivered?.changes[0]).toEqual({
      path: "/supportedInterfaces/0/url",
      from: target,
      to: AUTHORITY,
    });
    const data = filterRecords(records, "data").map(({ b64 = "" }) => Buffer.from(b64, "base64"));
    if (!options.isZipped) {
      expect(Buffer.concat(data).equals(encodeGrpcFrame(encodeCard(target, options)))).toBe(true);
    }
    const signatures = options.isSigned
      ? [expect.objectContaining({ result: "unchecked" })]
      : undefined;
    expect(delivered?.signatures).toEqual(signatures);
  });

  test("that is too large passes as it is", async () => {
    const options = { description: "x".repeat(100_000) };
    const target = await startAgent(options);
    const { session } = await startReverseTap(target);
    const { body } = await request(session, CARD_PATH);
    expect(decodeCard(body)).toMatchObject({ supportedInterfaces: [{ url: target }] });
  });

  test("that is reset stays reset, and the connection goes on", async () => {
    const { session } = await startReverseTap(await startAgent({ isReset: true }));
    await expect(request(session, CARD_PATH)).rejects.toThrow(/INTERNAL_ERROR/);
    expect((await request(session, "/big")).body.equals(BIG)).toBe(true);
  });
});

test.each([
  ["longer", {}],
  ["shorter", { isSigned: true, description: "x".repeat(5000) }],
])("a connection with many %s cards loses no bytes and no window", async (_, options) => {
  const target = await startAgent(options);
  const { session } = await startReverseTap(target);
  session.on("error", (error) => expect(error).toBeNull());
  const expected = encodeGrpcFrame(encodeCard(AUTHORITY, { ...options, isSigned: false }));
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  for (let round = 0; round < 30; round++) {
    const all = await Promise.all([
      request(session, CARD_PATH),
      request(session, "/big"),
      request(session, CARD_PATH),
    ]);
    expect(all.map(({ body }) => hash(body))).toEqual([hash(expected), hash(BIG), hash(expected)]);
  }
});

test("a caller that reads slowly is never sent more than its window", async () => {
  const { session } = await startReverseTap(await startAgent());
  await request(session, CARD_PATH);
  const stream = session.request({ ":path": "/big" });
  stream.pause();
  await once(stream, "response");
  // Until the window is full, and beyond it if the tap did not wait.
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).equals(BIG)).toBe(true);
});

describe("the window of the connection", () => {
  const WINDOW = 65_535;
  const header = (name: string, value: string) =>
    Buffer.concat([
      Buffer.of(0, name.length),
      Buffer.from(name),
      Buffer.of(value.length),
      Buffer.from(value),
    ]);
  const { data, headers, windowUpdate } = FRAME_TYPE;
  const END = FRAME_FLAG.endHeaders | FRAME_FLAG.endStream;

  /** A card is asked for on stream 1. Returns the frames of the response. */
  function openCard(options: CardOptions, streamWindow = WINDOW) {
    const route = parseTapRoute("1=agent:2", "reverse");
    const editor = new Http2Editor({
      route,
      routes: [route],
      hosts: { listen: "localhost", added: [NAME] },
    });
    const setting = Buffer.alloc(6);
    setting.writeUInt16BE(4);
    setting.writeUInt32BE(streamWindow, 2);
    const block = [header(":path", CARD_PATH), header(":authority", AUTHORITY)];
    const first = [
      createFrame(FRAME_TYPE.settings, 0, 0, setting),
      createFrame(headers, FRAME_FLAG.endHeaders, 1, Buffer.concat(block)),
    ];
    editor.editRequest(Buffer.concat([Buffer.from(HTTP2_PREFACE), ...first.map(({ raw }) => raw)]));
    const card = encodeGrpcFrame(encodeCard("agent:2", options));
    const frames = [
      createFrame(headers, FRAME_FLAG.endHeaders, 1, Buffer.of(0x88)),
      ...createDataFrames(1, card, false),
      createFrame(headers, END, 1, Buffer.of(0x88)),
    ];
    return { editor, frames, sent: card.length };
  }

  function passCard(options: CardOptions) {
    const { editor, frames, sent } = openCard(options);
    const passed = editor.editResponse(Buffer.concat(frames.map(({ raw }) => raw)));
    return { editor, sent, received: countData(passed) };
  }

  const listFrames = (bytes: Buffer) => new Http2FrameSplitter().push(bytes);
  const countData = (bytes: Buffer) =>
    listFrames(bytes).reduce(
      (sum, { type, payload }) => sum + (type === data ? payload.length : 0),
      0,
    );
  const listUpdates = (bytes: Buffer) =>
    listFrames(bytes).map(({ type, stream, payload }) => [
      type,
      stream,
      new DataView(payload.buffer, payload.byteOffset).getUint32(0),
    ]);

  test.each([
    ["longer", {}],
    ["shorter", { isSigned: true }],
  ])("is never exceeded by a %s card, and paid by the next update", (_, options) => {
    const { editor, sent, received } = passCard(options);
    expect(sent).not.toBe(received);
    expect(listUpdates(editor.takeToAgent())).toEqual([[windowUpdate, 0, sent]]);
    // The agent uses the whole window, as it knows it.
    const rest = createDataFrames(3, Buffer.alloc(WINDOW), false);
    const passed = editor.editResponse(Buffer.concat(rest.map(({ raw }) => raw)));
    expect(received + countData(passed)).toBeLessThanOrEqual(WINDOW);
    expect(countData(passed)).toBeLessThan(WINDOW);
    const update = editor.editRequest(Buffer.from(createWindowUpdate(0, 40_000).raw));
    expect(listUpdates(update)).toEqual([[windowUpdate, 0, 40_000 - received]]);
    expect(countData(passed) + countData(editor.takeToCaller())).toBe(WINDOW);
    const next = editor.editRequest(Buffer.from(createWindowUpdate(0, 10).raw));
    expect(listUpdates(next)).toEqual([[windowUpdate, 0, 10]]);
  });

  test("is whole again for a card that its caller no longer wants", () => {
    const { editor, frames } = openCard({});
    editor.editResponse(Buffer.concat(frames.slice(0, 2).map(({ raw }) => raw)));
    const [, card] = frames;
    expect(listUpdates(editor.takeToAgent())).toEqual([[windowUpdate, 0, card?.payload.length]]);
    editor.editRequest(Buffer.from(createFrame(FRAME_TYPE.reset, 0, 1, Buffer.alloc(4)).raw));
    const update = editor.editRequest(Buffer.from(createWindowUpdate(0, 10).raw));
    expect(listUpdates(update)).toEqual([[windowUpdate, 0, 10]]);
  });

  test("of a stream that is smaller than the card lets it pass as it is", () => {
    const { editor, frames } = openCard({}, 20);
    const passed = editor.editResponse(Buffer.concat(frames.slice(0, 2).map(({ raw }) => raw)));
    expect(countData(passed)).toBe(frames[1]?.payload.length);
  });

  test("takes small updates whole until the difference is paid", () => {
    const { editor, received: more } = passCard({});
    editor.takeToAgent();
    const update = (size: number) =>
      editor.editRequest(Buffer.from(createWindowUpdate(0, size).raw));
    expect(update(more - 1)).toHaveLength(0);
    expect(listUpdates(update(2))).toEqual([[windowUpdate, 0, 1]]);
    expect(listUpdates(update(5))).toEqual([[windowUpdate, 0, 5]]);
  });
});
