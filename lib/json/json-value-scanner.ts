/**
 * Finds the end of a JSON value that may span many lines, without parsing it, and detects early
 * that text cannot be JSON: a raw line end in a string, an unexpected value, a missing key.
 */

import { type JsonToken, JsonTokenizer } from "./json-tokenizer.ts";

interface ScanResult {
  /** Where the scan stopped: after the value, or at the error. */
  stop: number;
  state: "open" | "done" | "broken";
}

export class JsonValueScanner {
  readonly #tokens = new JsonTokenizer({ lineEndsString: true });
  /** The open brackets: true for an object, false for an array. */
  readonly #objects: boolean[] = [];
  /** The last token; it decides whether a value may start. */
  #before: JsonToken = ",";
  /** The value is an element of an array: a comma or bracket ends a bare number or word. */
  readonly #isElement: boolean;
  /** Number of characters scanned. */
  #length = 0;

  constructor(isElement: boolean) {
    this.#isElement = isElement;
  }

  scan(line: string, from: number): ScanResult {
    const tokens = this.#tokens;
    const shift = this.#length - from;
    this.#length += line.length - from;
    tokens.push(line, from);
    for (let token = tokens.next(); token !== "end"; token = tokens.next()) {
      const found = this.#read(token);
      if (found) return { ...found, stop: found.stop - shift };
    }
    if (tokens.open === "string" && !this.#mayBegin("string")) {
      return { stop: tokens.from - shift, state: "broken" };
    }
    return { stop: line.length, state: "open" };
  }

  /** Reads one token. Returns where it ended the value or broke it. */
  #read(token: JsonToken): ScanResult | null {
    const { from, to } = this.#tokens;
    const objects = this.#objects;
    if (token === "control") return null;
    if (token === "}" || token === "]" || token === ",") {
      if (objects.length === 0) return { stop: from, state: this.#isElement ? "done" : "broken" };
      if (token !== ",") objects.pop();
      if (objects.length === 0) return { stop: to, state: "done" };
    } else if (token !== "word" && token !== ":") {
      if (!this.#mayBegin(token)) return { stop: from, state: "broken" };
      if (token === "unterminated") return { stop: to, state: "broken" };
      if (token !== "string") objects.push(token === "{");
      else if (objects.length === 0) return { stop: to, state: "done" };
    }
    this.#before = token;
    return null;
  }

  /** May a string or an opening bracket occur here? */
  #mayBegin(token: JsonToken): boolean {
    const before = this.#before;
    if (before === ":" || before === "[") return true;
    const isObject = this.#objects.at(-1) === true;
    return (before === "{" || before === ",") && (!isObject || (token !== "{" && token !== "["));
  }
}
