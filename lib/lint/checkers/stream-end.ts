/** Watches how each stream ends: with a word that ends it, and soon after that word. */

import { type TaskState, TERMINAL_STATES, WAITING_STATES } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { VERSIONS_0 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";
import type { VersionTracker } from "./version-tracker.ts";

/** The specification says that it closes; nobody says how soon. */
const MAX_CLOSING_MS = 5_000;

/** The states that one stream told of its tasks. */
interface StreamStates {
  /** Which response of its exchange told them. */
  readonly response: number;
  /** By index of the task. */
  readonly states: Map<number, TaskState>;
  task: number;
  state: TaskState | null;
  /** Since when the newest state is the last one there can be; NaN where it is not. */
  overSince: number;
  /** The newest state was told by an update that might have said that it is the final one. */
  byUpdate: boolean;
}

export const createStreamEndChecker: CheckerFactory = (versions) => {
  const streams: (StreamStates | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    onEvent({ timeline, exchange, ordinal, event }) {
      if (event.kind !== "status" && event.kind !== "task") return;
      if (!exchange.isStream) return;
      let told = streams[exchange.index];
      if (!told || told.response !== exchange.responses) {
        told = createStreamStates(exchange);
        streams[exchange.index] = told;
      }
      const { state } = event.kind === "task" ? event.task.status : event.status;
      const task = timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1;
      if (told.state === state && told.task === task) return;
      const isOver = TERMINAL_STATES.has(state);
      told.states.set(task, state);
      told.task = task;
      told.state = state;
      told.overSince = isOver ? timeline.events.time.at(ordinal) : Number.NaN;
      told.byUpdate = event.kind === "status";
    },
    onEnd(timeline, exchange) {
      const end = exchange.end;
      if (!end || !exchange.isStream || !isSuccessful(exchange)) return;
      const told = streams[exchange.index];
      if (told && end.time - told.overSince > MAX_CLOSING_MS) {
        timeline.reportPhaseViolation("STR-NOCLOSE", exchange, "end");
      }
      const { cause } = end.record;
      if (cause === "complete" || exchange.isAlone) checkEnd(timeline, exchange, told, versions);
      else if (cause === "reset") checkLastState(timeline, exchange, told, versions);
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
  told: StreamStates | undefined,
  versions: VersionTracker,
): void {
  // What it said after that nobody here has read.
  if (exchange.oversizedFrom !== null) return;
  if (exchange.events.count === 0 && exchange.truncatedEvent === null) {
    // Whether it was a response at all is not known where there is no head.
    return exchange.isAlone
      ? undefined
      : timeline.reportPhaseViolation("STR-EMPTY", exchange, "end");
  }
  if (
    told &&
    isMissingFinal(exchange, told) &&
    VERSIONS_0.includes(versions.getVersion(timeline, exchange))
  ) {
    return timeline.reportPhaseViolation("STR-NOFINAL", exchange, "end");
  }
  checkLastState(timeline, exchange, told, versions);
}

function isMissingFinal({ finalEvent }: Exchange, { state, byUpdate }: StreamStates): boolean {
  return finalEvent < 0 && byUpdate && state !== null && TERMINAL_STATES.has(state);
}

/** Something of a task was told, none of what was told came to rest, and nothing else ended it. */
function checkLastState(
  timeline: Timeline,
  exchange: Exchange,
  told: StreamStates | undefined,
  versions: VersionTracker,
): void {
  if (exchange.errors.count + exchange.replies.count > 0 || exchange.tasks.length === 0) return;
  // What 0.x calls final is meant to be the end, whatever the state.
  if (exchange.finalEvent >= 0 && VERSIONS_0.includes(versions.getVersion(timeline, exchange)))
    return;
  for (const state of told?.states.values() ?? []) if (canEndStream(state)) return;
  timeline.reportPhaseViolation("STR-TRUNC", exchange, "end");
}

/** A state that nobody knows accuses nobody. */
function canEndStream(state: TaskState): boolean {
  return TERMINAL_STATES.has(state) || WAITING_STATES.has(state) || state === "unknown";
}
