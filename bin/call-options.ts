/** How an agent is called from the command line: what commands that call one have in common. */

import type { Binding, Version } from "../lib/protocol/versions.ts";
import { LIMIT_NAMES, LIMITS, type LimitValues, parseLimit } from "../lib/wire/limits.ts";
import type { HeaderList } from "../lib/wire/record.ts";

export interface CallOptions {
  readonly headers: HeaderList;
  /** Origins that get them besides the one of the address. */
  readonly headersTo: readonly string[];
  /** So long an answer may take. */
  readonly limitMs: number;
  /** So long the agent is waited for while nobody finds it. */
  readonly waitMs: number;
  /** What is named of the limits that the app has as settings. */
  readonly limits: Partial<LimitValues>;
  /** How the address itself is called, without a card; `null` where the card says it. */
  readonly binding: Binding | null;
  /** The version to speak; `null` for what the card says, and without a card for 1.0. */
  readonly version: Version | null;
}

export interface RunOptions extends CallOptions {
  readonly messages: readonly string[];
  /** `null`: a stream where the card says so. */
  readonly operation: "stream" | "send" | null;
  readonly taskId: string | null;
  readonly contextId: string | null;
  /** What goes with the first message besides its text. */
  readonly data: readonly unknown[];
  readonly files: readonly string[];
  /** What is called after the messages. */
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

/** `null` where the option is another; a string says what it lacks. */
export function parseCallOption<Options extends CallOptions>(
  options: Options,
  option: string,
  value: () => string,
): ParsedOption<Options> {
  if (option === "-H" || option === "--header") {
    const [, name, said] = /^([^\s:]+):\s*(.*)$/s.exec(value()) ?? [];
    if (name === undefined || said === undefined) return `${option} needs "Name: value"`;
    return { ...options, headers: [...options.headers, [name, said] as const] };
  }
  if (option === "--headers-to") {
    const said = value();
    const origin = URL.canParse(said) ? new URL(said).origin : "null";
    if (origin === "null") return `${option} needs an origin, such as https://agent.example.com`;
    return { ...options, headersTo: [...options.headersTo, origin] };
  }
  if (option === "--limit" || option === "--timeout" || option === "--wait") {
    const ms = Number(value()) * 1000;
    if (!(ms > 0)) return `${option} needs a number of seconds`;
    return { ...options, [option === "--wait" ? "waitMs" : "limitMs"]: ms };
  }
  if (option === "--binding") {
    const binding = BINDINGS.get(value().toLowerCase());
    if (!binding) return "--binding needs one of jsonrpc, http+json, grpc";
    return { ...options, binding };
  }
  if (option === "--a2a-version") {
    const said = value();
    const version = VERSIONS.find((one) => one === said);
    if (!version) return `--a2a-version needs one of ${VERSIONS.join(", ")}, not "${said}"`;
    return { ...options, version };
  }
  const name = LIMIT_NAMES.find((one) => LIMITS[one].option === option);
  if (name === undefined) return null;
  const limit = parseLimit(name, value());
  if (typeof limit !== "number") return `${option} must be ${limit.wrong}`;
  return { ...options, limits: { ...options.limits, [name]: limit } };
}

export function parseRunOption(
  options: RunOptions,
  option: string,
  value: () => string,
): ParsedOption<RunOptions> {
  if (option === "--stream" || option === "--send") {
    return { ...options, operation: option === "--stream" ? "stream" : "send" };
  }
  if (option === "--also") return addFollowUps(options, value().split(","));
  if (!TEXT_OPTIONS.includes(option)) return parseCallOption(options, option, value);
  const said = value();
  if (said === "") return `${option} needs a value`;
  const { messages, files, data } = options;
  if (option === "--task") return { ...options, taskId: said };
  if (option === "--context") return { ...options, contextId: said };
  if (option === "--file") return { ...options, files: [...files, said] };
  if (option !== "--data") return { ...options, messages: [...messages, said] };
  try {
    return { ...options, data: [...data, JSON.parse(said)] };
  } catch {
    return "--data needs JSON";
  }
}

const TEXT_OPTIONS = ["-m", "--message", "--task", "--context", "--file", "--data"];

function addFollowUps(options: RunOptions, words: readonly string[]): RunOptions | string {
  const also = FOLLOW_UPS.filter((one) => words.includes(one));
  const strange = words.find((word) => !also.some((one) => one === word));
  if (strange !== undefined)
    return `--also needs some of ${FOLLOW_UPS.join(", ")}, not "${strange}"`;
  return { ...options, also: new Set([...options.also, ...also]) };
}

/** An option and the value that is written to it with a sign between. */
export function splitOption(word: string): [option: string, inline?: string] {
  const sign = word.startsWith("--") ? word.indexOf("=") : -1;
  return sign < 0 ? [word] : [word.slice(0, sign), word.slice(sign + 1)];
}
