/**
 * HTTP request as it is sent, and the request that follows a redirect.
 *
 * Guarantees: the listed headers are the headers sent, in that order and no others; a credential
 * never goes to an origin that the caller did not name.
 */

import type { ExchangeRequest } from "../../api/schemas/api-requests.ts";
import { PRODUCT } from "../../api/version.ts";
import type { Framing, HeaderList } from "../../wire/record.ts";

export interface HttpRequest {
  method: string;
  url: string;
  headers: HeaderList;
  body?: string;
  bodyB64?: string;
  /** `grpc` is carried by HTTP/2. */
  framing?: Framing;
}

/** Headers that describe the connection, which is Loupe's own. */
const CONNECTION_HEADERS = new Set([
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

/** Headers that do not identify the caller. All others go only to the origin that the caller named. */
const ANY_ORIGIN_HEADERS = new Set([
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

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** True for a header that may go to any origin. */
export function isForAnyOrigin(name: string): boolean {
  return ANY_ORIGIN_HEADERS.has(name.toLowerCase());
}

export function createHttpRequest(request: ExchangeRequest): HttpRequest {
  const { method, url, headers, body, bodyB64, framing } = request;
  const own = headers.filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase()));
  const absent = (name: string) => !own.some(([given]) => given.toLowerCase() === name);
  const added: [string, string][] = [];
  // In a compressed stream, the timing shows when the compressor flushed, not when the agent wrote.
  const coding = framing === "grpc" ? "grpc-accept-encoding" : "accept-encoding";
  if (absent(coding)) added.push([coding, "identity"]);
  if (absent("user-agent")) added.push(["user-agent", PRODUCT]);
  return {
    method,
    url,
    headers: [...own, ...added],
    ...(body !== undefined && { body }),
    ...(bodyB64 !== undefined && { bodyB64 }),
    ...(framing !== undefined && { framing }),
  };
}

export function getRequestBody({ body, bodyB64 }: HttpRequest): string | Buffer | undefined {
  return bodyB64 === undefined ? body : Buffer.from(bodyB64, "base64");
}

/** The complete header block, including the headers of the connection. */
export function createHeaderBlock(request: HttpRequest): HeaderList {
  const host = URL.canParse(request.url) ? new URL(request.url).host : "";
  if (request.framing === "grpc") return createHttp2Block(host, request.headers);
  const body = getRequestBody(request);
  const mayHaveBody = body !== undefined || !["GET", "HEAD"].includes(request.method);
  return [
    ["host", host],
    ...request.headers,
    ...(mayHaveBody ? ([["content-length", String(Buffer.byteLength(body ?? ""))]] as const) : []),
    ["connection", "keep-alive"],
  ];
}

/** HTTP/2 has lower-case names, and headers of one name are adjacent. */
function createHttp2Block(host: string, headers: HeaderList): HeaderList {
  const byName = new Map<string, string[]>([
    [":authority", [host]],
    ["te", ["trailers"]],
  ]);
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), value]);
  }
  return [...byName].flatMap(([name, values]) => values.map((value) => [name, value] as const));
}

export function isRedirectStatus(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}

/** The request that follows a redirect, with the names of the headers it drops. */
export function createRedirectRequest(
  request: HttpRequest,
  status: number,
  location: string,
): { next: HttpRequest; sameOrigin: boolean; dropped: readonly string[] } {
  const url = URL.canParse(location, request.url) ? new URL(location, request.url) : null;
  const sameOrigin = url !== null && url.origin === new URL(request.url).origin;
  const becomesGet =
    (status === 303 && request.method !== "HEAD") ||
    ((status === 301 || status === 302) && request.method === "POST");

  const stays = (name: string) =>
    (sameOrigin || isForAnyOrigin(name)) && !(becomesGet && name.startsWith("content-"));
  const headers = request.headers.filter(([name]) => stays(name.toLowerCase()));
  const dropped = request.headers
    .map(([name]) => name)
    .filter((name) => !sameOrigin && !isForAnyOrigin(name));

  const { body, bodyB64 } = request;
  const next: HttpRequest = {
    method: becomesGet ? "GET" : request.method,
    url: url?.href ?? location,
    headers,
    ...(body !== undefined && !becomesGet && { body }),
    ...(bodyB64 !== undefined && !becomesGet && { bodyB64 }),
  };
  return { next, sameOrigin, dropped };
}
