/** Formats values as JavaScript and Python literals, with variables in place of secrets. */

import { escapeControls, replaceHidden } from "../../text/hidden-characters.ts";
import { isArray, isObject } from "../json.ts";
import type { SecretPlaceholders, SnippetText } from "./secret-placeholders.ts";

interface SnippetLanguage {
  formatString(spelled: SnippetText): string;
  formatKey(name: string): string;
  readonly constants: { readonly true: string; readonly false: string; readonly null: string };
}

export const JAVASCRIPT: SnippetLanguage = {
  formatString: (spelled) =>
    joinText(spelled, formatJavascriptString, (variable) => `process.env.${variable}`, " + "),
  // Unquoted, it would set the prototype of the object.
  formatKey: (name) => (name === "__proto__" ? '["__proto__"]' : formatJavascriptString(name)),
  constants: { true: "true", false: "false", null: "null" },
};

export const PYTHON: SnippetLanguage = {
  formatString: (spelled) =>
    joinText(
      spelled,
      formatPythonString,
      (variable) => `os.environ[${JSON.stringify(variable)}]`,
      " + ",
    ),
  formatKey: formatPythonString,
  constants: { true: "True", false: "False", null: "None" },
};

/**
 * JSON strings are valid JavaScript; this one is also safe in an HTML script element, and without
 * characters that a terminal or editor would obey or hide.
 */
function formatJavascriptString(text: string): string {
  return escapeControls(JSON.stringify(text)).replaceAll("</", "<\\/").replaceAll("<!", "<\\u0021");
}

/** JSON escapes have the same meaning in Python, but for those of surrogate pairs. */
function formatPythonString(text: string): string {
  return replaceHidden(JSON.stringify(text), (hidden) =>
    hidden.replace(/[\s\S]/gu, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16);
      return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
    }),
  );
}

function joinText(
  spelled: SnippetText,
  quote: (text: string) => string,
  read: (variable: string) => string,
  plus: string,
): string {
  if (spelled.length === 0) return quote("");
  return spelled
    .map((piece) => (typeof piece === "string" ? quote(piece) : read(piece.variable)))
    .join(plus);
}

/** Formats a JSON value with one member per line. */
export function formatLiteral(
  value: unknown,
  language: SnippetLanguage,
  hidden: SecretPlaceholders,
  indent = "",
): string {
  const deeper = `${indent}  `;
  const inside = (item: unknown) => formatLiteral(item, language, hidden, deeper);
  if (typeof value === "string") return language.formatString(hidden.replaceSecrets(value));
  if (typeof value === "number") return JSON.stringify(value);
  if (isArray(value)) return formatBlock("[", value.map(inside), "]", indent);
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${language.formatKey(name)}: ${inside(member)}`,
    );
    return formatBlock("{", members, "}", indent);
  }
  return value === true
    ? language.constants.true
    : value === false
      ? language.constants.false
      : language.constants.null;
}

function formatBlock(
  open: string,
  items: readonly string[],
  close: string,
  indent: string,
): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close}`;
}

/** Parses a body if serializing the value gives the same bytes again. */
export function parseRoundTripJson(body: string): { readonly value: unknown } | null {
  try {
    const value: unknown = JSON.parse(body);
    return JSON.stringify(value) === body ? { value } : null;
  } catch {
    return null;
  }
}

/** The headers as an object, if no name occurs twice. */
export function toHeaderObject(headers: readonly (readonly [string, string])[]) {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return names.size === headers.length ? Object.fromEntries(headers) : null;
}
