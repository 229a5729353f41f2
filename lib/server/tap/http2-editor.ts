/**
 * Edits the frames of an HTTP/2 connection of a tap in reverse mode: the addresses in cards that are
 * fetched over gRPC.
 *
 * Guarantees: nothing of a request that names another host than the tap's, and nothing behind it,
 * reaches the agent; every other frame passes as it is; only the data of a card is held until it is complete,
 * up to a limit; neither side ever receives more than its flow control allows.
 *
 * What is held is the tap's: the agent gets its bytes back for the window of the connection at once.
 * What is then sent to the caller in its place, however long it is, is taken off the next updates of
 * the caller; until then, nothing is sent that exceeds the caller's window.
 */

import { gunzipSync } from "node:zlib";
import { decodeProtobuf } from "../../protocol/grpc/decode.ts";
import { findGrpcVersion, type GrpcVersion } from "../../protocol/grpc/packages.ts";
import { rewriteCardMessage } from "../../protocol/grpc/rewrite-card-message.ts";
import { parseGrpcCall } from "../../protocol/grpc/services.ts";
import { encodeGrpcFrame, GRPC_PREFIX_BYTES, isGrpcContentType } from "../../wire/grpc-framer.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import { encodeHeaderBlock } from "../../wire/hpack.ts";
import {
  createDataFrames,
  createFrame,
  createGoaway,
  createWindowUpdate,
  FRAME_FLAG,
  FRAME_TYPE,
  getFrameData,
  type Http2Frame,
  Http2FrameSplitter,
  readWindowSettings,
} from "../../wire/http2-frames.ts";
import { HTTP2_PREFACE, Http2Reader } from "../../wire/http2-reader.ts";
import type { HeaderList, OpenHop } from "../../wire/record.ts";
import { mapCardUrl } from "./card-addresses.ts";
import { describeCard } from "./card-notes.ts";
import { checkHosts, type OwnHosts } from "./own-hosts.ts";
import type { ProxyRefusal } from "./proxy-request.ts";
import type { Delivery, TapEditor } from "./tap-editor.ts";
import type { TapRoute } from "./tap-route.ts";

interface Http2EditorOptions {
  readonly route: TapRoute;
  readonly routes: readonly TapRoute[];
  readonly hosts: OwnHosts;
}

/** A stream whose response is a card, and its data so far. */
interface CardStream {
  readonly path: string;
  readonly version: GrpcVersion;
  readonly host: string | null;
  readonly frames: Http2Frame[];
}

const EMPTY = Buffer.alloc(0);
/** The window of a connection, and of each stream unless the caller sets another. */
const INITIAL_WINDOW = 65_535;
/** What all held cards may have: half of the window, so that other streams go on. */
const MAX_HELD_BYTES = 1 << 15;

export class Http2Editor implements TapEditor {
  readonly #options: Http2EditorOptions;
  readonly #requestFrames = new Http2FrameSplitter();
  readonly #responseFrames = new Http2FrameSplitter();
  readonly #requests: Http2Reader;
  readonly #cards = new Map<number, CardStream>();
  readonly #delivered: Delivery[] = [];
  #prefaceLength = HTTP2_PREFACE.length;
  #heldBytes = 0;
  /** What the caller still accepts on the connection, and on a new stream. */
  #window = INITIAL_WINDOW;
  #streamWindow = INITIAL_WINDOW;
  /** Bytes sent to the caller that the agent already got back. */
  #debt = 0;
  /** Frames that exceed the window of the caller, and all behind them. */
  #waiting: Http2Frame[] = [];
  #toCaller: Uint8Array[] = [];
  #toAgent: Uint8Array[] = [];
  /** Between the frames of a header block of the caller nothing may be sent. */
  #isInBlock = false;
  #updates: Http2Frame[] = [];
  #refusal: ProxyRefusal | null = null;
  #isOver = false;

