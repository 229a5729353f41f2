/**
 * What a run came to, in one word and one sentence. "The stream ended" and "the task is done" are
 * never confused: a task is done when the agent said so, a stream is whole when its end was seen.
 */

import {
  EVENT_KINDS,
  INTERRUPTED_STATES,
  type TaskState,
  TERMINAL_STATES,
} from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { errorTitle, isCall } from "../timeline/read.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { bornBy } from "../timeline/track.ts";

export type VerdictKind =
  | "completed"
  | "failed"
  | "canceled"
  | "rejected"
  | "input-required"
  | "auth-required"
  | "message"
  | "answered"
  | "cut"
  | "ended-while-working"
  | "timeout"
  | "http-error"
  | "rpc-error"
  | "empty"
  | "not-a2a"
  | "mixed";

export interface Verdict {
  readonly kind: VerdictKind;
  /** It ended as the protocol has it, and well. */
  readonly clean: boolean;
  readonly because: string;
}

const OTHER = EVENT_KINDS.indexOf("other");

const CLEAN: ReadonlySet<VerdictKind> = new Set([
  "completed",
  "input-required",
  "auth-required",
  "message",
  "answered",
]);

export function verdictAt(timeline: Timeline, n: number): Verdict {
  const exchanges = timeline.exchanges.slice(0, bornBy(timeline.exchanges, n));
  const calls = exchanges.filter(
    (exchange) => isCall(exchange) || isNewsOfRest(timeline, exchange, n),
  );
  const asked = calls.length > 0 ? calls : exchanges;
  const heard = asked.filter((exchange) => !isSilent(exchange, n));
  const parts = (heard.length > 0 ? heard : asked).map((exchange) => ({
    verdict: exchangeVerdict(timeline, exchange, n),
    task: lastTask(timeline, exchange, n),
  }));
  const lasting = parts.filter(
    ({ task, verdict }, i) =>
      task < 0 ||
      !parts.slice(i + 1).some((later) => later.task === task && mends(later.verdict, verdict)),
  );
  const speaking = lasting.filter(({ verdict: { kind } }) => kind !== "answered");
  const shown = speaking.length > 0 ? speaking : lasting;
  const [first] = shown;
  if (!first) return verdict("empty", "Nothing was asked of an agent and nothing was said.");
  if (shown.every(({ verdict: { kind } }) => kind === first.verdict.kind)) {
    return shown[shown.length - 1]?.verdict ?? first.verdict;
  }
  const kinds = [...new Set(shown.map(({ verdict: { kind } }) => kind))].join(", ");
  const clean = shown.every(({ verdict: { clean } }) => clean);
  return {
    kind: "mixed",
    clean,
    because: `Several tasks or calls that ended differently: ${kinds}.`,
  };
}

/** A notification counts like an answer where it says how a task came to rest. */
function isNewsOfRest(timeline: Timeline, exchange: Exchange, n: number): boolean {
  if (!exchange.open.record.inbound || exchange.refused !== null) return false;
  return RESTING.has(exchangeVerdict(timeline, exchange, n).kind);
}

const RESTING: ReadonlySet<string> = new Set([...TERMINAL_STATES, ...INTERRUPTED_STATES]);

/** Does a later exchange replace what an earlier one of the same task came to? */
function mends(later: Verdict, earlier: Verdict): boolean {
  if (later.kind === "rpc-error" || later.kind === "http-error") return false;
  // That the task still works does not make a broken stream whole.
  return later.kind !== "answered" || earlier.clean;
}

/** Nothing came yet, and it has not ended: there is nothing to judge. */
function isSilent(exchange: Exchange, n: number): boolean {
  const hasFailed = (exchange.headAt(n)?.status ?? 0) >= 400;
  const isOver = exchange.endAt(n) !== null || exchange.isTornAt(n) || hasFailed;
  return !isOver && exchange.events.countAt(n) === 0;
}

/** The task that an exchange was about: the last one it told of, else the one it asked for. */
function lastTask(timeline: Timeline, exchange: Exchange, n: number): number {
  const told = exchange.tasks[bornBy(exchange.tasks, n) - 1];
  if (told) return told.task;
  const asked = timeline.taskByKey.get(exchange.request?.taskId ?? "");
  return asked && asked.birth <= n ? asked.index : -1;
}

export function exchangeVerdict(timeline: Timeline, exchange: Exchange, n: number): Verdict {
  if (exchange.refused !== null) {
    return verdict("http-error", `Loupe does not believe the notification: ${exchange.refused}`);
  }
  return (
    errorVerdict(timeline, exchange, n) ??
    stateVerdict(timeline, exchange, n) ??
    (exchange.replies.countAt(n) > 0
      ? verdict("message", "The agent answered with a message and made no task.")
      : nothingVerdict(timeline, exchange, n))
  );
}

function errorVerdict(timeline: Timeline, exchange: Exchange, n: number): Verdict | null {
  const status = exchange.headAt(n)?.status ?? null;
  const error = exchange.errors.lastAt(n);
  if (error !== null) {
    const entry = timeline.entries[timeline.events.entry.at(error)];
    const said =
      entry?.kind === "error" ? `${errorTitle(timeline, entry, n)}: ${entry.detail}` : "an error";
    const layer = entry?.kind === "error" ? entry.error?.layer : undefined;
    if (layer === "json-rpc" || layer === "grpc")
      return verdict("rpc-error", `The agent answered with ${said}`);
    return verdict("http-error", `The server answered with ${status ?? "an error"}: ${said}`);
  }
  if (status !== null && status >= 400) {
    return verdict("http-error", `The server answered with HTTP ${status}.`);
  }
  return null;
}

