/**
 * Extracts the items of selected arrays from a JSON document incrementally, keeping at most one
 * item in memory.
 *
 * **Guarantees:** the items do not depend on how the text was split; a raw line end ends a string,
 * so a damaged string costs only its item.
 */

import { getUtf8Length } from "../text/utf8.ts";
import { type JsonToken, JsonTokenizer } from "./json-tokenizer.ts";

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
  readonly isWanted: boolean;
}

export class JsonItemExtractor {
  readonly #paths: readonly string[];
  readonly #emit: (item: ExtractedItem) => void;
  readonly #tokens = new JsonTokenizer({ lineEndsString: true });
  readonly #levels: Level[] = [];
  /** The last string, which is a key if a colon follows; and the last key. */
  #string = "";
  #key = "";
  #lists = 0;
  /** The current item, with its text before the current piece, and where it starts in the piece. */
  #item: ExtractedItem | null = null;
  #itemFrom = 0;
  /** The piece being read, and its offset. */
  #piece = "";
  #pieceAt = 0;
  /** How many characters of the piece are counted in `#bytes`. */
  #counted = 0;
  #bytes = 0;

  constructor(paths: readonly string[], emit: (item: ExtractedItem) => void) {
    this.#paths = paths;
    this.#emit = emit;
  }

  push(text: string): void {
    const tokens = this.#tokens;
    this.#pieceAt += this.#piece.length;
    this.#piece = text;
    this.#itemFrom = 0;
    this.#counted = 0;
    tokens.push(text);
    for (let token = tokens.next(); token !== "end"; token = tokens.next()) this.#read(token);
    if (tokens.open && !this.#item && this.#isInList()) this.#beginItem(tokens.from);
    this.#countBytes(text.length);
    if (this.#item) {
      this.#item = { ...this.#item, text: this.#item.text + text.slice(this.#itemFrom) };
    }
  }

  /** Ends the document. Returns the item it was cut off in, if any. */
  end(): { readonly isWhole: boolean; readonly rest: ExtractedItem | null } {
    this.#tokens.end();
    const isInString = this.#tokens.next() === "unterminated";
    return { isWhole: this.#levels.length === 0 && !isInString, rest: this.#item };
  }

  #read(token: JsonToken): void {
    const { depth, from, to } = this.#tokens;
    const outerDepth = this.#levels.length;
    const isClosing = token === "}" || token === "]";
    if (this.#item) {
      if (token === "," && depth === outerDepth) this.#finishItem(from);
      if (!isClosing || depth > outerDepth) return;
      // The bracket closes the item, or its list.
      this.#finishItem(depth === outerDepth ? to : from);
      if (depth === outerDepth) return;
    }
    if (isClosing) this.#levels.pop();
    else if (token === "," || token === "control") return;
    else if (this.#isInList()) this.#beginItem(from);
    else this.#readOutside(token);
  }

  #isInList(): boolean {
    return this.#levels.at(-1)?.isWanted === true;
  }

  #beginItem(from: number): void {
    this.#itemFrom = from - this.#pieceAt;
    this.#countBytes(this.#itemFrom);
    const path = this.#levels.at(-1)?.path ?? "";
    this.#item = { path, list: this.#lists - 1, at: this.#bytes, text: "" };
  }

  #finishItem(to: number): void {
    const item = this.#item;
    this.#item = null;
    if (!item) return;
    const text = item.text + this.#piece.slice(this.#itemFrom, to - this.#pieceAt);
    this.#emit({ ...item, text: text.trimEnd() });
  }

  #countBytes(to: number): void {
    this.#bytes += getUtf8Length(this.#piece.slice(this.#counted, to));
    this.#counted = to;
  }

  #readOutside(token: JsonToken): void {
    if (token === "string") this.#string = this.#tokens.head.slice(1, -1);
    else if (token === "unterminated") this.#string = this.#tokens.head.slice(1);
    else if (token === ":") this.#key = this.#string;
    else if (token === "{" || token === "[") this.#open(token === "[");
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
