/**
 * Opens a saved log of any format, recognised by its content: bytes in, wire records out, to the
 * same place a live recording's records go.
 */

import { DecompressionLimit } from "../wire/inflate.ts";
import { concatBytes, countIncompleteTail } from "../wire/utf8.ts";
import type { Importer, ImportRun, ImportSink } from "./importer.ts";
import { jsonArray, jsonLines, sse, sseWithNoise } from "./importers/body.ts";
import { collected } from "./importers/collected.ts";
import { curl } from "./importers/curl.ts";
import { eventLines } from "./importers/event-lines.ts";
import { grpcurl } from "./importers/grpcurl.ts";
import { gzip } from "./importers/gzip.ts";
import { har } from "./importers/har.ts";
import { http, httpWithNoise } from "./importers/http.ts";
import { anyText, lines } from "./importers/lines.ts";
import { loupeLog } from "./importers/loupe.ts";
import { page } from "./importers/page.ts";
import { utf16 } from "./importers/utf16.ts";
import { zip } from "./importers/zip.ts";
import { UnreadableLog } from "./unreadable.ts";

export { UnreadableLog };

/** In the order in which they are asked. */
export const IMPORTERS: readonly Importer[] = [
  utf16,
  gzip,
  zip,
  loupeLog,
  page,
  http,
  sse,
  grpcurl,
  har,
  eventLines,
  collected,
  curl,
  httpWithNoise,
  lines,
  jsonArray,
  jsonLines,
  sseWithNoise,
  anyText,
];

/** Enough to tell formats apart, noise before the first event included. */
const SNIFF_BYTES = 8192;

/** Nobody packs a log more often than this; a file that does is meant to hurt. */
const DEPTH_LIMIT = 4;

const NOTHING = new Uint8Array(0);

export class LogOpener {
  /** Known once enough was read. */
  importer: Importer | null = null;
  /** Bytes taken so far. */
  bytes = 0;
  readonly #sink: ImportSink;
  readonly #depth: number;
  /** What this log turned out to be packed around. */
  #inside: LogOpener | null = null;
  /** How much came out of how little, through all that it is packed in. */
  readonly #tightness: DecompressionLimit;
  #run: ImportRun | null = null;
  #held: Uint8Array = NOTHING;

  constructor(sink: ImportSink, depth = 0, tightness = new DecompressionLimit()) {
    this.#sink = sink;
    this.#depth = depth;
    this.#tightness = tightness;
  }

  /** What was opened, from the outside in: `gzip+sse`. */
  get kind(): string {
    const own = this.importer?.id ?? "unknown";
    return this.#inside ? `${own}+${this.#inside.kind}` : own;
  }

  /** Is the file itself what was sent? */
  get isBody(): boolean {
    return this.importer?.isBody === true;
  }

  push(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.#depth === 0) this.#tightness.addInput(chunk.length);
    else this.#tightness.addOutput(chunk.length);
    this.#held = this.#held.length === 0 ? chunk : concatBytes(this.#held, chunk);
    if (!this.#run && this.#held.length < SNIFF_BYTES) return;
    this.#pass(this.#held.length - countIncompleteTail(this.#held));
  }

  end(): void {
    this.#pass(this.#held.length);
    this.#run?.end();
  }

  #pass(length: number): void {
    const bytes = this.#held.subarray(0, length);
    this.#held = this.#held.slice(length);
    this.#run ??= this.#start(bytes);
    if (bytes.length > 0) this.#run.push(bytes);
  }

  #start(first: Uint8Array): ImportRun {
    const start = new TextDecoder().decode(first.subarray(0, SNIFF_BYTES));
    const importer = IMPORTERS.find((candidate) => candidate.sniff(start, first));
    if (!importer) throw new UnreadableLog(reasonFor(start));
    this.importer = importer;
    return importer.start(this.#sink, (sink) => {
      if (this.#depth >= DEPTH_LIMIT)
        throw new UnreadableLog("Packed too many times over (byte 0).");
      // What lies inside has no place in the file.
      const inner: ImportSink = {
        record: (record, _at, alike) => sink.record(record, undefined, alike),
        skip: (skipped) => sink.skip(skipped),
      };
      this.#inside = new LogOpener(inner, this.#depth + 1, this.#tightness);
      return this.#inside;
    });
  }
}

function reasonFor(start: string): string {
  if (start.trim().length === 0) return "The log is empty (byte 0).";
  const shown = JSON.stringify(start.slice(0, 40));
  return `Not a log that Loupe can read: no event stream and no JSON from line 1, column 1 (${shown}).`;
}
