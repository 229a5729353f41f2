/**
 * Reads a curl command as a request. Credentials are returned apart from it, because they are stored
 * elsewhere; the request has the placeholders that credentials of their kind are sent with. Options
 * that mean nothing to Loupe are listed.
 *
 * Guarantees: an option that would change the request and can't be read is an error, never ignored.
 */

import { isSecretHeader } from "../secrets/credentials.ts";
import { type CurlCredential, CurlCredentials, splitUser } from "./curl-credentials.ts";
import { type CurlOption, findCurlOption } from "./curl-options.ts";
import type { ExactRequest } from "./schemas.ts";
import { readShellTokens, ShellError, type ShellToken } from "./shell-words.ts";

export interface CurlCommand {
  readonly request: ExactRequest;
  readonly credentials: readonly CurlCredential[];
  /** The names of options without a meaning here. */
  readonly ignored: readonly string[];
}

export interface CurlProblem {
  readonly error: string;
  /** The position in the text; `null` if it is about the whole command. */
  readonly at: number | null;
}

export function parseCurl(text: string): CurlCommand | CurlProblem {
  try {
    if (/\^\s*\n|\^"|\^\^/.test(text)) {
      throw new ShellError(
        "It was copied for the Windows command prompt. Copy it as cURL (bash) instead.",
        text.indexOf("^"),
      );
    }
    const tokens = readShellTokens(text.replace(/^\s*\$\s+/, ""));
    const { words, input } = splitPipe(tokens);
    return new CurlReader(words, input).read();
  } catch (error) {
    if (error instanceof ShellError) return { error: error.message, at: error.at };
    throw error;
  }
}

interface PipedCommand {
  readonly words: readonly ShellToken[];
  /** What is piped into curl; `null` for nothing. */
  readonly input: string | null;
}

/** Accepts one command, or `printf %s BODY | curl …` and `echo BODY | curl …`. */
function splitPipe(tokens: readonly ShellToken[]): PipedCommand {
  const isBreak = ({ kind, text }: ShellToken) => kind === "operator" && text === "\n";
  const start = tokens.findIndex((token) => !isBreak(token));
  const end = tokens.findLastIndex((token) => !isBreak(token) && token.text !== ";") + 1;
  const command = tokens.slice(Math.max(start, 0), end);
  const pipe = command.findIndex(({ kind, text }) => kind === "operator" && text === "|");
  const first = command[0];
  const isProducer = first?.text === "printf" || first?.text === "echo";
  const producer = pipe > 0 && isProducer ? command.slice(0, pipe) : null;
  const words = producer ? command.slice(pipe + 1) : command;
  const operator = words.find(({ kind }) => kind === "operator");
  if (operator) throw new ShellError(describeOperator(operator.text), operator.at);
  if (!/^(?:.*\/)?curl(?:\.exe)?$/.test(words[0]?.text ?? "")) {
    throw new ShellError(
      "This is not a curl command: it must start with “curl”.",
      words[0]?.at ?? 0,
    );
  }
  const input = producer?.slice(1).filter(({ text }) => !/^(?:%s|-n)$/.test(text));
  return { words: words.slice(1), input: input?.map(({ text }) => text).join(" ") ?? null };
}

function describeOperator(operator: string): string {
  switch (operator) {
    case "\n":
      return "There is more than one command. Paste one, or end its lines with a backslash.";
    case "&":
      return "“&” outside of quotes ends the command. Put the URL in quotes.";
    case "<":
    case "<<":
    case "<<<":
      return "A body from a file or here-document can't be read. Paste it as the value of --data-raw.";
    default:
      return `Only the curl command can be read. Remove “${operator}” and what follows.`;
  }
}

class CurlReader {
  readonly #words: readonly ShellToken[];
  readonly #input: string | null;
  #next = 0;
  #method: string | null = null;
  #url: string | null = null;
  readonly #headers: (readonly [name: string, value: string])[] = [];
  readonly #data: string[] = [];
  readonly #credentials = new CurlCredentials();
  readonly #ignored: string[] = [];
  #isJson = false;

  constructor(words: readonly ShellToken[], input: string | null) {
    this.#words = words;
    this.#input = input;
  }

