/**
 * Faults of a replayed body: events duplicated, reordered or cut off, and writes that end inside
 * characters.
 *
 * Guarantees: without faults the writes are the recorded reads; the same seed swaps the same events.
 */

import { formatPlural } from "../../text/plural.ts";
import type { Time } from "../../wire/record.ts";
import type { BodySegment } from "./body-edits.ts";
import type { ReplayOptions } from "./replay-options.ts";

interface TimedWrite {
  readonly bytes: Uint8Array;
  readonly t: Time;
}

interface FaultedBody {
  readonly writes: readonly TimedWrite[];
  /** The connection breaks after the last write. */
  readonly isCut: boolean;
  /** Why a fault had no effect. */
  readonly notes: readonly string[];
}

export function applyFaults(
  segments: readonly BodySegment[],
  events: number,
  { cutAfter, duplicate, reorder, splitCharacters }: ReplayOptions,
): FaultedBody {
  const notes: string[] = [];
  const groups: (readonly BodySegment[])[] = Array.from({ length: events }, () => []);
  const rest: BodySegment[] = [];
  for (const segment of segments) {
    const group = groups[segment.event];
    if (group) groups[segment.event] = [...group, segment];
    else rest.push(segment);
  }
  if (typeof duplicate === "number" && duplicate > events) {
    notes.push(`No event was duplicated: the response has ${formatPlural(events, "event")}.`);
  }
  if (cutAfter !== null && cutAfter > events) {
    notes.push(`Not cut: the response has ${formatPlural(events, "event")}.`);
  }
  let order = groups.flatMap((group, i) =>
    duplicate === "every" || duplicate === i + 1 ? [group, group] : [group],
  );
  if (reorder !== null) order = swapNeighbors(order, reorder);
  const isCut = cutAfter !== null && cutAfter <= order.length;
  const kept = isCut ? order.slice(0, cutAfter).flat() : [...order.flat(), ...rest];
  const writes = createWrites(kept);
  if (!splitCharacters) return { writes, isCut, notes };
  const split = writes.flatMap(splitInCharacters);
  if (split.length === writes.length) {
    notes.push("No character was split: all are one byte long.");
  }
  return { writes: split, isCut, notes };
}

/** Swaps each pair of adjacent items with probability 1/2, and at least one pair. */
function swapNeighbors<Item>(items: readonly Item[], seed: number): Item[] {
  const found = [...items];
  const random = createSeededRandom(seed);
  const pairs = Math.floor(found.length / 2);
  const alwaysSwapped = Math.floor(random() * pairs);
  for (let pair = 0; pair < pairs; pair++) {
    const isChosen = random() < 0.5 || pair === alwaysSwapped;
    if (!isChosen) continue;
    const [a, b] = found.slice(pair * 2, pair * 2 + 2) as [Item, Item];
    found.splice(pair * 2, 2, b, a);
  }
  return found;
}

/** Makes one write of the segments of one read, with times that never decrease. */
function createWrites(segments: readonly BodySegment[]): TimedWrite[] {
  const writes: { parts: Uint8Array[]; t: Time; read: number }[] = [];
  let latest: Time = null;
  for (const { bytes, read, t } of segments) {
    const last = writes[writes.length - 1];
    if (last?.read === read) {
      last.parts.push(bytes);
      continue;
    }
    latest = t === null ? latest : Math.max(latest ?? t, t);
    writes.push({ parts: [bytes], t: t === null ? null : latest, read });
  }
  return writes.map(({ parts, t }) => ({ bytes: Buffer.concat(parts), t }));
}

/** Splits each multi-byte character after its first byte. */
function splitInCharacters({ bytes, t }: TimedWrite): TimedWrite[] {
  const found: TimedWrite[] = [];
  let from = 0;
  for (const [i, byte] of bytes.entries()) {
    if (byte < 0xc0 || i + 1 === bytes.length) continue;
    found.push({ bytes: bytes.subarray(from, i + 1), t });
    from = i + 1;
  }
  found.push({ bytes: bytes.subarray(from), t });
  return found;
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
