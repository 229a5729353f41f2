/**
 * The verdict of one exchange.
 *
 * Guarantees: "the stream ended" and "the task is done" are never confused. A task is done when the
 * agent says so; a stream is complete when its end was seen.
 */

import type { Interpretation } from "../../dialects/interpretation.ts";
import {
  EVENT_KINDS,
  isTerminalOrWaiting,
  type Operation,
  type TerminalOrWaitingState,
} from "../../protocol/model.ts";
import { describeForeignState, getForeignState } from "../../protocol/state-names.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane, Transition } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { addCaveats, findCaveats, findEdits, LOST_CONNECTION } from "./caveats.ts";
import { describeProxyTimeout, findConnectionEndVerdict } from "./connection-end.ts";
import { type ExchangePart, findLastInPart } from "./exchange-part.ts";
import {
  describeForeignContent,
  FOREIGN_CONTENT_LENGTH,
  findFailureVerdict,
} from "./failure-verdict.ts";
import { findFault } from "./fault.ts";
import { createMixedVerdict, type TaskAt } from "./mixed-verdict.ts";
import { findProxyName, findProxyTimeout } from "./proxy-signs.ts";
import {
  CLEAN_KINDS,
  createEndEvidence,
  createEventEvidence,
  createHeadEvidence,
  createRequestEvidence,
  createVerdict,
  type Verdict,
  type VerdictEvidence,
} from "./verdict-model.ts";
import { appendReason, endSentence, findVerdictReason } from "./verdict-reason.ts";

const OTHER = EVENT_KINDS.indexOf("other");
const REQUEST = EVENT_KINDS.indexOf("request");

/** Of a failed call between agents, it also says which agent is at fault. */
export function getExchangeVerdict(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  interpretation?: Interpretation,
  part: ExchangePart | null = null,
): Verdict {
  const judged = judgeExchange(timeline, exchange, n, interpretation, part);
  const hasEdits = timeline.edits.length > 0;
  const verdict = hasEdits
    ? addCaveats(timeline, judged, findEdits(timeline, exchange, n))
    : judged;
  const call = verdict.clean ? undefined : timeline.callTree.find(exchange.index);
  const found =
    call &&
    findFault(timeline, call, n, (one) =>
      one === call ? verdict : judgeExchange(timeline, one.exchange, n, interpretation),
    );
  if (!found) return verdict;
  return {
    ...verdict,
    because: `${endSentence(verdict.because)} ${found.fault.because}`,
    fault: found.fault,
    evidence: [...found.verdict.evidence.slice(0, 1), ...verdict.evidence],
  };
}

function judgeExchange(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  interpretation?: Interpretation,
  part: ExchangePart | null = null,
): Verdict {
  if (exchange.rejectionReason !== null) {
    const because = `Loupe rejected the notification: ${exchange.rejectionReason}`;
    return createVerdict("http-error", because, "loupe", [createRequestEvidence(exchange)]);
  }
  const found =
    findFailureVerdict(timeline, exchange, n, part) ??
    findStateVerdict(timeline, exchange, n, interpretation, part);
  if (found) return found;
  const reply = findLastInPart(exchange.replies, n, part);
  if (reply === null) return createEventlessVerdict(timeline, exchange, n, part);
  const because = "The agent responded with a message and created no task.";
  return createVerdict("message", because, "agent", [createEventEvidence(timeline, reply)]);
}

function findStateVerdict(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  interpretation: Interpretation | undefined,
  part: ExchangePart | null,
): Verdict | null {
  // Later exchanges have verdicts of their own.
  const lastOwnEvent = exchange.events.lastAt(n) ?? n;
  const taskStates = getTaskIndexes(exchange, n).flatMap((index): TaskAt[] => {
    const task = timeline.tasks[index];
    const taskEnd = part ? part.getTaskEnd(index) : lastOwnEvent;
    if (taskEnd === null) return [];
    const transition = task?.transitionAt(Math.min(lastOwnEvent, taskEnd));
    return task && transition ? [{ task, transition }] : [];
  });
  const last = taskStates[taskStates.length - 1];
  if (last === undefined) return null;
  const ended = taskStates.filter(({ transition: { state } }) => isTerminalOrWaiting(state));
  const lastEnded = ended[ended.length - 1];
  if (lastEnded === undefined)
    return createUnfinishedVerdict(timeline, exchange, last.transition, n, part);
  const { state } = lastEnded.transition;
  const isUnfinished =
    ended.length < taskStates.length && isTerminalOrWaiting(state) && CLEAN_KINDS.has(state);
  if (isUnfinished || ended.some(({ transition }) => transition.state !== state)) {
    return createMixedVerdict(timeline, taskStates, isUnfinished);
  }
  if (!isTerminalOrWaiting(state)) return null;
  if (state === "canceled")
    return createCanceledVerdict(timeline, lastEnded.task, lastEnded.transition, n);
  const reason =
    state === "completed"
      ? null
      : findVerdictReason(timeline, lastEnded.task, lastEnded.transition, n, interpretation);
  const evidence = [
    reason && reason.event !== lastEnded.transition.firstEvent
      ? createEventEvidence(timeline, reason.event)
      : null,
    createEventEvidence(timeline, lastEnded.transition.firstEvent),
  ];
  const because = appendReason(STATE_SENTENCES[state], reason);
  const verdict = createVerdict(state, because, "agent", evidence, reason?.text ?? null);
  const isFollowed = part?.isFollowed ?? false;
  if (state === "completed") {
    const tasks = ended.map(({ task }) => task);
    const until = Math.min(lastOwnEvent, part?.until ?? n);
    const from = part?.from ?? 0;
    const completion = { timeline, exchange, tasks, n, from, until, isFollowed };
    return addCaveats(timeline, verdict, findCaveats(completion, interpretation));
  }
  const isBroken = !isFollowed && exchange.endAt(n)?.record.cause === "reset";
  const whole = isBroken ? { ...verdict, because: `${because} ${LOST_CONNECTION}.` } : verdict;
  return reason?.tool ? { ...whole, tool: reason.tool } : whole;
}

