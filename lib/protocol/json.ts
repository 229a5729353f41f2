/** Helpers for reading untrusted JSON. */

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
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

export function filterStrings(value: unknown): string[] {
  return isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A non-empty object, otherwise `null`. */
export function readMetadata(value: unknown): unknown {
  if (!isObject(value)) return value === undefined || value === null ? null : value;
  for (const _ in value) return value;
  return null;
}

/** `undefined` if the text is not JSON. A byte order mark before it is skipped. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
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
