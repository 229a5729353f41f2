/**
 * Does on an HTTP/2 connection of a tap what a plan says, mostly to calls over gRPC: each stream is
 * held and changed by itself.
 *
 * Guarantees: the windows of both sides are kept, so a stream that is held stops no other; header
 * blocks are written anew, so that none that is left out is missed by the decoder behind it.
 *
 * The agent gets the bytes that it sends back at once, up to a limit, and the caller receives within
 * its own windows. Streams have other numbers on the side of the agent, as it must see them in order.
 */

import { HpackDecoder, HpackError } from "../../../wire/hpack.ts";
import {
  createFrame,
  createWindowUpdate,
  FRAME_FLAG,
  FRAME_TYPE,
  getBlockPiece,
  getFrameData,
  type Http2Frame,
  Http2FrameSplitter,
  readWindowSettings,
} from "../../../wire/http2-frames.ts";
import { HTTP2_PREFACE } from "../../../wire/http2-reader.ts";
import type { HeaderList, OpenHop } from "../../../wire/record.ts";
import type { Delivery, EditorOutput, TapEditor } from "../tap-editor.ts";
import type { MatchPlace } from "./conditions.ts";
import { EditorBytes } from "./editor-bytes.ts";
import { Http2Writer } from "./http2-streams.ts";
import { PlanStream } from "./plan-stream.ts";
import type { TapPlan } from "./tap-plan.ts";

export interface PlanHttp2EditorOptions {
  readonly plan: TapPlan;
  readonly place: MatchPlace & { readonly connection: number };
  readonly scheme: "http:" | "https:";
}

/** A header block of which not all frames came. */
interface OpenBlock {
  readonly stream: number;
  readonly isLast: boolean;
  readonly isPromise: boolean;
  readonly pieces: Uint8Array[];
}

const EMPTY = Buffer.alloc(0);
/** What may wait for one connection before its agent gets no more bytes back. */
const MAX_HELD_BYTES = 16 << 20;
/** Tells the pings of Loupe from those of the agent. */
const PING_DATA = Buffer.from("loupehld");

