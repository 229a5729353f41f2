/**
 * Token templates: in most streams, nearly all events differ only in one word, the next token of an
 * artifact. An event that matches the template of an earlier one need not be parsed.
 *
 * Guarantee: `TemplateValue` gives for a word the value that `JSON.parse` gives for its text.
 */

import { isArray, isObject, isSameJson, parseJson } from "./json.ts";

/** The common text of server-sent events, or of their JSON, around one word. */
export interface TokenTemplate {
  readonly before: string;
  readonly after: string;
  /** The path of the word in the JSON of the event. */
  readonly path: readonly (string | number)[];
}

/** A text that consists of `before`, the word, and `after`. */
export interface TemplateMatch {
  readonly template: TokenTemplate;
  readonly word: string;
}

/** A matching text of an exchange, before it is assembled. */
export interface MatchedToken extends TemplateMatch {
  /** The exchange. */
  readonly x: string;
  readonly time: number;
  /** Length of the whole text. */
  readonly bytes: number;
  /** Offset of its line in a file that can be read again; −1 for none. */
  readonly offset: number;
}

/** The whole text, with uniform line ends and only data lines. */
const EVENT = /^data: ?(\{[^\r\n]*\})\n\n$/;
/** For longer texts, the search would cost more than it saves. */
const MAX_TEXT_LENGTH = 1 << 16;
/** Limits the search, because the word may occur elsewhere in the text. */
const MAX_ATTEMPTS = 3;
/** A template with this many uses was worth learning. */
const MIN_USES = 4;
/** Maximum number of texts to skip before learning again. */
const MAX_PAUSE = 255;
/** A word that no agent sends. */
const PLACEHOLDER = "\u{F0000}";

/** Whether a text can be a whole JSON string without escapes. */
export function isUnescapedText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes.
  return !/["\\\u0000-\u001f]/.test(text);
}

/** Finds the template that other tokens of the same artifact will match. */
export function findTokenTemplate(text: string): TokenTemplate | null {
  const json = text.length > MAX_TEXT_LENGTH ? undefined : EVENT.exec(text)?.[1];
  return json === undefined ? null : findTemplate(text, json);
}

/** The same for the JSON of an event. */
export function findTokenTemplateInJson(json: string): TokenTemplate | null {
  return json.length > MAX_TEXT_LENGTH ? null : findTemplate(json, json);
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

/** Decides when to learn a template again, because in some streams no texts are alike. */
export class Backoff {
  #pause = 0;
  #wait = 0;

  /** `uses`: how often the last template matched. */
  shouldRetry(uses: number): boolean {
    if (this.#wait > 0) {
      this.#wait--;
      return false;
    }
    this.#pause = uses >= MIN_USES ? 0 : Math.min(MAX_PAUSE, this.#pause * 2 + 1);
    this.#wait = this.#pause;
    return true;
  }
}

function findTemplate(text: string, json: string): TokenTemplate | null {
  const value = parseJson(json);
  const path = findTokenPath(value);
  if (!path) return null;
  const word = getAtPath(value, path);
  if (typeof word !== "string" || word === "" || !isUnescapedText(word)) return null;
  const literal = `"${word}"`;
  let from = text.indexOf(literal);
  for (let tried = 0; from >= 0 && tried < MAX_ATTEMPTS; tried++) {
    const end = from + 1 + word.length;
    const likeness = { before: text.slice(0, from + 1), after: text.slice(end), path };
    if (isValidTemplate(likeness, word, value)) return likeness;
    from = text.indexOf(literal, from + 1);
  }
  return null;
}

/** The value of matching events: one object, with a different word each time. */
export class TemplateValue {
  readonly #value: unknown;
  readonly #holder: Record<string, unknown> | null;
  readonly #key: string;

  constructor({ before, after, path }: TokenTemplate) {
    const text = before + PLACEHOLDER + after;
    this.#value = parseJson(EVENT.exec(text)?.[1] ?? text);
    const holder = getAtPath(this.#value, path.slice(0, -1));
    this.#key = String(path.at(-1));
    const isThere = isObject(holder) && holder[this.#key] === PLACEHOLDER;
    this.#holder = isThere ? (holder as Record<string, unknown>) : null;
  }

  /** Returns the same object each time; `undefined` if the template is invalid. */
  with(word: string): unknown {
    if (!this.#holder) return undefined;
    this.#holder[this.#key] = word;
    return this.#value;
  }
}

/** Whether another word changes only the value at the template's path. */
function isValidTemplate(template: TokenTemplate, word: string, value: unknown): boolean {
  const like = new TemplateValue(template).with(word);
  return like !== undefined && isSameJson(like, value);
}

/** The path to the text of an artifact update that contains only text. */
function findTokenPath(value: unknown): (string | number)[] | null {
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

/** Whether a part contains only text, so that no reference to the part is kept. */
function isTextOnlyPart(part: unknown): boolean {
  if (!isObject(part)) return false;
  return Object.entries(part).every(
    ([key, value]) => key === "text" || ((key === "kind" || key === "type") && value === "text"),
  );
}

function getAtPath(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof key === "number") here = isArray(here) ? here[key] : undefined;
    else here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }
  return here;
}
