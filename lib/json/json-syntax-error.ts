/**
 * Finds the first JSON syntax error in a text, with the same result in every browser.
 *
 * Guarantee: reports an error exactly if `JSON.parse` throws.
 */

import { tokenizeJson } from "./json-tokenizer.ts";

interface JsonSyntaxError {
  /** Offset of the invalid character, from 0; the text length if the text ends early. */
  readonly at: number;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  /** What was expected, as a sentence without a period. */
  readonly what: string;
}

export function findJsonSyntaxError(text: string): JsonSyntaxError | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const { at, what } = findFirstFault(text);
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    return { at, line, column: at - (before.lastIndexOf("\n") + 1) + 1, what };
  }
}

/** The line of the error with a caret below its position; a long line is cut around it. */
export function formatCaretLines(text: string, { line, column }: JsonSyntaxError): string {
  const whole = text.split("\n")[line - 1] ?? "";
  const from = Math.max(0, column - 1 - REACH);
  const shown = whole.slice(from, column - 1 + REACH).replaceAll("\t", " ");
  return `${shown}\n${" ".repeat(column - 1 - from)}^`;
}

const REACH = 40;

interface SyntaxFault {
  readonly at: number;
  readonly what: string;
}

const SCALAR = /(?:true|false|null)(?![\w$])|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them inside a string
const STRING_PIECE = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Expected = "value" | "key" | "first key" | "first value" | "colon" | "more";

/** Without recursion, because brackets can be nested deeper than the stack. */
function findFirstFault(text: string): SyntaxFault {
  const open: ("{" | "[")[] = [];
  const tokens = tokenizeJson(text);
  let expected: Expected = "value";
  for (;;) {
    const token = tokens.next();
    const at = token === "end" ? text.length : tokens.from;
    const isEmpty =
      (expected === "first key" && token === "}") || (expected === "first value" && token === "]");
    const isKey: boolean = expected === "key" || expected === "first key";
    if (expected === "more") {
      const inside = open.at(-1);
      if (inside === undefined) return { at, what: "nothing more is expected" };
      const close = inside === "{" ? "}" : "]";
      if (token === ",") expected = inside === "{" ? "key" : "value";
      else if (token === close) open.pop();
      else return { at, what: `a comma or ${close} is missing` };
    } else if (expected === "colon") {
      if (token !== ":") return { at, what: "a colon is missing" };
      expected = "value";
    } else if (isEmpty) {
      open.pop();
      expected = "more";
    } else if (token === "string" || token === "unterminated") {
      const fault = findStringFault(text, at);
      if (fault) return fault;
      expected = isKey ? "colon" : "more";
    } else if (isKey) {
      return { at, what: "a name in double quotes is expected" };
    } else if (token === "{" || token === "[") {
      open.push(token);
      expected = token === "{" ? "first key" : "first value";
    } else {
      const end = token === "word" ? matchAt(SCALAR, text, at) : at;
      if (token === "end") return { at, what: "the text ends where a value is expected" };
      if (end === at) return { at, what: "a value is expected" };
      tokens.seek(end);
      expected = "more";
    }
  }
}

function findStringFault(text: string, quote: number): SyntaxFault | null {
  let at = quote;
  for (let next = at + 1; next > at; next = matchAt(STRING_PIECE, text, at)) at = next;
  if (text[at] === '"') return null;
  if (text[at] === "\\") return { at, what: "this escape does not exist in JSON" };
  if (at >= text.length) return { at, what: "a string is not closed" };
  return { at, what: "a line end or control character must be escaped in a string" };
}

/** The end of the match that starts at an index; the index itself if there is none. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
