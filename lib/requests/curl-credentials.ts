/**
 * Takes the credentials out of the parts of a curl command, and puts placeholders in their places.
 *
 * Guarantees: a value that was taken is only in the list; the value of a shell variable is empty, and
 * the user enters it.
 */

import { decodeBinaryBase64 } from "../secrets/base64.ts";
import { decodeComponent } from "../secrets/credentials.ts";
import { SECRET_PARAMETER } from "../secrets/secret-names.ts";
import { decodeStrict } from "../text/utf8.ts";
import { isPlaceholder } from "./secrets-in-requests.ts";

export type CurlCredential =
  | {
      readonly kind: "key";
      readonly place: "header" | "query" | "cookie";
      readonly name: string;
      readonly value: string;
    }
  | { readonly kind: "basic"; readonly user: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string };

type Header = readonly [name: string, value: string];

export class CurlCredentials {
  readonly #list: CurlCredential[] = [];

  get list(): readonly CurlCredential[] {
    return this.#list;
  }

  /** Each returns the header with its placeholder. */
  addUser(user: string, password: string): Header {
    this.#list.push({ kind: "basic", user: toSecret(user), password: toSecret(password) });
    return ["Authorization", "Basic ‹A2A_BASIC›"];
  }

  addToken(token: string): Header {
    this.#list.push({ kind: "bearer", token: toSecret(token) });
    return ["Authorization", "Bearer ‹A2A_TOKEN›"];
  }

  addHeader(name: string, value: string): Header {
    if (/^cookie$/i.test(name)) return this.addCookies(value);
    const [, scheme = "", rest = ""] = /^(Bearer|Basic)\s+(.*)$/is.exec(value) ?? [];
    const isAuthorization = /^authorization$/i.test(name);
    if (isAuthorization && /^bearer$/i.test(scheme)) return this.addToken(rest);
    const pair = isAuthorization && /^basic$/i.test(scheme) ? decodeBase64Text(rest) : null;
    if (pair?.includes(":")) return this.addUser(...splitUser(pair));
    this.#addKey("header", name, value);
    return [name, getPlaceholder(name)];
  }

  addCookies(cookies: string): Header {
    const pairs = cookies.split(";").flatMap((pair) => {
      const [name = "", ...value] = pair.trim().split("=");
      if (name === "") return [];
      this.#addKey("cookie", name, value.join("="));
      return [`${name}=${getPlaceholder(name)}`];
    });
    return ["Cookie", pairs.join("; ")];
  }

  /** Takes user and password, and the parameters that hold secrets. */
  takeFromUrl(url: string): { readonly url: string; readonly headers: readonly Header[] } {
    const headers: Header[] = [];
    const plain = url.replace(USER_INFO, (_, scheme: string, info: string) => {
      const [user, password] = splitUser(info);
      headers.push(this.addUser(decodeComponent(user), decodeComponent(password)));
      return scheme;
    });
    return { url: this.#takeParameters(plain), headers };
  }

  #takeParameters(url: string): string {
    const [, start = "", query = "", fragment = ""] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(url) ?? [];
    if (start === "") return url;
    const pairs = query.split("&").map((pair) => {
      const [written = "", ...value] = pair.split("=");
      const [name, text] = [decodeComponent(written), value.join("=")];
      if (!SECRET_PARAMETER.test(name) || text === "") return pair;
      this.#addKey("query", name, decodeComponent(text));
      return `${written}=${getPlaceholder(name)}`;
    });
    return `${start}?${pairs.join("&")}${fragment}`;
  }

  #addKey(place: "header" | "query" | "cookie", name: string, value: string): void {
    this.#list.push({ kind: "key", place, name, value: toSecret(value) });
  }
}

const USER_INFO = /^([a-z][\w+.-]*:\/\/)([^/?#@]*)@/i;

/** `user:password`, of which only the user name has no colon. */
export function splitUser(pair: string): [user: string, password: string] {
  const colon = pair.indexOf(":");
  return colon < 0 ? [pair, ""] : [pair.slice(0, colon), pair.slice(colon + 1)];
}

/** As `lib/session/apply-credentials.ts` names the credentials that are sent with every request. */
const getPlaceholder = (name: string) => `‹A2A_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}›`;

const toSecret = (text: string) => (isPlaceholder(text) ? "" : text);

const decodeBase64Text = (text: string) =>
  decodeStrict(Uint8Array.from(decodeBinaryBase64(text), (byte) => byte.charCodeAt(0)));
