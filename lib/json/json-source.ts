/**
 * Parses JSON with source positions: the value, the range of each member, and every syntax error.
 * Continues after minor errors (trailing comma, comment, duplicate name) and stops at others.
 *
 * **Guarantees:** total; without errors the value equals that of `JSON.parse`; the last of
 * duplicate names counts.
 */

import {
  type JsonIssue,
  type JsonPath,
  type JsonPathSegment,
  type JsonSourceNode,
  JsonSourceParser,
} from "./json-source-parser.ts";

export type { JsonIssue, JsonPath, JsonPathSegment, JsonSourceNode };

export interface JsonSource {
  readonly text: string;
  /** `undefined` if an error prevented reading it. */
  readonly value: unknown;
  readonly issues: readonly JsonIssue[];
  /** The root node; `null` if it could not be read. */
  readonly root: JsonSourceNode | null;
}

export function parseJsonSource(text: string): JsonSource {
  const reader = new JsonSourceParser(text);
  const root = reader.parse();
  return { text, value: root?.value, issues: reader.issues, root };
}

/**
 * The range of a member including its name; for an absent member, that of its nearest existing
 * ancestor.
 */
export function findMemberRange(
  { root }: JsonSource,
  path: JsonPath,
): { readonly from: number; readonly to: number } | null {
  let node = root;
  for (const step of path) {
    const next = node?.members?.get(step);
    if (!next) break;
    node = next;
  }
  return node && { from: node.nameFrom, to: node.to };
}

/** Line and column of a position, both from 1. */
export function getLineAndColumn(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let lf = text.indexOf("\n"); lf >= 0 && lf < at; lf = text.indexOf("\n", start)) {
    line++;
    start = lf + 1;
  }
  return { line, column: at - start + 1 };
}