const STATE_SENTENCES: Readonly<Record<Exclude<TerminalOrWaitingState, "canceled">, string>> = {
  completed: "The agent reported the task as completed.",
  failed: "The agent reported the task as failed.",
  rejected: "The agent rejected the task.",
  "input-required": "The agent is waiting for input.",
  "auth-required": "The agent is waiting for authorization.",
};

/** The task was in neither a terminal nor a waiting state when the exchange ended, or so far. */
function createUnfinishedVerdict(
  timeline: Timeline,
  exchange: Exchange,
  transition: Transition,
  n: number,
  part: ExchangePart | null,
): Verdict {
  const { firstEvent } = transition;
  const foreign = getForeignState(transition);
  const state = foreign === null ? transition.state : `“${foreign}”`;
  const stateEvidence = createEventEvidence(timeline, firstEvent);
  if (part?.isFollowed) return createAnsweredVerdict(state, stateEvidence);
  const ended = findConnectionEndVerdict(exchange, n, `while the task was ${state}`);
  if (ended)
    return { ...ended, evidence: [...ended.evidence, ...(stateEvidence ? [stateEvidence] : [])] };
  const evidence = [createEndEvidence(exchange, n), stateEvidence];
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
    return createVerdict("unknown-state", because, "agent", [stateEvidence, ...evidence]);
  }
  if (exchange.open.record.inbound) {
    return createVerdict(
      "answered",
      `The agent sent a notification; the task is ${state}.`,
      "agent",
      [stateEvidence],
    );
  }
  const isPlain = exchange.request !== null && exchange.request.operation !== "stream";
  if (isPlain && exchange.request?.operation !== "subscribe") {
    return createAnsweredVerdict(state, stateEvidence);
  }
  if (by === null) {
    const because = `The recording ends while the task is ${state}; how the stream ended is unknown.`;
    return createVerdict("ended-while-working", because, null, [stateEvidence]);
  }
  return createClosedVerdict(exchange, state, n, evidence);
}

function createAnsweredVerdict(state: string, evidence: VerdictEvidence | null): Verdict {
  const because = `The agent responded; the task is ${state}.`;
  return createVerdict("answered", because, "agent", [evidence]);
}

/** The stream was closed properly over HTTP: intentionally, usually by the agent. */
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

function createEventlessVerdict(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  part: ExchangePart | null,
): Verdict {
  if (part?.isFollowed) return createUnansweredVerdict([createEventEvidence(timeline, part.from)]);
  const ended = findConnectionEndVerdict(exchange, n, "before the agent sent any A2A data");
  if (ended) return ended;
  const count = exchange.events.countAt(n);
  if (count === 0) return createEmptyVerdict(exchange, n);
  const kinds = timeline.events.kind;
  let requestEvent = -1;
  for (let i = part ? exchange.events.countAt(part.from - 1) : 0; i < count; i++) {
    const event = exchange.events.at(i);
    if (kinds.at(event) === REQUEST) requestEvent = event;
    else if (kinds.at(event) !== OTHER) {
      return createVerdict("answered", "The agent responded.", "agent", [
        createEventEvidence(timeline, event),
      ]);
    }
  }
  if (requestEvent >= 0)
    return createUnansweredVerdict([createEventEvidence(timeline, requestEvent)]);
  const evidence = [
    createEventEvidence(timeline, exchange.events.at(0)),
    createHeadEvidence(exchange, n),
  ];
  const by = exchange.endAt(n) ? "agent" : null;
  const foreignContent = describeForeignContent(exchange.body.slice(0, FOREIGN_CONTENT_LENGTH));
  const because = `The response contains no A2A data${foreignContent === null ? "" : `: ${foreignContent}`}.`;
  return createVerdict("not-a2a", because, by, evidence);
}

