/**
 * What a run came to, in one word and one sentence. "The stream ended" and "the task is done" are
 * never confused: a task is done when the agent said so, a stream is whole when its end was seen.
 */

import { INTERRUPTED_STATES, TERMINAL_STATES } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isCall } from "../timeline/read.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { bornBy } from "../timeline/track.ts";
import { NAME_LIMIT, plainLine, type ToldVerdict } from "../wire/about.ts";
import { exchangeVerdict } from "./verdict/exchange.ts";
import { judged } from "./verdict/judged.ts";

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
  | "unknown-state"
  | "empty"
  | "not-a2a"
  | "mixed";

/**
 * Who ended it, as far as that can be told. `network`: the connection itself. `proxy`: somebody in
 * between, likely. `client`: whoever asked, or its program. `loupe`: one of Loupe's own limits.
 */
export type Ender = "agent" | "network" | "proxy" | "client" | "loupe";

/** What shows it: an event, or the request, head or end of an exchange. */
export interface Evidence {
  /** The id of the exchange. */
  readonly exchange: string;
  readonly what: "event" | "request" | "head" | "end";
  /** `null` for what is no event. */
  readonly event: number | null;
}

export interface Verdict {
  readonly kind: VerdictKind;
  /** It ended as the protocol has it, and well. */
  readonly clean: boolean;
  readonly because: string;
  /** `null` where it has not ended, or nobody knows how. */
  readonly by: Ender | null;
  /** What proves it most comes first. */
  readonly evidence: readonly Evidence[];
}

/** What is kept of it beside its log, a line for a list: in it may be all that an agent said. */
export function toldOf({ kind, clean, because, by }: Verdict): ToldVerdict {
  return { kind, clean, because: plainLine(because, NAME_LIMIT), endedBy: by };
}

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
  if (!first) return judged("empty", "Nothing was asked of an agent and nothing was said.", null);
  if (shown.every(({ verdict: { kind } }) => kind === first.verdict.kind)) {
    return shown[shown.length - 1]?.verdict ?? first.verdict;
  }
  return mixed(shown.map(({ verdict }) => verdict));
}

function mixed(verdicts: readonly Verdict[]): Verdict {
  const kinds = [...new Set(verdicts.map(({ kind }) => kind))].join(", ");
  const enders = new Set(verdicts.map(({ by }) => by));
  const [by = null] = enders;
  return {
    kind: "mixed",
    clean: verdicts.every(({ clean }) => clean),
    because: `Several tasks or calls that ended differently: ${kinds}.`,
    by: enders.size === 1 ? by : null,
    evidence: verdicts.flatMap(({ evidence }) => evidence.slice(0, 1)),
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
