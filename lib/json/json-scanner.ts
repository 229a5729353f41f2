/**
 * Finds the end of a JSON value that may span many lines, without parsing it, and detects early
 * that text cannot be JSON: a raw line end in a string, an unexpected value, a missing key.
 */

const QUOTE = 34;
const BACKSLASH = 92;

export interface ScanResult {
  /** Where the scan stopped: after the value, or at the error. */
  stop: number;
  state: "open" | "done" | "broken";
}

export class JsonScanner {
  /** The open brackets: true for an object, false for an array. */
  readonly #objects: boolean[] = [];
  #inString = false;
  #escaped = false;
  /** The last significant character; it decides whether a value may start. */
  #before = ",";
  /** The value is an element of an array: a comma or bracket ends a bare number or word. */
  readonly #element: boolean;

  constructor(element: boolean) {
    this.#element = element;
  }

  scan(line: string, from: number): ScanResult {
    for (let at = from; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (this.#inString) {
        if (!this.#string(code)) return { stop: at, state: "broken" };
        if (!this.#inString && this.#objects.length === 0) return { stop: at + 1, state: "done" };
        continue;
      }
      if (code <= 32) continue;
      const char = line[at] ?? "";
      if (char === "}" || char === "]" || char === ",") {
        if (this.#objects.length === 0)
          return { stop: at, state: this.#element ? "done" : "broken" };
        if (char !== ",") this.#objects.pop();
        if (this.#objects.length === 0) return { stop: at + 1, state: "done" };
      } else if (char === "{" || char === "[" || code === QUOTE) {
        if (!this.#mayBegin(code)) return { stop: at, state: "broken" };
        if (code === QUOTE) this.#inString = true;
        else this.#objects.push(char === "{");
      }
      this.#before = char;
    }
    return { stop: line.length, state: "open" };
  }

  /** May a string or an opening bracket occur here? */
  #mayBegin(code: number): boolean {
    if (this.#before === ":" || this.#before === "[") return true;
    const isKey = this.#objects[this.#objects.length - 1] === true;
    return "{,".includes(this.#before) && (code === QUOTE || !isKey);
  }

  /** Reads one character of a string; false if it is not allowed. */
  #string(code: number): boolean {
    if (code === 10) return false;
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inString = false;
    return true;
  }
}
