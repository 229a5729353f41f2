/**
 * The exact text of an object's members. The object must be JSON: who asks has parsed it, and wants
 * to pass on a part of it as it stood.
 */

/** Of equal keys the last counts, as for `JSON.parse`. */
export function memberTexts(object: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = object.indexOf("{") + 1;
  for (;;) {
    at = afterSpace(object, at, ",");
    if (object[at] !== '"') return members;
    const keyEnd = valueEnd(object, at);
    const colon = object.indexOf(":", keyEnd);
    if (colon < 0) return members;
    const from = afterSpace(object, colon + 1, "");
    const to = valueEnd(object, from);
    members.set(JSON.parse(object.slice(at, keyEnd)), object.slice(from, to));
    at = to;
  }
}

function afterSpace(text: string, from: number, also: string): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) <= 32 || text[at] === also)) at++;
  return at;
}

/** Just after the value that begins at `from`. */
function valueEnd(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return stringEnd(text, from);
  if (first !== "{" && first !== "[") return wordEnd(text, from);
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s,}\]]/.test(text[at] ?? "")) at++;
  return at;
}
