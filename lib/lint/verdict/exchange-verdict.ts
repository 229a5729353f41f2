/**
 * What one exchange came to. "The stream ended" and "the task is done" are never confused: a task
 * is done when the agent said so, a stream is whole when its end was seen.
 */

import type { Interpretation } from "../../dialects/interpretation.ts";
import {
  EVENT_KINDS,
  type Operation,
  type TaskState,
  TERMINAL_STATES,
  WAITING_STATES,
} from "../../protocol/model.ts";
import { describeForeignState, getForeignState } from "../../protocol/state-names.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane, Transition } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Verdict } from "../verdict.ts";
import { createCanceledVerdict } from "./canceled-verdict.ts";
import { describeProxyTimeout, findConnectionEndVerdict } from "./connection-end.ts";
import {
  CLEAN_KINDS,
  createEndEvidence,
  createEventEvidence,
  createHeadEvidence,
  createRequestEvidence,
  createVerdict,
} from "./create-verdict.ts";
import { findFailureVerdict } from "./failure-verdict.ts";
import { describeForeignContent, FOREIGN_CONTENT_LENGTH } from "./foreign-content.ts";
import { findProxyName, findProxyTimeout } from "./proxy-signs.ts";
import { appendReason, findVerdictReason } from "./verdict-reason.ts";

const OTHER = EVENT_KINDS.indexOf("other");
const REQUEST = EVENT_KINDS.indexOf("request");

export function getExchangeVerdict(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  interpretation?: Interpretation,
): Verdict {
  if (exchange.rejectionReason !== null) {
    const because = `Loupe rejected the notification: ${exchange.rejectionReason}`;
    return createVerdict("http-error", because, "loupe", [createRequestEvidence(exchange)]);
  }
  const found =
    findFailureVerdict(timeline, exchange, n) ??
    findStateVerdict(timeline, exchange, n, interpretation);
  if (found) return found;
  const reply = exchange.replies.lastAt(n);
  if (reply === null) return createEventlessVerdict(timeline, exchange, n);
  const because = "The agent responded with a message and created no task.";
  return createVerdict("message", because, "agent", [createEventEvidence(timeline, reply)]);
}

const ENDED_DIFFERENTLY = "Its tasks ended in different states";

interface TaskAt {
  readonly task: TaskLane;
  readonly transition: Transition;
}

function findStateVerdict(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  interpretation?: Interpretation,
): Verdict | null {
  // What came of the task in later exchanges is theirs to tell.
  const own = exchange.events.lastAt(n) ?? n;
  const told = getTaskIndexes(exchange, n).flatMap((index): TaskAt[] => {
    const task = timeline.tasks[index];
    const transition = task?.transitionAt(own);
    return task && transition ? [{ task, transition }] : [];
  });
  const last = told[told.length - 1];
  if (last === undefined) return null;
  const over = told.filter(({ transition: { state } }) => isTerminalOrWaiting(state));
  const resting = over[over.length - 1];
  if (resting === undefined) return createUnfinishedVerdict(timeline, exchange, last.transition, n);
  const { state } = resting.transition;
  const isUnfinished =
    over.length < told.length && isTerminalOrWaiting(state) && CLEAN_KINDS.has(state);
  if (isUnfinished || over.some(({ transition }) => transition.state !== state)) {
    const states = told.map(({ transition }) => transition.label).join(", ");
    const evidence = told.map(({ transition }) =>
      createEventEvidence(timeline, transition.firstEvent),
    );
    const how = isUnfinished ? "Not all of its tasks ended" : ENDED_DIFFERENTLY;
    return createVerdict("mixed", `${how}: ${states}.`, "agent", evidence);
  }
  if (!isTerminalOrWaiting(state)) return null;
  if (state === "canceled")
    return createCanceledVerdict(timeline, resting.task, resting.transition, n);
  const reason =
    state === "completed"
      ? null
      : findVerdictReason(timeline, resting.task, resting.transition, n, interpretation);
  const evidence = [
    reason && reason.event !== resting.transition.firstEvent
      ? createEventEvidence(timeline, reason.event)
      : null,
    createEventEvidence(timeline, resting.transition.firstEvent),
  ];
  const broken = exchange.endAt(n)?.record.cause === "reset" ? BROKEN_AFTER_SENTENCE : "";
  const because = `${appendReason(STATE_SENTENCES[state], reason)}${broken}`;
  return createVerdict(state, because, "agent", evidence, reason?.text ?? null);
}

