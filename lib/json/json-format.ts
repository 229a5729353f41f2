/**
 * Pretty-prints JSON: one member per line, short values on one line. Only white space changes: all
 * other characters keep their order, even in text that is not JSON.
 */

import { tokenizeJson } from "./json-tokenizer.ts";

const WIDTH = 76;
const INDENT = "  ";
/** Deeper levels are not indented further: thousands of levels would be mostly spaces. */
const MAX_INDENT_DEPTH = 40;

/** `width`: values up to this width stay on one line; with 0 only empty ones do. */
export function formatJson(text: string, width = WIDTH): string {
  const tokens = splitTokens(text);
  const closings = matchBrackets(tokens);
  const out: string[] = [];
  let depth = 0;
  const newLine = () => out.push("\n", getIndent(depth));
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? "";
    const close = closings.get(i);
    if (
      close !== undefined &&
      (close === i + 1 || fitsOnLine(tokens, i, close, { depth, width }))
    ) {
      out.push(joinTokens(tokens.slice(i, close + 1)));
      i = close;
    } else if (token === "{" || token === "[") {
      out.push(token);
      depth++;
      newLine();
    } else if (token === "}" || token === "]") {
      depth = Math.max(0, depth - 1);
      newLine();
      out.push(token);
    } else if (token === ",") {
      out.push(token);
      newLine();
    } else out.push(token === ":" ? ": " : token);
  }
  return out.join("");
}

function splitTokens(text: string): string[] {
  const found: string[] = [];
  const tokens = tokenizeJson(text, { lineEndsString: true });
  while (tokens.next() !== "end") found.push(text.slice(tokens.from, tokens.to));
  return found;
}

function getIndent(depth: number): string {
  return INDENT.repeat(Math.min(depth, MAX_INDENT_DEPTH));
}

/** Does the text have very long lines? */
export function hasLongLines(text: string): boolean {
  const lines = text.split("\n", 400).length;
  return text.length > 160 && text.length / lines > 120;
}

/** Maps the index of each opening bracket to that of its closing bracket. */
function matchBrackets(tokens: readonly string[]): ReadonlyMap<number, number> {
  const open: number[] = [];
  const found = new Map<number, number>();
  for (const [i, token] of tokens.entries()) {
    if (token === "{" || token === "[") open.push(i);
    if (token !== "}" && token !== "]") continue;
    const from = open.pop();
    if (from !== undefined) found.set(from, i);
  }
  return found;
}

function fitsOnLine(
  tokens: readonly string[],
  from: number,
  to: number,
  { depth, width }: { readonly depth: number; readonly width: number },
): boolean {
  // The outermost value is always expanded.
  if (depth === 0) return false;
  let needed = getIndent(depth).length;
  for (let i = from; i <= to && needed <= width; i++) needed += (tokens[i] ?? "").length + 1;
  return needed <= width;
}

function joinTokens(tokens: readonly string[]): string {
  const isEmpty = tokens.length === 2;
  return tokens
    .map((token, i) => {
      if (token === "," || token === ":") return `${token} `;
      if (isEmpty || tokens[i + 1] === undefined) return token;
      if (token === "{") return "{ ";
      return tokens[i + 1] === "}" ? `${token} ` : token;
    })
    .join("");
}
