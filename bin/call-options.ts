/** The options of all commands that call an agent. */

import { LIMIT_NAMES, LIMITS, type LimitValues, parseLimit } from "../lib/api/limits.ts";
import type { Binding, Version } from "../lib/protocol/versions.ts";
import type { FollowUp } from "../lib/server/live/run-options.ts";
import type { HeaderList } from "../lib/wire/record.ts";
import {
  createListOption,
  createOption,
  createTextOption,
  type Option,
  requireText,
  UsageError,
} from "./command-line.ts";

const BINDINGS: ReadonlyMap<string, Binding> = new Map([
  ["jsonrpc", "jsonrpc"],
  ["json-rpc", "jsonrpc"],
  ["http+json", "rest"],
  ["rest", "rest"],
  ["grpc", "grpc"],
]);

const VERSIONS = ["1.1", "1.0", "0.3", "0.2", "0.1"] as const satisfies readonly Version[];

const DEFAULT_LIMIT_S = 300;

const HEADERS = createOption<HeaderList>(
  '-H, --header "NAME: VALUE"',
  'send a header with every request, in place of one that Loupe sends, e.g. "Authorization: Bearer …"',
  [],
  (before, text, name) => {
    const [, header, content] = /^([^\s:]+):\s*(.*)$/s.exec(text) ?? [];
    if (header === undefined || content === undefined) {
      throw new UsageError(`${name} needs "Name: value"`);
    }
    return [...before, [header, content]];
  },
);

const HEADERS_TO = createOption<readonly string[]>(
  "--headers-to ORIGIN",
  "also send the headers to an origin that only the card names; by default, such an origin gets no header that may hold a credential",
  [],
  (before, text, name) => {
    const origin = URL.canParse(text) ? new URL(text).origin : "null";
    if (origin === "null") {
      throw new UsageError(`${name} needs an origin, for example https://agent.example.com`);
    }
    return [...before, origin];
  },
);

const TIMEOUT = createOption<number>(
  "--timeout S",
  `longest duration of a response in seconds (default ${DEFAULT_LIMIT_S})`,
  DEFAULT_LIMIT_S * 1000,
  parseSeconds,
  ["--limit"],
);

const WAIT = createOption<number>(
  "--wait S",
  "seconds to wait for an agent that is still starting (default 0)",
  0,
  parseSeconds,
);

const BINDING = createOption<Binding | null>(
  "--binding B",
  "call ADDRESS itself, without a card: jsonrpc, http+json or grpc",
  null,
  (_, text, name) => {
    const binding = BINDINGS.get(text.toLowerCase());
    if (!binding) throw new UsageError(`${name} needs one of jsonrpc, http+json, grpc`);
    return binding;
  },
);

const VERSION = createOption<Version | null>(
  "--a2a-version V",
  "protocol version (default: as in the card; without a card 1.0)",
  null,
  (_, text, name) => {
    const version = VERSIONS.find((one) => one === text);
    if (!version) {
      throw new UsageError(`${name} needs one of ${VERSIONS.join(", ")}, not "${text}"`);
    }
    return version;
  },
);

const FORMER_MAX_RESPONSE = "--max-answer";

/** Limits given as options; they override the settings of the app. */
const CALL_LIMITS: Option<Partial<LimitValues>> = {
  rows: [
    {
      syntax: "--max-response SIZE, --max-card SIZE",
      help: "size limits, e.g. 50MB (default 1 GB, 10 MB)",
    },
    {
      syntax: "--connect-timeout T, --idle-timeout T, --card-timeout T",
      help: "time limits to connect, between data of a response, and between data of a card, e.g. 90s or 2min (default 30s, 5min, 10s)",
    },
  ],
  formerNames: [FORMER_MAX_RESPONSE],
  start: {},
  add(before, text, name) {
    const current = name === FORMER_MAX_RESPONSE ? LIMITS.answerBytes.option : name;
    const limitName = LIMIT_NAMES.find((one) => LIMITS[one].option === current);
    if (limitName === undefined) throw new UsageError(`unknown limit ${name}`);
    const limit = parseLimit(limitName, text);
    if (typeof limit !== "number") throw new UsageError(`${name} must be ${limit.wrong}`);
    return { ...before, [limitName]: limit };
  },
};

export const CALL_OPTIONS = {
  headers: HEADERS,
  /** Origins that receive the headers besides the origin of the address. */
  headersTo: HEADERS_TO,
  /** Longest duration of a response. */
  limitMs: TIMEOUT,
  /** How long to wait for an agent that cannot be found yet. */
  waitMs: WAIT,
  /** Binding for calling the address itself, without a card; `null` to use the card. */
  binding: BINDING,
  /** Protocol version; `null` for the card's version, or 1.0 without a card. */
  version: VERSION,
  limits: CALL_LIMITS,
};

const FOLLOW_UPS: readonly FollowUp[] = ["send", "get"];

const OPERATION = createOption<"stream" | "send" | null>(
  "--stream, --no-stream",
  "stream or not, whatever the card says",
  null,
  (_before, _text, name) => (name === "--stream" ? "stream" : "send"),
  ["--send"],
);

const DATA = createOption<readonly unknown[]>(
  "--data JSON",
  "data to attach to the first message; can be repeated",
  [],
  (before, text, name) => {
    try {
      return [...before, JSON.parse(requireText(text, name))];
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`${name} needs valid JSON`);
    }
  },
);

const ALSO = createOption<ReadonlySet<FollowUp>>(
  "--also send,get",
  "after the messages: send the first message again without streaming; get the task, to compare it with what was streamed",
  new Set(),
  (before, text, name) => {
    const words = text.split(",");
    const also = FOLLOW_UPS.filter((one) => words.includes(one));
    const unknown = words.find((word) => !also.some((one) => one === word));
    if (unknown !== undefined) {
      throw new UsageError(
        `${name} needs one or more of ${FOLLOW_UPS.join(", ")}, not "${unknown}"`,
      );
    }
    return new Set([...before, ...also]);
  },
);

export const RUN_OPTIONS = {
  messages: createListOption(
    "-m, --message TEXT",
    "message to send; repeat to continue the conversation after each response",
  ),
  /** `null`: stream if the card says so. */
  operation: OPERATION,
  taskId: createTextOption("--task ID", "continue this task"),
  contextId: createTextOption("--context ID", "continue this context"),
  /** Data parts of the first message. */
  data: DATA,
  /** Paths of the files attached to the first message. */
  files: createListOption("--file FILE", "file to attach to the first message; can be repeated"),
  /** Calls made after the messages. */
  also: ALSO,
  ...CALL_OPTIONS,
};

function parseSeconds(_: number, text: string, name: string): number {
  const ms = Number(text) * 1000;
  if (!(ms > 0)) throw new UsageError(`${name} needs a number of seconds above 0`);
  return ms;
}
