/** Parses a text that may be a JSON object. */

import { isObject, type JsonObject } from "../protocol/json.ts";

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
