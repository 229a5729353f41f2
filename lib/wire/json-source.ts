/**
 * JSON as somebody wrote it: the value, where each member of it stands in the text, and every
 * breach with its place. Goes on after what it can see through (a comma too many, a comment, a name
 * twice), stops at what it cannot.
 *
 * Guarantees: total; without faults the value is what `JSON.parse` makes of the text; of a name
 * that stands twice the last counts, as everywhere.
 */

import { type JsonPlace, SourceReader } from "./json-source-reader.ts";

export type { JsonPlace };

export type JsonStep = string | number;

export interface JsonFault {
  readonly kind: "syntax" | "depth" | "comma" | "comment" | "duplicate";
  /** What is wrong, without its place. */
  readonly message: string;
  readonly from: number;
  readonly to: number;
  readonly path: readonly JsonStep[];
}

export interface JsonSource {
  readonly text: string;
  /** `undefined` where a fault kept it from being read. */
  readonly value: unknown;
  readonly faults: readonly JsonFault[];
  /** The whole of it; `null` where it could not be read. */
  readonly root: JsonPlace | null;
}

export function readJsonSource(text: string): JsonSource {
  const reader = new SourceReader(text);
  const root = reader.read();
  return { text, value: root?.value, faults: reader.faults, root };
}

/** Where a member stands, its name included; the nearest there is around what is absent. */
export function placeOf(
  { root }: JsonSource,
  path: readonly JsonStep[],
): { readonly from: number; readonly to: number } | null {
  let place = root;
  for (const step of path) {
    const next = place?.members?.get(step);
    if (!next) break;
    place = next;
  }
  return place && { from: place.nameFrom, to: place.to };
}

/** Line and column of a place in a text, both from 1. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let lf = text.indexOf("\n"); lf >= 0 && lf < at; lf = text.indexOf("\n", start)) {
    line++;
    start = lf + 1;
  }
  return { line, column: at - start + 1 };
}
