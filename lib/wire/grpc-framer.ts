/**
 * Splits gRPC bodies into messages. Each has a byte for compression, four bytes of length, and the
 * message. The text of such a body is one character per byte.
 *
 * **Guarantees:** the frames do not depend on how the body was split; invalid data is one stray
 * frame to the end, because nothing marks where to resume.
 */

import { type Frame, FrameIssue, type Framer, NO_FRAMES } from "./frame.ts";

/** Length of the prefix of each message. */
export const GRPC_PREFIX_BYTES = 5;

const COMPRESSED = 1;

/** Is this the media type of native gRPC, not gRPC-Web? */
export function isGrpcContentType(contentType: string): boolean {
  return /^application\/grpc(?:\+[\w.-]+)?\s*(?:;|$)/i.test(contentType.trim());
}

export class GrpcFramer implements Framer {
  #pieces: string[] = [];
  #held = 0;
  /** Start of the pending message in the body. */
  #start = 0;
  /** Its length with prefix; 0 while unknown. */
  #wanted = 0;
  #isStray = false;

  push(text: string): readonly Frame[] {
    if (text === "") return NO_FRAMES;
    const frames: Frame[] = [];
    this.#pieces.push(text);
    this.#held += text.length;
    while (!this.#isStray && this.#held >= (this.#wanted || GRPC_PREFIX_BYTES)) {
      const whole = this.#joined();
      if (this.#wanted === 0) {
        this.#isStray = whole.charCodeAt(0) > COMPRESSED;
        this.#wanted = GRPC_PREFIX_BYTES + readLength(whole);
      } else {
        frames.push(this.#createMessage(whole.slice(0, this.#wanted)));
        this.#pieces = [whole.slice(this.#wanted)];
        this.#held -= this.#wanted;
        this.#start += this.#wanted;
        this.#wanted = 0;
      }
    }
    return frames;
  }

  end(): readonly Frame[] {
    if (this.#held === 0) return NO_FRAMES;
    const rest = this.#joined();
    this.#pieces = [];
    this.#held = 0;
    const isStray = this.#isStray || rest.charCodeAt(0) > COMPRESSED;
    if (isStray) return [this.#createFrame("stray", rest, rest, 0)];
    const data = rest.slice(GRPC_PREFIX_BYTES);
    return [this.#createFrame("data", rest, data, FrameIssue.Unterminated)];
  }

  #createMessage(whole: string): Frame {
    const notes = whole.charCodeAt(0) === COMPRESSED ? FrameIssue.Compressed : 0;
    return this.#createFrame("data", whole, whole.slice(GRPC_PREFIX_BYTES), notes);
  }

  #createFrame(kind: Frame["kind"], whole: string, data: string, notes: number): Frame {
    const start = this.#start;
    return { kind, start, end: start + whole.length, data, issues: notes };
  }

  #joined(): string {
    const [first = "", ...more] = this.#pieces;
    if (more.length === 0) return first;
    const whole = this.#pieces.join("");
    this.#pieces = [whole];
    return whole;
  }
}

/** The message length in a prefix. */
function readLength(prefix: string): number {
  let length = 0;
  for (let at = 1; at < GRPC_PREFIX_BYTES; at++) length = length * 256 + prefix.charCodeAt(at);
  return length;
}

/** Adds the prefix to a message. */
export function encodeGrpcFrame(message: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(GRPC_PREFIX_BYTES + message.length);
  new DataView(bytes.buffer).setUint32(1, message.length);
  bytes.set(message, GRPC_PREFIX_BYTES);
  return bytes;
}