type TerminalOrWaitingState = Exclude<TaskState, "submitted" | "working" | "unknown">;

function isTerminalOrWaiting(state: TaskState): state is TerminalOrWaitingState {
  return TERMINAL_STATES.has(state) || WAITING_STATES.has(state);
}

const STATE_SENTENCES: Readonly<Record<Exclude<TerminalOrWaitingState, "canceled">, string>> = {
  completed: "The agent reported the task as completed.",
  failed: "The agent reported the task as failed.",
  rejected: "The agent rejected the task.",
  "input-required": "The agent is waiting for input.",
  "auth-required": "The agent is waiting for authorization.",
};

/** Clients that read a stream to its end fail there, though all was said. */
const BROKEN_AFTER_SENTENCE =
  " The connection was lost after that: the response did not end properly.";

/** The task was not at rest when the exchange ended, or as far as it goes. */
function createUnfinishedVerdict(
  timeline: Timeline,
  exchange: Exchange,
  transition: Transition,
  n: number,
): Verdict {
  const { firstEvent } = transition;
  const foreign = getForeignState(transition);
  const state = foreign === null ? transition.state : `“${foreign}”`;
  const ended = findConnectionEndVerdict(exchange, n, `while the task was ${state}`);
  const told = createEventEvidence(timeline, firstEvent);
  if (ended) return { ...ended, evidence: [...ended.evidence, ...(told ? [told] : [])] };
  const evidence = [createEndEvidence(exchange, n), told];
  const by = exchange.endAt(n) ? "agent" : null;
  if (exchange.isTruncatedAt(n)) {
    const because = `The stream was cut off inside an event while the task was ${state}.`;
    return createVerdict("cut", because, by, evidence);
  }
  if (exchange.endsWithoutStatusAt(n)) {
    const because = `The stream ended without a gRPC status while the task was ${state}.`;
    return createVerdict("cut", because, by, evidence);
  }
  if (foreign !== null) {
    const what = describeForeignState(transition.rawState);
    const because = `The last state the agent sent is “${foreign}”, ${what}.`;
    return createVerdict("unknown-state", because, "agent", [told, ...evidence]);
  }
  if (exchange.open.record.inbound) {
    return createVerdict(
      "answered",
      `The agent sent a notification; the task is ${state}.`,
      "agent",
      [told],
    );
  }
  const isPlain = exchange.request !== null && exchange.request.operation !== "stream";
  if (isPlain && exchange.request?.operation !== "subscribe") {
    return createVerdict("answered", `The agent responded; the task is ${state}.`, "agent", [told]);
  }
  if (by === null) {
    const because = `The recording ends while the task is ${state}; how the stream ended is unknown.`;
    return createVerdict("ended-while-working", because, null, [told]);
  }
  return createClosedVerdict(exchange, state, n, evidence);
}

/** The end was one as HTTP has it: somebody meant it, most often the agent. */
function createClosedVerdict(
  exchange: Exchange,
  state: string,
  n: number,
  evidence: Parameters<typeof createVerdict>[3],
): Verdict {
  const timer = findProxyTimeout(exchange);
  const name = findProxyName(exchange.headAt(n)?.headers ?? []);
  if (timer === null) {
    const because = `The agent closed the stream while the task was still ${state}.`;
    return createVerdict("ended-while-working", because, "agent", evidence);
  }
  const where = name === null ? "of the agent or a proxy" : `of ${name}`;
  const because = `The stream was closed while the task was still ${state}; ${describeProxyTimeout(timer)}, so a timeout ${where} likely ended it.`;
  return createVerdict("ended-while-working", because, name === null ? "agent" : "proxy", evidence);
}