/** The log has a request without a response. */
function createUnansweredVerdict(evidence: Parameters<typeof createVerdict>[3]): Verdict {
  const because = "The log contains a request but no response to it.";
  return createVerdict("empty", because, null, evidence);
}

/** The exchange has no events. */
function createEmptyVerdict(exchange: Exchange, n: number): Verdict {
  const by = exchange.endAt(n) ? "agent" : null;
  const evidence = [createEndEvidence(exchange, n), createHeadEvidence(exchange, n)];
  if (exchange.open.record.inbound) {
    const because = "The notification is empty.";
    return createVerdict("empty", because, "agent", [createRequestEvidence(exchange)]);
  }
  const isRequest = exchange.request !== null || exchange.open.record.method !== "";
  if (isRequest && !exchange.headAt(n) && !exchange.endAt(n) && !exchange.isTruncatedAt(n)) {
    return createUnansweredVerdict([createRequestEvidence(exchange)]);
  }
  if (by === null && exchange.isAlone && !exchange.headAt(n) && exchange.body.bytes === 0) {
    return createVerdict("empty", NOTHING_LOGGED, null, evidence);
  }
  if (mayBeEmpty(exchange, n)) {
    const because = `The agent responded with HTTP ${exchange.headAt(n)?.status} (no content).`;
    return createVerdict("answered", because, "agent", evidence);
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

const NOTHING_LOGGED = "The log contains neither the request nor the response.";

/** Operations whose response must have content. */
const RESPONDING_OPERATIONS: ReadonlySet<Operation | null> = new Set<Operation | null>([
  ...(["send", "stream", "subscribe", "get", "list", "cancel"] as const),
]);

/** A deletion needs no content, whatever its status. */
function mayBeEmpty(exchange: Exchange, n: number): boolean {
  const operation = exchange.request?.operation ?? null;
  const status = exchange.headAt(n)?.status ?? null;
  if (status === 204) return !RESPONDING_OPERATIONS.has(operation);
  const hasEnded = exchange.body.bytes === 0 && exchange.endAt(n)?.record.cause === "complete";
  return status === 200 && operation === "push-delete" && hasEnded;
}

/** Each element of an array is an event, so an empty list has none. */
function isEmptyList({ body, request, end }: Exchange, n: number): boolean {
  const isList = request?.operation === "list" || request?.operation === "push-list";
  if (!isList || !end || end.firstEvent > n) return false;
  return /^\s*\[\s*\]\s*$/.test(body.slice(0, MAX_EMPTY_LIST_LENGTH));
}

const MAX_EMPTY_LIST_LENGTH = 100;

function getTaskIndexes(exchange: Exchange, n: number): number[] {
  return exchange.tasks.slice(0, countUpToEvent(exchange.tasks, n)).map(({ task }) => task);
}

/**
 * The verdict on a canceled task: canceled by a client request in the same recording, or by the agent.
 */
function createCanceledVerdict(
  timeline: Timeline,
  task: TaskLane,
  transition: Transition,
  n: number,
): Verdict {
  const stateEvidence = createEventEvidence(timeline, transition.firstEvent);
  const reason = findVerdictReason(timeline, task, transition, n);
  const text = reason?.text ?? null;
  const request = findCancelRequest(timeline, task, transition, n);
  if (!request) {
    const because = "The agent reported the task as canceled; no recorded request asked for it.";
    return createVerdict("canceled", appendReason(because, reason), "agent", [stateEvidence], text);
  }
  const { method = "a request" } = request.request ?? {};
  const because = `The agent reported the task as canceled, as the client had requested (${method}).`;
  const evidence = [createRequestEvidence(request), stateEvidence];
  return createVerdict("canceled", appendReason(because, reason), "client", evidence, text);
}

/**
 * The newest earlier cancel request for the task that was not refused. Without times, one call after
 * the other is only the order in the file: the request may have been sent during the stream.
 */
function findCancelRequest(
  timeline: Timeline,
  task: TaskLane,
  { firstEvent }: Transition,
  n: number,
): Exchange | undefined {
  return timeline.exchanges.findLast(
    (exchange) =>
      exchange.firstEvent < (Number.isNaN(exchange.open.time) ? n : firstEvent) &&
      exchange.request?.operation === "cancel" &&
      timeline.taskByKey.get(exchange.request.taskId ?? "") === task &&
      exchange.errors.countAt(n) === 0,
  );
}
