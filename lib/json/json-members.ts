/**
 * Returns the exact text of an object's members. The caller must have parsed the object; it wants
 * part of it unchanged.
 */

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACKET_END = 93;
const BRACE = 123;
const BRACE_END = 125;

/** The last of several equal keys counts, as in `JSON.parse`. */
export function getMemberTexts(object: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = object.indexOf("{") + 1;
  for (;;) {
    at = skipSpace(object, at, COMMA);
    if (object[at] !== '"') return members;
    const keyEnd = findValueEnd(object, at);
    const colon = object.indexOf(":", keyEnd);
    if (colon < 0) return members;
    const from = skipSpace(object, colon + 1, SPACE);
    const to = findValueEnd(object, from);
    members.set(JSON.parse(object.slice(at, keyEnd)), object.slice(from, to));
    at = to;
  }
}

function skipSpace(text: string, from: number, also: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > SPACE && code !== also) break;
  }
  return at;
}

/** The end of the value that starts at `from`. */
function findValueEnd(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return findStringEnd(text, from);
  if (first !== "{" && first !== "[") return findWordEnd(text, from);
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(text, at) - 1;
    else if (code === BRACE || code === BRACKET) depth++;
    else if ((code === BRACE_END || code === BRACKET_END) && --depth === 0) return at + 1;
  }
  return text.length;
}

function findStringEnd(text: string, from: number): number {
  for (let at = from; ; ) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    // An odd number of backslashes before it escapes the quote.
    if ((at - before) % 2 === 0) return at + 1;
  }
}

function findWordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s,}\]]/.test(text[at] ?? "")) at++;
  return at;
}
