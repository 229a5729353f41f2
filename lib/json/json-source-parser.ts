/** The parser of `json-source.ts`: recursive descent of bounded depth over the tokens of a text. */

import { type JsonToken, type JsonTokenizer, tokenizeJson } from "./json-tokenizer.ts";

export type JsonPathSegment = string | number;

export type JsonPath = readonly JsonPathSegment[];

export interface JsonIssue {
  readonly kind: "syntax" | "depth" | "comma" | "comment" | "duplicate";
  /** The error, without its position. */
  readonly message: string;
  readonly from: number;
  readonly to: number;
  readonly path: JsonPath;
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

const SPACE = 32;
const BACKSLASH = 92;

class ParseStop extends Error {}

export class JsonSourceParser {
  readonly issues: JsonIssue[] = [];
  readonly #text: string;
  readonly #tokens: JsonTokenizer;
  /** The current token and its range. */
  #token: JsonToken = "end";
  #from = 0;
  #to = 0;
  readonly #path: JsonPathSegment[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenizeJson(text);
  }

  /** `null` if no value could be read. */
  parse(): JsonSourceNode | null {
    let root: JsonSourceNode | null = null;
    try {
      if (this.#text.startsWith("\ufeff")) this.#tokens.seek(1);
      this.#advance();
      root = this.#value(this.#from);
      if (this.#advance() !== "end") this.#fail("Unexpected text after the end of the JSON");
    } catch (error) {
      if (!(error instanceof ParseStop)) throw error;
    }
    return root;
  }

  /** Reads the next token; reports comments on the way. */
  #advance(): JsonToken {
    const text = this.#text;
    for (;;) {
      this.#token = this.#tokens.next();
      this.#from = this.#token === "end" ? text.length : this.#tokens.from;
      this.#to = this.#tokens.to;
      const isLine = this.#token === "word" && text.startsWith("//", this.#from);
      const isBlock = this.#token === "word" && text.startsWith("/*", this.#from);
      if (!isLine && !isBlock) return this.#token;
      const end = text.indexOf(isLine ? "\n" : "*/", this.#from + 2);
      const to = end < 0 ? text.length : isLine ? end : end + 2;
      this.#note("comment", "JSON does not allow comments", this.#from, to);
      this.#tokens.seek(to);
    }
  }

  #value(nameFrom: number): JsonSourceNode {
    const token = this.#token;
    if (token === "{" || token === "[") {
      if (this.#path.length >= MAX_DEPTH)
        this.#fail(`Nested too deeply: Loupe reads up to ${MAX_DEPTH} levels`, "depth");
      return token === "{" ? this.#object(nameFrom) : this.#array(nameFrom);
    }
    const from = this.#from;
    const isString = token === "string" || token === "unterminated";
    const value = isString ? this.#string() : this.#scalar();
    return { nameFrom, from, to: this.#to, value, members: null };
  }

  #object(nameFrom: number): JsonSourceNode {
    const from = this.#from;
    const value: Record<string, unknown> = {};
    const members = new Map<JsonPathSegment, JsonSourceNode>();
    this.#items("}", () => {
      const nameAt = this.#from;
      if (this.#token !== "string" && this.#token !== "unterminated")
        this.#fail("Expected a name in double quotes");
      const name = this.#string();
      if (members.has(name))
        this.#note("duplicate", describeDuplicate(name), nameAt, this.#to, name);
      if (this.#advance() !== ":") this.#fail("Expected a colon");
      this.#advance();
      const member = this.#within(name, () => this.#value(nameAt));
      members.set(name, member);
      defineMember(value, name, member.value);
    });
    return { nameFrom, from, to: this.#to, value, members };
  }

  #array(nameFrom: number): JsonSourceNode {
    const from = this.#from;
    const value: unknown[] = [];
    const members = new Map<JsonPathSegment, JsonSourceNode>();
    this.#items("]", () => {
      const item = this.#within(value.length, () => this.#value(this.#from));
      members.set(value.length, item);
      value.push(item.value);
    });
    return { nameFrom, from, to: this.#to, value, members };
  }

  /** Reads comma-separated items up to the closing bracket. */
  #items(close: "}" | "]", readItem: () => void): void {
    let comma = -1;
    this.#advance();
    while (this.#token !== close) {
      readItem();
      this.#advance();
      comma = this.#token === "," ? this.#from : -1;
      if (comma >= 0) this.#advance();
      else if (this.#token !== close) this.#fail(`Expected a comma or ${close}`);
    }
    if (comma >= 0) this.#note("comma", "Nothing follows this comma", comma);
  }

  #string(): string {
    const literal = this.#text.slice(this.#from, this.#to);
    const isPlain = !/[\\\p{Cc}]/u.test(literal);
    if (isPlain && this.#token === "string") return literal.slice(1, -1);
    const control = findControlCharacter(literal);
    if (control >= 0) {
      this.#from += control;
      this.#fail("A string cannot contain a line break or a control character");
    }
    if (this.#token === "unterminated") this.#fail("Unterminated string");
    try {
      return JSON.parse(literal);
    } catch {
      return this.#fail("Invalid escape sequence in this string");
    }
  }

  #scalar(): unknown {
    if (this.#token === "end") this.#fail("Unexpected end of the JSON");
    if (this.#token !== "word") this.#fail("Expected a value");
    const number = this.#match(NUMBER);
    if (number !== null) return Number(number);
    const word = this.#match(WORD);
    const constant = CONSTANTS.get(word ?? "");
    if (constant !== undefined) return constant;
    return this.#fail(word === null ? "Expected a value" : `${word} is not a JSON value`);
  }

  /** Cuts the token after the match: what follows is not part of the value. */
  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#from;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found === null) return null;
    this.#to = this.#from + found.length;
    this.#tokens.seek(this.#to);
    return found;
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
    this.#note(kind, message, this.#from);
    throw new ParseStop();
  }
}

/** Index of the first unescaped control character; −1 if there is none. */
function findControlCharacter(literal: string): number {
  for (let at = 0; at < literal.length; at++) {
    const code = literal.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code < SPACE) return at;
  }
  return -1;
}

function describeDuplicate(name: string): string {
  return `Duplicate name ${JSON.stringify(name)}`;
}

/** A member named `__proto__` is an ordinary member. */
function defineMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
}
