/**
 * Imports Loupe's own log: one record per line. A damaged or foreign line is skipped alone.
 *
 *     loupe record https://agent.example/ -m "Hi" -o run.jsonl && loupe inspect run.jsonl
 */

import { END_CAUSES, LOG_VERSION, SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import type { Importer, ImportSink, ImportStream } from "../importer.ts";
import {
  correctByteCount,
  isRecord,
  parseUnknownRecord,
  type UnknownRecord,
} from "../record-shape.ts";
import { RepeatedLines } from "../repeated-lines.ts";
import { SourceLines } from "../source-lines.ts";

const KINDS = new Set([
  "loupe",
  "open",
  "redirect",
  "head",
  "data",
  "end",
  "note",
  "edge",
  "edit",
  "resume",
]);
const CAUSES: ReadonlySet<unknown> = new Set(END_CAUSES);

export const loupeLog: Importer = {
  id: "loupe",
  label: "Loupe log",
  sniff: (start) => /^\uFEFF?\s*\{\s*"r"\s*:\s*"loupe"/.test(start),
  start: (sink) => new LoupeLogImport(sink),
};

class LoupeLogImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #lines: SourceLines;
  #version = 1;
  readonly #unknownKinds = new Set<string>();
  readonly #repeated = new RepeatedLines();

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#lines = new SourceLines(sink, (line, at) => this.#line(line, at, "not a record"));
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  end(): void {
    this.#lines.end((rest, at) => this.#line(rest, at, "incomplete last record"));
  }

  #line(line: string, at: number, otherwise: string): void {
    const repeated = this.#repeated.read(line);
    if (repeated) return this.#sink.record(repeated, at);
    if (line.trim().length === 0) return;
    const read = parseUnknownRecord(line);
    if (!read) return this.#skip(at, otherwise, line);
    if (read.r === "loupe") this.#readHeader(read, at, line);
    const current = upgradeRecord(read, this.#version);
    if (!current) return;
    if (!KINDS.has(current.r)) return this.#skipUnknown(current.r, at, line);
    if (!isRecord(current)) return this.#skip(at, otherwise, line);
    if (current.r === "end" && !CAUSES.has(current.cause)) {
      this.#skip(at, `an end with the unknown cause "${current.cause}"`, line);
      this.#sink.record({ ...current, cause: "unknown" });
      return;
    }
    const record = correctByteCount(current);
    this.#sink.record(record, at);
    this.#repeated.learn(line, record);
  }

  #readHeader(record: { r: string; version?: unknown }, at: number, line: string): void {
    this.#repeated.reset();
    this.#version = typeof record.version === "number" ? record.version : 1;
    const warning = getNewerFormatWarning(this.#version);
    if (warning) this.#skip(at, warning, line);
  }

  /** Reports each kind once: a newer log may have thousands of such records. */
  #skipUnknown(kind: string, at: number, line: string): void {
    if (this.#unknownKinds.has(kind)) return;
    this.#unknownKinds.add(kind);
    this.#skip(at, `records of the unknown kind "${kind}"`, line);
  }

  #skip(at: number, reason: string, text: string): void {
    this.#sink.skip({ at, reason, text: text.slice(0, SKIPPED_TEXT_LIMIT) });
  }
}

/**
 * Upgrades a record from version `from` to `from + 1`, so that the rest of the code knows only the
 * newest version; `null` drops it.
 */
export interface UpgradeStep {
  readonly from: number;
  upgrade(record: UnknownRecord): UnknownRecord | null;
}

/** In order. Version 1 is the first, so there are no steps yet. */
const UPGRADE_STEPS: readonly UpgradeStep[] = [];

export function upgradeRecord(
  record: UnknownRecord,
  version: number,
  steps: readonly UpgradeStep[] = UPGRADE_STEPS,
): UnknownRecord | null {
  let current: UnknownRecord | null = record;
  for (const step of steps) {
    if (step.from >= version && current) current = step.upgrade(current);
  }
  return current;
}

export function getNewerFormatWarning(version: number): string | null {
  if (version <= LOG_VERSION) return null;
  return `written by a newer Loupe: log version ${version}, this version reads up to ${LOG_VERSION}; unknown content is skipped`;
}
