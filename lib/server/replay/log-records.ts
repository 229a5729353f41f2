/**
 * Streaming parser for the records of a log that may be damaged in any way.
 *
 * Guarantees: work is proportional to the bytes, whatever they are, and yields to the event loop
 * after each slice; a line that is not a record costs almost nothing; a line longer than any record
 * is skipped to its end; after the signal aborts, nothing more is read.
 */
import { isObject, tryParseJson } from "../../protocol/json.ts";
import type { WireRecord } from "../../wire/record.ts";
import { isRecordLine } from "../recording/log-file.ts";

/** Longer than any record Loupe writes. Parsing a longer line would block other requests. */
const MAX_LINE_BYTES = 1 << 27;
/** A web stream may deliver a whole upload as one chunk. */
const SLICE_BYTES = 1 << 16;
const NEWLINE = 10;
const RETURN = 13;
const BRACE = 0x7b;
/** Every record has this member. */
const KIND_MEMBER = Buffer.from('"r"');

export async function readLogRecords(
  log: AsyncIterable<Uint8Array>,
  onRecord: (record: WireRecord) => void,
  signal: AbortSignal,
): Promise<void> {
  const lines = new RecordLineParser(onRecord);
  for await (const chunk of log) {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      lines.push(Buffer.from(chunk.subarray(at, at + SLICE_BYTES)));
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
  }
  lines.end();
}

class RecordLineParser {
  readonly #onRecord: (record: WireRecord) => void;
  /** Parts of the current, incomplete line. */
  #parts: Buffer[] = [];
  #length = 0;

  constructor(onRecord: (record: WireRecord) => void) {
    this.#onRecord = onRecord;
  }

  push(bytes: Buffer): void {
    let at = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
      this.#add(bytes.subarray(at, end));
      this.end();
      at = end + 1;
    }
    this.#add(bytes.subarray(at));
  }

  /** Ends the current line. */
  end(): void {
    const [first, ...more] = this.#parts;
    if (first) this.#readLine(more.length > 0 ? Buffer.concat(this.#parts) : first);
    this.#parts = [];
    this.#length = 0;
  }

  /** Adds to the current line, and keeps only what may be a record. */
  #add(part: Buffer): void {
    if (part.length === 0) return;
    const isKept = this.#length === 0 ? part[0] === BRACE : this.#parts.length > 0;
    this.#length += part.length;
    if (isKept && this.#length <= MAX_LINE_BYTES) this.#parts.push(part);
    else this.#parts = [];
  }

  #readLine(line: Buffer): void {
    const text = line[line.length - 1] === RETURN ? line.subarray(0, -1) : line;
    if (!isRecordLine(text) || !text.includes(KIND_MEMBER)) return;
    const value = tryParseJson(text.toString("utf8"));
    if (isRecord(value)) this.#onRecord(value);
  }
}

function isRecord(value: unknown): value is WireRecord {
  return isObject(value) && typeof value.r === "string";
}
