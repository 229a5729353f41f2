/**
 * Finds the first JSON syntax error in a text, with the same result in every browser.
 *
 * Guarantee: reports an error exactly if `JSON.parse` throws.
 */

export interface JsonSyntaxError {
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

const BLANK = /[\t\n\r ]*/y;
const SCALAR = /(?:true|false|null)(?![\w$])|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them inside a string
const STRING_PIECE = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Without recursion, because brackets can be nested deeper than the stack. */
function findFirstFault(text: string): SyntaxFault {
  const open: ("{" | "[")[] = [];
  let wanted: "value" | "key" | "first key" | "first value" | "more" = "value";
  let at = skipPattern(BLANK, text, 0);
  for (;;) {
    const char = text[at];
    const inside = open.at(-1);
    if (wanted === "more" && inside === undefined)
      return createFault(at, "nothing more is expected");
    if (wanted === "more") {
      if (char === ",") wanted = inside === "{" ? "key" : "value";
      else if (char === (inside === "{" ? "}" : "]")) open.pop();
      else
        return createFault(
          at,
          inside === "{" ? "a comma or } is missing" : "a comma or ] is missing",
        );
      at++;
    } else if (char === "}" && wanted === "first key") {
      open.pop();
      wanted = "more";
      at++;
    } else if (char === "]" && wanted === "first value") {
      open.pop();
      wanted = "more";
      at++;
    } else if (wanted === "key" || wanted === "first key") {
      if (char !== '"') return createFault(at, "a name in double quotes is expected");
      const end = scanString(text, at);
      if (typeof end !== "number") return end;
      at = skipPattern(BLANK, text, end);
      if (text[at] !== ":") return createFault(at, "a colon is missing");
      at++;
      wanted = "value";
    } else if (char === "{" || char === "[") {
      open.push(char);
      wanted = char === "{" ? "first key" : "first value";
      at++;
    } else {
      const end = char === '"' ? scanString(text, at) : scanScalar(text, at);
      if (typeof end !== "number") return end;
      at = end;
      wanted = "more";
    }
    at = skipPattern(BLANK, text, at);
  }
}

function scanString(text: string, quote: number): number | SyntaxFault {
  let at = quote + 1;
  for (;;) {
    const next = skipPattern(STRING_PIECE, text, at);
    if (next > at) at = next;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === "\\") return createFault(at, "this escape does not exist in JSON");
    else if (at >= text.length) return createFault(at, "a string is not closed");
    else return createFault(at, "a line end or control character must be escaped in a string");
  }
}

function scanScalar(text: string, at: number): number | SyntaxFault {
  const end = skipPattern(SCALAR, text, at);
  if (end > at) return end;
  return createFault(
    at,
    at >= text.length ? "the text ends where a value is expected" : "a value is expected",
  );
}

function skipPattern(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function createFault(at: number, what: string): SyntaxFault {
  return { at, what };
}
