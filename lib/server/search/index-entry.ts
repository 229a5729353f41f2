/**
 * One entry of the search index: a line of JSON, the text, and a line with the places of its lines.
 */

import type { LinePlace, LogAnalysis } from "../../api/library-search.ts";
import { isObject, tryParseJson } from "../../protocol/json.ts";

/** What is kept in memory of an entry. */
export interface IndexEntry extends Omit<LogAnalysis, "text" | "places"> {
  readonly id: string;
  /** The size of the log when it was analyzed. */
  readonly bytes: number;
  /** The program that analyzed it. */
  readonly by: string;
  readonly range: EntryRange;
}

/** Offsets in the file. */
interface EntryRange {
  readonly start: number;
  readonly text: number;
  readonly places: number;
  readonly end: number;
}

export interface EntryLines extends Pick<LogAnalysis, "text" | "places"> {
  readonly id: string;
}

const NEWLINE = 10;
const SPACE = 0x20;

type FormattedEntry = LogAnalysis & Pick<IndexEntry, "id" | "bytes" | "by">;

export function formatEntry({ text, places, ...head }: FormattedEntry): Buffer {
  const textBytes = Buffer.from(`${text}\n`);
  const placeBytes = Buffer.from(`${JSON.stringify(places.map(toTuple))}\n`);
  const line = JSON.stringify({ ...head, text: textBytes.length, places: placeBytes.length });
  return Buffer.concat([Buffer.from(`${line}\n`), textBytes, placeBytes]);
}

const toTuple = ({ row, event, kind }: LinePlace) => [row, event, kind] as const;

interface EntryHead {
  readonly range: EntryRange;
  /** `null` if it was dropped. */
  readonly entry: IndexEntry | null;
}

export function parseHead(line: string, start: number, length: number): EntryHead | null {
  const head = tryParseJson(line);
  if (!isObject(head) || typeof head.text !== "number" || typeof head.places !== "number") {
    return null;
  }
  const text = start + length;
  const places = text + head.text;
  const range = { start, text, places, end: places + head.places };
  if (!(head.text > 0 && head.places > 0)) return null;
  return { range, entry: isEntryContent(head) ? { ...head, range } : null };
}

/** Only the outline is checked: `by` says which program wrote the rest. */
function isEntryContent(head: object): head is Omit<IndexEntry, "range"> {
  const { id, by, bytes, facts, turns }: Partial<Record<keyof IndexEntry, unknown>> = head;
  const isNamed = typeof id === "string" && typeof by === "string" && typeof bytes === "number";
  return isNamed && isObject(facts) && Array.isArray(turns);
}

export function parsePlaces(text: string): LinePlace[] {
  const tuples = tryParseJson(text);
  if (!Array.isArray(tuples)) return [];
  return tuples.map((tuple: unknown) => {
    const [row, event, kind] = Array.isArray(tuple) ? tuple : [];
    return {
      row: typeof row === "number" ? row : 0,
      event: typeof event === "number" ? event : null,
      kind: typeof kind === "string" ? kind : "other",
    };
  });
}

/** `start`: the offset of the bytes. A line break ends the text. */
export function decodeText(bytes: Buffer, { text, places }: EntryRange, start: number): string {
  return bytes.toString("utf8", text - start, places - start - 1);
}

/** An entry without its content, of the same length, so that the entries behind it are still found. */
export function createOverwrittenEntry({ start, text, places, end }: EntryRange): Buffer {
  const bytes = Buffer.alloc(end - start, SPACE);
  bytes.write(JSON.stringify({ text: places - text, places: end - places }));
  bytes[text - start - 1] = NEWLINE;
  return bytes;
}
