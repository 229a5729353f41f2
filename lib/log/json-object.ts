/** A text that is a JSON object, if it is one. */

import { isObject, type JsonObject } from "../protocol/json.ts";

export function parseJsonObject(text: string): JsonObject | null {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  // Words in brackets abound in text that is no JSON, and what throws takes long.
  if (!/^\{\s*["}]/.test(trimmed)) return null;
  try {
    const value: unknown = JSON.parse(trimmed);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
