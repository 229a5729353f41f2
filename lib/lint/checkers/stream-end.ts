/** Checks how each stream ends: with a final state, and soon after it. */

import { type TaskState, TERMINAL_STATES, WAITING_STATES } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { VERSIONS_0 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";
import type { VersionTracker } from "./version-tracker.ts";

/** The specification requires that the stream closes, but not how soon. */
const MAX_CLOSING_MS = 5_000;

/** The states that one stream reported for its tasks. */
interface StreamStates {
  /** The number of the response in its exchange. */
  readonly response: number;
  /** By task index. */
  readonly states: Map<number, TaskState>;
  task: number;
  state: TaskState | null;
  /** The time of the newest state if it is terminal; otherwise NaN. */
  overSince: number;
  /** Whether the newest state came in an update, which could have had `final`. */
  byUpdate: boolean;
}

export const createStreamEndChecker: CheckerFactory = (versions) => {
  const streams: (StreamStates | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    onEvent({ timeline, exchange, ordinal, event }) {
      if (event.kind !== "status" && event.kind !== "task") return;
      if (!exchange.isStream) return;
      let stream = streams[exchange.index];
      if (!stream || stream.response !== exchange.responses) {
        stream = createStreamStates(exchange);
        streams[exchange.index] = stream;
      }
      const { state } = event.kind === "task" ? event.task.status : event.status;
      const task = timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1;
      if (stream.state === state && stream.task === task) return;
      const isOver = TERMINAL_STATES.has(state);
      stream.states.set(task, state);
      stream.task = task;
      stream.state = state;
      stream.overSince = isOver ? timeline.events.time.at(ordinal) : Number.NaN;
      stream.byUpdate = event.kind === "status";
    },
    onEnd(timeline, exchange) {
      const end = exchange.end;
      if (!end || !exchange.isStream || !isSuccessful(exchange)) return;
      const stream = streams[exchange.index];
      if (stream && end.time - stream.overSince > MAX_CLOSING_MS) {
        timeline.reportPhaseViolation("STR-NOCLOSE", exchange, "end");
      }
      const { cause } = end.record;
      if (cause === "complete" || exchange.isAlone) checkEnd(timeline, exchange, stream, versions);
      else if (cause === "reset") checkLastState(timeline, exchange, stream, versions);
    },
  };
};

function createStreamStates({ responses }: Exchange): StreamStates {
  return {
    response: responses,
    states: new Map(),
    task: -1,
    state: null,
    overSince: Number.NaN,
    byUpdate: false,
  };
}

function isSuccessful({ head }: Exchange): boolean {
  return head === null || head.record.status === 200;
}

function checkEnd(
  timeline: Timeline,
  exchange: Exchange,
  stream: StreamStates | undefined,
  versions: VersionTracker,
): void {
  // Loupe did not read what came after an oversized event.
  if (exchange.oversizedFrom !== null) return;
  if (exchange.events.count === 0 && exchange.truncatedEvent === null) {
    // Without a head it is unknown whether it was a response at all.
    return exchange.isAlone
      ? undefined
      : timeline.reportPhaseViolation("STR-EMPTY", exchange, "end");
  }
  if (
    stream &&
    isMissingFinal(exchange, stream) &&
    VERSIONS_0.includes(versions.getVersion(timeline, exchange))
  ) {
    return timeline.reportPhaseViolation("STR-NOFINAL", exchange, "end");
  }
  checkLastState(timeline, exchange, stream, versions);
}

function isMissingFinal({ finalEvent }: Exchange, { state, byUpdate }: StreamStates): boolean {
  return finalEvent < 0 && byUpdate && state !== null && TERMINAL_STATES.has(state);
}

/** Reports a stream that had task events but no terminal or waiting state, and no other end. */
function checkLastState(
  timeline: Timeline,
  exchange: Exchange,
  stream: StreamStates | undefined,
  versions: VersionTracker,
): void {
  if (exchange.errors.count + exchange.replies.count > 0 || exchange.tasks.length === 0) return;
  // In 0.x `final` marks the end, whatever the state.
  if (exchange.finalEvent >= 0 && VERSIONS_0.includes(versions.getVersion(timeline, exchange)))
    return;
  for (const state of stream?.states.values() ?? []) if (canEndStream(state)) return;
  timeline.reportPhaseViolation("STR-TRUNC", exchange, "end");
}

/** An unknown state is not reported. */
function canEndStream(state: TaskState): boolean {
  return TERMINAL_STATES.has(state) || WAITING_STATES.has(state) || state === "unknown";
}
