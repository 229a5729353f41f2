/**
 * Token templates: in most streams, nearly all events differ only in one word, the next token of an
 * artifact. A template is the text of an event around that word.
 *
 * **Guarantees:** a text that matches a template parses to the value of the template's event with
 * another word, and to nothing else.
 */

import { parseJson } from "../../json/exact-json.ts";
import { isSameJson } from "../../json/json-stringify.ts";
import { isArray, isObject } from "../../protocol/json.ts";

/** The text around one word of an event. */
export interface TokenTemplate {
  readonly before: string;
  readonly after: string;
}

type Path = readonly (string | number)[];

/** The whole text, with uniform line ends and only data lines. */
const EVENT = /^data: ?(\{[^\r\n]*\})\n\n$/;
/** For longer texts, the search would cost more than it saves. */
const MAX_TEXT_LENGTH = 1 << 16;
/** Limits the search, because the word may occur elsewhere in the text. */
const MAX_ATTEMPTS = 3;
/** A word that no agent sends. */
const PLACEHOLDER = "\u{F0000}";

/** Whether a text can be a whole JSON string without escapes. */
export function isUnescapedText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes.
  return !/["\\\u0000-\u001f]/.test(text);
}

/** Finds the template in a server-sent event that other tokens of the same artifact will match. */
export function findTokenTemplateInEvent(event: string): TokenTemplate | null {
  const json = event.length > MAX_TEXT_LENGTH ? undefined : EVENT.exec(event)?.[1];
  const template = json === undefined ? null : findTokenTemplate(json);
  if (json === undefined || template === null) return null;
  const start = event.indexOf(json);
  return {
    before: event.slice(0, start) + template.before,
    after: template.after + event.slice(start + json.length),
  };
}

/** The same in the JSON of an event. */
export function findTokenTemplate(json: string, value = parseJson(json)): TokenTemplate | null {
  const path = json.length > MAX_TEXT_LENGTH ? null : findTokenPath(value);
  if (!path) return null;
  const word = getAtPath(value, path);
  if (typeof word !== "string" || word === "" || !isUnescapedText(word)) return null;
  const literal = `"${word}"`;
  let from = json.indexOf(literal);
  for (let tried = 0; from >= 0 && tried < MAX_ATTEMPTS; tried++) {
    const end = from + 1 + word.length;
    const template = { before: json.slice(0, from + 1), after: json.slice(end) };
    if (isValidTemplate(template, path, value)) return template;
    from = json.indexOf(literal, from + 1);
  }
  return null;
}

/** The word with which a text matches the template; `null` if it does not match. */
export function matchToken(text: string, { before, after }: TokenTemplate): string | null {
  const to = text.length - after.length;
  // Comparing slices takes a fifth of the time of `startsWith`.
  if (to < before.length || text.slice(0, before.length) !== before) return null;
  if (text.slice(to) !== after) return null;
  const word = text.slice(before.length, to);
  return isUnescapedText(word) ? word : null;
}

/** Does another word change only the value at the path? */
function isValidTemplate({ before, after }: TokenTemplate, path: Path, value: unknown): boolean {
  const other = parseJson(before + PLACEHOLDER + after);
  if (getAtPath(other, path) !== PLACEHOLDER) return false;
  const [key, ...rest] = path.toReversed();
  const holder = getAtPath(other, rest.toReversed());
  if (key === undefined || !isObject(holder)) return false;
  Object.assign(holder, { [key]: getAtPath(value, path) });
  return isSameJson(other, value);
}

/** The path to the text of an artifact update that contains only text. */
function findTokenPath(value: unknown): Path | null {
  const path: (string | number)[] = [];
  let here = value;
  for (const key of ["result", "artifactUpdate"]) {
    if (!isObject(here) || !isObject(here[key])) continue;
    here = here[key];
    path.push(key);
  }
  if (!isObject(here) || !isObject(here.artifact)) return null;
  const { parts } = here.artifact;
  if (!isArray(parts) || parts.length !== 1 || !isTextOnlyPart(parts[0])) return null;
  return [...path, "artifact", "parts", 0, "text"];
}

/** Does the part contain only text? */
function isTextOnlyPart(part: unknown): boolean {
  if (!isObject(part)) return false;
  return Object.entries(part).every(
    ([key, value]) => key === "text" || ((key === "kind" || key === "type") && value === "text"),
  );
}

function getAtPath(value: unknown, path: Path): unknown {
  let here = value;
  for (const key of path) {
    if (typeof key === "number") here = isArray(here) ? here[key] : undefined;
    else here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }
  return here;
}
