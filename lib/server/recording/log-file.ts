/**
 * Reads the start and end of a log file before it is followed or continued.
 *
 * Guarantees: reads the start and the end, never the whole file; changes only a torn last line that
 * no process is still writing.
 */
import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { formatPlural } from "../../text/plural.ts";
import { type LogHeader, type NoteRecord, SKIPPED_TEXT_LIMIT } from "../../wire/record.ts";

/** Longer than any header line Loupe writes; a log whose first line is longer has no header. */
const MAX_HEADER_BYTES = 1 << 14;
const TAIL_BYTES = 1 << 16;
const NEWLINE = 10;

interface LogStart {
  size: number;
  header: LogHeader | null;
}

export async function readLogStart(path: string): Promise<LogStart> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(MAX_HEADER_BYTES),
      0,
      MAX_HEADER_BYTES,
      0,
    );
    const end = buffer.subarray(0, bytesRead).indexOf(NEWLINE);
    const line = buffer.toString("utf8", 0, end < 0 ? bytesRead : end);
    return { size, header: parseLogHeader(line) };
  } finally {
    await file.close();
  }
}

/** The first line of a log, if it is one. */
function parseLogHeader(line: string): LogHeader | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { r, version, id, at, by, name, masked } = value as Partial<
    Record<keyof LogHeader, unknown>
  >;
  if (r !== "loupe" || typeof version !== "number") return null;
  return {
    r,
    version,
    id: typeof id === "string" ? id : "",
    at: typeof at === "string" ? at : null,
    by: typeof by === "string" ? by : "",
    ...(typeof name === "string" && { name }),
    ...(typeof masked === "boolean" && { masked }),
  };
}

interface LogTail {
  /** The time of the last record; 0 if no record has one. */
  lastTime: number;
  /** Set when the last line has no newline: the writer stopped in the middle of it. */
  torn: { closing: string; note: string } | null;
}

/** Closes a torn line in a way that no complete record ends. */
const TORN_CLOSING = " ‹torn›\n";

/** A quote inside a string is escaped, so this matches only the field of a record. */
const TIME_FIELD = /,"t":(\d+(?:\.\d+)?)[,}]/g;

export async function readLogTail(path: string, size: number): Promise<LogTail> {
  const file = await open(path, "r");
  try {
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, size - from, from);
    const tail = buffer.subarray(0, bytesRead);
    const times = [...tail.toString().matchAll(TIME_FIELD)];
    return { lastTime: Number(times.at(-1)?.[1] ?? 0), torn: describeTornLine(tail, from === 0) };
  } finally {
    await file.close();
  }
}

/** For this long, a half-written line may still be in progress. */
const WRITE_WAIT_MS = 100;

/** Closes a torn last line and adds a note, unless another process is still writing it. */
export async function closeTornLine(path: string, t: number): Promise<void> {
  const { size } = await stat(path);
  const { torn } = await readLogTail(path, size);
  if (!torn) return;
  await sleep(WRITE_WAIT_MS);
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
  try {
    if ((await file.stat()).size !== size) return;
    const note: NoteRecord = { r: "note", t, text: torn.note };
    await file.write(`${torn.closing}${JSON.stringify(note)}\n`);
  } finally {
    await file.close();
  }
}

/** The offset after the last complete line. */
export async function findEndOfLines(path: string): Promise<number> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(TAIL_BYTES);
    for (let end = (await file.stat()).size; end > 0; ) {
      const from = Math.max(0, end - TAIL_BYTES);
      const { bytesRead } = await file.read(buffer, 0, end - from, from);
      const newline = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      if (newline >= 0) return from + newline + 1;
      end = from;
    }
    return 0;
  } finally {
    await file.close();
  }
}

function describeTornLine(tail: Buffer, whole: boolean): LogTail["torn"] {
  const begin = tail.lastIndexOf(NEWLINE) + 1;
  const torn = tail.subarray(begin);
  if (torn.length === 0) return null;
  const length = `${begin > 0 || whole ? "" : "more than "}${formatPlural(torn.length, "byte")}`;
  const start = torn.toString("utf8", 0, SKIPPED_TEXT_LIMIT);
  return {
    closing: TORN_CLOSING,
    note: `The previous line is incomplete: the recorder stopped while writing it (${length}): ${start}`,
  };
}

/**
 * True if a line of a log looks like a record, judged only by its first and last bytes. `{"feed":`
 * is excluded: such lines are the feed's own messages, and a log must not forge them.
 */
export function isRecordLine(line: Buffer): boolean {
  return (
    line[0] === 0x7b && line[line.length - 1] === 0x7d && !line.subarray(0, 8).equals(FEED_PREFIX)
  );
}

const FEED_PREFIX = Buffer.from('{"feed":');
