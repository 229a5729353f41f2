/**
 * Settings of the server, read from environment variables in this one place.
 *
 * Guarantees: an invalid value is an error that names the variable, never a silent default; nothing
 * is cached, so a test may set a variable and call again.
 */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { LIMIT_NAMES, LIMITS, type LimitValues, parseLimit } from "../api/limits.ts";
import { parseTraceUrl, TRACE_URL_PROBLEM } from "../api/trace-url.ts";

export interface Settings {
  /** `LOUPE_DATA`: the one folder Loupe writes to. */
  dataFolder: string;
  /** `LOUPE_PORT`, else the `PORT` Next.js listens on. */
  port: number;
  /** `LOUPE_HOST`: the address it listens on, set by `scripts/server.mjs`; `null` if unknown. */
  host: string | null;
  /** `LOUPE_HOSTS`: host names, besides loopback, that this server answers to. */
  hosts: readonly string[];
  /** `LOUPE_TOKEN`: required of every request when set. */
  token: string | null;
  /** `LOUPE_USER_TOKENS`: users with a token and recordings of their own. */
  users: readonly User[];
  /** `LOUPE_WIDE`: reachable from other machines. */
  wide: boolean;
  /** `LOUPE_PUBLIC_URL`: where agents on other hosts reach this server, without a trailing slash. */
  publicUrl: string | null;
  /** `LOUPE_TRACE_URL`: the address of a trace in a backend, as a template. */
  traceUrl: string | null;
  /** `LOUPE_ALLOW_TARGETS`: hosts and address ranges that may be called even when `wide`. */
  allowTargets: readonly string[];
  /** `LOUPE_ACTS`: the folder of the ACTS test files that the page may grade by. */
  actsFolder: string | null;
  /** `LOUPE_MAX_BODY` and similar: initial values of limits, as far as set. */
  limits: Partial<LimitValues>;
}

/** Created by `scripts/address.mjs` from the names in `LOUPE_USERS`. */
interface User {
  name: string;
  token: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 4100;

export function readSettings(env: Environment = process.env): Settings {
  return {
    dataFolder: resolve(/*turbopackIgnore: true*/ env.LOUPE_DATA || join(homedir(), ".loupe")),
    port: parseWholeNumber(env, "LOUPE_PORT") ?? parseWholeNumber(env, "PORT") ?? DEFAULT_PORT,
    host: env.LOUPE_HOST || null,
    hosts: parseList(env.LOUPE_HOSTS),
    token: readToken(env),
    users: parseUsers(env.LOUPE_USER_TOKENS),
    wide: !["", "0", "false"].includes(env.LOUPE_WIDE ?? ""),
    publicUrl: parseUrl(env, "LOUPE_PUBLIC_URL"),
    traceUrl: readTraceUrl(env),
    allowTargets: parseList(env.LOUPE_ALLOW_TARGETS),
    actsFolder: env.LOUPE_ACTS ? resolve(/*turbopackIgnore: true*/ env.LOUPE_ACTS) : null,
    limits: parseLimits(env),
  };
}

/** A shorter token can be guessed. The same as in `scripts/address.mjs`. */
export const MIN_TOKEN_LENGTH = 16;

function readToken({ LOUPE_TOKEN: token = "" }: Environment): string | null {
  if (token === "") return null;
  if (token.length >= MIN_TOKEN_LENGTH) return token;
  throw new Error(
    `LOUPE_TOKEN must have ${MIN_TOKEN_LENGTH} random characters or more, not ${token.length}.`,
  );
}

function parseList(text = ""): string[] {
  return text
    .split(",")
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== "");
}

/** Parses `ann=…,bob=…`. A name is also the name of a folder. */
function parseUsers(text = ""): User[] {
  return text
    .split(",")
    .filter((item) => item !== "")
    .map((item) => {
      const [, name, token] = /^([a-z0-9][a-z0-9_-]{0,31})=(\S+)$/.exec(item) ?? [];
      if (name !== undefined && token !== undefined) return { name, token };
      throw new Error("LOUPE_USER_TOKENS must be a list such as ann=TOKEN,bob=TOKEN.");
    });
}

function parseLimits(env: Environment): Partial<LimitValues> {
  const named = LIMIT_NAMES.flatMap((name) => {
    const { variable } = LIMITS[name];
    const text = env[variable]?.trim();
    if (!text) return [];
    const value = parseLimit(name, text);
    if (typeof value === "number") return [[name, value] as const];
    throw new Error(`${variable} must be ${value.wrong}, not "${text}".`);
  });
  return Object.fromEntries(named);
}

function parseUrl(env: Environment, name: string): string | null {
  const text = env[name]?.trim();
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  if (url && isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, "");
  throw new Error(
    `${name} must be an http or https address such as https://loupe.example.com, without credentials, query or fragment.`,
  );
}

function readTraceUrl({ LOUPE_TRACE_URL: text = "" }: Environment): string | null {
  if (text.trim() === "") return null;
  const template = parseTraceUrl(text);
  if (template !== null) return template;
  throw new Error(`LOUPE_TRACE_URL ${TRACE_URL_PROBLEM}.`);
}

function parseWholeNumber(env: Environment, name: string): number | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`${name} must be a whole number, not "${text}".`);
}
