/**
 * `JSON.stringify` for values of any depth: what agents nest thousands of levels deep can be parsed,
 * but the built-in writer runs out of stack.
 */

interface Level {
  readonly entries: readonly (readonly [key: string | null, value: unknown])[];
  readonly close: "]" | "}";
  next: number;
}

/** For what came out of JSON; nothing of what is undefined. What is too deep is not indented. */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? "";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return written(value);
  }
}

function written(root: unknown): string {
  const pieces: string[] = [];
  const levels: Level[] = [];
  const begin = (value: unknown) => {
    if (typeof value !== "object" || value === null) {
      pieces.push(JSON.stringify(value) ?? "null");
      return;
    }
    const isList = Array.isArray(value);
    const entries = isList
      ? value.map((item) => [null, item] as const)
      : Object.entries(value).filter(([, item]) => item !== undefined);
    pieces.push(isList ? "[" : "{");
    levels.push({ entries, close: isList ? "]" : "}", next: 0 });
  };
  begin(root);
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const entry = level.entries[level.next];
    if (!entry) {
      pieces.push(level.close);
      levels.pop();
      continue;
    }
    const [key, value] = entry;
    if (level.next++ > 0) pieces.push(",");
    if (key !== null) pieces.push(`${JSON.stringify(key)}:`);
    begin(value);
  }
  return pieces.join("");
}
