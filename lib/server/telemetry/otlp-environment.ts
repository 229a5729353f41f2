/**
 * Where spans are sent, by the standard environment variables of OTLP exporters.
 *
 * Guarantees: a variable for traces takes precedence over the one for all signals, and an address
 * that is given takes precedence over both; an unusable value is an error that names its variable
 * and repeats no header.
 */

import { readFileSync } from "node:fs";
import { isHeader, OTLP_PROTOCOLS, type OtlpProtocol, parsePairs } from "../../api/telemetry.ts";
import type { HeaderList } from "../../wire/record.ts";

export interface OtlpTarget {
  /** The address that spans are posted to. */
  readonly url: string;
  readonly protocol: OtlpProtocol;
  /** They may be credentials: never print them. */
  readonly headers: HeaderList;
  readonly isCompressed: boolean;
  /** For one request. */
  readonly timeoutMs: number;
  /** Certificate authorities to trust besides the known ones, in PEM format. */
  readonly ca: string | null;
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const PREFIX = "OTEL_EXPORTER_OTLP";
const TRACES_PATH = "/v1/traces";
const DEFAULT_TIMEOUT_MS = 10_000;

/** `url`: a base address, as `OTEL_EXPORTER_OTLP_ENDPOINT`. Returns `null` if there is no address. */
export function readOtlpTarget(
  env: EnvironmentVariables = process.env,
  url: string | null = null,
): OtlpTarget | null {
  const target = url === null ? findEndpoint(env) : parseBaseUrl(url, "The OTLP address");
  if (target === null) return null;
  return {
    url: target,
    protocol: readProtocol(env),
    headers: readHeaders(env),
    isCompressed: readCompression(env),
    timeoutMs: readTimeout(env),
    ca: readCertificate(env),
  };
}

/** The base address of a backend, with the path for traces. */
export function parseBaseUrl(text: string, name: string): string {
  const url = parseUrl(text, name);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith(TRACES_PATH) ? path : `${path}${TRACES_PATH}`;
  return url.href;
}

/** Attributes of the resource: `OTEL_RESOURCE_ATTRIBUTES`, and `OTEL_SERVICE_NAME` before it. */
export function readResource(
  env: EnvironmentVariables = process.env,
): Readonly<Record<string, string>> {
  const pairs = parsePairs(env.OTEL_RESOURCE_ATTRIBUTES ?? "");
  const service = env.OTEL_SERVICE_NAME?.trim();
  // The specification discards the whole list if a part of it is unusable.
  return { ...Object.fromEntries(pairs ?? []), ...(service && { "service.name": service }) };
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

function findVariable(env: EnvironmentVariables, suffix: string): Variable | null {
  for (const name of [`${PREFIX}_TRACES_${suffix}`, `${PREFIX}_${suffix}`]) {
    const value = env[name]?.trim();
    if (value) return { name, value };
  }
  return null;
}

function findEndpoint(env: EnvironmentVariables): string | null {
  const isOff = env.OTEL_SDK_DISABLED?.trim().toLowerCase() === "true";
  if (isOff || env.OTEL_TRACES_EXPORTER?.trim() === "none") return null;
  const found = findVariable(env, "ENDPOINT");
  if (!found) return null;
  // The address for traces is used as it is.
  if (found.name.includes("_TRACES_")) return parseUrl(found.value, found.name).href;
  return parseBaseUrl(found.value, found.name);
}

function parseUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`${name} must be an http or https address such as http://127.0.0.1:4318.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new Error(`${name} must not contain credentials. Set ${PREFIX}_HEADERS instead.`);
  }
  return url;
}

function readProtocol(env: EnvironmentVariables): OtlpProtocol {
  const found = findVariable(env, "PROTOCOL");
  if (!found) return "http/protobuf";
  const protocol = OTLP_PROTOCOLS.find((one) => one === found.value);
  if (protocol) return protocol;
  throw new Error(
    `${found.name} must be http/protobuf or http/json. Loupe does not send ${found.value === "grpc" ? "over gRPC" : "anything else"}.`,
  );
}

/** Those for traces come before those for all signals, name by name. */
function readHeaders(env: EnvironmentVariables): HeaderList {
  const headers = new Map<string, readonly [string, string]>();
  for (const name of [`${PREFIX}_HEADERS`, `${PREFIX}_TRACES_HEADERS`]) {
    const pairs = parsePairs(env[name] ?? "");
    if (!pairs?.every(isHeader)) {
      throw new Error(`${name} must be a list such as authorization=Bearer%20TOKEN,x-tenant=a.`);
    }
    for (const pair of pairs) headers.set(pair[0].toLowerCase(), pair);
  }
  return [...headers.values()];
}

function readCompression(env: EnvironmentVariables): boolean {
  const found = findVariable(env, "COMPRESSION");
  if (!found || found.value === "none") return false;
  if (found.value === "gzip") return true;
  throw new Error(`${found.name} must be gzip or none, not "${found.value}".`);
}

function readTimeout(env: EnvironmentVariables): number {
  const found = findVariable(env, "TIMEOUT");
  if (!found) return DEFAULT_TIMEOUT_MS;
  const value = Number(found.value);
  if (/^\d+$/.test(found.value) && value > 0) return value;
  throw new Error(`${found.name} must be a number of milliseconds, not "${found.value}".`);
}

function readCertificate(env: EnvironmentVariables): string | null {
  const found = findVariable(env, "CERTIFICATE");
  if (!found) return null;
  try {
    return readFileSync(/*turbopackIgnore: true*/ found.value, "utf8");
  } catch {
    throw new Error(`${found.name}: cannot read ${found.value}.`);
  }
}
