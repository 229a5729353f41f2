/**
 * JSON in the one form that is signed (RFC 8785): members in the order of their names' UTF-16 units,
 * numbers as ECMAScript writes them, no white space.
 */

import { isArray, isObject } from "../../json.ts";

/** `null` where a value has no such form: it is no JSON, or says what no reader would keep. */
export function canonicalJson(value: unknown): string | null {
  try {
    return written(value);
  } catch {
    return null;
  }
}

function written(value: unknown): string {
  if (isArray(value)) return `[${value.map(written).join(",")}]`;
  if (isObject(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${text(name)}:${written(value[name])}`).join(",")}}`;
  }
  if (typeof value === "string") return text(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === "boolean" || value === null) return String(value);
  throw new TypeError("not JSON");
}

const HALF_A_CHARACTER = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function text(value: string): string {
  if (HALF_A_CHARACTER.test(value)) throw new TypeError("half a character");
  return JSON.stringify(value);
}
