/**
 * Writes JSON of any depth and size in chunks. `JSON.stringify` overflows the stack for the
 * thousands of levels that an agent may nest, and a long run's report may exceed the maximum string
 * length.
 */

import { getExactDigits } from "../json/exact-json.ts";

const CHUNK_LENGTH = 1 << 16;

interface WriterLevel {
  readonly holder: object;
  readonly entries: readonly (readonly [key: string | null, value: unknown])[];
  readonly close: "]" | "}";
  next: number;
}

export function* writeJson(root: unknown): Generator<string> {
  const levels: WriterLevel[] = [];
  let piece = beginValue(root, levels);
  for (let level = levels[0]; level; level = levels[levels.length - 1]) {
    const entry = level.entries[level.next];
    if (entry) {
      const [key, value] = entry;
      const digits = getExactDigits(level.holder, key ?? level.next);
      piece += level.next++ === 0 ? "\n" : ",\n";
      piece += "  ".repeat(Math.min(levels.length, INDENT_LIMIT));
      if (key !== null) piece += `${JSON.stringify(key)}: `;
      piece += digits ?? beginValue(value, levels);
    } else {
      levels.pop();
      piece += `\n${"  ".repeat(Math.min(levels.length, INDENT_LIMIT))}${level.close}`;
    }
    if (piece.length > CHUNK_LENGTH) {
      yield piece;
      piece = "";
    }
  }
  yield piece;
}

/** Deeper levels are not indented further: their indentation would be larger than their content. */
const INDENT_LIMIT = 40;

/** Returns a leaf, or the opening of a container, whose entries it pushes on the stack. */
function beginValue(value: unknown, levels: WriterLevel[]): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    levels.push({ holder: value, entries: value.map((item) => [null, item]), close: "]", next: 0 });
    return "[";
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return "{}";
  levels.push({ holder: value, entries, close: "}", next: 0 });
  return "{";
}
