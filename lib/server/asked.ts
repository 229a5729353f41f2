/**
 * Reads what a client asks for.
 *
 * Guarantees: what leaves here has the type it claims, or a `bad-request` names the field that has
 * not; fields nobody knows are left out.
 */

import type {
  ConnectRequest,
  ExchangeRequest,
  FeedRequest,
  InboxRequest,
  OAuthRequest,
  TlsOptions,
} from "../wire/api-types.ts";
import type { Framing, HeaderList } from "../wire/record.ts";
import { Problem } from "./problem.ts";
import { readTrust } from "./tls.ts";

export type Fields = Readonly<Record<string, unknown>>;

const MOST_SUBSCRIPTIONS = 64;

export async function readExchangeRequest(request: Request): Promise<ExchangeRequest> {
  const fields = await readObject(request);
  return {
    method: text(fields, "method"),
    url: text(fields, "url"),
    headers: headerList(fields, "headers"),
    ...optional(fields, "recording", text),
    ...optional(fields, "name", text),
    ...optional(fields, "body", text),
    ...optional(fields, "bodyB64", text),
    ...optional(fields, "framing", framing),
    ...optional(fields, "tls", tlsChoice),
    ...optional(fields, "idleTimeoutMs", positive),
    ...optional(fields, "secrets", texts),
  };
}

export async function readConnectRequest(request: Request): Promise<ConnectRequest> {
  const fields = await readObject(request);
  return {
    address: text(fields, "address"),
    ...optional(fields, "recording", text),
    ...optional(fields, "headers", headerList),
    ...optional(fields, "tls", tlsChoice),
    ...optional(fields, "secrets", texts),
  };
}

export async function readOAuthRequest(request: Request): Promise<OAuthRequest> {
  const fields = await readObject(request);
  const method = text(fields, "method");
  if (method !== "GET" && method !== "POST") throw bad("method", '"GET" or "POST"');
  return {
    method,
    url: text(fields, "url"),
    headers: headerList(fields, "headers"),
    ...optional(fields, "form", text),
    ...optional(fields, "tls", tlsChoice),
  };
}

export async function readInboxRequest(request: Request): Promise<InboxRequest> {
  const fields = await readObject(request);
  return {
    ...optional(fields, "recording", text),
    ...optional(fields, "name", text),
    ...optional(fields, "token", filled),
    ...optional(fields, "authentication", authentication),
  };
}

export async function readFeedRequest(request: Request): Promise<FeedRequest> {
  const { subscriptions } = await readObject(request);
  if (!Array.isArray(subscriptions) || subscriptions.length > MOST_SUBSCRIPTIONS) {
    throw bad("subscriptions", `a list of at most ${MOST_SUBSCRIPTIONS}`);
  }
  return {
    subscriptions: subscriptions.map((item: unknown) => {
      if (!isObject(item)) throw bad("subscriptions", "a list of objects");
      return { recording: text(item, "recording"), from: whole(item, "from") };
    }),
  };
}

async function readObject(request: Request): Promise<Fields> {
  const value: unknown = await request.json().catch(() => undefined);
  if (!isObject(value)) throw new Problem("bad-request", "The request is not a JSON object.");
  return value;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function optional<Name extends string, Value>(
  fields: Fields,
  name: Name,
  read: (fields: Fields, name: string) => Value,
): { [name in Name]?: Value } {
  // A computed key widens to `string`; the name is the one that was given.
  return fields[name] === undefined
    ? {}
    : ({ [name]: read(fields, name) } as { [n in Name]: Value });
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw bad(name, "a text");
  return value;
}

function filled(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (value.trim() === "") throw bad(name, "a text that is not empty");
  return value;
}

function authentication(fields: Fields, name: string): { scheme: string; credentials: string } {
  const value = fields[name];
  if (!isObject(value)) throw bad(name, "an object");
  return { scheme: filled(value, "scheme"), credentials: filled(value, "credentials") };
}

export function texts(fields: Fields, name: string): string[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw bad(name, "a list of texts");
  return value.map((item: unknown) => text({ [name]: item }, name));
}

function framing(fields: Fields, name: string): Framing {
  const value = fields[name];
  if (value !== "sse" && value !== "json" && value !== "grpc") throw bad(name, "sse, json or grpc");
  return value;
}

export function flag(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== "boolean") throw bad(name, "true or false");
  return value;
}

/** Read to the bottom: what cannot be used is said before anything is begun. */
function tlsChoice(fields: Fields, name: string): TlsOptions {
  const value = fields[name];
  if (!isObject(value)) throw bad(name, "an object");
  const choice: TlsOptions = {
    ...optional(value, "certificate", text),
    ...optional(value, "key", text),
    ...optional(value, "passphrase", text),
    ...optional(value, "ca", text),
    ...optional(value, "acceptUntrusted", flag),
  };
  readTrust(choice);
  return choice;
}

function positive(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number" || !(value > 0)) throw bad(name, "a number above 0");
  return value;
}

export function whole(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw bad(name, "a whole number, 0 or more");
  }
  return value;
}

function headerList(fields: Fields, name: string): HeaderList {
  const value = fields[name];
  if (!Array.isArray(value)) throw bad(name, "a list of [name, value] pairs");
  return value.map((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw bad(name, "a list of [name, value] pairs");
    const [key, content] = texts({ [name]: pair }, name);
    return [key ?? "", content ?? ""];
  });
}

export function bad(name: string, expected: string): Problem {
  return new Problem("bad-request", `"${name}" must be ${expected}.`);
}
