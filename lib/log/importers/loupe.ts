/** Loupe's own log: a record a line. A torn or foreign line costs itself, nothing else. */

import { isObject } from "../../protocol/json.ts";
import { LineSplitter } from "../../wire/lines.ts";
import { END_CAUSES, SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";
import { utf8Length } from "../../wire/utf8.ts";
import type { Importer, ImportRun, ImportSink } from "../importer.ts";
import { fromTheFuture, upgraded } from "../upgrade.ts";

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
  #isFirst = true;
  #offset = 0;
  #version = 1;
  readonly #unknownKinds = new Set<string>();

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  push(piece: string | Uint8Array): void {
    const text = typeof piece === "string" ? piece : new TextDecoder().decode(piece);
    const hasBom = this.#isFirst && text.startsWith("\uFEFF");
    if (hasBom) this.#offset = BOM_BYTES;
    this.#isFirst = false;
    this.#lines.push(hasBom ? text.slice(1) : text);
  }

  end(): void {
    const rest = this.#lines.take();
    if (rest.length > 0) this.#line(rest, "torn last record");
  }

  #line(line: string, otherwise: string): void {
    const at = this.#offset;
    this.#offset += utf8Length(line) + 1;
    if (line.trim().length === 0) return;
    const record = recordIn(line);
    if (!record) return this.#skip(at, otherwise, line);
    if (record.r === "loupe") this.#header(record, at, line);
    if (!KINDS.has(record.r)) return this.#unknown(record.r, at, line);
    const current = upgraded(record, this.#version);
    if (!current) return;
    if (current.r === "end" && !CAUSES.has(current.cause)) {
      this.#skip(at, `an end of the unknown cause "${current.cause}"`, line);
      this.#sink.record({ ...current, cause: "unknown" });
    } else this.#sink.record(current);
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

/** A line as a record, if it is one: a hostile log must not break those who read it. */
export function recordIn(line: string): { r: string } | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return isObject(value) && isRecord(value) ? value : null;
}

const isTime = (value: unknown) =>
  value === null || value === undefined || typeof value === "number";
const isText = (value: unknown) => value === undefined || typeof value === "string";

function isRecord(value: { readonly [key: string]: unknown }): value is { r: string } {
  if (typeof value.r !== "string") return false;
  if (!isTime(value.t) || !isText(value.text) || !isText(value.b64) || !isText(value.body)) {
    return false;
  }
  const needsExchange = ["open", "redirect", "head", "data", "end"].includes(value.r);
  if (needsExchange && typeof value.x !== "string") return false;
  if (value.r === "open") {
    return typeof value.method === "string" && typeof value.url === "string" && hasHeaders(value);
  }
  if (value.r === "head") return typeof value.status === "number" && hasHeaders(value);
  if (value.r === "data") return value.n === undefined || isCount(value.n);
  if (value.r === "redirect") return typeof value.location === "string" && hasHeaders(value);
  if (value.r === "end") return typeof value.cause === "string" && isEnding(value.error);
  return true;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const isEnding = (value: unknown) =>
  value === undefined || (isObject(value) && typeof value.message === "string");

function hasHeaders({ headers }: { readonly [key: string]: unknown }): boolean {
  return (
    Array.isArray(headers) &&
    headers.every(
      (pair) => Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string",
    )
  );
}
