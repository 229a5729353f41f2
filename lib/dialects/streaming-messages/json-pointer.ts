/** JSON pointers (RFC 6901), read without trust: every token is a plain string. */

/** Deeper paths are refused: whatever walks an opened path may then recurse. */
const MAX_DEPTH = 100;

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/** The tokens of a pointer; `null` where it is none. */
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

/** The index that a token names; −1 where it names none. */
export function parseIndex(token: string): number {
  return INDEX.test(token) ? Number(token) : -1;
}

/** Does what stands there decide what the parts say as text? */
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
