/**
 * Events that differ in one word: of most streams nearly all are alike, one token of one artifact
 * after the other. Who knows what two such have in common need not parse the second.
 *
 * Guarantee: what `LikeValue` gives for a word is what `JSON.parse` gives for the text with it.
 */

import { isArray, isObject, isSameJson, parseJson } from "./json.ts";

/** What texts of one server-sent event each, or of its JSON alone, have in common. */
export interface TokenTemplate {
  readonly before: string;
  readonly after: string;
  /** The way to the word in the JSON of the event. */
  readonly path: readonly (string | number)[];
}

/** A text that is `before`, the word, and `after`. */
export interface TemplateMatch {
  readonly template: TokenTemplate;
  readonly word: string;
}

/** One text of an exchange that is like others, before it is put together. */
export interface MatchedToken extends TemplateMatch {
  /** The exchange. */
  readonly x: string;
  readonly time: number;
  /** Of the whole text. */
  readonly bytes: number;
  /** Where its line begins in the file that can be read again; −1 for nowhere. */
  readonly offset: number;
}

/** The whole text, with a line end of one kind and nothing beside its data. */
const EVENT = /^data: ?(\{[^\r\n]*\})\n\n$/;
/** To look at a longer text for this would take longer than it could save. */
const MAX_TEXT_LENGTH = 1 << 16;
/** The same word may stand elsewhere in the text. */
const MAX_ATTEMPTS = 3;
/** What was learned and helped so often was worth it. */
const MIN_USES = 4;
/** So many texts at most are let pass before the next is learned from. */
const MAX_PAUSE = 255;
/** A word that no agent says. */
const PLACEHOLDER = "\u{F0000}";

/** May a text stand in a string of JSON as it is, and be all of it? */
export function isUnescapedText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes.
  return !/["\\\u0000-\u001f]/.test(text);
}

/** What other tokens of the same artifact will have in common with the text of this event. */
export function findTokenTemplate(text: string): TokenTemplate | null {
  const json = text.length > MAX_TEXT_LENGTH ? undefined : EVENT.exec(text)?.[1];
  return json === undefined ? null : findTemplate(text, json);
}

/** The same of the JSON that an event is. */
export function findTokenTemplateInJson(json: string): TokenTemplate | null {
  return json.length > MAX_TEXT_LENGTH ? null : findTemplate(json, json);
}

/** The word that makes this text of the likeness; `null` where it has none. */
export function matchToken(text: string, { before, after }: TokenTemplate): string | null {
  const to = text.length - after.length;
  // To compare slices takes a fifth of the time of `startsWith`.
  if (to < before.length || text.slice(0, before.length) !== before) return null;
  if (text.slice(to) !== after) return null;
  const word = text.slice(before.length, to);
  return isUnescapedText(word) ? word : null;
}

/** When to learn again: of many texts, none is like another. */
export class Backoff {
  #pause = 0;
  #wait = 0;

  /** `uses`: how often that helped which was learned last. */
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

/** What the events say that are alike: one value, with another word in it each time. */
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

  /** The same object each time; `undefined` where the likeness is none. */
  with(word: string): unknown {
    if (!this.#holder) return undefined;
    this.#holder[this.#key] = word;
    return this.#value;
  }
}

/** Does another word in this place change that place, and nothing else? */
function isValidTemplate(template: TokenTemplate, word: string, value: unknown): boolean {
  const like = new TemplateValue(template).with(word);
  return like !== undefined && isSameJson(like, value);
}

/** The way to the text of an artifact's update that brings a text and nothing else. */
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

/** Nothing but text, so that nobody keeps it but for its text. */
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
