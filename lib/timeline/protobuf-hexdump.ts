/**
 * Hexdump of a gRPC message: its prefix, then each field with its name and value.
 *
 * **Guarantees:** every byte is in exactly one row, in order. Only the middle of a very long field
 * is one row that states its length.
 */

import { stringifyJson } from "../json/json-stringify.ts";
import { type GrpcMessage, readGrpcBody } from "../protocol/grpc/body.ts";
import type { FieldRange } from "../protocol/grpc/decode.ts";
import { formatPlural } from "../text/plural.ts";
import { decodeBinaryString, decodeLenient, formatHex } from "../text/utf8.ts";
import { GRPC_PREFIX_BYTES } from "../wire/grpc-framer.ts";

export interface HexdumpRow {
  /** Positions in the frame's text, one per byte. */
  readonly from: number;
  readonly to: number;
  /** Number of leading bytes that describe the content: prefix, tag, length. */
  readonly lead: number;
  readonly kind: "prefix" | FieldRange["holds"] | "rest" | "left-out";
  /** Name of the field, in its first row. */
  readonly name: string | null;
  /** Nesting depth. */
  readonly depth: number;
  readonly says: string;
}

export const BYTES_PER_ROW = 8;

/** Only the start and end of a longer field are shown. */
const MAX_FIELD_BYTES = 16_384;
const SHOWN_END_BYTES = 2_048;

/** The rows of one frame; without a message, its raw bytes. */
export function createHexdumpRows(frame: string, message: GrpcMessage | null): HexdumpRow[] {
  const rows = new HexdumpWriter(frame);
  rows.writePrefix();
  for (const field of message?.fields ?? []) rows.writeField(field, message?.value);
  rows.writeRest(frame.length);
  return rows.rows;
}

/** Formats the rows as lines of text. */
export function formatHexdump(rows: readonly HexdumpRow[], frame: string): string[] {
  return rows.map(({ from, to, kind, name, depth, says }) => {
    const bytes = kind === "left-out" ? "…" : formatHex(frame.slice(from, to));
    const words = [name, says].filter((word) => word !== null && word !== "").join("  ");
    const offset = `0x${from.toString(16).padStart(5, "0")}`;
    return `${offset}  ${bytes.padEnd(BYTES_PER_ROW * 3)} ${"  ".repeat(depth)}${words}`.trimEnd();
  });
}

/** Hexdump of a gRPC request body, as lines. */
export function formatRequestHexdump(url: string, bodyB64: string): string[] {
  const message = readGrpcBody(url, bodyB64);
  const frame = message ? atob(bodyB64) : "";
  return formatHexdump(createHexdumpRows(frame, message), frame);
}

class HexdumpWriter {
  readonly rows: HexdumpRow[] = [];
  readonly #frame: string;
  #at = 0;

  constructor(frame: string) {
    this.#frame = frame;
  }

  writePrefix(): void {
    const to = Math.min(GRPC_PREFIX_BYTES, this.#frame.length);
    if (to === 0) return;
    const isWhole = to === GRPC_PREFIX_BYTES;
    const says = isWhole ? formatPrefix(this.#frame) : "cut off";
    this.#addRow({ to, lead: to, kind: "prefix", name: "prefix", depth: 0, says });
  }

  writeField(field: FieldRange, value: unknown): void {
    this.writeRest(field.tag);
    const { holds, depth, from, to } = field;
    const name = formatFieldName(field);
    if (holds === "message") {
      return this.#addRow({ to: from, lead: from - this.#at, kind: holds, name, depth, says: "" });
    }
    const says =
      holds === "text" || holds === "key" ? null : formatValue(getValueAt(value, field), field);
    this.#writeContent({ lead: from - this.#at, to, kind: holds, name, depth, says });
  }

  /** Writes the bytes that belong to no field. */
  writeRest(to: number): void {
    if (to <= this.#at) return;
    this.#writeContent({ lead: 0, to, kind: "rest", name: "not decoded", depth: 0, says: "" });
  }

  /** Splits a field into rows. Each row of a text field shows the text of its own bytes. */
  #writeContent(field: Omit<HexdumpRow, "from" | "says"> & { readonly says: string | null }): void {
    const { to, kind, depth } = field;
    const isLong = to - this.#at > MAX_FIELD_BYTES;
    const stop = isLong ? this.#at + SHOWN_END_BYTES : to;
    let { lead, name } = field;
    do {
      const end = field.says === null ? this.#findTextEnd(lead, stop) : this.#at + BYTES_PER_ROW;
      const upTo = Math.min(end, stop);
      const text = () => escapeControls(this.#decodeText(this.#at + lead, upTo));
      const says = field.says === null ? text() : name === null ? "" : field.says;
      this.#addRow({ to: upTo, lead, kind, name, depth, says });
      lead = 0;
      name = null;
    } while (this.#at < stop);
    if (!isLong) return;
    const end = to - SHOWN_END_BYTES;
    const says = `${formatPlural(end - this.#at, "byte")} not shown`;
    this.#addRow({ to: end, lead: 0, kind: "left-out", name: null, depth, says });
    this.#writeContent({ ...field, lead: 0, name: null });
  }

  #addRow(row: Omit<HexdumpRow, "from">): void {
    this.rows.push({ from: this.#at, ...row });
    this.#at = row.to;
  }

  /** Returns an end that does not split a character. */
  #findTextEnd(lead: number, stop: number): number {
    let end = Math.min(this.#at + BYTES_PER_ROW, stop);
    const least = this.#at + lead;
    while (end < stop && end > least && isContinuationByte(this.#frame.charCodeAt(end))) end--;
    return end > this.#at ? end : this.#at + BYTES_PER_ROW;
  }

  #decodeText(from: number, to: number): string {
    return decodeLenient(decodeBinaryString(this.#frame.slice(from, Math.max(from, to)))).text;
  }
}

/** Is this a UTF-8 continuation byte? */
function isContinuationByte(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

function formatPrefix(frame: string): string {
  const [flag = 0, ...size] = decodeBinaryString(frame.slice(0, GRPC_PREFIX_BYTES));
  const length = size.reduce((sum, byte) => sum * 256 + byte, 0);
  const how = flag === 0 ? "not compressed" : flag === 1 ? "compressed" : `flag ${flag}`;
  return `${how}, ${formatPlural(length, "byte")}`;
}

function formatFieldName({ name, number, path, holds }: FieldRange): string {
  if (name === null) return `field ${number}`;
  const last = path[path.length - 1];
  return typeof last === "number" && holds !== "key" ? `${name}[${last}]` : name;
}

function getValueAt(value: unknown, { path, holds }: FieldRange): unknown {
  if (holds === "bytes") return undefined;
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null ? (at as Record<string, unknown>)[key] : undefined,
    value,
  );
}

const MAX_VALUE_LENGTH = 80;

function formatValue(value: unknown, { from, to }: FieldRange): string {
  if (value === undefined) return formatPlural(to - from, "byte");
  const words = typeof value === "string" ? value : stringifyJson(value);
  return words.length > MAX_VALUE_LENGTH ? `${words.slice(0, MAX_VALUE_LENGTH)}…` : words;
}

/** Escapes control characters and line separators as in JSON. */
function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (char) => JSON.stringify(char).slice(1, -1));
}
