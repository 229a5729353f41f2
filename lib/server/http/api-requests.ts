/**
 * Parsers for the JSON bodies of API requests.
 *
 * Guarantees: a result has the type it declares, or a `bad-request` error names the wrong field;
 * unknown fields are left out.
 */

import {
  type ConnectRequest,
  type ExchangeRequest,
  type FeedRequest,
  type InboxRequest,
  MAX_FEED_RECORDINGS,
  type OAuthRequest,
  type TlsOptions,
} from "../../api/api-types.ts";
import { MAX_TAP_ROUTES, type TapStartRequest } from "../../api/taps.ts";
import { type Framing, type HeaderList, TAP_MODES } from "../../wire/record.ts";
import { createTlsTrust } from "../exchange/tls-trust.ts";
import { ApiError } from "./api-error.ts";

export type JsonFields = Readonly<Record<string, unknown>>;

export async function readExchangeRequest(request: Request): Promise<ExchangeRequest> {
  const fields = await readObject(request);
  return {
    method: getText(fields, "method"),
    url: getText(fields, "url"),
    headers: getHeaderList(fields, "headers"),
    ...getOptional(fields, "recording", getText),
    ...getOptional(fields, "name", getText),
    ...getOptional(fields, "body", getText),
    ...getOptional(fields, "bodyB64", getText),
    ...getOptional(fields, "framing", getFraming),
    ...getOptional(fields, "tls", getTlsOptions),
    ...getOptional(fields, "idleTimeoutMs", getPositiveNumber),
    ...getOptional(fields, "secrets", getTexts),
  };
}

export async function readConnectRequest(request: Request): Promise<ConnectRequest> {
  const fields = await readObject(request);
  return {
    address: getText(fields, "address"),
    ...getOptional(fields, "recording", getText),
    ...getOptional(fields, "headers", getHeaderList),
    ...getOptional(fields, "tls", getTlsOptions),
    ...getOptional(fields, "secrets", getTexts),
  };
}

export async function readOAuthRequest(request: Request): Promise<OAuthRequest> {
  const fields = await readObject(request);
  const method = getText(fields, "method");
  if (method !== "GET" && method !== "POST") throw createFieldError("method", '"GET" or "POST"');
  return {
    method,
    url: getText(fields, "url"),
    headers: getHeaderList(fields, "headers"),
    ...getOptional(fields, "form", getText),
    ...getOptional(fields, "tls", getTlsOptions),
  };
}

export async function readInboxRequest(request: Request): Promise<InboxRequest> {
  const fields = await readObject(request);
  return {
    ...getOptional(fields, "recording", getText),
    ...getOptional(fields, "name", getText),
    ...getOptional(fields, "token", getNonEmptyText),
    ...getOptional(fields, "authentication", getAuthentication),
  };
}

export async function readFeedRequest(request: Request): Promise<FeedRequest> {
  const { subscriptions } = await readObject(request);
  const count = Array.isArray(subscriptions) ? subscriptions.length : 0;
  if (!Array.isArray(subscriptions) || count === 0 || count > MAX_FEED_RECORDINGS) {
    throw createFieldError("subscriptions", `a list of 1 to ${MAX_FEED_RECORDINGS}`);
  }
  const read = subscriptions.map((item: unknown) => {
    if (!isObject(item)) throw createFieldError("subscriptions", "a list of objects");
    return { recording: getText(item, "recording"), from: getWholeNumber(item, "from") };
  });
  if (new Set(read.map(({ recording }) => recording)).size < count) {
    throw createFieldError("subscriptions", "a list that names each recording once");
  }
  return { subscriptions: read };
}

