/**
 * Canonical JSON for signatures (RFC 8785): members sorted by the UTF-16 units of their names,
 * numbers in ECMAScript format, no white space.
 */

import { getExactDigits } from "../../../json/exact-json.ts";
import { isArray, isObject } from "../../json.ts";

/** `null` if a value has no canonical form: it is not JSON, or not preserved by parsers. */
export function canonicalizeJson(value: unknown): string | null {
  return writeValue(value, () => undefined);
}

/** The same with number digits as sent, for comparing values. */
export function formatComparableJson(value: unknown): string | null {
  return writeValue(value, getExactDigits);
}

type Digits = (holder: object, key: string | number) => string | undefined;

function writeValue(value: unknown, digits: Digits): string | null {
  try {
    return serialize(value, digits);
  } catch {
    return null;
  }
}

function serialize(value: unknown, digits: Digits): string {
  if (isArray(value)) {
    return `[${value.map((item, i) => digits(value, i) ?? serialize(item, digits)).join(",")}]`;
  }
  if (isObject(value)) {
    const members = Object.keys(value).sort();
    const entries = members.map((name) => {
      return `${writeString(name)}:${digits(value, name) ?? serialize(value[name], digits)}`;
    });
    return `{${entries.join(",")}}`;
  }
  if (typeof value === "string") return writeString(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === "boolean" || value === null) return String(value);
  throw new TypeError("not JSON");
}

const HALF_A_CHARACTER = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function writeString(value: string): string {
  if (HALF_A_CHARACTER.test(value)) throw new TypeError("half a character");
  return JSON.stringify(value);
}
