/** Values as JavaScript and Python write them, with variables where there were secrets. */

import { isArray, isObject } from "../json.ts";
import type { Hidden, Spelled } from "./hidden.ts";

export interface Language {
  string(spelled: Spelled): string;
  key(name: string): string;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
}

export const JAVASCRIPT: Language = {
  string: (spelled) =>
    joined(spelled, javascriptString, (variable) => `process.env.${variable}`, " + "),
  // As a plain name it would be the object's prototype.
  key: (name) => (name === "__proto__" ? '["__proto__"]' : javascriptString(name)),
  words: { true: "true", false: "false", null: "null" },
};

export const PYTHON: Language = {
  string: (spelled) =>
    joined(spelled, pythonString, (variable) => `os.environ[${JSON.stringify(variable)}]`, " + "),
  key: pythonString,
  words: { true: "True", false: "False", null: "None" },
};

/** JSON's strings are JavaScript's; this one may stand in a page's script as well. */
function javascriptString(text: string): string {
  return JSON.stringify(text).replaceAll("</", "<\\/").replaceAll("<!", "<\\u0021");
}

/** JSON's escapes mean the same in Python. */
function pythonString(text: string): string {
  return JSON.stringify(text);
}

function joined(
  spelled: Spelled,
  quote: (text: string) => string,
  read: (variable: string) => string,
  plus: string,
): string {
  if (spelled.length === 0) return quote("");
  return spelled
    .map((piece) => (typeof piece === "string" ? quote(piece) : read(piece.variable)))
    .join(plus);
}

/** A JSON value, a member a line. */
export function literal(value: unknown, language: Language, hidden: Hidden, indent = ""): string {
  const deeper = `${indent}  `;
  const inside = (item: unknown) => literal(item, language, hidden, deeper);
  if (typeof value === "string") return language.string(hidden.spell(value));
  if (typeof value === "number") return JSON.stringify(value);
  if (isArray(value)) return block("[", value.map(inside), "]", indent);
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${language.key(name)}: ${inside(member)}`,
    );
    return block("{", members, "}", indent);
  }
  return value === true
    ? language.words.true
    : value === false
      ? language.words.false
      : language.words.null;
}

function block(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close}`;
}

/** The value that a body is the JSON of, if writing that again gives the same bytes. */
export function sameJson(body: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? { value } : null;
  } catch {
    return null;
  }
}

/** The headers as an object, where no name stands twice. */
export function headerObject(headers: readonly (readonly [string, string])[]) {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return names.size === headers.length ? Object.fromEntries(headers) : null;
}