function createEventlessVerdict(timeline: Timeline, exchange: Exchange, n: number): Verdict {
  const ended = findConnectionEndVerdict(exchange, n, "before the agent sent any A2A data");
  if (ended) return ended;
  const count = exchange.events.countAt(n);
  if (count === 0) return createEmptyVerdict(exchange, n);
  const kinds = timeline.events.kind;
  let asked = -1;
  for (let i = 0; i < count; i++) {
    const event = exchange.events.at(i);
    if (kinds.at(event) === REQUEST) asked = event;
    else if (kinds.at(event) !== OTHER) {
      return createVerdict("answered", "The agent responded.", "agent", [
        createEventEvidence(timeline, event),
      ]);
    }
  }
  if (asked >= 0) return createUnansweredVerdict([createEventEvidence(timeline, asked)]);
  const evidence = [
    createEventEvidence(timeline, exchange.events.at(0)),
    createHeadEvidence(exchange, n),
  ];
  const by = exchange.endAt(n) ? "agent" : null;
  const nature = describeForeignContent(exchange.body.slice(0, FOREIGN_CONTENT_LENGTH));
  const because = `The response contains no A2A data${nature === null ? "" : `: ${nature}`}.`;
  return createVerdict("not-a2a", because, by, evidence);
}

/** A request is in the log, and nothing that answers it. */
function createUnansweredVerdict(evidence: Parameters<typeof createVerdict>[3]): Verdict {
  const because = "The log contains a request but no response to it.";
  return createVerdict("empty", because, null, evidence);
}

/** There are no events at all. */
function createEmptyVerdict(exchange: Exchange, n: number): Verdict {
  const by = exchange.endAt(n) ? "agent" : null;
  const evidence = [createEndEvidence(exchange, n), createHeadEvidence(exchange, n)];
  if (exchange.open.record.inbound) {
    const because = "The notification is empty.";
    return createVerdict("empty", because, "agent", [createRequestEvidence(exchange)]);
  }
  const isAsked = exchange.request !== null || exchange.open.record.method !== "";
  if (isAsked && !exchange.headAt(n) && !exchange.endAt(n) && !exchange.isTruncatedAt(n)) {
    return createUnansweredVerdict([createRequestEvidence(exchange)]);
  }
  const isAskedToTell = RESPONDING_OPERATIONS.has(exchange.request?.operation ?? null);
  if (exchange.headAt(n)?.status === 204 && !isAskedToTell) {
    return createVerdict(
      "answered",
      "The agent responded with HTTP 204 (no content).",
      "agent",
      evidence,
    );
  }
  if (isEmptyList(exchange, n)) {
    return createVerdict("answered", "The agent responded with an empty list.", "agent", evidence);
  }
  if (exchange.endsWithoutStatusAt(n)) {
    return createVerdict("cut", "The response ended without a gRPC status.", by, evidence);
  }
  return exchange.isTruncatedAt(n)
    ? createVerdict("cut", "The response was cut off inside its first event.", by, evidence)
    : createVerdict("empty", "The response has no events.", by, evidence);
}

/** Whoever does one of these has something to say. */
const RESPONDING_OPERATIONS: ReadonlySet<Operation | null> = new Set<Operation | null>([
  ...(["send", "stream", "subscribe", "get", "list", "cancel"] as const),
]);

/** Of an array each element is an event, so an empty one has none. */
function isEmptyList({ body, request, end }: Exchange, n: number): boolean {
  const isList = request?.operation === "list" || request?.operation === "push-list";
  if (!isList || !end || end.firstEvent > n) return false;
  return /^\s*\[\s*\]\s*$/.test(body.slice(0, MAX_EMPTY_LIST_LENGTH));
}

const MAX_EMPTY_LIST_LENGTH = 100;

function getTaskIndexes(exchange: Exchange, n: number): number[] {
  return exchange.tasks.slice(0, countUpToEvent(exchange.tasks, n)).map(({ task }) => task);
}
