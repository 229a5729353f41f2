/**
 * A request as it goes out, and what becomes of it at a redirect.
 *
 * Guarantees: the headers listed are the headers sent, in that order and no others; a credential
 * never goes to an origin the caller did not name.
 */
import type { HeaderList } from "../wire/record.ts";
import type { ExchangeRequest } from "../wire/service.ts";
import { PRODUCT } from "./version.ts";

export interface Outgoing {
  method: string;
  url: string;
  headers: HeaderList;
  body?: string;
}

/** Headers that describe the connection, which is Loupe's own. */
const OF_THE_CONNECTION = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that say nothing about who is calling; all others stay with the origin named by the caller. */
const FOR_ANY_ORIGIN = new Set([
  "a2a-extensions",
  "a2a-version",
  "accept",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "content-type",
  "user-agent",
  "x-a2a-extensions",
]);

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function outgoing({ method, url, headers, body }: ExchangeRequest): Outgoing {
  const own = headers.filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()));
  const absent = (name: string) => !own.some(([given]) => given.toLowerCase() === name);
  const added: [string, string][] = [];
  // A compressed stream shows when the compressor flushed, not when the agent wrote.
  if (absent("accept-encoding")) added.push(["accept-encoding", "identity"]);
  if (absent("user-agent")) added.push(["user-agent", PRODUCT]);
  return { method, url, headers: [...own, ...added], ...(body !== undefined && { body }) };
}

/** The whole header block, with what the connection needs. */
export function headerBlock(request: Outgoing): HeaderList {
  const host = URL.canParse(request.url) ? new URL(request.url).host : "";
  const length = Buffer.byteLength(request.body ?? "");
  const mayHaveBody = request.body !== undefined || !["GET", "HEAD"].includes(request.method);
  return [
    ["host", host],
    ...request.headers,
    ...(mayHaveBody ? ([["content-length", String(length)]] as const) : []),
    ["connection", "close"],
  ];
}

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The request that follows a redirect, with the names of the headers that stay behind. */
export function redirected(
  request: Outgoing,
  status: number,
  location: string,
): { next: Outgoing; sameOrigin: boolean; dropped: readonly string[] } {
  const url = URL.canParse(location, request.url) ? new URL(location, request.url) : null;
  const sameOrigin = url !== null && url.origin === new URL(request.url).origin;
  const becomesGet =
    (status === 303 && request.method !== "HEAD") ||
    ((status === 301 || status === 302) && request.method === "POST");

  const stays = (name: string) =>
    (sameOrigin || FOR_ANY_ORIGIN.has(name)) && !(becomesGet && name.startsWith("content-"));
  const headers = request.headers.filter(([name]) => stays(name.toLowerCase()));
  const dropped = request.headers
    .map(([name]) => name)
    .filter((name) => !sameOrigin && !FOR_ANY_ORIGIN.has(name.toLowerCase()));

  const { body } = request;
  const next: Outgoing = {
    method: becomesGet ? "GET" : request.method,
    url: url?.href ?? location,
    headers,
    ...(body !== undefined && !becomesGet && { body }),
  };
  return { next, sameOrigin, dropped };
}