  read(): CurlCommand {
    for (let word = this.#take(); word; word = this.#take()) {
      if (/^-./.test(word.text)) this.#readOption(word);
      else this.#setUrl(word);
    }
    const url = this.#url;
    if (url === null) throw new ShellError("The command has no URL.", 0);
    const body = this.#data.join(this.#isJson ? "" : "&");
    this.#addContentType();
    const headers = this.#headers.map(([name, value]) =>
      `${name}: ${value.replace(/[\r\n]+/g, " ")}`.trimEnd(),
    );
    const hasBody = this.#data.length > 0;
    return {
      request: {
        kind: "request",
        method: this.#method ?? (hasBody ? "POST" : "GET"),
        url,
        headers: headers.join("\n"),
        body,
        isGrpc: false,
      },
      credentials: this.#credentials.list,
      ignored: this.#ignored,
    };
  }

  /** As curl does: the type of a form, unless the command has another. */
  #addContentType(): void {
    const has = (name: string) => this.#headers.some(([one]) => one.toLowerCase() === name);
    if (this.#data.length === 0) return;
    if (!has("content-type")) {
      const type = this.#isJson ? "application/json" : "application/x-www-form-urlencoded";
      this.#headers.push(["Content-Type", type]);
    }
    if (this.#isJson && !has("accept")) this.#headers.push(["Accept", "application/json"]);
  }

  #take(): ShellToken | undefined {
    return this.#words[this.#next++];
  }

  #readOption(word: ShellToken): void {
    if (word.text.startsWith("--")) return this.#apply(word.text, word, null);
    // Short options may be combined, and their value may follow without a space.
    for (let i = 1; i < word.text.length; i++) {
      const name = `-${word.text[i]}`;
      const rest = word.text.slice(i + 1);
      const takesValue = findCurlOption(name)?.takesValue === true;
      this.#apply(name, word, takesValue && rest !== "" ? rest : null);
      if (takesValue) return;
    }
  }

  #apply(name: string, word: ShellToken, attached: string | null): void {
    const option = findCurlOption(name);
    if (!option) throw new ShellError(`The option ${name} is unknown here. Remove it.`, word.at);
    if (option.refusal !== undefined) throw new ShellError(`${name}: ${option.refusal}`, word.at);
    const value = option.takesValue ? (attached ?? this.#take()?.text) : "";
    if (value === undefined) throw new ShellError(`The option ${name} has no value.`, word.at);
    this.#use(option.role, value, { ...word, text: name });
  }

  #use(role: CurlOption["role"], value: string, option: ShellToken): void {
    switch (role) {
      case "method":
        this.#method = value;
        return;
      case "url":
        return this.#setUrl({ ...option, text: value });
      case "header":
        return this.#addHeader(value, option);
      case "json":
        this.#isJson = true;
        this.#data.push(this.#readData(value, option));
        return;
      case "data":
        this.#data.push(this.#readData(value, option));
        return;
      case "raw-data":
        this.#data.push(value);
        return;
      case "user":
        this.#headers.push(this.#credentials.addUser(...splitUser(value)));
        return;
      case "bearer":
        this.#headers.push(this.#credentials.addToken(value));
        return;
      case "cookie":
        return this.#addCookies(value, option);
      case "ignored":
        this.#ignored.push(option.text);
        return;
      case "quiet":
        return;
      default:
        this.#headers.push([role, value]);
    }
  }

  #setUrl({ text, at }: ShellToken): void {
    if (this.#url !== null) {
      throw new ShellError("The command has more than one URL. Quote values with spaces.", at);
    }
    const whole = /^[a-z][\w+.-]*:\/\/|^\{\{/i.test(text) ? text : `http://${text}`;
    const { url, headers } = this.#credentials.takeFromUrl(whole);
    this.#url = url;
    this.#headers.push(...headers);
  }

  #addHeader(header: string, { at }: ShellToken): void {
    if (header.startsWith("@")) {
      throw new ShellError("Headers in a file can't be read. Paste them as -H options.", at);
    }
    const [, name = "", mark, value = ""] = /^([^:;]+)([:;])\s*(.*)$/s.exec(header) ?? [];
    if (name.trim() === "") throw new ShellError(`“${header}” is not a header: “name: value”.`, at);
    // `name:` removes a header that curl would add, `name;` sends an empty one.
    if (mark === ":" && value.trim() === "") return;
    const [key, content] = [name.trim(), value.trim()];
    if (/^cookie$/i.test(key)) this.#addCookies(content, { kind: "word", text: key, at });
    else if (isSecretHeader(key)) this.#headers.push(this.#credentials.addHeader(key, content));
    else this.#headers.push([key, content]);
  }

  #addCookies(cookies: string, { at }: ShellToken): void {
    if (!cookies.includes("=")) {
      throw new ShellError("Cookies in a file can't be read. Write them as name=value.", at);
    }
    this.#headers.push(this.#credentials.addCookies(cookies));
  }

  #readData(value: string, { at }: ShellToken): string {
    if (!value.startsWith("@")) return value;
    if (value === "@-" && this.#input !== null) return this.#input;
    const source = value === "@-" ? "standard input" : `the file ${value.slice(1)}`;
    throw new ShellError(
      `The body is in ${source}, which the page can't read. Paste it in place of “${value}”.`,
      at,
    );
  }
}
