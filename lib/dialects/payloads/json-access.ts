/** Safe access to untrusted JSON that agents attach to messages. */

import { parseExactJson } from "../../json/exact-json.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";

/** The own members of an object; empty for other values. */
export function toMembers(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function getOwnMember(value: unknown, ...names: readonly string[]): unknown {
  if (!isObject(value)) return undefined;
  for (const name of names) {
    if (Object.hasOwn(value, name) && value[name] !== null) return value[name];
  }
  return undefined;
}

/** The first of these members that is text; numbers are converted to text. */
export function getOwnText(value: unknown, ...names: readonly string[]): string | null {
  for (const name of names) {
    const found = getOwnMember(value, name);
    if (typeof found === "string" && found !== "") return found;
    if (typeof found === "number") return String(found);
  }
  return null;
}

/** The first of these members that is a number; 64-bit numbers are often sent as text. */
export function getOwnNumber(value: unknown, ...names: readonly string[]): number | null {
  for (const name of names) {
    const found = getOwnMember(value, name);
    const number = typeof found === "string" && found !== "" ? Number(found) : found;
    if (typeof number === "number" && Number.isFinite(number)) return number;
  }
  return null;
}

/** A list unchanged, a single value as a list of one, a missing value as an empty list. */
export function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return isArray(value) ? value : [value];
}

/** Parses text that contains JSON, because some agents send objects so. */
export function parseJsonText(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}
