/**
 * The requests of a run as code sends them again: what is secret in them is replaced by names of
 * variables, `‹A2A_TOKEN›`, one for each secret and origin, and so is where the agent is.
 */

import type { SnippetRequest } from "../protocol/snippets/secret-placeholders.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { isDiscovery } from "../timeline/timeline-queries.ts";
import type { HeaderList } from "../wire/record.ts";
import { SECRET_HEADER, SECRET_PARAMETER, SECRET_SCHEME } from "../wire/secret-names.ts";

export interface ResendableRequest {
  readonly exchange: Exchange;
  readonly request: SnippetRequest;
}

/** A variable that says where an agent is. */
export interface AgentOrigin {
  readonly variable: string;
  readonly url: string;
}

/** Those that whoever sends makes for himself. */
const CLIENT_HEADERS =
  /^(?::.*|host|content-length|connection|keep-alive|transfer-encoding|accept-encoding|te|user-agent)$/i;
const MASK_PATTERN = /‹masked [0-9a-f]+›\**/g;

export class RunRequests {
  readonly resendable: readonly ResendableRequest[];
  /** Requests that came in, or were not recorded. */
  readonly others: readonly Exchange[];
  readonly #origins = new Map<string, AgentOrigin>();
  /** By origin and value. */
  readonly #secrets = new Map<string, string>();
  readonly #usedNames = new Set<string>();

  constructor({ exchanges }: Timeline) {
    const isKnown = ({ open }: Exchange) => open.record.method !== "" && !open.record.inbound;
    this.resendable = exchanges
      .filter(isKnown)
      .map((exchange) => ({ exchange, request: this.#replaceSecrets(exchange) }));
    this.others = exchanges.filter((exchange) => !isKnown(exchange));
  }

  get origins(): readonly AgentOrigin[] {
    return [...this.#origins.values()];
  }

  /** The names of the secrets, in the order in which they are first sent. */
  get secrets(): readonly string[] {
    return [...this.#secrets.values()];
  }

  #replaceSecrets({ open }: Exchange): SnippetRequest {
    const { method, url, headers, body, bodyB64, framing } = open.record;
    const origin = getOrigin(url);
    const secrets = this.#findSecrets(origin, url, headers, body ?? "");
    const hide = (text: string) =>
      secrets.reduce((rest, [value, name]) => rest.replaceAll(value, `‹${name}›`), text);
    const place = framing === "grpc" ? null : this.#getOrigin(origin);
    const hiddenUrl = hide(removeUserInfo(url));
    const said = headers
      .filter(([name]) => !CLIENT_HEADERS.test(name))
      .map(([name, value]) => [name, hide(value)] as const);
    return {
      method,
      url: place ? `‹${place.variable}›${hiddenUrl.slice(origin.length)}` : hiddenUrl,
      headers: said,
      ...(body !== undefined && { body: hide(body) }),
      ...(bodyB64 !== undefined && { bodyB64 }),
      variables: [...secrets.map(([, name]) => name), ...(place ? [place.variable] : [])],
    };
  }

  #getOrigin(origin: string): AgentOrigin | null {
    if (origin === "") return null;
    const count = this.#origins.size;
    const known = this.#origins.get(origin) ?? {
      variable: count === 0 ? "A2A_AGENT" : `A2A_AGENT_${count + 1}`,
      url: origin,
    };
    this.#origins.set(origin, known);
    return known;
  }

  /** Each way in which a secret is spelled there; the longest first: one may stand in another. */
  #findSecrets(origin: string, url: string, headers: HeaderList, body: string): [string, string][] {
    const found = new Map<string, string>();
    const all = [url, ...headers.map(([, value]) => value), body].join("\n");
    const add = (name: string, value: string) => {
      for (const [spelled, suffix] of listSpellings(value)) {
        if (spelled === "" || found.has(spelled) || !all.includes(spelled)) continue;
        found.set(spelled, this.#getVariable(origin, `${name}${suffix}`, spelled));
      }
    };
    for (const [name, value] of headers) {
      if (!SECRET_HEADER.test(name)) continue;
      add(/^authorization$/i.test(name) ? "TOKEN" : name, value.replace(SECRET_SCHEME, ""));
    }
    if (URL.canParse(url)) {
      for (const [name, value] of new URL(url).searchParams) {
        if (SECRET_PARAMETER.test(name)) add(name, value);
      }
    }
    for (const [mask] of all.matchAll(MASK_PATTERN)) add("SECRET", mask);
    return [...found].sort(([a], [b]) => b.length - a.length);
  }

  #getVariable(origin: string, name: string, value: string): string {
    const key = JSON.stringify([origin, value]);
    const known = this.#secrets.get(key);
    if (known !== undefined) return known;
    const base = `A2A_${name
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_|_$/g, "")}`;
    let variable = base;
    for (let n = 2; this.#usedNames.has(variable); n++) variable = `${base}_${n}`;
    this.#usedNames.add(variable);
    this.#secrets.set(key, variable);
    return variable;
  }
}

function listSpellings(value: string): (readonly [string, string])[] {
  return [
    [value, ""],
    [JSON.stringify(value).slice(1, -1), "_IN_JSON"],
    [encodeForUrl(value), "_IN_URL"],
  ];
}

function encodeForUrl(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    // Half a character: such a text is in no URL.
    return "";
  }
}

function getOrigin(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : "";
  return removeUserInfo(url).startsWith(origin) && origin !== "null" ? origin : "";
}

const removeUserInfo = (url: string) => url.replace(/^([a-z]+:\/\/)[^/?#@]*@/i, "$1");

/** What a request is, in a few words. */
export function getRequestTitle(exchange: Exchange): string {
  const { request, open } = exchange;
  const { method, url } = open.record;
  const parts = request?.message?.parts ?? [];
  const text = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join(" ");
  const what = request?.method ?? (isDiscovery(exchange) ? "the agent card" : `${method} ${url}`);
  return text === "" ? what : `${what}: ${text}`;
}
