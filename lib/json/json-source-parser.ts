/**
 * The parser of `json-source.ts`: one pass over the text, by recursive descent of bounded depth.
 */

export type JsonPathSegment = string | number;

export interface JsonIssue {
  readonly kind: "syntax" | "depth" | "comma" | "comment" | "duplicate";
  /** The error, without its position. */
  readonly message: string;
  readonly from: number;
  readonly to: number;
  readonly path: readonly JsonPathSegment[];
}

export interface JsonSourceNode {
  /** Start of its name, or of its value if it has no name. */
  readonly nameFrom: number;
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
  readonly members: ReadonlyMap<JsonPathSegment, JsonSourceNode> | null;
}

/** Deeper than any card, and safe for the call stack. */
const MAX_DEPTH = 500;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const CONSTANTS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class ParseStop extends Error {}

export class JsonSourceParser {
  readonly issues: JsonIssue[] = [];
  readonly #text: string;
  #at = 0;
  readonly #path: JsonPathSegment[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** `null` if no value could be read. */
  parse(): JsonSourceNode | null {
    let root: JsonSourceNode | null = null;
    try {
      if (this.#text.startsWith("\ufeff")) this.#at = 1;
      this.#skip();
      root = this.#value(this.#at);
      this.#skip();
      if (this.#at < this.#text.length) this.#fail("Unexpected text after the end of the JSON");
    } catch (error) {
      if (!(error instanceof ParseStop)) throw error;
    }
    return root;
  }

  #value(nameFrom: number): JsonSourceNode {
    const from = this.#at;
    const char = this.#text[from];
    if (char === "{" || char === "[") {
      if (this.#path.length >= MAX_DEPTH)
        this.#fail(`Nested too deeply: Loupe reads up to ${MAX_DEPTH} levels`, "depth");
      return char === "{" ? this.#object(nameFrom) : this.#array(nameFrom);
    }
    const value = char === '"' ? this.#string() : this.#scalar();
    return { nameFrom, from, to: this.#at, value, members: null };
  }

  #object(nameFrom: number): JsonSourceNode {
    const from = this.#at++;
    const value: Record<string, unknown> = {};
    const members = new Map<JsonPathSegment, JsonSourceNode>();
    this.#items("}", () => {
      const nameAt = this.#at;
      if (this.#text[nameAt] !== '"') this.#fail("Expected a name in double quotes");
      const name = this.#string();
      if (members.has(name))
        this.#note("duplicate", describeDuplicate(name), nameAt, this.#at, name);
      this.#skip();
      if (this.#text[this.#at] !== ":") this.#fail("Expected a colon");
      this.#at++;
      this.#skip();
      const member = this.#within(name, () => this.#value(nameAt));
      members.set(name, member);
      defineMember(value, name, member.value);
    });
    return { nameFrom, from, to: this.#at, value, members };
  }

  #array(nameFrom: number): JsonSourceNode {
    const from = this.#at++;
    const value: unknown[] = [];
    const members = new Map<JsonPathSegment, JsonSourceNode>();
    this.#items("]", () => {
      const item = this.#within(value.length, () => this.#value(this.#at));
      members.set(value.length, item);
      value.push(item.value);
    });
    return { nameFrom, from, to: this.#at, value, members };
  }

  /** Reads comma-separated items up to the closing bracket. */
  #items(close: string, readItem: () => void): void {
    let comma = -1;
    for (;;) {
      this.#skip();
      const char = this.#text[this.#at];
      if (char === close) {
        if (comma >= 0) this.#note("comma", "Nothing follows this comma", comma);
        this.#at++;
        return;
      }
      readItem();
      this.#skip();
      comma = this.#text[this.#at] === "," ? this.#at : -1;
      if (comma >= 0) this.#at++;
      else if (this.#text[this.#at] !== close) this.#fail(`Expected a comma or ${close}`);
    }
  }

  #string(): string {
    const from = this.#at;
    for (let at = from + 1; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 92) at++;
      else if (code < 32) {
        this.#at = at;
        this.#fail("A string cannot contain a line break or a control character");
      } else if (code === 34) {
        this.#at = at + 1;
        return this.#parsed(from);
      }
    }
    this.#at = from;
    return this.#fail("Unterminated string");
  }

  #parsed(from: number): string {
    try {
      return JSON.parse(this.#text.slice(from, this.#at)) as string;
    } catch {
      this.#at = from;
      return this.#fail("Invalid escape sequence in this string");
    }
  }

  #scalar(): unknown {
    const number = this.#match(NUMBER);
    if (number !== null) return JSON.parse(number);
    const from = this.#at;
    const word = this.#match(WORD);
    const constant = word === null ? undefined : CONSTANTS.get(word);
    if (constant !== undefined) return constant;
    this.#at = from;
    if (from >= this.#text.length) return this.#fail("Unexpected end of the JSON");
    return this.#fail(word === null ? "Expected a value" : `${word} is not a JSON value`);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  /** Skips white space and comments; reports comments. */
  #skip(): void {
    for (;;) {
      while (" \t\n\r".includes(this.#text[this.#at] ?? "x")) this.#at++;
      const opening = this.#text.slice(this.#at, this.#at + 2);
      if (opening !== "//" && opening !== "/*") return;
      const from = this.#at;
      const close = opening === "//" ? "\n" : "*/";
      const end = this.#text.indexOf(close, from + 2);
      this.#at = end < 0 ? this.#text.length : end + (close === "\n" ? 0 : 2);
      this.#note("comment", "JSON does not allow comments", from, this.#at);
    }
  }

  #within(step: JsonPathSegment, read: () => JsonSourceNode): JsonSourceNode {
    this.#path.push(step);
    const node = read();
    this.#path.pop();
    return node;
  }

  #note(kind: JsonIssue["kind"], message: string, from: number, to = from + 1, name?: string) {
    const path = name === undefined ? [...this.#path] : [...this.#path, name];
    this.issues.push({ kind, message, from, to, path });
  }

  #fail(message: string, kind: JsonIssue["kind"] = "syntax"): never {
    this.#note(kind, message, this.#at);
    throw new ParseStop();
  }
}

function describeDuplicate(name: string): string {
  return `Duplicate name ${JSON.stringify(name)}`;
}

/** A member named `__proto__` is an ordinary member. */
function defineMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
}
