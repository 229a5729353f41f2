/** Reading JSON that nobody promised anything about. */

import { parseExactJson } from "../wire/exact-json.ts";
import { stringifyJson } from "../wire/json-stringify.ts";
import { type DecodeFlags, DecodeIssue } from "./decode-flags.ts";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A field that should be a string: a number is taken as its text, anything else is noted. */
export function readText(value: unknown, flags: DecodeFlags): string | null {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return null;
  flags.decodeIssues |= DecodeIssue.WrongType;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/**
 * A text as it is, a number or a flag as its text, and nothing of objects and lists: those may have
 * a `toString` of their own that is no function, at which `String` throws.
 */
export function toPlainText(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
}

/** What a table has under a word that somebody else chose: `constructor` is in every object. */
export function getOwnEntry<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** The snake_case spelling of a field, noted when it is what was there. */
export function flagSnakeCase(value: unknown, flags: DecodeFlags): unknown {
  if (value !== undefined) flags.decodeIssues |= DecodeIssue.SnakeCase;
  return value;
}

export function filterStrings(value: unknown): string[] {
  return isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** An object that is there and not empty, else `null`. */
export function readMetadata(value: unknown): unknown {
  if (!isObject(value)) return value === undefined || value === null ? null : value;
  for (const _ in value) return value;
  return null;
}

/** `undefined` where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Do two values say the same in JSON? */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || stringifyJson(a) === stringifyJson(b);
}