export async function readTapRequest(request: Request): Promise<TapStartRequest> {
  const fields = await readObject(request);
  const mode = TAP_MODES.find((name) => name === fields.mode);
  if (!mode) throw createFieldError("mode", TAP_MODES.join(" or "));
  const { routes } = fields;
  const count = Array.isArray(routes) ? routes.length : 0;
  if (!Array.isArray(routes) || count === 0 || count > MAX_TAP_ROUTES) {
    throw createFieldError("routes", `a list of 1 to ${MAX_TAP_ROUTES}`);
  }
  return {
    mode,
    routes: routes.map((item: unknown) => {
      if (!isObject(item)) throw createFieldError("routes", "a list of objects");
      return { listen: getText(item, "listen"), target: getText(item, "target") };
    }),
    rolls: true,
    hosts: "",
    push: "",
    keys: "",
    ...getOptional(fields, "rolls", getBoolean),
    ...getOptional(fields, "hosts", getText),
    ...getOptional(fields, "push", getText),
    ...getOptional(fields, "keys", getText),
    startsAnyway: getBoolean(fields, "startsAnyway"),
  };
}

async function readObject(request: Request): Promise<JsonFields> {
  const value: unknown = await request.json().catch(() => undefined);
  if (!isObject(value)) throw new ApiError("bad-request", "The request is not a JSON object.");
  return value;
}

export function isObject(value: unknown): value is JsonFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function getOptional<Name extends string, Value>(
  fields: JsonFields,
  name: Name,
  read: (fields: JsonFields, name: string) => Value,
): { [name in Name]?: Value } {
  // A computed key widens to `string`, although it is exactly `name`.
  return fields[name] === undefined
    ? {}
    : ({ [name]: read(fields, name) } as { [n in Name]: Value });
}

export function getText(fields: JsonFields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw createFieldError(name, "a string");
  return value;
}

function getNonEmptyText(fields: JsonFields, name: string): string {
  const value = getText(fields, name);
  if (value.trim() === "") throw createFieldError(name, "a non-empty string");
  return value;
}

function getAuthentication(
  fields: JsonFields,
  name: string,
): { scheme: string; credentials: string } {
  const value = fields[name];
  if (!isObject(value)) throw createFieldError(name, "an object");
  return {
    scheme: getNonEmptyText(value, "scheme"),
    credentials: getNonEmptyText(value, "credentials"),
  };
}

export function getTexts(fields: JsonFields, name: string): string[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw createFieldError(name, "a list of strings");
  return value.map((item: unknown) => getText({ [name]: item }, name));
}

function getFraming(fields: JsonFields, name: string): Framing {
  const value = fields[name];
  if (value !== "sse" && value !== "json" && value !== "grpc")
    throw createFieldError(name, "sse, json or grpc");
  return value;
}

export function getBoolean(fields: JsonFields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== "boolean") throw createFieldError(name, "true or false");
  return value;
}

/** Also builds the trust once, so that an unusable certificate fails before an exchange starts. */
function getTlsOptions(fields: JsonFields, name: string): TlsOptions {
  const value = fields[name];
  if (!isObject(value)) throw createFieldError(name, "an object");
  const choice: TlsOptions = {
    ...getOptional(value, "certificate", getText),
    ...getOptional(value, "key", getText),
    ...getOptional(value, "passphrase", getText),
    ...getOptional(value, "ca", getText),
    ...getOptional(value, "acceptUntrusted", getBoolean),
  };
  createTlsTrust(choice);
  return choice;
}

function getPositiveNumber(fields: JsonFields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number" || !(value > 0))
    throw createFieldError(name, "a number greater than 0");
  return value;
}

export function getWholeNumber(fields: JsonFields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw createFieldError(name, "a whole number of at least 0");
  }
  return value;
}

export function getHeaderList(fields: JsonFields, name: string): HeaderList {
  const value = fields[name];
  if (!Array.isArray(value)) throw createFieldError(name, "a list of [name, value] pairs");
  return value.map((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw createFieldError(name, "a list of [name, value] pairs");
    const [key, content] = getTexts({ [name]: pair }, name);
    return [key ?? "", content ?? ""];
  });
}

export function createFieldError(name: string, expected: string): ApiError {
  return new ApiError("bad-request", `"${name}" must be ${expected}.`);
}
