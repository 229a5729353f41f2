/**
 * Reads the bodies of HTTP messages in a capture, by their headers and by the bytes themselves:
 * people edit captures, and tools print bodies in another form than sent.
 */

import type { ByteQueue } from "../../text/byte-queue.ts";
import type { HttpBodyReader } from "../../wire/chunked-body.ts";
import { parseStartLine } from "../../wire/http-head.ts";
import type { HeaderList } from "../../wire/record.ts";
import { toByteText } from "../byte-text.ts";

const LF = 10;
/** Maximum length of a start line. */
const LINE_LIMIT = 16_384;
const isCapital = (byte: number | undefined) => byte !== undefined && byte >= 65 && byte <= 90;

/**
 * A body of known length, or up to the next message. A message that starts on its own line ends it.
 */
export class PlainBody implements HttpBodyReader {
  readonly trailers: HeaderList = [];
  #remaining: number;
  #atLineStart = true;

  constructor(length: number) {
    this.#remaining = length;
  }

  get isComplete(): boolean | null {
    return this.#remaining === Number.POSITIVE_INFINITY ? null : this.#remaining === 0;
  }

  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean {
    const bytes = queue.peek(this.#remaining);
    let at = 0;
    let stop: "message" | "wait" | null = null;
    while (at < bytes.length && !stop) {
      if (this.#atLineStart && isCapital(bytes[at]))
        stop = findMessageStart(bytes.subarray(at), isOver);
      if (stop) break;
      const lf = bytes.indexOf(LF, at);
      this.#atLineStart = lf >= 0;
      at = lf < 0 ? bytes.length : lf + 1;
    }
    if (at > 0) emit(queue.take(at));
    this.#remaining -= at;
    return this.#remaining === 0 || stop === "message";
  }
}

/** Does a message start here? An incomplete line may not tell yet. */
function findMessageStart(bytes: Uint8Array, isOver: boolean): "message" | "wait" | null {
  const lf = bytes.subarray(0, LINE_LIMIT).indexOf(LF);
  if (lf < 0 && !isOver && bytes.length < LINE_LIMIT) return "wait";
  const line = toByteText(bytes.subarray(0, lf < 0 ? LINE_LIMIT : lf)).trimEnd();
  return parseStartLine(line) ? "message" : null;
}
