/**
 * JSON as somebody wrote it: the value, where each member of it stands in the text, and every
 * breach with its place. Goes on after what it can see through (a comma too many, a comment, a name
 * twice), stops at what it cannot.
 *
 * Guarantees: total; without faults the value is what `JSON.parse` makes of the text; of a name
 * that stands twice the last counts, as everywhere.
 */

import { type JsonSourceNode, JsonSourceParser } from "./json-source-parser.ts";

export type { JsonSourceNode };

export type JsonPathSegment = string | number;

export interface JsonIssue {
  readonly kind: "syntax" | "depth" | "comma" | "comment" | "duplicate";
  /** What is wrong, without its place. */
  readonly message: string;
  readonly from: number;
  readonly to: number;
  readonly path: readonly JsonPathSegment[];
}

export interface JsonSource {
  readonly text: string;
  /** `undefined` where a fault kept it from being read. */
  readonly value: unknown;
  readonly issues: readonly JsonIssue[];
  /** The whole of it; `null` where it could not be read. */
  readonly root: JsonSourceNode | null;
}

export function parseJsonSource(text: string): JsonSource {
  const reader = new JsonSourceParser(text);
  const root = reader.parse();
  return { text, value: root?.value, issues: reader.issues, root };
}

/** Where a member stands, its name included; the nearest there is around what is absent. */
export function findMemberRange(
  { root }: JsonSource,
  path: readonly JsonPathSegment[],
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
export function getLineAndColumn(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let lf = text.indexOf("\n"); lf >= 0 && lf < at; lf = text.indexOf("\n", start)) {
    line++;
    start = lf + 1;
  }
  return { line, column: at - start + 1 };
}
