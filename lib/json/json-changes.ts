/**
 * What changed between two JSON values, as edits by JSON Pointer.
 *
 * **Guarantees:** the edits, done to the first value, give the second; members that are equal are in no
 * edit.
 */

import type { JsonEdits } from "./json-edit.ts";
import { formatJsonPointer } from "./json-pointer.ts";

type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

/** `null` if a value is no object: its members cannot be edited. */
export function findJsonChanges(before: unknown, after: unknown): JsonEdits | null {
  if (!isMembers(before) || !isMembers(after)) return null;
  const set: [pointer: string, value: unknown][] = [];
  const remove: string[] = [];
  compareMembers(before, after, [], { set, remove });
  return {
    ...(set.length > 0 && { set: Object.fromEntries(set) }),
    ...(remove.length > 0 && { remove }),
  };
}

interface Changes {
  readonly set: [pointer: string, value: unknown][];
  readonly remove: string[];
}

function compare(before: unknown, after: unknown, path: Path, changes: Changes): void {
  if (isMembers(before) && isMembers(after)) compareMembers(before, after, path, changes);
  else if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, changes);
  } else if (!Object.is(before, after)) changes.set.push([formatJsonPointer(path), after]);
}

function compareMembers(before: Members, after: Members, path: Path, changes: Changes): void {
  for (const [name, value] of Object.entries(after)) {
    const at = [...path, name];
    if (Object.hasOwn(before, name)) compare(before[name], value, at, changes);
    else changes.set.push([formatJsonPointer(at), value]);
  }
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) changes.remove.push(formatJsonPointer([...path, name]));
  }
}

function compareLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: Path,
  changes: Changes,
): void {
  for (const [i, value] of after.entries()) {
    if (i < before.length) compare(before[i], value, [...path, i], changes);
    else changes.set.push([formatJsonPointer([...path, i]), value]);
  }
  // From the end, so that the others keep their positions.
  for (let i = before.length - 1; i >= after.length; i--) {
    changes.remove.push(formatJsonPointer([...path, i]));
  }
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
