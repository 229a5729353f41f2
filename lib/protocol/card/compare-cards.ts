/**
 * Compares two cards member by member. List items are matched by name (skill id, extension URI,
 * interface URL), whatever their position.
 */

import { isSameJson } from "../../json/json-stringify.ts";
import { isArray, isObject } from "../json.ts";

export interface CardChange {
  readonly kind: "added" | "removed" | "changed";
  /** For example `skills["plan"].tags`. */
  readonly path: string;
  /** `undefined` if there was no value. */
  readonly before: unknown;
  readonly after: unknown;
}

export function compareCards(before: unknown, after: unknown): CardChange[] {
  const changes: CardChange[] = [];
  compareValues("", before, after, changes);
  return changes;
}

function compareValues(path: string, before: unknown, after: unknown, changes: CardChange[]): void {
  if (isSameJson(before, after)) return;
  if (before === undefined) changes.push({ kind: "added", path, before, after });
  else if (after === undefined) changes.push({ kind: "removed", path, before, after });
  else if (isObject(before) && isObject(after)) {
    for (const name of getAllNames(before, after)) {
      compareValues(formatMemberPath(path, name), before[name], after[name], changes);
    }
  } else if (isArray(before) && isArray(after)) compareLists(path, before, after, changes);
  else changes.push({ kind: "changed", path, before, after });
}

function compareLists(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  changes: CardChange[],
): void {
  const [old, now] = [indexByName(before), indexByName(after)];
  const start = changes.length;
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    compareValues(`${path}[${name}]`, old.get(name), now.get(name), changes);
  }
  // The items are equal, but their order changed.
  if (changes.length === start) changes.push({ kind: "changed", path, before, after });
}

/** Indexes items by name; items without a unique name are indexed by position. */
function indexByName(list: readonly unknown[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [i, item] of list.entries()) {
    const name = getItemName(item);
    found.set(name === null || found.has(name) ? String(i) : name, item);
  }
  return found;
}

function getItemName(item: unknown): string | null {
  if (typeof item === "string") return JSON.stringify(item);
  if (!isObject(item)) return null;
  const name = item.id ?? item.uri ?? item.url;
  const binding = item.protocolBinding ?? item.transport;
  if (typeof name !== "string") return null;
  return JSON.stringify(typeof binding === "string" ? `${name} ${binding}` : name);
}

function getAllNames(before: object, after: object): Set<string> {
  return new Set([...Object.keys(before), ...Object.keys(after)]);
}

function formatMemberPath(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}
