/**
 * What one exchange came to. "The stream ended" and "the task is done" are never confused: a task
 * is done when the agent said so, a stream is whole when its end was seen.
 */

import type { DialectReading } from "../../dialects/reading.ts";
import {
  EVENT_KINDS,
  type Operation,
  type TaskState,
  TERMINAL_STATES,
  WAITING_STATES,
} from "../../protocol/model.ts";
import { describeForeignState, getForeignState } from "../../protocol/state-names.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane, Transition } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { bornBy } from "../../timeline/track.ts";
import type { Verdict } from "../verdict.ts";
import { proxyNamedIn, timerOf } from "./between.ts";
import { canceledVerdict } from "./canceled.ts";
import { endingVerdict, timerWords } from "./ending.ts";
import { failureVerdict } from "./failure.ts";
import { byEnd, byEvent, byHead, byRequest, CLEAN, judged } from "./judged.ts";
import { NATURE_LENGTH, natureOf } from "./nature.ts";
import { findReason, sentenceWith } from "./reason.ts";

const OTHER = EVENT_KINDS.indexOf("other");
const REQUEST = EVENT_KINDS.indexOf("request");

export function exchangeVerdict(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  reading?: DialectReading,
): Verdict {
  if (exchange.refused !== null) {
    const because = `Loupe does not believe the notification: ${exchange.refused}`;
    return judged("http-error", because, "loupe", [byRequest(exchange)]);
  }
  const found =
    failureVerdict(timeline, exchange, n) ?? stateVerdict(timeline, exchange, n, reading);
  if (found) return found;
  const reply = exchange.replies.lastAt(n);
  if (reply === null) return nothingVerdict(timeline, exchange, n);
  const because = "The agent answered with a message and made no task.";
  return judged("message", because, "agent", [byEvent(timeline, reply)]);
}

const ENDED_DIFFERENTLY = "Its tasks ended differently";

interface TaskAt {
  readonly task: TaskLane;
  readonly transition: Transition;
}

function stateVerdict(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  reading?: DialectReading,
): Verdict | null {
  // What came of the task in later exchanges is theirs to tell.
  const own = exchange.events.lastAt(n) ?? n;
  const told = tasksOf(exchange, n).flatMap((index): TaskAt[] => {
    const task = timeline.tasks[index];
    const transition = task?.transitionAt(own);
    return task && transition ? [{ task, transition }] : [];
  });
  const last = told[told.length - 1];
  if (last === undefined) return null;
  const over = told.filter(({ transition: { state } }) => isResting(state));
  const resting = over[over.length - 1];
  if (resting === undefined) return unfinishedVerdict(timeline, exchange, last.transition, n);
  const { state } = resting.transition;
  const isUnfinished = over.length < told.length && isResting(state) && CLEAN.has(state);
  if (isUnfinished || over.some(({ transition }) => transition.state !== state)) {
    const states = told.map(({ transition }) => transition.label).join(", ");
    const evidence = told.map(({ transition }) => byEvent(timeline, transition.birth));
    const how = isUnfinished ? "Not all of its tasks ended" : ENDED_DIFFERENTLY;
    return judged("mixed", `${how}: ${states}.`, "agent", evidence);
  }
  if (!isResting(state)) return null;
  if (state === "canceled") return canceledVerdict(timeline, resting.task, resting.transition, n);
  const reason =
    state === "completed"
      ? null
      : findReason(timeline, resting.task, resting.transition, n, reading);
  const evidence = [
    reason && reason.event !== resting.transition.birth ? byEvent(timeline, reason.event) : null,
    byEvent(timeline, resting.transition.birth),
  ];
  const broken = exchange.endAt(n)?.record.cause === "reset" ? BROKEN_AFTER : "";
  const because = `${sentenceWith(STATE_SENTENCES[state], reason)}${broken}`;
  return judged(state, because, "agent", evidence, reason?.text ?? null);
}

type Resting = Exclude<TaskState, "submitted" | "working" | "unknown">;

function isResting(state: TaskState): state is Resting {
  return TERMINAL_STATES.has(state) || WAITING_STATES.has(state);
}

const STATE_SENTENCES: Readonly<Record<Exclude<Resting, "canceled">, string>> = {
  completed: "The agent said that the task is completed.",
  failed: "The agent said that the task failed.",
  rejected: "The agent rejected the task.",
  "input-required": "The agent waits for input.",
  "auth-required": "The agent waits for authorization.",
};

/** Clients that read a stream to its end fail there, though all was said. */
const BROKEN_AFTER = " The connection was lost after that: the answer has no proper end.";

