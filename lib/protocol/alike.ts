/**
 * Events that differ in one word: of most streams nearly all are alike, one token of one artifact
 * after the other. Who knows what two such have in common need not parse the second.
 *
 * Guarantee: what `LikeValue` gives for a word is what `JSON.parse` gives for the text with it.
 */

import { isArray, isObject, isSameJson, parsedJson } from "./json.ts";

/** What texts of one server-sent event each, or of its JSON alone, have in common. */
export interface Likeness {
  readonly before: string;
  readonly after: string;
  /** The way to the word in the JSON of the event. */
  readonly path: readonly (string | number)[];
}

/** A text that is `before`, the word, and `after`. */
export interface Alike {
  readonly likeness: Likeness;
  readonly word: string;
}

/** One text of an exchange that is like others, before it is put together. */
export interface Token extends Alike {
  /** The exchange. */
  readonly x: string;
  readonly time: number;
  /** Of the whole text. */
  readonly bytes: number;
  /** Where its line begins in the file that can be read again; −1 for nowhere. */
  readonly place: number;
}

/** The whole text, with a line end of one kind and nothing beside its data. */
const EVENT = /^data: ?(\{[^\r\n]*\})\n\n$/;
/** To look at a longer text for this would take longer than it could save. */
const LONGEST = 1 << 16;
/** The same word may stand elsewhere in the text. */
const MOST_TRIED = 3;
/** What was learned and helped so often was worth it. */
const WORTH = 4;
/** So many texts at most are let pass before the next is learned from. */
const LONGEST_PAUSE = 255;
/** A word that no agent says. */
const NOBODYS = "\u{F0000}";

/** May a text stand in a string of JSON as it is, and be all of it? */
export function isPlainWord(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON escapes.
  return !/["\\\u0000-\u001f]/.test(text);
}

/** What other tokens of the same artifact will have in common with the text of this event. */
export function likenessOf(text: string): Likeness | null {
  const json = text.length > LONGEST ? undefined : EVENT.exec(text)?.[1];
  return json === undefined ? null : likenessIn(text, json);
}

/** The same of the JSON that an event is. */
export function likenessOfJson(json: string): Likeness | null {
  return json.length > LONGEST ? null : likenessIn(json, json);
}

/** The word that makes this text of the likeness; `null` where it has none. */
export function wordIn(text: string, { before, after }: Likeness): string | null {
  const to = text.length - after.length;
  // To compare slices takes a fifth of the time of `startsWith`.
  if (to < before.length || text.slice(0, before.length) !== before) return null;
  if (text.slice(to) !== after) return null;
  const word = text.slice(before.length, to);
  return isPlainWord(word) ? word : null;
}

/** When to learn again: of many texts, none is like another. */
export class Patience {
  #pause = 0;
  #wait = 0;

  /** `uses`: how often that helped which was learned last. */
  isOver(uses: number): boolean {
    if (this.#wait > 0) {
      this.#wait--;
      return false;
    }
    this.#pause = uses >= WORTH ? 0 : Math.min(LONGEST_PAUSE, this.#pause * 2 + 1);
    this.#wait = this.#pause;
    return true;
  }
}

function likenessIn(text: string, json: string): Likeness | null {
  const value = parsedJson(json);
  const path = wayToToken(value);
  if (!path) return null;
  const word = at(value, path);
  if (typeof word !== "string" || word === "" || !isPlainWord(word)) return null;
  const literal = `"${word}"`;
  let from = text.indexOf(literal);
  for (let tried = 0; from >= 0 && tried < MOST_TRIED; tried++) {
    const end = from + 1 + word.length;
    const likeness = { before: text.slice(0, from + 1), after: text.slice(end), path };
    if (isProven(likeness, word, value)) return likeness;
    from = text.indexOf(literal, from + 1);
  }
  return null;
}

/** What the events say that are alike: one value, with another word in it each time. */
export class LikeValue {
  readonly #value: unknown;
  readonly #holder: Record<string, unknown> | null;
  readonly #key: string;

  constructor({ before, after, path }: Likeness) {
    const text = before + NOBODYS + after;
    this.#value = parsedJson(EVENT.exec(text)?.[1] ?? text);
    const holder = at(this.#value, path.slice(0, -1));
    this.#key = String(path.at(-1));
    const isThere = isObject(holder) && holder[this.#key] === NOBODYS;
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
function isProven(likeness: Likeness, word: string, value: unknown): boolean {
  const like = new LikeValue(likeness).with(word);
  return like !== undefined && isSameJson(like, value);
}

/** The way to the text of an artifact's update that brings a text and nothing else. */
function wayToToken(value: unknown): (string | number)[] | null {
  const path: (string | number)[] = [];
  let here = value;
  for (const key of ["result", "artifactUpdate"]) {
    if (!isObject(here) || !isObject(here[key])) continue;
    here = here[key];
    path.push(key);
  }
  if (!isObject(here) || !isObject(here.artifact)) return null;
  const { parts } = here.artifact;
  if (!isArray(parts) || parts.length !== 1 || !isToken(parts[0])) return null;
  return [...path, "artifact", "parts", 0, "text"];
}

/** Nothing but text, so that nobody keeps it but for its text. */
function isToken(part: unknown): boolean {
  if (!isObject(part)) return false;
  return Object.entries(part).every(
    ([key, value]) => key === "text" || ((key === "kind" || key === "type") && value === "text"),
  );
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof key === "number") here = isArray(here) ? here[key] : undefined;
    else here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }
  return here;
}
