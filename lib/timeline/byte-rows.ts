/**
 * The bytes of a message of gRPC as rows that can be read: its prefix, then each field with its
 * name beside its bytes and what these say. Every byte stands in exactly one row, in order; only of
 * a very long field the middle is one row that says how long it is.
 */

import { type GrpcMessage, readGrpcBody } from "../protocol/grpc/body.ts";
import type { FieldRange } from "../protocol/grpc/decode.ts";
import { GRPC_PREFIX_BYTES } from "../wire/grpc-framer.ts";
import { stringifyJson } from "../wire/json-stringify.ts";
import { formatPlural } from "../wire/plural.ts";
import { decodeLenient, formatHex, fromBinaryString } from "../wire/utf8.ts";

export interface ByteRow {
  /** Positions in the frame's text, a byte each. */
  readonly from: number;
  readonly to: number;
  /** How many of its bytes say what follows: the prefix, a tag, a length. */
  readonly lead: number;
  readonly kind: "prefix" | FieldRange["holds"] | "rest" | "left-out";
  /** What the bytes are, where those of a field begin. */
  readonly name: string | null;
  /** How many messages they stand in. */
  readonly depth: number;
  readonly says: string;
}

export const ROW_BYTES = 8;

/** A field longer than this is shown by its beginning and its end. */
const LONGEST = 16_384;
const ENDS = 2_048;

/** The rows of one frame; without a message its bytes are what they are. */
export function byteRows(frame: string, message: GrpcMessage | null): ByteRow[] {
  const rows = new RowWriter(frame);
  rows.prefix();
  for (const field of message?.fields ?? []) rows.field(field, message?.value);
  rows.rest(frame.length);
  return rows.rows;
}

/** The same as lines of text, for where text is all there is room for. */
export function byteLines(rows: readonly ByteRow[], frame: string): string[] {
  return rows.map(({ from, to, kind, name, depth, says }) => {
    const bytes = kind === "left-out" ? "…" : formatHex(frame.slice(from, to));
    const words = [name, says].filter((word) => word !== null && word !== "").join("  ");
    const offset = `0x${from.toString(16).padStart(5, "0")}`;
    return `${offset}  ${bytes.padEnd(ROW_BYTES * 3)} ${"  ".repeat(depth)}${words}`.trimEnd();
  });
}

/** The bytes of the body of a call as lines. */
export function requestLines(url: string, bodyB64: string): string[] {
  const message = readGrpcBody(url, bodyB64);
  const frame = message ? atob(bodyB64) : "";
  return byteLines(byteRows(frame, message), frame);
}

class RowWriter {
  readonly rows: ByteRow[] = [];
  readonly #frame: string;
  #at = 0;

  constructor(frame: string) {
    this.#frame = frame;
  }

  prefix(): void {
    const to = Math.min(GRPC_PREFIX_BYTES, this.#frame.length);
    if (to === 0) return;
    const isWhole = to === GRPC_PREFIX_BYTES;
    const says = isWhole ? prefixWords(this.#frame) : "cut off";
    this.#push({ to, lead: to, kind: "prefix", name: "prefix", depth: 0, says });
  }

  field(field: FieldRange, value: unknown): void {
    this.rest(field.tag);
    const { holds, depth, from, to } = field;
    const name = nameOf(field);
    if (holds === "message") {
      return this.#push({ to: from, lead: from - this.#at, kind: holds, name, depth, says: "" });
    }
    const says = holds === "text" || holds === "key" ? null : wordsOf(valueAt(value, field), field);
    this.#content({ lead: from - this.#at, to, kind: holds, name, depth, says });
  }

  /** Bytes that no field accounts for. */
  rest(to: number): void {
    if (to <= this.#at) return;
    this.#content({ lead: 0, to, kind: "rest", name: "not read", depth: 0, says: "" });
  }

  /** Rows of so many bytes; those of text say it, each what its own bytes say. */
  #content(field: Omit<ByteRow, "from" | "says"> & { readonly says: string | null }): void {
    const { to, kind, depth } = field;
    const isLong = to - this.#at > LONGEST;
    const stop = isLong ? this.#at + ENDS : to;
    let { lead, name } = field;
    do {
      const end = field.says === null ? this.#textEnd(lead, stop) : this.#at + ROW_BYTES;
      const upTo = Math.min(end, stop);
      const text = () => escaped(this.#text(this.#at + lead, upTo));
      const says = field.says === null ? text() : name === null ? "" : field.says;
      this.#push({ to: upTo, lead, kind, name, depth, says });
      lead = 0;
      name = null;
    } while (this.#at < stop);
    if (!isLong) return;
    const end = to - ENDS;
    const says = `${formatPlural(end - this.#at, "byte")} not drawn`;
    this.#push({ to: end, lead: 0, kind: "left-out", name: null, depth, says });
    this.#content({ ...field, lead: 0, name: null });
  }

  #push(row: Omit<ByteRow, "from">): void {
    this.rows.push({ from: this.#at, ...row });
    this.#at = row.to;
  }

  /** No character is cut in two. */
  #textEnd(lead: number, stop: number): number {
    let end = Math.min(this.#at + ROW_BYTES, stop);
    const least = this.#at + lead;
    while (end < stop && end > least && isInside(this.#frame.charCodeAt(end))) end--;
    return end > this.#at ? end : this.#at + ROW_BYTES;
  }

  #text(from: number, to: number): string {
    return decodeLenient(fromBinaryString(this.#frame.slice(from, Math.max(from, to)))).text;
  }
}

/** A byte of a character that began before it. */
function isInside(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

function prefixWords(frame: string): string {
  const [flag = 0, ...size] = fromBinaryString(frame.slice(0, GRPC_PREFIX_BYTES));
  const length = size.reduce((sum, byte) => sum * 256 + byte, 0);
  const how = flag === 0 ? "not compressed" : flag === 1 ? "compressed" : `flag ${flag}`;
  return `${how}, ${formatPlural(length, "byte")}`;
}

function nameOf({ name, number, path, holds }: FieldRange): string {
  if (name === null) return `field ${number}`;
  const last = path[path.length - 1];
  return typeof last === "number" && holds !== "key" ? `${name}[${last}]` : name;
}

function valueAt(value: unknown, { path, holds }: FieldRange): unknown {
  if (holds === "bytes") return undefined;
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined,
    value,
  );
}

const LONGEST_WORDS = 80;

function wordsOf(value: unknown, { from, to }: FieldRange): string {
  if (value === undefined) return formatPlural(to - from, "byte");
  const words = typeof value === "string" ? value : stringifyJson(value);
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}…` : words;
}

/** Text on one line: what ends or bends lines stands as it is written in JSON. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (char) => JSON.stringify(char).slice(1, -1));
}
