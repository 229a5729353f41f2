/**
 * Placeholders for secrets in code snippets: environment variables replace the secrets of a request,
 * because code is pasted into tickets and repositories.
 */

import { decodeComponent } from "../../secrets/credentials.ts";
import { SECRET_HEADER, SECRET_PARAMETER, SECRET_SCHEME } from "../../secrets/secret-names.ts";
import type { HeaderList } from "../../wire/record.ts";

/** The request that a snippet sends. */
export interface SnippetRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** The body's bytes in base64 if they are not text. */
  readonly bodyB64?: string;
  readonly secrets?: readonly string[];
  /** Names that already replace secrets in URL and headers, as `‹NAME›`. */
  readonly variables?: readonly string[];
}

/** Headers that HTTP clients set themselves. */
export const CLIENT_HEADERS =
  /^(?::.*|host|content-length|connection|keep-alive|transfer-encoding|accept-encoding|te|user-agent)$/i;

/** The variable that replaces a secret in a text. */
interface SecretPlaceholder {
  readonly variable: string;
}

export type SnippetText = readonly (string | SecretPlaceholder)[];

export class SecretPlaceholders {
  /** Each encoding of a secret, longest first. */
  readonly #spellings: readonly (readonly [spelling: string, variable: string])[];
  readonly #used = new Set<string>();

  /** `discloses` keeps secrets in the snippet. */
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

  /** The variables used by the texts so far. */
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

/** Each secret once, by the first name under which it occurs. */
function collectSecretVariables(request: SnippetRequest): Map<string, string> {
  const { url, headers, secrets = [], variables = [] } = request;
  const byValue = new Map<string, string>();
  const taken = new Set<string>(variables);
  const add = (name: string, value: string) => {
    // A name that replaces a secret is not itself a secret.
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
    add("USER", decodeComponent(username));
    add("PASSWORD", decodeComponent(password));
    for (const [name, value] of searchParams) if (SECRET_PARAMETER.test(name)) add(name, value);
  }
  for (const secret of secrets) add("SECRET", secret);
  return new Map([...byValue].map(([value, variable]) => [variable, value]));
}

function encodeForUrl(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    // A lone surrogate cannot occur in a URL.
    return secret;
  }
}
