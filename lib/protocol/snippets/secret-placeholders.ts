/**
 * What of a request is secret, and the variables of the environment that stand for it in code: code
 * is pasted into tickets and repositories, and must not carry a key there.
 */

import type { HeaderList } from "../../wire/record.ts";
import { SECRET_HEADER, SECRET_PARAMETER, SECRET_SCHEME } from "../../wire/secret-names.ts";

/** What code is made of. */
export interface SnippetRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** Its bytes in base64, where they are not text. */
  readonly bodyB64?: string;
  readonly secrets?: readonly string[];
  /** The names that stand for secrets in URL and headers already, as `‹NAME›`. */
  readonly variables?: readonly string[];
}

/** In a text's place: the variable that holds what stood there. */
export interface SecretPlaceholder {
  readonly variable: string;
}

export type SnippetText = readonly (string | SecretPlaceholder)[];

export class SecretPlaceholders {
  /** Each way in which a secret may be spelled, the longest first. */
  readonly #spellings: readonly (readonly [spelling: string, variable: string])[];
  readonly #used = new Set<string>();

  /** `discloses` leaves what is secret where it is. */
  constructor(request: SnippetRequest, discloses = false) {
    const { variables = [] } = request;
    const spellings = new Map(variables.map((name) => [`‹${name}›`, name]));
    for (const [variable, secret] of discloses ? [] : collectSecretVariables(request)) {
      const inJson = JSON.stringify(secret).slice(1, -1);
      const inUrl = encodeForUrl(secret);
      spellings.set(secret, variable);
      if (inJson !== secret) spellings.set(inJson, `${variable}_IN_JSON`);
      if (inUrl !== secret && inUrl !== inJson) spellings.set(inUrl, `${variable}_IN_URL`);
    }
    this.#spellings = [...spellings].sort(([a], [b]) => b.length - a.length);
  }

  /** The variables that what was spelled so far needs. */
  get usedVariables(): readonly string[] {
    return [...this.#used];
  }

  replaceSecrets(text: string): SnippetText {
    let spelled: (string | SecretPlaceholder)[] = [text];
    for (const [secret, variable] of this.#spellings) {
      spelled = spelled.flatMap((piece) => {
        if (typeof piece !== "string" || !piece.includes(secret)) return [piece];
        this.#used.add(variable);
        return piece
          .split(secret)
          .flatMap((rest, i) => (i === 0 ? [rest] : [{ variable }, rest]))
          .filter((rest) => rest !== "");
      });
    }
    return spelled;
  }
}

/** Each secret once, by the first name under which it is met. */
function collectSecretVariables(request: SnippetRequest): Map<string, string> {
  const { url, headers, secrets = [], variables = [] } = request;
  const byValue = new Map<string, string>();
  const taken = new Set<string>(variables);
  const add = (name: string, value: string) => {
    // A name that stands for a secret is none itself.
    if (value === "" || byValue.has(value) || variables.some((v) => value.includes(`‹${v}›`)))
      return;
    const base = `A2A_${name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_|_$/g, "")}`;
    let variable = base;
    for (let n = 2; taken.has(variable); n++) variable = `${base}_${n}`;
    taken.add(variable);
    byValue.set(value, variable);
  };
  for (const [name, value] of headers) {
    if (!SECRET_HEADER.test(name)) continue;
    add(/^authorization$/i.test(name) ? "TOKEN" : name, value.replace(SECRET_SCHEME, ""));
  }
  if (URL.canParse(url)) {
    const { username, password, searchParams } = new URL(url);
    add("USER", decodeFromUrl(username));
    add("PASSWORD", decodeFromUrl(password));
    for (const [name, value] of searchParams) if (SECRET_PARAMETER.test(name)) add(name, value);
  }
  for (const secret of secrets) add("SECRET", secret);
  return new Map([...byValue].map(([value, variable]) => [variable, value]));
}

function encodeForUrl(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    // Half a character: such a text is in no URL.
    return secret;
  }
}

function decodeFromUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
