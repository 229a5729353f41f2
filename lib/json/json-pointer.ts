/** JSON Pointers (RFC 6901). Those from untrusted input have plain strings as tokens. */

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

export function formatJsonPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${`${step}`.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The index in a token; −1 if it is not an index. */
export function parseIndex(token: string): number {
  return INDEX.test(token) ? Number(token) : -1;
}
