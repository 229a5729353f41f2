/**
 * Visits the strings and numbers of a JSON text with their paths, also where the text is not valid
 * JSON: every digit and every closed string is visited up to the first string without an end.
 */

import type { JsonPath } from "./json-source.ts";
import { tokenizeJson } from "./json-tokenizer.ts";

/** `name`: the name of a member. */
export type JsonScalarKind = "text" | "name" | "number";

interface Level {
  key: string | number;
  /** The next string is a member name. */
  awaitsName: boolean;
}

const NUMBER = /[-\d][-+.\deE]*/g;

/** Visits strings, without their quotes, and numbers in order. The path of a name is its member's. */
export function forEachScalar(
  text: string,
  visit: (path: JsonPath, from: number, to: number, kind: JsonScalarKind) => void,
): void {
  const levels: Level[] = [];
  const getPath = () => levels.map(({ key }) => key);
  const tokens = tokenizeJson(text);
  for (let token = tokens.next(); token !== "end"; token = tokens.next()) {
    const { from, to } = tokens;
    const level = levels.at(-1);
    if (token === "{") levels.push({ key: "", awaitsName: true });
    else if (token === "[") levels.push({ key: 0, awaitsName: false });
    else if (token === "}" || token === "]") levels.pop();
    else if (token === "," && typeof level?.key === "number") level.key++;
    else if (token === "," && level) level.awaitsName = true;
    else if (token === "word") {
      for (const { 0: number, index } of text.slice(from, to).matchAll(NUMBER)) {
        visit(getPath(), from + index, from + index + number.length, "number");
      }
    } else if (token === "string") {
      const isName = level?.awaitsName === true;
      if (isName) {
        level.key = decodeStringLiteral(text.slice(from + 1, to - 1)) ?? "";
        level.awaitsName = false;
      }
      visit(getPath(), from + 1, to - 1, isName ? "name" : "text");
    } else if (token === "unterminated") return;
  }
}

/** Decodes the text between the quotes of a string; `null` if its escapes are invalid. */
export function decodeStringLiteral(literal: string): string | null {
  if (!literal.includes("\\")) return literal;
  try {
    return JSON.parse(`"${literal}"`);
  } catch {
    return null;
  }
}
