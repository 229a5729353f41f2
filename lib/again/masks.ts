/** Secrets were masked when a request was recorded: where, and putting given ones in their places. */

const MASK = /‹masked [0-9a-f]+›/g;

/** The marks in a value, each once. */
export function masksIn(value: unknown): readonly string[] {
  return [...new Set(JSON.stringify(value)?.match(MASK))];
}

/** The value with what was given in the places of the marks; marks without one stay. */
export function unmasked<T>(value: T, given: ReadonlyMap<string, string>): T {
  return given.size === 0 ? value : (mapStrings(value, (text) => filled(text, given)) as T);
}

function filled(text: string, given: ReadonlyMap<string, string>): string {
  return text.replace(MASK, (mark) => given.get(mark) || mark);
}

/** The same JSON with every text in it changed. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapStrings(one, change)]),
  );
}
