/**
 * Tokenizer for JSON text that may arrive in pieces: kinds and exact offsets of its tokens. It knows
 * no grammar: its callers decide what order of tokens they accept.
 *
 * **Guarantees:** total: every character that is not white space belongs to one token; the tokens do
 * not depend on how the text was split; linear time; constant memory at any depth and length.
 */

export type JsonToken =
  | "{"
  | "}"
  | "["
  | "]"
  | ":"
  | ","
  /** A string with its quotes. Its escapes are not checked. */
  | "string"
  /** A string without its closing quote. */
  | "unterminated"
  /** A number, a constant, or any other characters up to the next token; or a slash. */
  | "word"
  /** A control character that is not white space. JSON has none outside of strings. */
  | "control"
  /** No further token yet; after `end`, no further token. */
  | "end";

export interface JsonTokenizerOptions {
  /** A raw line end ends a string, so that a damaged string costs only its line. */
  readonly lineEndsString?: boolean;
}

const LF = 10;
const SPACE = 32;
const QUOTE = 34;
/** A word of its own, because it may start a comment, which callers skip by `seek`. */
const SLASH = 47;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACKET_END = 93;
const BRACE = 123;
const BRACE_END = 125;

/** The kind of token that a character starts; `null` for white space. Other characters start words. */
const KINDS: readonly (JsonToken | null)[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  switch (char) {
    case "{":
    case "}":
    case "[":
    case "]":
    case ":":
    case ",":
      return char;
    case '"':
      return "string";
    case " ":
    case "\t":
    case "\n":
    case "\r":
      return null;
    default:
      return code < SPACE ? "control" : "word";
  }
});

/** So many characters are read one by one before a native search, which costs more to start. */
const SEARCH_LENGTH = 32;

const HEAD_LIMIT = 128;

export class JsonTokenizer {
  readonly #lineEndsString: boolean;
  #text = "";
  /** Index of the next character in `#text`, and the offset of the character at index 0. */
  #at = 0;
  #shift = 0;
  #isOver = false;
  #from = 0;
  #to = 0;
  #depth = 0;
  /** The token that goes on in this piece or the next, its first characters, and where it goes on. */
  #open: "string" | "word" | null = null;
  #openHead = "";
  #openAt = 0;
  /** The next piece starts with an escaped character. */
  #isEscaped = false;

  constructor({ lineEndsString = false }: JsonTokenizerOptions = {}) {
    this.#lineEndsString = lineEndsString;
  }

  /** Offset of the token's first character. */
  get from(): number {
    return this.#from;
  }

  /** Offset after the token's last character. */
  get to(): number {
    return this.#to;
  }

  /** Number of open brackets after the token. A closing bracket may close any opening one, or none. */
  get depth(): number {
    return this.#depth;
  }

  /** Kind of the token that the text so far ends in; `from` is its start. */
  get open(): "string" | "word" | null {
    return this.#open;
  }