  constructor(options: Http2EditorOptions) {
    this.#options = options;
    this.#requests = new Http2Reader(
      {
        onHeaders: (stream, headers) => this.#onRequest(stream, headers),
        onData: () => undefined,
        onStreamEnd: () => undefined,
        onReset: () => undefined,
        onGoaway: () => undefined,
        onBroken: () => undefined,
      },
      { hasPreface: true },
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  editRequest(bytes: Buffer): Buffer {
    if (!this.#isOver) this.#requests.push(bytes);
    if (this.#hasEnded()) return EMPTY;
    const preface = bytes.subarray(0, this.#prefaceLength);
    this.#prefaceLength -= preface.length;
    if (preface.length > 0) this.#toAgent.push(preface);
    for (const frame of this.#requestFrames.push(bytes.subarray(preface.length))) {
      this.#passToAgent(frame);
    }
    return Buffer.concat(this.#toAgent.splice(0));
  }

  editResponse(bytes: Buffer): Buffer {
    if (this.#isOver) return EMPTY;
    for (const frame of this.#responseFrames.push(bytes)) this.#readResponse(frame);
    return this.takeToCaller();
  }

  closeRequest(): Buffer {
    return this.#isOver ? EMPTY : Buffer.from(this.#requestFrames.takeRest());
  }

  closeResponse(): Buffer {
    if (this.#isOver) return EMPTY;
    for (const stream of [...this.#cards.keys()]) this.#release(stream);
    for (const { raw } of this.#waiting.splice(0)) this.#toCaller.push(raw);
    this.#toCaller.push(this.#responseFrames.takeRest());
    return this.takeToCaller();
  }

  /** What a request has released to be sent to the caller. */
  takeToCaller(): Buffer {
    return Buffer.concat(this.#toCaller.splice(0));
  }

  /** What a response has released to be sent to the agent. */
  takeToAgent(): Buffer {
    return Buffer.concat(this.#toAgent.splice(0));
  }

  takeRefusal(): ProxyRefusal | null {
    const refusal = this.#refusal;
    this.#refusal = null;
    return refusal;
  }

  takeReceived(): OpenHop["received"][] {
    return [];
  }

  takeDelivered(): Delivery[] {
    return this.#delivered.splice(0);
  }

  /** A function, as a handler sets it. */
  #hasEnded(): boolean {
    return this.#isOver;
  }

  #onRequest(stream: number, headers: HeaderList): void {
    if (this.#isOver) return;
    const method = getHeaderValue(headers, ":method") ?? "";
    const target = getHeaderValue(headers, ":path") ?? "";
    this.#refusal = checkHosts({ method, target, headers }, this.#options.hosts);
    if (this.#refusal) {
      // Without its headers the agent could not decode those that follow, so the connection ends.
      this.#isOver = true;
      this.#toCaller = [...createRefusalFrames(stream, headers, this.#refusal)];
      return;
    }
    const path = getHeaderValue(headers, ":path") ?? "";
    const version = findGrpcVersion(path);
    const isCard = version !== null && /\/Get(?:Extended)?AgentCard$/.test(path);
    if (!isCard || this.#cards.has(stream)) return;
    const host = getHeaderValue(headers, ":authority");
    this.#cards.set(stream, { path, version, host, frames: [] });
  }

  #passToAgent(frame: Http2Frame): void {
    const { type, flags, stream, payload } = frame;
    if (type === FRAME_TYPE.settings && (flags & FRAME_FLAG.ack) === 0) {
      this.#streamWindow = readWindowSettings(payload) ?? this.#streamWindow;
    }
    if (type === FRAME_TYPE.reset) this.#forget(stream);
    const isBlock = type === FRAME_TYPE.headers || type === FRAME_TYPE.continuation;
    const passed =
      type === FRAME_TYPE.windowUpdate && stream === 0 ? this.#readWindowUpdate(frame) : frame;
    if (passed) this.#toAgent.push(passed.raw);
    if (isBlock) this.#isInBlock = (flags & FRAME_FLAG.endHeaders) === 0;
    this.#sendUpdates();
  }

  /** The update without what the agent already used; `null` if nothing is left of it. */
  #readWindowUpdate(frame: Http2Frame): Http2Frame | null {
    const { payload } = frame;
    if (payload.length !== 4) return frame;
    const increment = new DataView(payload.buffer, payload.byteOffset).getUint32(0) & 0x7fffffff;
    this.#window += increment;
    this.#drain();
    const paid = Math.min(this.#debt, increment);
    if (paid === 0) return frame;
    this.#debt -= paid;
    return increment > paid ? createWindowUpdate(0, increment - paid) : null;
  }

  #sendUpdates(): void {
    if (this.#isInBlock || this.#prefaceLength > 0) return;
    for (const { raw } of this.#updates.splice(0)) this.#toAgent.push(raw);
  }

  #readResponse(frame: Http2Frame): void {
    const { type, flags, stream } = frame;
    const card = this.#cards.get(stream);
    if (!card) return this.#passToCaller(frame);
    const isLast = (flags & FRAME_FLAG.endStream) !== 0;
    if (type === FRAME_TYPE.data) {
      card.frames.push(frame);
      const { length } = frame.payload;
      this.#heldBytes += length;
      if (length > 0) this.#updates.push(createWindowUpdate(0, length));
      this.#sendUpdates();
      if (this.#heldBytes > MAX_HELD_BYTES) this.#release(stream);
      else if (isLast) this.#finish(stream, card);
      // The agent can't send the rest of it.
      else if (countBytes(card.frames) >= this.#streamWindow) this.#release(stream);
      return;
    }
    if (type === FRAME_TYPE.reset) this.#release(stream);
    else if (type === FRAME_TYPE.headers && isLast) this.#finish(stream, card);
    this.#passToCaller(frame);
  }

  #passToCaller(frame: Http2Frame): void {
    this.#waiting.push(frame);
    this.#drain();
  }

  #drain(): void {
    for (;;) {
      const [frame] = this.#waiting;
      const length = frame?.type === FRAME_TYPE.data ? frame.payload.length : 0;
      if (!frame || length > this.#window) return;
      this.#waiting.shift();
      this.#window -= length;
      this.#toCaller.push(frame.raw);
    }
  }

  /** The data of a stream passes as it is. */
  #release(stream: number): void {
    this.#passHeld(this.#forget(stream));
  }

  #passHeld(frames: readonly Http2Frame[]): void {
    this.#debt += countBytes(frames);
    for (const frame of frames) this.#passToCaller(frame);
  }

  #forget(stream: number): readonly Http2Frame[] {
    const frames = this.#cards.get(stream)?.frames ?? [];
    this.#cards.delete(stream);
    this.#heldBytes -= countBytes(frames);
    return frames;
  }

  #finish(stream: number, card: CardStream): void {
    const frames = this.#forget(stream);
    const delivery = this.#rewrite(stream, card, Buffer.concat(frames.map(getFrameData)));
    if (delivery) this.#delivered.push(delivery);
    const text = delivery?.delivered?.bodyB64;
    if (text === undefined) return this.#passHeld(frames);
    const isLast = frames.some(({ flags }) => (flags & FRAME_FLAG.endStream) !== 0);
    this.#passHeld(createDataFrames(stream, Buffer.from(text, "base64"), isLast));
  }

  #rewrite(stream: number, { path, version, host }: CardStream, body: Buffer): Delivery | null {
    const message = readMessage(body);
    if (!message) return null;
    const { routes, route } = this.#options;
    const rewritten = rewriteCardMessage(message, version, (url) =>
      mapCardUrl(url, routes, route, host),
    );
    const { urls, changes, bytes } = rewritten;
    const notes = describeCard(urls, changes, routes);
    const frame = bytes && encodeGrpcFrame(bytes);
    if (!frame) return { stream, notes };
    if (frame.length > this.#streamWindow) {
      return {
        stream,
        notes: [`The card is too large to be changed over gRPC: ${frame.length} bytes.`],
      };
    }
    const isUnsigned = changes.some(({ to }) => to === null);
    const { schema, response } = parseGrpcCall(path);
    const signedCard = JSON.stringify(decodeProtobuf(schema, response, message).value);
    const bodyB64 = Buffer.from(frame).toString("base64");
    return {
      stream,
      notes,
      ...(isUnsigned && { signedCard }),
      delivered: { headers: [], body: "", bodyB64, changes },
    };
  }
}

const GRPC_PERMISSION_DENIED = "7";

/** The answer to a request, and the end of its connection, for a caller in any state. */
function* createRefusalFrames(
  stream: number,
  headers: HeaderList,
  { status, text }: ProxyRefusal,
): Generator<Uint8Array> {
  yield createFrame(FRAME_TYPE.settings, 0, 0, new Uint8Array()).raw;
  const { endHeaders, endStream } = FRAME_FLAG;
  if (isGrpcContentType(getHeaderValue(headers, "content-type") ?? "")) {
    const trailers: HeaderList = [
      [":status", "200"],
      ["content-type", "application/grpc"],
      ["grpc-status", GRPC_PERMISSION_DENIED],
      ["grpc-message", encodeURIComponent(text)],
    ];
    const block = encodeHeaderBlock(trailers);
    yield createFrame(FRAME_TYPE.headers, endHeaders | endStream, stream, block).raw;
  } else {
    const head: HeaderList = [
      [":status", status.slice(0, 3)],
      ["content-type", "text/plain; charset=utf-8"],
    ];
    yield createFrame(FRAME_TYPE.headers, endHeaders, stream, encodeHeaderBlock(head)).raw;
    for (const { raw } of createDataFrames(stream, Buffer.from(`${text}\n`), true)) yield raw;
  }
  yield createGoaway(stream).raw;
}

const countBytes = (frames: readonly Http2Frame[]) =>
  frames.reduce((sum, { payload }) => sum + payload.length, 0);

/** The only message of a body, decompressed; `null` if it cannot be read. */
function readMessage(body: Buffer): Uint8Array | null {
  if (body.length < GRPC_PREFIX_BYTES) return null;
  const message = body.subarray(GRPC_PREFIX_BYTES);
  if (body.readUInt32BE(1) !== message.length) return null;
  if (body[0] === 0) return message;
  try {
    return gunzipSync(message, { maxOutputLength: MAX_HELD_BYTES });
  } catch {
    return null;
  }
}
