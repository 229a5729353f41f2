/**
 * Prepares the requests of a run for generated code that resends them: secrets are replaced by names
 * of variables, `‹A2A_TOKEN›`, one for each secret and origin, and so are the origins of agents.
 */

import { CLIENT_HEADERS, type SnippetRequest } from "../protocol/snippets/secret-placeholders.ts";
import { SECRET_HEADER, SECRET_PARAMETER, SECRET_SCHEME } from "../secrets/secret-names.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isDiscovery } from "../timeline/exchange-queries.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { HeaderList } from "../wire/record.ts";

export interface ResendableRequest {
  readonly exchange: Exchange;
  readonly request: SnippetRequest;
}

/** A variable for the origin of an agent. */
interface AgentOrigin {
  readonly variable: string;
  readonly url: string;
}

const MASK_PATTERN = /‹masked [0-9a-f]+›\**/g;

export class RunRequests {
  readonly resendable: readonly ResendableRequest[];
  /** Exchanges whose request was sent by the agent, or was not recorded. */
  readonly others: readonly Exchange[];
  readonly #origins = new Map<string, AgentOrigin>();
  /** Variable names by origin and value. */
  readonly #secrets = new Map<string, string>();
  readonly #usedNames = new Set<string>();

  constructor({ exchanges }: Timeline) {
    const isResendable = ({ open }: Exchange) => open.record.method !== "" && !open.record.inbound;
    this.resendable = exchanges
      .filter(isResendable)
      .map((exchange) => ({ exchange, request: this.#replaceSecrets(exchange) }));
    this.others = exchanges.filter((exchange) => !isResendable(exchange));
  }

  get origins(): readonly AgentOrigin[] {
    return [...this.#origins.values()];
  }

  /** Variable names of the secrets, in the order in which they are first sent. */
  get secrets(): readonly string[] {
    return [...this.#secrets.values()];
  }

  #replaceSecrets({ open }: Exchange): SnippetRequest {
    const { method, url, headers, body, bodyB64, framing } = open.record;
    const origin = getOrigin(url);
    const secrets = this.#findSecrets(origin, url, headers, body ?? "");
    const hide = (text: string) =>
      secrets.reduce((rest, [value, name]) => rest.replaceAll(value, `‹${name}›`), text);
    const agent = framing === "grpc" ? null : this.#getOrigin(origin);
    const hiddenUrl = hide(removeUserInfo(url));
    const hiddenHeaders = headers
      .filter(([name]) => !CLIENT_HEADERS.test(name))
      .map(([name, value]) => [name, hide(value)] as const);
    return {
      method,
      url: agent ? `‹${agent.variable}›${hiddenUrl.slice(origin.length)}` : hiddenUrl,
      headers: hiddenHeaders,
      ...(body !== undefined && { body: hide(body) }),
      ...(bodyB64 !== undefined && { bodyB64 }),
      variables: [...secrets.map(([, name]) => name), ...(agent ? [agent.variable] : [])],
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

  /** Each encoding of a secret that occurs, longest first, because one may contain another. */
  #findSecrets(origin: string, url: string, headers: HeaderList, body: string): [string, string][] {
    const found = new Map<string, string>();
    const all = [url, ...headers.map(([, value]) => value), body].join("\n");
    const add = (name: string, value: string) => {
      for (const [encoded, suffix] of listEncodings(value)) {
        if (encoded === "" || found.has(encoded) || !all.includes(encoded)) continue;
        found.set(encoded, this.#getVariable(origin, `${name}${suffix}`, encoded));
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

function listEncodings(value: string): (readonly [string, string])[] {
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
    // A lone surrogate: a URL cannot contain such text.
    return "";
  }
}

function getOrigin(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : "";
  return removeUserInfo(url).startsWith(origin) && origin !== "null" ? origin : "";
}

const removeUserInfo = (url: string) => url.replace(/^([a-z]+:\/\/)[^/?#@]*@/i, "$1");

/** Short title: the operation, and the text of its message. */
export function getRequestTitle(exchange: Exchange): string {
  const { request, open } = exchange;
  const { method, url } = open.record;
  const parts = request?.message?.parts ?? [];
  const text = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join(" ");
  const operation =
    request?.method ?? (isDiscovery(exchange) ? "the agent card" : `${method} ${url}`);
  return text === "" ? operation : `${operation}: ${text}`;
}