  /** The first characters of the token, at most `HEAD_LIMIT`. */
  get head(): string {
    const from = this.#from - this.#shift;
    const to = this.#to - this.#shift;
    if (from >= this.#openAt) return this.#text.slice(from, Math.min(to, from + HEAD_LIMIT));
    return this.#getOpenHead(this.#openAt, to);
  }

  /** Appends text, from an index on. */
  push(text: string, from = 0): void {
    const unread = this.#at < this.#text.length ? this.#text.slice(this.#at) : "";
    const at = unread === "" ? from : 0;
    this.#shift += this.#at - at;
    this.#text = unread === "" ? text : unread + text.slice(from);
    this.#at = at;
    this.#openAt = at;
  }

  /** Ends the text. */
  end(): void {
    this.#isOver = true;
  }

  /** Goes to an offset in the last piece of the text: the next token starts there or later. */
  seek(offset: number): void {
    this.#at = offset - this.#shift;
  }

  /** Reads the next token. */
  next(): JsonToken {
    if (this.#open !== null) return this.#resume(this.#open);
    const text = this.#text;
    for (let at = this.#at; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const kind = code < KINDS.length ? KINDS[code] : "word";
      if (!kind) continue;
      this.#from = this.#shift + at;
      if (kind === "string") return this.#readString(at + 1);
      if (code === SLASH) return this.#take("word", at + 1);
      if (kind === "word") return this.#readWord(at + 1);
      if (kind === "{" || kind === "[") this.#depth++;
      else if ((kind === "}" || kind === "]") && this.#depth > 0) this.#depth--;
      return this.#take(kind, at + 1);
    }
    this.#at = text.length;
    return "end";
  }

  /**
   * Skips to the bracket that leaves `depth` brackets open, which is then the current token; false
   * if the text so far ends before. Faster than reading each token.
   */
  skipTo(depth: number): boolean {
    if (this.#depth <= depth) return true;
    if (this.#open !== null && this.#resume(this.#open) === "end") return false;
    const text = this.#text;
    let at = this.#at;
    for (; at < text.length && this.#depth > depth; at++) {
      const code = text.charCodeAt(at);
      this.#from = this.#shift + at;
      if (code === QUOTE) {
        if (this.#readString(at + 1) === "end") return false;
        at = this.#at - 1;
      } else if (code === BRACE || code === BRACKET) this.#depth++;
      else if (code === BRACE_END || code === BRACKET_END) this.#depth--;
    }
    this.#at = at;
    this.#to = this.#shift + at;
    return this.#depth <= depth;
  }

  #resume(kind: "string" | "word"): JsonToken {
    if (this.#at >= this.#text.length) return this.#interrupt(kind);
    if (kind === "word") return this.#readWord(this.#at);
    return this.#readString(this.#isEscaped ? this.#skipEscaped(this.#at) : this.#at);
  }

  #readWord(from: number): JsonToken {
    const text = this.#text;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const isInside = code >= KINDS.length || (KINDS[code] === "word" && code !== SLASH);
      if (!isInside) return this.#take("word", at);
    }
    return this.#interrupt("word");
  }

  #readString(from: number): JsonToken {
    const text = this.#text;
    for (let at = from; ; ) {
      const near = Math.min(text.length, at + SEARCH_LENGTH);
      for (; at < near; at++) {
        const code = text.charCodeAt(at);
        if (code === QUOTE) return this.#take("string", at + 1);
        if (code === LF && this.#lineEndsString) return this.#take("unterminated", at);
        if (code === BACKSLASH) at = this.#skipEscaped(at + 1) - 1;
      }
      if (at >= text.length) {
        this.#isEscaped = at > text.length;
        return this.#interrupt("string");
      }
      const quote = text.indexOf('"', at);
      const stop = quote < 0 ? text.length : quote;
      const lf = this.#lineEndsString ? text.slice(at, stop).indexOf("\n") : -1;
      if (lf >= 0) return this.#take("unterminated", at + lf);
      const isEscaped = endsWithEscape(text, at, stop);
      if (quote >= 0 && !isEscaped) return this.#take("string", stop + 1);
      at = isEscaped ? stop + 1 : stop;
    }
  }

  /** The index after an escaped character: a line end that ends strings cannot be escaped. */
  #skipEscaped(at: number): number {
    return this.#lineEndsString && this.#text.charCodeAt(at) === LF ? at : at + 1;
  }

  #take(kind: JsonToken, to: number): JsonToken {
    this.#open = null;
    this.#at = to;
    this.#to = this.#shift + to;
    return kind;
  }

  /** The text ends inside a token, or with it. */
  #interrupt(kind: "string" | "word"): JsonToken {
    const { length } = this.#text;
    if (this.#isOver) return this.#take(kind === "string" ? "unterminated" : kind, length);
    if (this.#open === null) {
      this.#openHead = "";
      this.#openAt = this.#from - this.#shift;
    }
    this.#openHead = this.#getOpenHead(this.#openAt, length);
    this.#open = kind;
    this.#openAt = length;
    this.#at = length;
    return "end";
  }

  #getOpenHead(from: number, to: number): string {
    const room = HEAD_LIMIT - this.#openHead.length;
    return this.#openHead + this.#text.slice(from, Math.min(to, from + room));
  }
}

/** The tokens of a whole text. */
export function tokenizeJson(text: string, options?: JsonTokenizerOptions): JsonTokenizer {
  const tokens = new JsonTokenizer(options);
  tokens.push(text);
  tokens.end();
  return tokens;
}

/** Does an odd number of backslashes end the range? */
function endsWithEscape(text: string, from: number, to: number): boolean {
  let at = to;
  while (at > from && text.charCodeAt(at - 1) === BACKSLASH) at--;
  return (to - at) % 2 === 1;
}
