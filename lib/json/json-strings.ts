/**
 * Reads the strings of JSON text that may arrive in pieces, each with the names of the members that it
 * is in.
 *
 * **Guarantees:** total; the strings do not depend on how the text was split; linear time; memory is
 * bounded by the depth that is read.
 */

import { JsonTokenizer } from "./json-tokenizer.ts";

/** A string that is a value, without its quotes. */
export interface JsonString {
  /**
   * The names of the members that it is in, outermost first; items of arrays have none. Strings that
   * follow one another in the same member have the same list.
   */
  readonly path: readonly string[];
  readonly from: number;
  readonly to: number;
}

interface Level {
  readonly isObject: boolean;
  /** Of the member that is being read; `null` before the first one, and in an array. */
  name: string | null;
  expectsName: boolean;
}

/** Deeper values have no strings for this reader. */
const MAX_DEPTH = 50;

export class JsonStringReader {
  readonly #tokens = new JsonTokenizer();
  readonly #levels: Level[] = [];
  /** Open brackets below the depth that is read. */
  #tooDeep = 0;
  #path: readonly string[] | null = null;

  push(text: string): void {
    this.#tokens.push(text);
  }

  /** Ends the text. A string without its closing quote is then one, too. */
  end(): void {
    this.#tokens.end();
  }

  /** The string that the text so far ends in; `null` if it ends in none. */
  get open(): Omit<JsonString, "to"> | null {
    const { open, from } = this.#tokens;
    return open === "string" && this.#isValue() ? { path: this.#getPath(), from: from + 1 } : null;
  }

  /** The next string that is complete; `null` if there is none so far. */
  next(): JsonString | null {
    for (;;) {
      const token = this.#tokens.next();
      switch (token) {
        case "end":
          return null;
        case "{":
        case "[":
          this.#open(token === "{");
          break;
        case "}":
        case "]":
          this.#close();
          break;
        case ",":
          this.#expectName();
          break;
        case "string":
        case "unterminated": {
          const { from, to, head } = this.#tokens;
          if (this.#isValue()) {
            const isWhole = token === "string";
            return { path: this.#getPath(), from: from + 1, to: isWhole ? to - 1 : to };
          }
          const level = this.#levels.at(-1);
          if (level && this.#tooDeep === 0) {
            level.name = readName(head);
            this.#path = null;
            level.expectsName = false;
          }
        }
      }
    }
  }

  #open(isObject: boolean): void {
    if (this.#levels.length < MAX_DEPTH) {
      this.#levels.push({ isObject, name: null, expectsName: isObject });
    } else this.#tooDeep += 1;
  }

  #close(): void {
    if (this.#tooDeep > 0) this.#tooDeep -= 1;
    else if (this.#levels.pop()?.isObject) this.#path = null;
  }

  #expectName(): void {
    const level = this.#levels.at(-1);
    if (this.#tooDeep === 0 && level?.isObject) level.expectsName = true;
  }

  #isValue(): boolean {
    return this.#tooDeep === 0 && this.#levels.at(-1)?.expectsName !== true;
  }

  #getPath(): readonly string[] {
    this.#path ??= this.#levels.flatMap(({ name }) => name ?? []);
    return this.#path;
  }
}

/** Empty if it is too long to be read. */
function readName(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return "";
  }
}
