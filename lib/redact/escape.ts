/**
 * In bytes as they stand, the end of an escape and what follows may look like a text: `\nexample`.
 * To write over the `n` would break what it is part of.
 */

const ESCAPE = /^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/;
const LONGEST = 6;

/** The first place from which on a stretch may be written over: behind an escape that reaches into it. */
export function keptOfEscape(text: string, from: number, to: number): number {
  const near = Math.max(0, from - LONGEST + 1);
  const slash = near + text.slice(near, from).lastIndexOf("\\");
  if (slash < near) return from;
  let first = slash;
  while (text[first - 1] === "\\") first--;
  // Of two slashes the first takes the second from what follows.
  if ((slash - first) % 2 === 1) return from;
  const found = ESCAPE.exec(text.slice(slash, slash + LONGEST))?.[0] ?? "";
  return Math.min(to, Math.max(from, slash + found.length));
}
