/**
 * Reads a command line as a POSIX shell does: words, quotes, escapes and operators. Variables of the
 * shell become variables of saved requests: `"${TOKEN:?}"` is `{{TOKEN}}`.
 *
 * Guarantees: nothing is executed; what only a shell could know, such as the output of a command, is
 * an error with its position.
 */

export interface ShellToken {
  /** A line break is the operator `\n`. */
  readonly kind: "word" | "operator";
  readonly text: string;
  readonly at: number;
}

export class ShellError extends Error {
  override readonly name = "ShellError";
  /** The position in the text. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

export function readShellTokens(text: string): ShellToken[] {
  return new ShellReader(text.replaceAll("\r\n", "\n")).read();
}

const OPERATOR = /(?:\|\||&&|<<<?|>>|[|&;<>()])/y;
const WORD_END = /[\s|&;<>()]/;
const VARIABLE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?[?-][^}]*)?\})/y;
/** `$(printf '…')`, as Loupe writes words with control characters. */
const PRINTED = /\$\(printf '([^']*)'\)/y;
const ANSI_ESCAPE =
  /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/y;
const ANSI_CHARACTERS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

class ShellReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellToken[] {
    const tokens: ShellToken[] = [];
    for (;;) {
      this.#skipBlank();
      const at = this.#at;
      if (at >= this.#text.length) return tokens;
      const operator = this.#text[at] === "\n" ? this.#take(1) : this.#match(OPERATOR)?.[0];
      if (operator !== undefined) tokens.push({ kind: "operator", text: operator, at });
      else tokens.push({ kind: "word", text: this.#readWord(), at });
    }
  }

  #skipBlank(): void {
    for (;;) {
      const [here, next] = [this.#text[this.#at], this.#text[this.#at + 1]];
      if (here === " " || here === "\t" || here === "\r") this.#at += 1;
      else if (here === "\\" && next === "\n") this.#at += 2;
      else if (here === "#") this.#at = this.#find("\n", this.#at) ?? this.#text.length;
      else return;
    }
  }

  #readWord(): string {
    let word = "";
    while (this.#at < this.#text.length && !WORD_END.test(this.#text[this.#at] ?? "")) {
      word += this.#readPiece();
    }
    return word;
  }

  #readPiece(): string {
    switch (this.#text[this.#at]) {
      case "'":
        return this.#readSingleQuoted();
      case '"':
        return this.#readDoubleQuoted();
      case "\\":
        return this.#readEscape();
      case "$":
        if (this.#text[this.#at + 1] === "'") return this.#readAnsiQuoted();
        return this.#readDollar();
      case "`":
        throw this.#createSubstitutionError();
      default:
        return this.#take(1);
    }
  }

  #readEscape(): string {
    const escaped = this.#take(2).slice(1);
    return escaped === "\n" ? "" : escaped;
  }

  #readSingleQuoted(): string {
    const start = this.#at;
    const end = this.#find("'", start + 1);
    if (end === null) throw new ShellError("The quote ' is never closed.", start);
    this.#at = end + 1;
    return this.#text.slice(start + 1, end);
  }

  #readDoubleQuoted(): string {
    const start = this.#at;
    let text = "";
    this.#at += 1;
    for (;;) {
      const here = this.#text[this.#at];
      if (here === undefined) throw new ShellError('The quote " is never closed.', start);
      if (here === '"') break;
      if (here === "`") throw this.#createSubstitutionError();
      if (here === "$") text += this.#readDollar();
      else if (here === "\\" && /[$`"\\\n]/.test(this.#text[this.#at + 1] ?? "")) {
        text += this.#readEscape();
      } else text += this.#take(1);
    }
    this.#at += 1;
    return text;
  }

  /** `$'…'`, as browsers copy requests with line breaks or quotes. */
  #readAnsiQuoted(): string {
    const start = this.#at;
    let text = "";
    this.#at += 2;
    for (;;) {
      const here = this.#text[this.#at];
      if (here === undefined) throw new ShellError("The quote $' is never closed.", start);
      if (here === "'") break;
      const sequence = here === "\\" ? this.#match(ANSI_ESCAPE) : null;
      text += sequence ? decodeAnsiEscape(sequence) : this.#take(1);
    }
    this.#at += 1;
    return text;
  }

  #readDollar(): string {
    const variable = this.#match(VARIABLE);
    if (variable) return `{{${variable[1] ?? variable[2]}}}`;
    const printed = this.#match(PRINTED);
    if (printed) return formatPrinted(printed[1] ?? "").replace(/\n+$/, "");
    const next = this.#text[this.#at + 1] ?? "";
    if (next === "(") throw this.#createSubstitutionError();
    if (next !== "{") return this.#take(1);
    throw new ShellError("This use of a shell variable can't be read. Write its value.", this.#at);
  }

  #createSubstitutionError(): ShellError {
    return new ShellError(
      "The output of another command is unknown here. Write its value in its place.",
      this.#at,
    );
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #take(length: number): string {
    const taken = this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  #find(mark: string, from: number): number | null {
    const at = this.#text.indexOf(mark, from);
    return at < 0 ? null : at;
  }
}

const PRINTF_ESCAPE = /\\([0-7]{1,3})|\\([\s\S])|%(.)/g;

/** What `printf` prints for a format and its values. */
export function formatPrinted(format: string, values: readonly string[] = []): string {
  const encoder = new TextEncoder();
  const bytes: number[] = [];
  const add = (text: string) => {
    for (const byte of encoder.encode(text)) bytes.push(byte);
  };
  let at = 0;
  let used = 0;
  for (const match of format.matchAll(PRINTF_ESCAPE)) {
    const [whole, octal, character, conversion] = match;
    add(format.slice(at, match.index));
    at = match.index + whole.length;
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (conversion === "s") add(values[used++] ?? "");
    else if (conversion === "%") add("%");
    else add(character === "\\" ? "\\" : (ANSI_CHARACTERS[character ?? ""] ?? whole));
  }
  add(format.slice(at));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array(bytes));
}

function decodeAnsiEscape([, hex, short, long, octal, character]: RegExpExecArray): string {
  const code = hex ?? short ?? long;
  if (code !== undefined) return decodeCodePoint(Number.parseInt(code, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
  const text = character ?? "";
  return ANSI_CHARACTERS[text] ?? (/[\\'"?]/.test(text) ? text : `\\${text}`);
}

const decodeCodePoint = (code: number) => (code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code));
