/**
 * Opens a saved log of any format, detected by its content: bytes in, wire records out, to the same
 * sink as live recordings.
 */

import { DecompressionLimit } from "../compression/inflate.ts";
import { concatBytes, countIncompleteTail } from "../text/utf8.ts";
import {
  type Importer,
  type ImportSink,
  type ImportStream,
  quoteStart,
  UnreadableLog,
} from "./importer.ts";
import { IMPORTERS } from "./importers.ts";

export { UnreadableLog };

/** Enough to detect the format, even with noise before the first event. */
const SNIFF_BYTES = 8192;

/** Maximum nesting of archives; a deeper file is malicious. */
const MAX_DEPTH = 4;

const NO_BYTES = new Uint8Array(0);

export class LogOpener {
  /** Set once enough was read. */
  importer: Importer | null = null;
  /** Bytes read so far. */
  bytes = 0;
  readonly #sink: ImportSink;
  readonly #depth: number;
  /** The log inside this one, if it is a container. */
  #innerLog: LogOpener | null = null;
  /** Limits decompression across all nested containers. */
  readonly #limit: DecompressionLimit;
  #import: ImportStream | null = null;
  #held: Uint8Array = NO_BYTES;

  constructor(sink: ImportSink, depth = 0, limit = new DecompressionLimit()) {
    this.#sink = sink;
    this.#depth = depth;
    this.#limit = limit;
  }

  /** The formats from the outside in: `gzip+sse`. */
  get kind(): string {
    const own = this.importer?.id ?? "unknown";
    return this.#innerLog ? `${own}+${this.#innerLog.kind}` : own;
  }

  /** Is the file itself a response body? */
  get isBody(): boolean {
    return this.importer?.isBody === true;
  }

  push(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.#depth === 0) this.#limit.addInput(chunk.length);
    else this.#limit.addOutput(chunk.length);
    this.#held = this.#held.length === 0 ? chunk : concatBytes(this.#held, chunk);
    if (!this.#import && this.#held.length < SNIFF_BYTES) return;
    this.#forward(this.#held.length - countIncompleteTail(this.#held));
  }

  end(): void {
    this.#forward(this.#held.length);
    this.#import?.end();
  }

  #forward(length: number): void {
    const bytes = this.#held.subarray(0, length);
    this.#held = this.#held.slice(length);
    this.#import ??= this.#start(bytes);
    if (bytes.length > 0) this.#import.push(bytes);
  }

  #start(first: Uint8Array): ImportStream {
    const start = new TextDecoder().decode(first.subarray(0, SNIFF_BYTES));
    const importer = IMPORTERS.find((candidate) => candidate.sniff(start, first));
    if (!importer) throw new UnreadableLog(describeUnreadable(start));
    this.importer = importer;
    return importer.start(this.#sink, (sink) => {
      if (this.#depth >= MAX_DEPTH) throw new UnreadableLog("Too many nested archives (byte 0).");
      // Nested records have no offset in the file.
      const inner: ImportSink = {
        record: (record) => sink.record(record),
        skip: (skipped) => sink.skip(skipped),
        ...(sink.spans && { spans: (spans) => sink.spans?.(spans) }),
      };
      this.#innerLog = new LogOpener(inner, this.#depth + 1, this.#limit);
      return this.#innerLog;
    });
  }
}

function describeUnreadable(start: string): string {
  if (start.trim().length === 0) return "The log is empty (byte 0).";
  return `Loupe cannot read this log: no event stream and no JSON from line 1, column 1${quoteStart(start)}.`;
}
