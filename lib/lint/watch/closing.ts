/** Watches how each stream ends: with a word that ends it, and soon after that word. */

import { type TaskState, TERMINAL_STATES, WAITING_STATES } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { ALL_0 } from "../rules/rule.ts";
import type { VersionBook } from "./versions.ts";
import type { MakeWatch } from "./watch.ts";

/** The specification says that it closes; nobody says how soon. */
const CLOSING_MS = 5_000;

/** The states that one stream told of its tasks. */
interface Told {
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

export const watchClosing: MakeWatch = (versions) => {
  const streams: (Told | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    saw({ timeline, exchange, ordinal, event }) {
      if (event.kind !== "status" && event.kind !== "task") return;
      if (!exchange.isStream) return;
      let told = streams[exchange.index];
      if (!told || told.response !== exchange.responses) {
        told = begin(exchange);
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
    ended(timeline, exchange) {
      const end = exchange.ended;
      if (!end || !exchange.isStream || !isAnswered(exchange)) return;
      const told = streams[exchange.index];
      if (told && end.time - told.overSince > CLOSING_MS) {
        timeline.breachIn("STR-NOCLOSE", exchange, "end");
      }
      const { cause } = end.record;
      if (cause === "complete" || exchange.isAlone) judgeEnd(timeline, exchange, told, versions);
      else if (cause === "reset") judgeState(timeline, exchange, told, versions);
    },
  };
};

function begin({ responses }: Exchange): Told {
  return {
    response: responses,
    states: new Map(),
    task: -1,
    state: null,
    overSince: Number.NaN,
    byUpdate: false,
  };
}

function isAnswered({ head }: Exchange): boolean {
  return head === null || head.record.status === 200;
}

function judgeEnd(
  timeline: Timeline,
  exchange: Exchange,
  told: Told | undefined,
  versions: VersionBook,
): void {
  // What it said after that nobody here has read.
  if (exchange.unread !== null) return;
  if (exchange.events.count === 0 && exchange.tail === null) {
    // Whether it was a response at all is not known where there is no head.
    return exchange.isAlone ? undefined : timeline.breachIn("STR-EMPTY", exchange, "end");
  }
  if (told && isUnfinal(exchange, told) && ALL_0.includes(versions.of(timeline, exchange))) {
    return timeline.breachIn("STR-NOFINAL", exchange, "end");
  }
  judgeState(timeline, exchange, told, versions);
}

function isUnfinal({ final }: Exchange, { state, byUpdate }: Told): boolean {
  return final < 0 && byUpdate && state !== null && TERMINAL_STATES.has(state);
}

/** Something of a task was told, none of what was told came to rest, and nothing else ended it. */
function judgeState(
  timeline: Timeline,
  exchange: Exchange,
  told: Told | undefined,
  versions: VersionBook,
): void {
  if (exchange.errors.count + exchange.replies.count > 0 || exchange.tasks.length === 0) return;
  // What 0.x calls final is meant to be the end, whatever the state.
  if (exchange.final >= 0 && ALL_0.includes(versions.of(timeline, exchange))) return;
  for (const state of told?.states.values() ?? []) if (mayEnd(state)) return;
  timeline.breachIn("STR-TRUNC", exchange, "end");
}

/** A state that nobody knows accuses nobody. */
function mayEnd(state: TaskState): boolean {
  return TERMINAL_STATES.has(state) || WAITING_STATES.has(state) || state === "unknown";
}
