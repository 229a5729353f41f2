/** Rules about how a stream ends: with a final state, and soon after it. */

import { isTerminalOrWaiting, type TaskState, TERMINAL_STATES } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Checker, VersionTracker } from "../checkers/checker.ts";
import { recordWorkingTask } from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_0 } from "./rule.ts";

export const STREAM_ENDS = {
  title: "Streams",
  rules: [
    defineRule({
      id: "STR-EMPTY",
      severity: "error",
      title: "empty stream",
      message: "The stream was opened with HTTP 200 and closed without a single event.",
      clients:
        "The Python SDK's 0.3 client fails at the missing first event with StopAsyncIteration; others end without a result and without an error.",
      remedy:
        "Send a task or a message before closing. If there is nothing to send, respond with an error instead of opening a stream.",
      spec: "1.0 §3.1.2, 0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
      breaks: (factory) => factory.stream().addEnd(),
      nearly: (factory) => factory.stream().addEvents(factory.error(-32603, "it broke")).addEnd(),
      check: createStreamEndChecker,
    }),
    defineRule({
      id: "STR-NOCLOSE",
      severity: "warning",
      title: "stream left open",
      message: "The stream stayed open for more than five seconds after its task had ended.",
      clients:
        "Clients that read to the end of the stream show the run as in progress and hold a connection for nothing, until a timeout somewhere turns it into an error.",
      remedy: "Close the stream right after the terminal status.",
      spec: "1.0 §3.1.2, 0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(factory.status("completed")).wait(6_000).addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .wait(6_000)
          .addEvents(factory.status("completed"))
          .wait(4_000)
          .addEnd(),
      check: createStreamEndChecker,
    }),
    defineRule({
      id: "STR-TRUNC",
      severity: "warning",
      title: "ended early",
      message: "The stream ended while its task was in neither a terminal nor a waiting state.",
      alone: true,
      clients:
        "Clients wait for an end that does not come, or take what they have for the whole result.",
      remedy:
        "Send a last status before closing the stream; let clients fetch the task or subscribe to it again.",
      spec: "1.0 §3.1.2, 0.3 §7.2, 0.2 §7.2, 0.1 §7.2",
      breaks: (factory) => recordWorkingTask(factory).addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("input-required", factory.message("Which?")))
          .addEnd(),
      check: createStreamEndChecker,
    }),
    defineRule({
      id: "STR-NOFINAL",
      severity: "warning",
      versions: VERSIONS_0,
      title: "final missing",
      message: "The stream ended after its task, but no status in it had final: true.",
      alone: true,
      clients:
        "Clients and proxies that go by final, such as the Python SDK's event consumer, wait for more until the connection closes.",
      remedy: "Set final: true in the status that ends the task.",
      spec: "0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
      breaks: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("completed", undefined, { final: false }))
          .addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("input-required", factory.message("Which?"), { final: false }))
          .addEnd(),
      check: createStreamEndChecker,
    }),
  ],
} as const satisfies RuleGroup;

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

function createStreamEndChecker(versions: VersionTracker): Checker {
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
}

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
  return isTerminalOrWaiting(state) || state === "unknown";
}
