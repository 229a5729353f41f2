/** Compares two meanings member by member. */

import { stringifyJson } from "../json/json-stringify.ts";
import { isArray, isObject } from "../protocol/json.ts";
import { type EventMeaning, LongNumber } from "./meaning.ts";

/** One member that a client changed. What is absent is `undefined`. */
export interface MemberChange {
  /** `artifact.parts[0].text`. */
  readonly member: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** Nested deeper, values are compared as a whole. */
const MAX_DEPTH = 40;

/** All members in which two meanings differ, in their order; at most `limit`. */
export function listChanges(old: EventMeaning, next: EventMeaning, limit = 20): MemberChange[] {
  const found: MemberChange[] = [];
  collect("", old, next, 0, found, limit);
  return found;
}

function collect(
  member: string,
  old: unknown,
  next: unknown,
  depth: number,
  found: MemberChange[],
  limit: number,
): void {
  if (found.length >= limit) return;
  const isBoth = isBranch(old) && isBranch(next) && isArray(old) === isArray(next);
  if (!isBoth || depth >= MAX_DEPTH) {
    if (!isSame(old, next)) found.push({ member, old, new: next });
    return;
  }
  for (const key of new Set([...Object.keys(old), ...Object.keys(next)])) {
    const path = formatMember(member, key, isArray(old));
    collect(path, getOwn(old, key), getOwn(next, key), depth + 1, found, limit);
  }
}

const isBranch = (value: unknown): value is object =>
  (isObject(value) && !(value instanceof LongNumber)) || isArray(value);

const getOwn = (holder: object, key: string): unknown =>
  Object.hasOwn(holder, key) ? (holder as Readonly<Record<string, unknown>>)[key] : undefined;

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof LongNumber || b instanceof LongNumber) {
    return a instanceof LongNumber && b instanceof LongNumber && a.digits === b.digits;
  }
  return a === b || (isBranch(a) && isBranch(b) && getKey(a) === getKey(b));
}

function formatMember(member: string, key: string, isItem: boolean): string {
  if (isItem) return `${member}[${key}]`;
  if (!/^[\w$-]+$/.test(key)) return `${member}[${JSON.stringify(key)}]`;
  return member === "" ? key : `${member}.${key}`;
}

/** A text that is equal for equal meanings: members are sorted, long numbers are marked. */
export function getKey(value: unknown, depth = 0): string {
  if (value instanceof LongNumber) return `#${value.digits}`;
  if (!isBranch(value) || depth > MAX_DEPTH) return stringifyJson(value ?? null);
  if (isArray(value)) return `[${value.map((item) => getKey(item, depth + 1)).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${getKey(item, depth + 1)}`).join()}}`;
}
