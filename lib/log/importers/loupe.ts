/** Loupe's own log: a record a line. A torn or foreign line costs itself, nothing else. */

import { LineSplitter } from "../../wire/lines.ts";
import { END_CAUSES, SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import { utf8Length } from "../../wire/utf8.ts";
import type { Importer, ImportRun, ImportSink } from "../importer.ts";
import { isRecord, kindedIn } from "../record-shape.ts";
import { fromTheFuture, upgraded } from "../upgrade.ts";
import { Utf8Text } from "../utf8-text.ts";

const KINDS = new Set(["loupe", "open", "redirect", "head", "data", "end", "note", "resume"]);
const CAUSES: ReadonlySet<unknown> = new Set(END_CAUSES);
const BOM_BYTES = 3;

export const loupeLog: Importer = {
  id: "loupe",
  label: "Loupe log",
  sniff: (start) => /^\uFEFF?\s*\{\s*"r"\s*:\s*"loupe"/.test(start),
  start: (sink) => new LoupeLogRun(sink),
};

export class LoupeLogRun implements ImportRun {
  readonly #sink: ImportSink;
  readonly #lines = new LineSplitter((line) => this.#line(line, "not a record"));
  readonly #text: Utf8Text;
  #isFirst = true;
  #offset = 0;
  /** Characters and bytes may be two things in the line that is being read. */
  #isWide = false;
  #hasEnded = false;
  #version = 1;
  readonly #unknownKinds = new Set<string>();

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#text = new Utf8Text(sink);
  }

  push(bytes: Uint8Array): void {
    const text = this.#text.of(bytes);
    const isWide = text.length !== bytes.length;
    this.#isWide ||= isWide;
    this.#hasEnded = false;
    const hasBom = this.#isFirst && text.startsWith("\uFEFF");
    if (hasBom) this.#offset = BOM_BYTES;
    this.#isFirst = false;
    this.#lines.push(hasBom ? text.slice(1) : text);
    // The line that is not over began in it, or goes on through it.
    if (this.#hasEnded) this.#isWide = isWide;
  }

  end(): void {
    const rest = this.#lines.take();
    if (rest.length > 0) this.#line(rest, "torn last record");
  }

  #line(line: string, otherwise: string): void {
    const at = this.#offset;
    this.#hasEnded = true;
    this.#offset += (this.#isWide ? utf8Length(line) : line.length) + 1;
    if (line.trim().length === 0) return;
    const read = kindedIn(line);
    if (!read) return this.#skip(at, otherwise, line);
    if (read.r === "loupe") this.#header(read, at, line);
    const current = upgraded(read, this.#version);
    if (!current) return;
    if (!KINDS.has(current.r)) return this.#unknown(current.r, at, line);
    if (!isRecord(current)) return this.#skip(at, otherwise, line);
    if (current.r === "end" && !CAUSES.has(current.cause)) {
      this.#skip(at, `an end of the unknown cause "${current.cause}"`, line);
      this.#sink.record({ ...current, cause: "unknown" });
    } else this.#sink.record(current, at);
  }

  #header(record: { r: string; version?: unknown }, at: number, line: string): void {
    this.#version = typeof record.version === "number" ? record.version : 1;
    const warning = fromTheFuture(this.#version);
    if (warning) this.#skip(at, warning, line);
  }

  /** Once a kind: a newer log may have thousands of them. */
  #unknown(kind: string, at: number, line: string): void {
    if (this.#unknownKinds.has(kind)) return;
    this.#unknownKinds.add(kind);
    this.#skip(at, `records of the unknown kind "${kind}"`, line);
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}
