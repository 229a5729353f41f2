/** Cuts a `data` record to byte ranges; the parts keep its time. */

import { decodeBase64, decodeStrict, encodeBase64, getUtf8Length } from "../text/utf8.ts";
import type { DataRecord } from "../wire/record.ts";
import type { BodyByteRange } from "./kept-frames.ts";

/** Number of bytes in the record; 0 if they cannot be decoded. */
export function getDataLength({ text, b64, n }: DataRecord): number {
  if (b64 === undefined) return n ?? getUtf8Length(text ?? "");
  return decodeBytes(b64)?.length ?? 0;
}

/** The parts of the record inside the spans. The record is at `start` to `end` of the body. */
export function trimData(
  record: DataRecord,
  start: number,
  end: number,
  spans: readonly BodyByteRange[],
  limit: number,
): DataRecord[] {
  const parts: DataRecord[] = [];
  let bytes: Uint8Array | null = null;
  for (let i = findFirstRangeAfter(spans, start); i < spans.length; i++) {
    const span = spans[i];
    if (!span || span.from >= Math.min(end, limit)) break;
    const from = Math.max(span.from, start) - start;
    const to = Math.min(span.to, end, limit) - start;
    if (to <= from) break;
    if (to - from === end - start) return [record];
    bytes ??= getBytes(record);
    parts.push(createPart(record, bytes.subarray(from, to)));
  }
  return parts;
}

/** Index of the first span that ends after `at`. */
function findFirstRangeAfter(spans: readonly BodyByteRange[], at: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.to ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function createPart({ x, t, b64 }: DataRecord, bytes: Uint8Array): DataRecord {
  const text = b64 === undefined ? decodeStrict(bytes) : null;
  const content = text === null ? { b64: encodeBase64(bytes) } : { text };
  return { r: "data", x, t, ...content, n: bytes.length };
}

function getBytes({ text, b64 }: DataRecord): Uint8Array {
  return b64 === undefined
    ? new TextEncoder().encode(text)
    : (decodeBytes(b64) ?? new Uint8Array(0));
}

function decodeBytes(b64: string): Uint8Array | null {
  try {
    return decodeBase64(b64);
  } catch {
    return null;
  }
}
