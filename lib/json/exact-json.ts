/**
 * Parses JSON like `JSON.parse`, and remembers the digits of numbers that JavaScript rounds: 64-bit
 * ids, decimals with more digits than a double. Values are unchanged; printers look up the digits
 * by the object or array that contains the number.
 *
 * **Guarantees:** a text without such numbers costs no more than `JSON.parse` and one search.
 */

import { parseJsonSource } from "./json-source.ts";
import type { JsonSourceNode } from "./json-source-parser.ts";

/** A number that may be rounded. It may also match inside a string, which costs only time. */
const LONG_NUMBER = /(?:^|[:[,\s])-?(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d{3})/;

const DIGITS = new WeakMap<object, Map<string, string>>();
let isAnyKept = false;

/** Throws if `JSON.parse` does. */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!LONG_NUMBER.test(text)) return value;
  const { root, issues } = parseJsonSource(text);
  if (root === null || issues.length > 0 || !keepDigits(root, text)) return value;
  return root.value;
}

/** Like `parseExactJson`, but `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Has any rounded number been parsed? If not, printing can skip the lookup of digits. */
export function hasExactNumbers(): boolean {
  return isAnyKept;
}

/** The original digits of a rounded number; `undefined` for every other member. */
export function getExactDigits(holder: object, key: string | number): string | undefined {
  return isAnyKept ? DIGITS.get(holder)?.get(String(key)) : undefined;
}

/** Copies the digits along with a member. */
export function copyExactDigits(
  from: object,
  key: string | number,
  to: object,
  toKey: string | number = key,
): void {
  const digits = getExactDigits(from, key);
  if (digits !== undefined) keep(to, toKey, digits);
}

function keepDigits(root: JsonSourceNode, text: string): boolean {
  let isKept = false;
  const queue: JsonSourceNode[] = [root];
  for (let node = queue.pop(); node; node = queue.pop()) {
    const { value } = node;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of node.members ?? []) {
      if (member.members) queue.push(member);
      else if (typeof member.value === "number") {
        const digits = text.slice(member.from, member.to);
        if (!isRounded(digits, member.value)) continue;
        keep(value, key, digits);
        isKept = true;
      }
    }
  }
  return isKept;
}

function keep(holder: object, key: string | number, digits: string): void {
  const known = DIGITS.get(holder) ?? new Map<string, string>();
  DIGITS.set(holder, known.set(String(key), digits));
  isAnyKept = true;
}

/** Do the digits denote another number than JavaScript's value? */
function isRounded(digits: string, value: number): boolean {
  return !Number.isFinite(value) || significant(digits) !== significant(String(value));
}

/** Significant digits and exponent: `1.50e3` and `1500` are equal. */
function significant(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().replace(/^-/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const all = `${whole}${fraction}`.replace(/^0+/, "");
  const bare = all.replace(/0+$/, "");
  if (bare === "") return "0";
  return `${bare}e${Number(exponent) - fraction.length + all.length - bare.length}`;
}