/** The task was not at rest when the exchange ended, or as far as it goes. */
function unfinishedVerdict(
  timeline: Timeline,
  exchange: Exchange,
  transition: Transition,
  n: number,
): Verdict {
  const { birth } = transition;
  const foreign = getForeignState(transition);
  const state = foreign === null ? transition.state : `“${foreign}”`;
  const ended = endingVerdict(exchange, n, `while the task was ${state}`);
  const told = byEvent(timeline, birth);
  if (ended) return { ...ended, evidence: [...ended.evidence, ...(told ? [told] : [])] };
  const evidence = [byEnd(exchange, n), told];
  const by = exchange.endAt(n) ? "agent" : null;
  if (exchange.isTornAt(n)) {
    const because = `The stream breaks off inside an event while the task was ${state}.`;
    return judged("cut", because, by, evidence);
  }
  if (exchange.endsWithoutStatusAt(n)) {
    const because = `The stream ends without a status of gRPC while the task was ${state}.`;
    return judged("cut", because, by, evidence);
  }
  if (foreign !== null) {
    const what = describeForeignState(transition.rawState);
    const because = `The last state that the agent sent is “${foreign}”, ${what}.`;
    return judged("unknown-state", because, "agent", [told, ...evidence]);
  }
  if (exchange.open.record.inbound) {
    return judged("answered", `The agent notified; the task is ${state}.`, "agent", [told]);
  }
  const isPlain = exchange.request !== null && exchange.request.operation !== "stream";
  if (isPlain && exchange.request?.operation !== "subscribe") {
    return judged("answered", `The agent answered; the task is ${state}.`, "agent", [told]);
  }
  if (by === null) {
    const because = `The recording ends while the task is ${state}; how the stream ended is not known.`;
    return judged("ended-while-working", because, null, [told]);
  }
  return closedVerdict(exchange, state, n, evidence);
}

/** The end was one as HTTP has it: somebody meant it, most often the agent. */
function closedVerdict(
  exchange: Exchange,
  state: string,
  n: number,
  evidence: Parameters<typeof judged>[3],
): Verdict {
  const timer = timerOf(exchange);
  const name = proxyNamedIn(exchange.headAt(n)?.headers ?? []);
  if (timer === null) {
    const because = `The agent closed the stream while the task was still ${state}.`;
    return judged("ended-while-working", because, "agent", evidence);
  }
  const where = name === null ? "at the agent, or in between," : `of ${name} in between`;
  const because = `The stream was closed while the task was still ${state}; ${timerWords(timer)}, so a limit ${where} likely ended it.`;
  return judged("ended-while-working", because, name === null ? "agent" : "proxy", evidence);
}

function nothingVerdict(timeline: Timeline, exchange: Exchange, n: number): Verdict {
  const ended = endingVerdict(exchange, n, "before the agent said anything");
  if (ended) return ended;
  const count = exchange.events.countAt(n);
  if (count === 0) return silentVerdict(exchange, n);
  const kinds = timeline.events.kind;
  let asked = -1;
  for (let i = 0; i < count; i++) {
    const event = exchange.events.at(i);
    if (kinds.at(event) === REQUEST) asked = event;
    else if (kinds.at(event) !== OTHER) {
      return judged("answered", "The agent answered.", "agent", [byEvent(timeline, event)]);
    }
  }
  if (asked >= 0) return unansweredVerdict([byEvent(timeline, asked)]);
  const evidence = [byEvent(timeline, exchange.events.at(0)), byHead(exchange, n)];
  const by = exchange.endAt(n) ? "agent" : null;
  const nature = natureOf(exchange.body.slice(0, NATURE_LENGTH));
  const because = `Nothing in the answer is A2A${nature === null ? "" : `: ${nature}`}.`;
  return judged("not-a2a", because, by, evidence);
}

/** A request is in the log, and nothing that answers it. */
function unansweredVerdict(evidence: Parameters<typeof judged>[3]): Verdict {
  const because = "There is a request in the log, and no response to it.";
  return judged("empty", because, null, evidence);
}

/** There are no events at all. */
function silentVerdict(exchange: Exchange, n: number): Verdict {
  const by = exchange.endAt(n) ? "agent" : null;
  const evidence = [byEnd(exchange, n), byHead(exchange, n)];
  if (exchange.open.record.inbound) {
    const because = "There is nothing in the notification.";
    return judged("empty", because, "agent", [byRequest(exchange)]);
  }
  const isAsked = exchange.request !== null || exchange.open.record.method !== "";
  if (isAsked && !exchange.headAt(n) && !exchange.endAt(n) && !exchange.isTornAt(n)) {
    return unansweredVerdict([byRequest(exchange)]);
  }
  const isAskedToTell = TELLING.has(exchange.request?.operation ?? null);
  if (exchange.headAt(n)?.status === 204 && !isAskedToTell) {
    return judged("answered", "The agent answered that it is done (204).", "agent", evidence);
  }
  if (isEmptyList(exchange, n)) {
    return judged("answered", "The agent answered with an empty list.", "agent", evidence);
  }
  if (exchange.endsWithoutStatusAt(n)) {
    return judged("cut", "The answer ends without a status of gRPC.", by, evidence);
  }
  return exchange.isTornAt(n)
    ? judged("cut", "The answer breaks off inside its first event.", by, evidence)
    : judged("empty", "The answer has no events.", by, evidence);
}

/** Whoever does one of these has something to say. */
const TELLING: ReadonlySet<Operation | null> = new Set<Operation | null>([
  ...(["send", "stream", "subscribe", "get", "list", "cancel"] as const),
]);

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
