/**
 * Extracts the items of selected arrays from a JSON document incrementally, keeping at most one
 * item in memory.
 *
 * **Guarantees:** the items do not depend on how the text was split; a raw line end ends a string,
 * so a damaged string costs only its item.
 */

import { getUtf8Length } from "../text/utf8.ts";

export interface ExtractedItem {
  /** Path of the array: `log.entries`, `data.result[].values`. */
  readonly path: string;
  readonly text: string;
  /** Index of its array among the extracted ones, from 0. */
  readonly list: number;
  /** Byte offset of its start. */
  readonly at: number;
}

interface Level {
  readonly isList: boolean;
  /** Its path; `null` if it cannot contain a selected array. */
  readonly path: string | null;
  isWanted: boolean;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const KEY_LIMIT = 100;

const isOpening = (code: number) => code === 123 || code === 91;
const isClosing = (code: number) => code === 125 || code === 93;

export class JsonItemExtractor {
  readonly #paths: readonly string[];
  readonly #emit: (item: ExtractedItem) => void;
  readonly #levels: Level[] = [];
  #key = "";
  #word = "";
  #inString = false;
  #escaped = false;
  #lists = 0;
  /** The current item: its text so far, and its open brackets. */
  #item: (Omit<ExtractedItem, "text"> & { text: string; depth: number }) | null = null;
  /** Bytes before the last counted position. */
  #bytes = 0;

  constructor(paths: readonly string[], emit: (item: ExtractedItem) => void) {
    this.#paths = paths;
    this.#emit = emit;
  }

  push(text: string): void {
    let counted = 0;
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#inString) {
        this.#string(text, at, code);
        continue;
      }
      if (this.#item) {
        if (!this.#ends(code)) continue;
        const isBracket = isClosing(code) && this.#item.depth > 0;
        this.#finish(text.slice(from, isBracket ? at + 1 : at));
        if (isBracket) continue;
      }
      if (code <= 32 || code === COMMA) continue;
      const level = this.#levels.at(-1);
      if (level?.isWanted && !isClosing(code)) {
        this.#bytes += getUtf8Length(text.slice(counted, at));
        counted = at;
        from = at;
        const depth = isOpening(code) ? 1 : 0;
        const path = level.path ?? "";
        this.#item = { path, list: this.#lists - 1, at: this.#bytes, text: "", depth };
        this.#inString = code === QUOTE;
      } else this.#outside(code);
    }
    this.#bytes += getUtf8Length(text.slice(counted));
    if (this.#item) {
      this.#item.text += text.slice(from);
    }
  }

  /** Ends the document. Returns the item it was cut off in, if any. */
  end(): { readonly isWhole: boolean; readonly rest: ExtractedItem | null } {
    const isWhole = this.#levels.length === 0 && !this.#inString;
    if (!this.#item) return { isWhole, rest: null };
    const { path, list, at, text } = this.#item;
    return { isWhole, rest: { path, list, at, text } };
  }

  #string(text: string, at: number, code: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE || code === 10) this.#inString = false;
    if (this.#inString && !this.#item && this.#word.length < KEY_LIMIT) this.#word += text[at];
  }

  /** Does the item end at this character outside of strings? */
  #ends(code: number): boolean {
    const item = this.#item;
    if (!item) return false;
    if (code === QUOTE) this.#inString = true;
    else if (isOpening(code)) item.depth++;
    else if (isClosing(code)) return item.depth <= 1 ? true : item.depth-- < 0;
    return code === COMMA && item.depth === 0;
  }

  #finish(text: string): void {
    const item = this.#item;
    this.#item = null;
    if (!item) return;
    const { path, list, at } = item;
    this.#emit({ path, list, at, text: (item.text + text).trimEnd() });
  }

  #outside(code: number): void {
    if (code === QUOTE) {
      this.#inString = true;
      this.#word = "";
    } else if (code === 58) this.#key = this.#word;
    else if (isClosing(code)) this.#levels.pop();
    else if (isOpening(code)) this.#open(code === 91);
  }

  #open(isList: boolean): void {
    const above = this.#levels.at(-1);
    const path = above ? getChildPath(above, this.#key) : "";
    const mayHold = path !== null && this.#paths.some((wanted) => wanted.startsWith(path));
    const isWanted = isList && path !== null && this.#paths.includes(path);
    if (isWanted) this.#lists++;
    this.#levels.push({ isList, path: mayHold ? path : null, isWanted });
    this.#key = "";
  }
}

function getChildPath({ path, isList }: Level, key: string): string | null {
  if (path === null) return null;
  if (isList) return `${path}[]`;
  return path === "" ? key : `${path}.${key}`;
}
