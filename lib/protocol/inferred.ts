/**
 * Which places of a frame's JSON Loupe read otherwise than they are written, and why: what the
 * decoder noted as bits, found again in the value it was about.
 */

import { isArray, isObject } from "./json.ts";
import type { MarkKind, Place, Reader } from "./mark-places.ts";
import { IRREGULAR_READERS, MAPPED_READERS } from "./mark-readers.ts";

export type { MarkKind };

export interface Mark {
  readonly path: readonly (string | number)[];
  readonly kind: MarkKind;
  readonly note: string;
}

export interface NotedBits {
  readonly evidence: number;
  readonly irregular: number;
}

/** Nothing an agent sends has more than this looked through. */
const PLACES_LIMIT = 20_000;
/** The protocol reads nothing that lies deeper; the path to a place is as long as the place is deep. */
const DEPTH_LIMIT = 64;

/** The marks of a frame's value, in the order of its places. */
export function marksIn(value: unknown, { evidence, irregular }: NotedBits): Mark[] {
  const noted = [
    ...IRREGULAR_READERS.filter(([bit]) => irregular & bit),
    ...MAPPED_READERS.filter(([bit]) => evidence & bit),
  ].map(([, reader]) => reader);
  if (noted.length === 0) return [];
  const shown = new Set<Reader>();
  const marks: Mark[] = [];
  for (const place of placesOf(value)) {
    for (const reader of noted) {
      const note = reader.at(place);
      if (note === undefined) continue;
      shown.add(reader);
      marks.push({ path: place.path, kind: reader.kind, note });
    }
  }
  for (const reader of noted) {
    if (!shown.has(reader)) marks.unshift({ path: [], kind: reader.kind, note: reader.note });
  }
  return marks;
}

function* placesOf(value: unknown): Generator<Place> {
  const queue: Place[] = [{ path: [], key: "", value, owner: undefined }];
  for (let i = 0; i < queue.length && i < PLACES_LIMIT; i++) {
    const place = queue[i];
    if (!place) return;
    yield place;
    const { path } = place;
    if (path.length >= DEPTH_LIMIT) continue;
    // Metadata and data parts are the agent's own: nothing of them was read.
    if (
      place.key === "metadata" ||
      (place.key === "data" && typeof path[path.length - 2] === "number")
    )
      continue;
    for (const [key, inner] of membersOf(place.value)) {
      if (queue.length >= PLACES_LIMIT) break;
      queue.push({ path: [...path, key], key, value: inner, owner: place.value });
    }
  }
}

function membersOf(value: unknown): (readonly [string | number, unknown])[] {
  if (isArray(value)) return value.map((item, i) => [i, item] as const);
  return isObject(value) ? Object.entries(value) : [];
}