export class PlanHttp2Editor implements TapEditor {
  readonly isOver = false;
  readonly #options: PlanHttp2EditorOptions;
  readonly #requestFrames = new Http2FrameSplitter();
  readonly #responseFrames = new Http2FrameSplitter();
  readonly #requestHpack = new HpackDecoder();
  readonly #responseHpack = new HpackDecoder();
  readonly #caller: Http2Writer;
  readonly #agent: Http2Writer;
  /** By the number that the caller uses, and by that of the agent. */
  readonly #streams = new Map<number, PlanStream>();
  readonly #agentStreams = new Map<number, PlanStream>();
  #prefaceLength = HTTP2_PREFACE.length;
  #blocks: { request: OpenBlock | null; response: OpenBlock | null } = {
    request: null,
    response: null,
  };
  #nextAgentId = 1;
  /** Bytes that the agent gets back when less is held. */
  #owed: { stream: number; bytes: number }[] = [];
  readonly #bytes = new EditorBytes();
  #output: EditorOutput | null = null;
  #isBroken = false;

  constructor(options: PlanHttp2EditorOptions) {
    this.#options = options;
    this.#caller = new Http2Writer((frame) => this.#bytes.emit("response", frame), {
      keepsWindows: true,
    });
    // The caller keeps the windows of the agent, whose updates it gets.
    this.#agent = new Http2Writer((frame) => this.#bytes.emit("request", frame), {
      keepsWindows: false,
    });
  }

  start(output: EditorOutput): void {
    this.#output = output;
    this.#bytes.start(output);
  }

  waitUntilPassed(): Promise<void> | null {
    const waits = [...this.#streams.values()].map((stream) => stream.queue.waitUntilIdle());
    if (waits.every((one) => one === null)) return null;
    return Promise.all(waits).then(() => this.#caller.flush());
  }

  stop(): void {
    for (const stream of this.#streams.values()) stream.leave();
  }

  editRequest(bytes: Buffer): Buffer {
    return this.#bytes.collect("request", () => {
      const preface = bytes.subarray(0, this.#prefaceLength);
      this.#prefaceLength -= preface.length;
      if (preface.length > 0) this.#bytes.emit("request", preface);
      for (const frame of this.#requestFrames.push(bytes.subarray(preface.length))) {
        this.#readRequest(frame);
      }
    });
  }

  editResponse(bytes: Buffer): Buffer {
    return this.#bytes.collect("response", () => {
      for (const frame of this.#responseFrames.push(bytes)) this.#readResponse(frame);
      for (const stream of this.#streams.values()) stream.flush();
    });
  }

  closeRequest(): Buffer {
    return Buffer.from(this.#requestFrames.takeRest());
  }

  closeResponse(): Buffer {
    return this.#bytes.collect("response", () => {
      if (this.waitUntilPassed() === null) this.#caller.flush();
      const rest = Buffer.from(this.#responseFrames.takeRest());
      if (rest.length > 0) this.#bytes.emit("response", rest);
    });
  }

  takeToCaller(): Buffer {
    return EMPTY;
  }

  takeToAgent(): Buffer {
    return EMPTY;
  }

  takeReceived(): OpenHop["received"][] {
    return [];
  }

  takeDelivered(): Delivery[] {
    return [];
  }

  #emitFrame(direction: "request" | "response", { raw }: Pick<Http2Frame, "raw">): void {
    this.#bytes.emit(direction, Buffer.from(raw));
  }

  // From the caller.

  #readRequest(frame: Http2Frame): void {
    if (this.#isBroken) return;
    const { type, flags, stream: id, payload } = frame;
    const stream = this.#streams.get(id);
    const isLast = (flags & FRAME_FLAG.endStream) !== 0;
    switch (type) {
      case FRAME_TYPE.headers:
      case FRAME_TYPE.continuation:
        return this.#readBlock("request", frame, (block, headers) =>
          this.#onRequest(block, headers),
        );
      case FRAME_TYPE.data:
        return stream?.onRequestData(Buffer.from(getFrameData(frame)), isLast);
      case FRAME_TYPE.reset:
        stream?.onCallerReset(readUint32(payload));
        return this.#forget(id);
      case FRAME_TYPE.windowUpdate:
        this.#caller.openWindow(id, readUint32(payload) & 0x7fffffff);
        return this.#payBack();
      case FRAME_TYPE.priority:
        return;
      case FRAME_TYPE.ping:
        if (isOwnPing(frame)) return;
        break;
      case FRAME_TYPE.settings: {
        const window = (flags & FRAME_FLAG.ack) === 0 ? readWindowSettings(payload) : null;
        if (window !== null) this.#caller.setStreamWindow(window);
      }
    }
    if (id === 0) this.#emitFrame("request", frame);
  }

  #onRequest({ stream: id, isLast }: OpenBlock, headers: HeaderList): void {
    const known = this.#streams.get(id);
    if (known) return known.onRequestTrailers(headers, isLast);
    const { plan, place, scheme } = this.#options;
    const stream = new PlanStream({
      plan,
      place,
      scheme,
      id,
      headers,
      caller: this.#caller,
      agent: this.#agent,
      openAgentStream: () => this.#openAgentStream(stream),
      ping: () => {
        this.#emitFrame("response", createFrame(FRAME_TYPE.ping, 0, 0, PING_DATA));
      },
      record: (direction, bytes) => this.#output?.record(direction, bytes, false),
      onEdit: (exchange, edit) => this.#output?.edit({ exchange, edit }),
      onOver: () => this.#forget(id),
    });
    this.#streams.set(id, stream);
    stream.onRequestHeaders(isLast);
  }

  #openAgentStream(stream: PlanStream): number {
    const id = this.#nextAgentId;
    this.#nextAgentId += 2;
    this.#agentStreams.set(id, stream);
    return id;
  }

  #forget(id: number): void {
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    if (stream?.agentId != null) this.#agentStreams.delete(stream.agentId);
  }

  // From the agent.

  #readResponse(frame: Http2Frame): void {
    if (this.#isBroken) return;
    const { type, flags, stream: id, payload } = frame;
    const stream = this.#agentStreams.get(id);
    const isLast = (flags & FRAME_FLAG.endStream) !== 0;
    switch (type) {
      case FRAME_TYPE.headers:
      case FRAME_TYPE.continuation:
      case FRAME_TYPE.pushPromise:
        return this.#readBlock("response", frame, (block, headers) => {
          if (!block.isPromise) {
            this.#agentStreams.get(block.stream)?.onResponseHeaders(headers, block.isLast);
          }
        });
      case FRAME_TYPE.data:
        this.#owe(id, payload.length, isLast);
        return stream?.onResponseData(Buffer.from(getFrameData(frame)), isLast);
      case FRAME_TYPE.reset:
        return stream?.onAgentReset(readUint32(payload));
      case FRAME_TYPE.windowUpdate:
        if (id === 0) break;
        if (stream) this.#emitFrame("response", createWindowUpdate(stream.id, readUint32(payload)));
        return;
      case FRAME_TYPE.goaway:
        return this.#passGoaway(payload);
    }
    if (id === 0) this.#emitFrame("response", frame);
  }

  /** The agent may send as much again, unless too much waits for the caller. */
  #owe(stream: number, bytes: number, isLast: boolean): void {
    if (bytes === 0) return;
    this.#owed.push({ stream: isLast ? 0 : stream, bytes });
    this.#payBack();
  }

  #payBack(): void {
    const held = [...this.#streams.values()].reduce((sum, one) => sum + one.heldBytes, 0);
    if (held + this.#caller.waitingBytes > MAX_HELD_BYTES) return;
    for (const { stream, bytes } of this.#owed.splice(0)) {
      this.#emitFrame("request", createWindowUpdate(0, bytes));
      if (stream !== 0 && this.#agentStreams.has(stream)) {
        this.#emitFrame("request", createWindowUpdate(stream, bytes));
      }
    }
  }

  #passGoaway(payload: Uint8Array): void {
    const changed = Buffer.from(payload);
    const last = readUint32(payload) & 0x7fffffff;
    const passed = [...this.#agentStreams].filter(([agentId]) => agentId <= last);
    const highest = Math.max(0, ...passed.map(([, stream]) => stream.id));
    changed.writeUInt32BE(last === 0x7fffffff ? last : highest, 0);
    this.#emitFrame("response", createFrame(FRAME_TYPE.goaway, 0, 0, changed));
  }

  // Header blocks.

  #readBlock(
    direction: "request" | "response",
    frame: Http2Frame,
    onBlock: (block: OpenBlock, headers: HeaderList) => void,
  ): void {
    const { type, flags, stream } = frame;
    const isPromise = type === FRAME_TYPE.pushPromise;
    if (type !== FRAME_TYPE.continuation) {
      const isLast = !isPromise && (flags & FRAME_FLAG.endStream) !== 0;
      this.#blocks[direction] = { stream, isLast, isPromise, pieces: [] };
    }
    const block = this.#blocks[direction];
    if (!block) return;
    // A promise has the number of its stream before its block.
    const piece = isPromise ? getFrameData(frame).subarray(4) : getBlockPiece(frame);
    block.pieces.push(piece);
    if ((flags & FRAME_FLAG.endHeaders) === 0) return;
    this.#blocks[direction] = null;
    const hpack = direction === "request" ? this.#requestHpack : this.#responseHpack;
    try {
      onBlock(block, hpack.decode(Buffer.concat(block.pieces)));
    } catch (error) {
      if (!(error instanceof HpackError)) throw error;
      this.#isBroken = true;
      this.#output?.close("reset");
    }
  }
}

const readUint32 = (bytes: Uint8Array): number =>
  bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);

const isOwnPing = ({ flags, payload }: Http2Frame): boolean =>
  (flags & FRAME_FLAG.ack) !== 0 && PING_DATA.equals(payload);