function stateVerdict(timeline: Timeline, exchange: Exchange, n: number): Verdict | null {
  // What came of the task in later exchanges is theirs to tell.
  const own = exchange.events.lastAt(n) ?? n;
  const states = tasksOf(exchange, n)
    .map((task) => timeline.tasks[task]?.transitionAt(own)?.state)
    .filter((state) => state !== undefined);
  const last = states[states.length - 1];
  if (last === undefined) return null;
  const over = states.filter((state) => isResting(state));
  const resting = over[over.length - 1];
  if (resting === undefined) return unfinished(exchange, last, n);
  if (over.some((state) => state !== resting)) {
    return verdict("mixed", `Its tasks ended differently: ${over.join(", ")}.`);
  }
  return verdict(resting, STATE_SENTENCES[resting]);
}

type Resting = Exclude<TaskState, "submitted" | "working" | "unknown">;

function isResting(state: TaskState): state is Resting {
  return TERMINAL_STATES.has(state) || INTERRUPTED_STATES.has(state);
}

const STATE_SENTENCES: Readonly<Record<Resting, string>> = {
  completed: "The agent said that the task is completed.",
  failed: "The agent said that the task failed.",
  canceled: "The agent said that the task was canceled.",
  rejected: "The agent rejected the task.",
  "input-required": "The agent waits for input.",
  "auth-required": "The agent waits for authorization.",
};

function unfinished(exchange: Exchange, state: TaskState, n: number): Verdict {
  const ended = endVerdict(exchange, n, `while the task was ${state}`);
  if (ended) return ended;
  if (exchange.isTornAt(n)) {
    return verdict("cut", `The stream breaks off inside an event while the task was ${state}.`);
  }
  if (exchange.endsWithoutStatusAt(n)) {
    return verdict("cut", `The stream ends without a status of gRPC while the task was ${state}.`);
  }
  if (exchange.open.record.inbound) {
    return verdict("answered", `The agent notified; the task is ${state}.`);
  }
  const isPlain = exchange.request !== null && exchange.request.operation !== "stream";
  if (isPlain && exchange.request?.operation !== "subscribe") {
    return verdict("answered", `The agent answered; the task is ${state}.`);
  }
  return verdict("ended-while-working", `The stream ends while the task is ${state}.`);
}

function endVerdict(exchange: Exchange, n: number, when: string): Verdict | null {
  const end = exchange.endAt(n)?.record;
  if (!end || end.cause === "complete" || end.cause === "unknown") return null;
  const said = end.error?.message ? ` (${end.error.message})` : "";
  if (end.cause === "timeout")
    return verdict("timeout", `Nothing came for too long ${when}${said}.`);
  return verdict("cut", `${CUT_SENTENCES[end.cause]} ${when}${said}.`);
}

const CUT_SENTENCES = {
  reset: "The connection was lost",
  aborted: "Loupe hung up",
  refused: "The connection was refused",
  tls: "The TLS connection failed",
  dns: "The name was not found",
  limit: "A limit of Loupe was reached",
} as const;

function nothingVerdict(timeline: Timeline, exchange: Exchange, n: number): Verdict {
  const ended = endVerdict(exchange, n, "before the agent said anything");
  if (ended) return ended;
  const count = exchange.events.countAt(n);
  if (count === 0 && exchange.open.record.inbound) {
    return verdict("empty", "There is nothing in the notification.");
  }
  if (count === 0) {
    const status = exchange.headAt(n)?.status;
    if (status === 204) return verdict("answered", "The agent answered that it is done (204).");
    if (isEmptyList(exchange, n))
      return verdict("answered", "The agent answered with an empty list.");
    if (exchange.endsWithoutStatusAt(n))
      return verdict("cut", "The answer ends without a status of gRPC.");
    return exchange.isTornAt(n)
      ? verdict("cut", "The answer breaks off inside its first event.")
      : verdict("empty", "The answer has no events.");
  }
  const kinds = timeline.events.kind;
  for (let i = 0; i < count; i++) {
    if (kinds.at(exchange.events.at(i)) !== OTHER) {
      return verdict("answered", "The agent answered.");
    }
  }
  return verdict("not-a2a", "Nothing in the answer is A2A.");
}

/** Of an array each element is an event, so an empty one has none. */
function isEmptyList({ body, request, ended }: Exchange, n: number): boolean {
  const isList = request?.operation === "list" || request?.operation === "push-list";
  if (!isList || !ended || ended.birth > n) return false;
  return /^\s*\[\s*\]\s*$/.test(body.slice(0, EMPTY_LIST_MAX));
}

const EMPTY_LIST_MAX = 100;

function tasksOf(exchange: Exchange, n: number): number[] {
  return exchange.tasks.slice(0, bornBy(exchange.tasks, n)).map(({ task }) => task);
}

function verdict(kind: VerdictKind, because: string): Verdict {
  return { kind, clean: CLEAN.has(kind), because };
}
