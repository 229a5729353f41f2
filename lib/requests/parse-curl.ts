/**
 * Reads a curl command as a request. Credentials are returned apart from it, because they are stored
 * elsewhere; the request has the placeholders that credentials of their kind are sent with. Options
 * that mean nothing to Loupe are listed.
 *
 * Guarantees: an option that would change the request and can't be read is an error, never ignored.
 */

import { decodeBinaryBase64 } from "../secrets/base64.ts";
import { isSecretHeader } from "../secrets/credentials.ts";
import { SECRET_PARAMETER } from "../secrets/secret-names.ts";
import { decodeStrict } from "../text/utf8.ts";
import { type CurlOption, findCurlOption } from "./curl-options.ts";
import type { ExactRequest } from "./saved-request.ts";
import { isPlaceholder } from "./secrets-in-requests.ts";
import { readShellTokens, ShellError, type ShellToken } from "./shell-words.ts";

/** A credential of the command. A value that was a shell variable is empty. */
export type CurlCredential =
  | {
      readonly kind: "key";
      readonly place: "header" | "query" | "cookie";
      readonly name: string;
      readonly value: string;
    }
  | { readonly kind: "basic"; readonly user: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string };

export interface CurlCommand {
  readonly request: ExactRequest;
  readonly credentials: readonly CurlCredential[];
  /** Options without a meaning here, as written. */
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
  readonly #headers: [name: string, value: string][] = [];
  readonly #data: string[] = [];
  readonly #credentials: CurlCredential[] = [];
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
      credentials: this.#credentials,
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
      case "user": {
        const colon = value.indexOf(":");
        const [user, password] =
          colon < 0 ? [value, ""] : [value.slice(0, colon), value.slice(colon + 1)];
        return this.#authorize({
          kind: "basic",
          user: toSecret(user),
          password: toSecret(password),
        });
      }
      case "bearer":
        return this.#authorize({ kind: "bearer", token: toSecret(value) });
      case "cookie":
        return this.#addCookies(value, option);
      case "ignored":
        this.#ignored.push(value === "" ? option.text : `${option.text} ${value}`);
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
    this.#url = this.#takeParameters(this.#takeUser(whole));
  }

  #takeUser(url: string): string {
    return url.replace(/^([a-z][\w+.-]*:\/\/)([^/?#@]*)@/i, (_, scheme: string, info: string) => {
      const [user = "", ...password] = info.split(":").map(decodeText);
      this.#authorize({
        kind: "basic",
        user: toSecret(user),
        password: toSecret(password.join(":")),
      });
      return scheme;
    });
  }

  #takeParameters(url: string): string {
    const [start = "", ...rest] = url.split("?");
    const [query = "", ...fragment] = rest.join("?").split("#");
    if (rest.length === 0) return url;
    const pairs = query.split("&").map((pair) => {
      const [written = "", ...value] = pair.split("=");
      const [name, text] = [decodeText(written), value.join("=")];
      if (!SECRET_PARAMETER.test(name) || text === "") return pair;
      this.#addKey("query", name, decodeText(text));
      return `${written}=${getPlaceholder(name)}`;
    });
    const tail = fragment.length > 0 ? `#${fragment.join("#")}` : "";
    return `${start}?${pairs.join("&")}${tail}`;
  }

  #addHeader(header: string, { at }: ShellToken): void {
    if (header.startsWith("@")) {
      throw new ShellError("Headers in a file can't be read. Paste them as -H options.", at);
    }
    const [, name = "", mark, value = ""] = /^([^:;]+)([:;])\s*(.*)$/s.exec(header) ?? [];
    if (name.trim() === "") throw new ShellError(`“${header}” is not a header: “name: value”.`, at);
    // `name:` removes a header that curl would add, `name;` sends an empty one.
    if (mark === ":" && value.trim() === "") return;
    if (!isSecretHeader(name.trim())) this.#headers.push([name.trim(), value.trim()]);
    else if (/^cookie$/i.test(name.trim()))
      this.#addCookies(value, { kind: "word", text: name, at });
    else this.#addHeaderCredential(name.trim(), value.trim());
  }

  #addHeaderCredential(name: string, value: string): void {
    const credential = /^authorization$/i.test(name) ? readAuthorization(value) : null;
    if (credential) return this.#authorize(credential);
    this.#addKey("header", name, value);
    this.#headers.push([name, getPlaceholder(name)]);
  }

  #authorize(credential: CurlCredential & { readonly kind: "basic" | "bearer" }): void {
    this.#credentials.push(credential);
    const value = credential.kind === "basic" ? "Basic ‹A2A_BASIC›" : "Bearer ‹A2A_TOKEN›";
    this.#headers.push(["Authorization", value]);
  }

  #addKey(place: "header" | "query" | "cookie", name: string, value: string): void {
    this.#credentials.push({ kind: "key", place, name, value: toSecret(value) });
  }

  #addCookies(cookies: string, { at }: ShellToken): void {
    if (!cookies.includes("=")) {
      throw new ShellError("Cookies in a file can't be read. Write them as name=value.", at);
    }
    const pairs = cookies.split(";").flatMap((pair) => {
      const [name = "", ...value] = pair.trim().split("=");
      if (name === "") return [];
      this.#addKey("cookie", name, value.join("="));
      return [`${name}=${getPlaceholder(name)}`];
    });
    this.#headers.push(["Cookie", pairs.join("; ")]);
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

function readAuthorization(value: string) {
  const [, scheme = "", rest = ""] = /^(Bearer|Basic)\s+(.*)$/is.exec(value) ?? [];
  if (/^bearer$/i.test(scheme)) return { kind: "bearer", token: toSecret(rest) } as const;
  const pair = /^basic$/i.test(scheme) ? decodeBase64Text(rest) : null;
  if (!pair?.includes(":")) return null;
  const colon = pair.indexOf(":");
  return { kind: "basic", user: pair.slice(0, colon), password: pair.slice(colon + 1) } as const;
}

/** As `lib/session/apply-credentials.ts` names the credentials that are sent with every request. */
const getPlaceholder = (name: string) => `‹A2A_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}›`;

/** A shell variable has no value here: the user enters the secret. */
const toSecret = (text: string) => (isPlaceholder(text) ? "" : text);

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const decodeBase64Text = (text: string) =>
  decodeStrict(Uint8Array.from(decodeBinaryBase64(text), (byte) => byte.charCodeAt(0)));
