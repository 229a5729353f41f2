/** Paths into the parts of a streamed message. */

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
