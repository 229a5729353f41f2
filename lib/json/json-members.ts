/**
 * Returns the exact text of an object's members. The caller must have parsed the object; it wants
 * part of it unchanged.
 */

import { tokenizeJson } from "./json-tokenizer.ts";

/** The last of several equal keys counts, as in `JSON.parse`. */
export function getMemberTexts(object: string): Map<string, string> {
  const members = new Map<string, string>();
  const tokens = tokenizeJson(object);
  let token = tokens.next();
  while (token !== "{" && token !== "end") token = tokens.next();
  for (token = tokens.next(); token === "string"; token = tokens.next()) {
    const key = object.slice(tokens.from, tokens.to);
    if (tokens.next() !== ":" || tokens.next() === "end") break;
    const { from } = tokens;
    tokens.skipTo(1);
    members.set(JSON.parse(key), object.slice(from, tokens.to));
    if (tokens.next() !== ",") break;
  }
  return members;
}
