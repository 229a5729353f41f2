/** Reading JSON that nobody promised anything about. */

import { Irregular, type Reading } from "./notes.ts";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A field that should be a string: a number is taken as its text, anything else is noted. */
export function text(value: unknown, reading: Reading): string | null {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return null;
  reading.irregular |= Irregular.WrongType;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** The snake_case spelling of a field, noted when it is what was there. */
export function snake(value: unknown, reading: Reading): unknown {
  if (value !== undefined) reading.irregular |= Irregular.SnakeCase;
  return value;
}

export function strings(value: unknown): string[] {
  return isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** An object that is there and not empty, else `null`. */
export function metadata(value: unknown): unknown {
  if (!isObject(value)) return value === undefined || value === null ? null : value;
  for (const _ in value) return value;
  return null;
}

/** Do two values say the same in JSON? Not known of what is too deep to be written. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    return false;
  }
}
