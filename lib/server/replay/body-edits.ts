/**
 * Byte edits of a recorded body, applied to segments that keep their read and their event.
 *
 * Guarantees: without edits the segments are the body; an edit changes no byte outside its range; a
 * read boundary inside a replaced range never splits the replacement.
 */
import type { Time } from "../../wire/record.ts";
import type { BodyLayout, IdKind } from "./body-layout.ts";

export interface BodySegment {
  readonly bytes: Uint8Array;
  /** Segments of one read are sent together. */
  readonly read: number;
  readonly t: Time;
  /** Index of its event; after the last event, the number of events. */
  readonly event: number;
}

/** Replaces at least one byte. */
export interface BodyEdit {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

/** Edits that replace recorded ids with the client's own. */
export function createIdEdits(
  layout: BodyLayout,
  literals: Readonly<Partial<Record<IdKind, string>>>,
): BodyEdit[] {
  return layout.ids.flatMap(({ kind, from, to }) => {
    const literal = literals[kind];
    return literal === undefined ? [] : [{ from, to, bytes: encodeText(literal) }];
  });
}

/** Edits that wrap bare events in JSON-RPC envelopes, as JSON-RPC clients expect. */
export function createEnvelopeEdits({ bareEvents, bytes }: BodyLayout, id: string): BodyEdit[] {
  return bareEvents.flatMap(({ from, to }) => [
    { from, to: from + 1, bytes: encodeText(`{"jsonrpc":"2.0","id":${id},"result":{`) },
    { from: to - 1, to, bytes: concatBytes([bytes.subarray(to - 1, to), encodeText("}")]) },
  ]);
}

const CR = 13;
const LF = 10;
const CRLF = Uint8Array.of(CR, LF);

/** Edits that end every line with CR LF. */
export function createLineEndEdits({ bytes, isSse }: BodyLayout): BodyEdit[] {
  const edits: BodyEdit[] = [];
  if (!isSse) return edits;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at - 1] !== CR) edits.push({ from: at, to: at + 1, bytes: CRLF });
  }
  return edits;
}

/** Applies edits, in any order. They must not overlap. */
export function applyEdits(layout: BodyLayout, edits: readonly BodyEdit[]): BodySegment[] {
  const { bytes, reads, events } = layout;
  const ordered = edits.toSorted((a, b) => a.from - b.from);
  const segments: BodySegment[] = [];
  let from = 0;
  let read = 0;
  let event = 0;
  let next = 0;
  while (from < bytes.length) {
    while ((reads[read]?.end ?? bytes.length) <= from) read++;
    while ((events[event] ?? Number.POSITIVE_INFINITY) <= from) event++;
    const end = Math.min(reads[read]?.end ?? bytes.length, events[event] ?? bytes.length);
    const parts: Uint8Array[] = [];
    let to = from;
    for (let edit = ordered[next]; edit && edit.from < end; edit = ordered[++next]) {
      parts.push(bytes.subarray(to, edit.from), edit.bytes);
      to = edit.to;
    }
    if (to < end) parts.push(bytes.subarray(to, end));
    const t = reads[read]?.t ?? null;
    segments.push({ bytes: concatBytes(parts), read, t, event });
    from = Math.max(to, end);
  }
  return segments.filter((segment) => segment.bytes.length > 0);
}

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

const concatBytes = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
