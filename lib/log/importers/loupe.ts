/** Loupe's own log: a record a line. A torn or foreign line costs itself, nothing else. */

import { END_CAUSES, SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import { type AlikeLine, AlikeLines, recordOf } from "../alike-lines.ts";
import type { Importer, ImportRun, ImportSink } from "../importer.ts";
import { believed, isRecord, kindedIn } from "../record-shape.ts";
import { SourceLines } from "../source-lines.ts";
import { fromTheFuture, upgraded } from "../upgrade.ts";

const KINDS = new Set(["loupe", "open", "redirect", "head", "data", "end", "note", "resume"]);
const CAUSES: ReadonlySet<unknown> = new Set(END_CAUSES);

export const loupeLog: Importer = {
  id: "loupe",
  label: "Loupe log",
  sniff: (start) => /^\uFEFF?\s*\{\s*"r"\s*:\s*"loupe"/.test(start),
  start: (sink) => new LoupeLogRun(sink),
};

export class LoupeLogRun implements ImportRun {
  readonly #sink: ImportSink;
  readonly #lines: SourceLines;
  #version = 1;
  readonly #unknownKinds = new Set<string>();
  readonly #alike = new AlikeLines();

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#lines = new SourceLines(sink, (line, at) => this.#line(line, at, "not a record"));
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  end(): void {
    this.#lines.end((rest, at) => this.#line(rest, at, "torn last record"));
  }

  #line(line: string, at: number, otherwise: string): void {
    const found = this.#alike.read(line, at);
    if (found) return this.#token(found);
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
      return;
    }
    const record = believed(current);
    this.#sink.record(record, at);
    this.#alike.learn(line, record);
  }

  #token(line: AlikeLine): void {
    if (line.counts && this.#sink.token?.(line)) return;
    const { likeness, word, place } = line;
    this.#sink.record(recordOf(line), place, { likeness, word });
  }

  #header(record: { r: string; version?: unknown }, at: number, line: string): void {
    this.#alike.forget();
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
