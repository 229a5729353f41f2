/** JSON pointers (RFC 6901) from untrusted input: every token is a plain string. */

/** Deeper paths are rejected, so that code may recurse along a path. */
const MAX_DEPTH = 100;

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/** The tokens of a pointer; `null` if it is invalid. */
export function parseJsonPointer(pointer: string): string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return null;
  const tokens = pointer.slice(1).split("/", MAX_DEPTH + 1);
  if (tokens.length > MAX_DEPTH) return null;
  return pointer.includes("~") ? tokens.map(unescapeToken) : tokens;
}

function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The index in a token; −1 if it is not an index. */
export function parseIndex(token: string): number {
  return INDEX.test(token) ? Number(token) : -1;
}

/** Whether the value at this path affects the text of the parts. */
export function affectsText([first, , member, ...deeper]: readonly string[]): boolean {
  if (first !== "parts" || deeper.length > 0) return false;
  return member === undefined || ["text", "content", "kind", "type"].includes(member);
}

export function isPartListPath(tokens: readonly string[]): boolean {
  return tokens.length === 1 && tokens[0] === "parts";
}

export function isPartTextPath(tokens: readonly string[]): boolean {
  return tokens.length === 3 && tokens[0] === "parts" && tokens[2] === "text";
}
