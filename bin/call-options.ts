/** The options of all commands that call an agent. */

import { LIMIT_NAMES, LIMITS, type LimitValues, parseLimit } from "../lib/api/limits.ts";
import type { Binding, Version } from "../lib/protocol/versions.ts";
import type { HeaderList } from "../lib/wire/record.ts";

export interface CallOptions {
  readonly headers: HeaderList;
  /** Origins that receive the headers besides the origin of the address. */
  readonly headersTo: readonly string[];
  /** Longest duration of a response. */
  readonly limitMs: number;
  /** How long to wait for an agent that cannot be found yet. */
  readonly waitMs: number;
  /** Limits given as options; they override the settings of the app. */
  readonly limits: Partial<LimitValues>;
  /** Binding for calling the address itself, without a card; `null` to use the card. */
  readonly binding: Binding | null;
  /** Protocol version; `null` for the card's version, or 1.0 without a card. */
  readonly version: Version | null;
}

export interface RunOptions extends CallOptions {
  readonly messages: readonly string[];
  /** `null`: stream if the card says so. */
  readonly operation: "stream" | "send" | null;
  readonly taskId: string | null;
  readonly contextId: string | null;
  /** Data parts of the first message. */
  readonly data: readonly unknown[];
  /** Paths of the files attached to the first message. */
  readonly files: readonly string[];
  /** Calls made after the messages. */
  readonly also: ReadonlySet<FollowUp>;
}

const FOLLOW_UPS = ["send", "get"] as const;
export type FollowUp = (typeof FOLLOW_UPS)[number];

const DEFAULT_LIMIT_S = 300;

export const DEFAULT_RUN_OPTIONS: RunOptions = {
  headers: [],
  headersTo: [],
  limitMs: DEFAULT_LIMIT_S * 1000,
  waitMs: 0,
  limits: {},
  binding: null,
  version: null,
  messages: [],
  operation: null,
  taskId: null,
  contextId: null,
  data: [],
  files: [],
  also: new Set(),
};

const BINDINGS: ReadonlyMap<string, Binding> = new Map([
  ["jsonrpc", "jsonrpc"],
  ["json-rpc", "jsonrpc"],
  ["http+json", "rest"],
  ["rest", "rest"],
  ["grpc", "grpc"],
]);

const VERSIONS = ["1.1", "1.0", "0.3", "0.2", "0.1"] as const satisfies readonly Version[];

type ParsedOption<Options> = Options | string | null;

/** Earlier names of options. They still work, but the help does not list them. */
const OPTION_ALIASES: ReadonlyMap<string, string> = new Map([
  ["--limit", "--timeout"],
  ["--max-answer", "--max-response"],
  ["--send", "--no-stream"],
]);

const resolveAlias = (option: string) => OPTION_ALIASES.get(option) ?? option;

/**
 * Returns the options with one more option applied, `null` if it is not one of them, or an error
 * message if its value is wrong.
 */
export function parseCallOption<Options extends CallOptions>(
  options: Options,
  option: string,
  value: () => string,
): ParsedOption<Options> {
  const name = resolveAlias(option);
  if (option === "-H" || option === "--header") {
    const [, header, content] = /^([^\s:]+):\s*(.*)$/s.exec(value()) ?? [];
    if (header === undefined || content === undefined) return `${option} needs "Name: value"`;
    return { ...options, headers: [...options.headers, [header, content] as const] };
  }
  if (option === "--headers-to") {
    const url = value();
    const origin = URL.canParse(url) ? new URL(url).origin : "null";
    if (origin === "null")
      return `${option} needs an origin, for example https://agent.example.com`;
    return { ...options, headersTo: [...options.headersTo, origin] };
  }
  if (name === "--timeout" || name === "--wait") {
    const ms = Number(value()) * 1000;
    if (!(ms > 0)) return `${option} needs a number of seconds above 0`;
    return { ...options, [name === "--wait" ? "waitMs" : "limitMs"]: ms };
  }
  if (option === "--binding") {
    const binding = BINDINGS.get(value().toLowerCase());
    if (!binding) return "--binding needs one of jsonrpc, http+json, grpc";
    return { ...options, binding };
  }
  if (option === "--a2a-version") {
    const text = value();
    const version = VERSIONS.find((one) => one === text);
    if (!version) return `--a2a-version needs one of ${VERSIONS.join(", ")}, not "${text}"`;
    return { ...options, version };
  }
  const limitName = LIMIT_NAMES.find((one) => LIMITS[one].option === name);
  if (limitName === undefined) return null;
  const limit = parseLimit(limitName, value());
  if (typeof limit !== "number") return `${option} must be ${limit.wrong}`;
  return { ...options, limits: { ...options.limits, [limitName]: limit } };
}

export function parseRunOption(
  options: RunOptions,
  option: string,
  value: () => string,
): ParsedOption<RunOptions> {
  const name = resolveAlias(option);
  if (name === "--stream" || name === "--no-stream") {
    return { ...options, operation: name === "--stream" ? "stream" : "send" };
  }
  if (option === "--also") return addFollowUps(options, value().split(","));
  if (!TEXT_OPTIONS.includes(option)) return parseCallOption(options, option, value);
  const text = value();
  if (text === "") return `${option} needs a value`;
  const { messages, files, data } = options;
  if (option === "--task") return { ...options, taskId: text };
  if (option === "--context") return { ...options, contextId: text };
  if (option === "--file") return { ...options, files: [...files, text] };
  if (option !== "--data") return { ...options, messages: [...messages, text] };
  try {
    return { ...options, data: [...data, JSON.parse(text)] };
  } catch {
    return "--data needs valid JSON";
  }
}

const TEXT_OPTIONS = ["-m", "--message", "--task", "--context", "--file", "--data"];

function addFollowUps(options: RunOptions, words: readonly string[]): RunOptions | string {
  const also = FOLLOW_UPS.filter((one) => words.includes(one));
  const unknown = words.find((word) => !also.some((one) => one === word));
  if (unknown !== undefined)
    return `--also needs one or more of ${FOLLOW_UPS.join(", ")}, not "${unknown}"`;
  return { ...options, also: new Set([...options.also, ...also]) };
}

/** Splits `--option=value`. */
export function splitOption(word: string): [option: string, inline?: string] {
  const sign = word.startsWith("--") ? word.indexOf("=") : -1;
  return sign < 0 ? [word] : [word.slice(0, sign), word.slice(sign + 1)];
}
