/**
 * Finds where a match in raw bytes may be overwritten. The end of an escape and what follows may
 * look like a secret (`\nexample`); overwriting the `n` would break the escape.
 */

const JSON_ESCAPE = /^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/;
const MAX_ESCAPE_LENGTH = 6;

/** The first position in a range that may be overwritten: after an escape that reaches into it. */
export function findWritableStart(text: string, from: number, to: number): number {
  const near = Math.max(0, from - MAX_ESCAPE_LENGTH + 1);
  const slash = near + text.slice(near, from).lastIndexOf("\\");
  if (slash < near) return from;
  let first = slash;
  while (text[first - 1] === "\\") first--;
  // The second of two backslashes is escaped by the first and starts no escape.
  if ((slash - first) % 2 === 1) return from;
  const found = JSON_ESCAPE.exec(text.slice(slash, slash + MAX_ESCAPE_LENGTH))?.[0] ?? "";
  return Math.min(to, Math.max(from, slash + found.length));
}
