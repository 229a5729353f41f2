/**
 * `JSON.stringify` for values of any depth: agents send values nested thousands of levels deep, on
 * which the built-in function overflows the stack. Rounded numbers are written with their original
 * digits.
 */

import { getExactDigits, hasExactNumbers } from "./exact-json.ts";

interface Level {
  readonly holder: object;
  readonly entries: readonly (readonly [key: string | null, value: unknown])[];
  readonly close: "]" | "}";
  next: number;
}

/** Deeper levels are not indented further: thousands of levels would be mostly spaces. */
const DEEPEST = 40;

/** For JSON values; `undefined` gives an empty string. */
export function stringifyJson(value: unknown, indent?: number): string {
  if (hasExactNumbers() && typeof value === "object" && value !== null) {
    return stringifyIteratively(value, indent);
  }
  try {
    return JSON.stringify(value, null, indent) ?? "";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return stringifyIteratively(value);
  }
}

/** Whether two values are equal as JSON. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || stringifyJson(a) === stringifyJson(b);
}

function stringifyIteratively(root: unknown, indent = 0): string {
  const pieces: string[] = [];
  const levels: Level[] = [];
  const newLine = () => {
    if (indent > 0) pieces.push("\n", " ".repeat(indent * Math.min(levels.length, DEEPEST)));
  };
  const begin = (value: unknown, digits?: string) => {
    if (typeof value !== "object" || value === null) {
      pieces.push(digits ?? JSON.stringify(value) ?? "null");
      return;
    }
    const isList = Array.isArray(value);
    const entries = isList
      ? value.map((item) => [null, item] as const)
      : Object.entries(value).filter(([, item]) => item !== undefined);
    pieces.push(isList ? "[" : "{");
    levels.push({ holder: value, entries, close: isList ? "]" : "}", next: 0 });
  };
  begin(root);
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const entry = level.entries[level.next];
    if (!entry) {
      levels.pop();
      if (level.next > 0) newLine();
      pieces.push(level.close);
      continue;
    }
    const [key, value] = entry;
    const index = level.next++;
    if (index > 0) pieces.push(",");
    newLine();
    if (key !== null) pieces.push(`${JSON.stringify(key)}:${indent > 0 ? " " : ""}`);
    begin(value, getExactDigits(level.holder, key ?? index));
  }
  return pieces.join("");
}
