/**
 * Finds the end of one JSON value that may go on over many lines, without parsing it, and notices
 * early when the text cannot be JSON: a raw line end in a string, a value where none may begin, an
 * object where a key must stand.
 */

const QUOTE = 34;
const BACKSLASH = 92;

export interface ScanResult {
  /** Where the scan stopped: just after the value, or where it broke. */
  stop: number;
  state: "open" | "done" | "broken";
}

export class JsonScanner {
  /** The brackets that are open: whether each is an object's. */
  readonly #objects: boolean[] = [];
  #inString = false;
  #escaped = false;
  /** The last character that counts, to see whether a value may begin. */
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

  /** May a string or a bracket stand here? */
  #mayBegin(code: number): boolean {
    if (this.#before === ":" || this.#before === "[") return true;
    const isKey = this.#objects[this.#objects.length - 1] === true;
    return "{,".includes(this.#before) && (code === QUOTE || !isKey);
  }

  /** One character inside a string; false when none such may stand there. */
  #string(code: number): boolean {
    if (code === 10) return false;
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) this.#inString = false;
    return true;
  }
}
