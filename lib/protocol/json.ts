/** Helpers for reading untrusted JSON. */

import { parseExactJson } from "../json/exact-json.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import { type DecodeFlags, DecodeIssue } from "./decode-flags.ts";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Reads a field that should be a string: numbers become text; other types are flagged. */
export function readText(value: unknown, flags: DecodeFlags): string | null {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return null;
  flags.decodeIssues |= DecodeIssue.WrongType;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/**
 * Converts text, numbers and booleans to text, and objects and lists to an empty text: they may have
 * a `toString` that is not a function, which makes `String` throw.
 */
export function toPlainText(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
}

/** Looks up an own entry by an untrusted key; every object inherits `constructor`. */
export function getOwnEntry<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

/** Returns the value of a field in snake_case, and flags it if present. */
export function flagSnakeCase(value: unknown, flags: DecodeFlags): unknown {
  if (value !== undefined) flags.decodeIssues |= DecodeIssue.SnakeCase;
  return value;
}

export function filterStrings(value: unknown): string[] {
  return isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A non-empty object, otherwise `null`. */
export function readMetadata(value: unknown): unknown {
  if (!isObject(value)) return value === undefined || value === null ? null : value;
  for (const _ in value) return value;
  return null;
}

/** `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Parses a text that may be a JSON object; `null` if it is none. */
export function parseJsonObject(text: string): JsonObject | null {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  // Brackets are common in text that is not JSON, and a failing parse is slow.
  if (!/^\{\s*["}]/.test(trimmed)) return null;
  try {
    const value: unknown = JSON.parse(trimmed);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether two values are equal as JSON. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || stringifyJson(a) === stringifyJson(b);
}
