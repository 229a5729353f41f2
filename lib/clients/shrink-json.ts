/**
 * Makes JSON smaller: which members, items and texts could be left out or shortened, and the value
 * without them.
 *
 * **Guarantees:** pure; what stays keeps its order and the digits of its numbers.
 */

import { copyExactDigits } from "../json/exact-json.ts";
import { isArray, isObject } from "../protocol/json.ts";

/** Leaves out a member or an item, or shortens a text to its first character. */
export interface JsonEdit {
  readonly kind: "remove" | "shorten";
  /** The position of the value, as a text that is equal for equal positions. */
  readonly at: string;
}

/** More would take long to try. */
const MAX_EDITS = 200;
const MAX_DEPTH = 40;

/** Those of a value before those of what is in it. */
export function listJsonEdits(value: unknown): JsonEdit[] {
  const found: JsonEdit[] = [];
  let level: readonly { readonly at: string; readonly value: unknown }[] = [{ at: "", value }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    level = level.flatMap((holder) =>
      listMembers(holder.value).map(([key, member]) => {
        const at = `${holder.at}/${key}`;
        found.push({ kind: "remove", at });
        if (key === "text" && typeof member === "string" && member.length > 1) {
          found.push({ kind: "shorten", at });
        }
        return { at, value: member };
      }),
    );
  }
  return found.slice(0, MAX_EDITS);
}

const listMembers = (value: unknown): [string, unknown][] =>
  isObject(value) || isArray(value) ? Object.entries(value) : [];

export function applyJsonEdits(value: unknown, edits: readonly JsonEdit[]): unknown {
  const removed = new Set<string>();
  const shortened = new Set<string>();
  for (const { kind, at } of edits) (kind === "remove" ? removed : shortened).add(at);
  const copy = (item: unknown, at: string): unknown => {
    if (typeof item === "string") return shortened.has(at) ? ([...item][0] ?? "") : item;
    if (isArray(item)) {
      const kept = [...item.keys()].filter((i) => !removed.has(`${at}/${i}`));
      const list = kept.map((i) => copy(item[i], `${at}/${i}`));
      for (const [to, from] of kept.entries()) copyExactDigits(item, from, list, to);
      return list;
    }
    if (!isObject(item)) return item;
    const keys = Object.keys(item).filter((key) => !removed.has(`${at}/${key}`));
    const object = Object.fromEntries(keys.map((key) => [key, copy(item[key], `${at}/${key}`)]));
    for (const key of keys) copyExactDigits(item, key, object);
    return object;
  };
  return copy(value, "");
}
