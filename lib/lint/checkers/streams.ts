/** Checks how each stream starts and continues. */

import { VersionEvidence } from "../../protocol/decode-flags.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { OrderIssue } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import {
  VERSIONS_0,
  VERSIONS_FROM_1,
  VERSIONS_FROM_02,
  VERSIONS_WITH_KIND,
} from "../rules/rule.ts";
import type { CheckerFactory, VersionTracker } from "./checker.ts";

type StreamRule = `STR-${string}`;

/** The state of a stream so far. */
interface StreamState {
  /** Whether the body contains requests, so that events may belong to several responses. */
  isInterleaved: boolean;
  /** The number of the response in its exchange. */
  response: number;
  hasBegun: boolean;
  /** Whether it started with a message, which must then be its only event. */
  isMessage: boolean;
  hasTask: boolean;
  /** The task whose generations are counted, and its newest generation. */
  task: number;
  generation: number;
}

const CHECKED_ISSUES = OrderIssue.AfterFinal | OrderIssue.OtherTask | OrderIssue.ContextChanged;

export const createStreamChecker: CheckerFactory = (versions) => {
  const states: (StreamState | undefined)[] = [];
  return {
    onEvent(seen) {
      const { exchange, event, orderIssues } = seen;
      if ((orderIssues & CHECKED_ISSUES) !== 0) checkOrder(seen, versions);
      if (!exchange.isStream) return;
      let state = states[exchange.index];
      if (!state || state.response !== exchange.responses) {
        state = createStreamState(exchange);
        states[exchange.index] = state;
      }
      switch (event.kind) {
        case "status":
          if (event.final !== null) checkFinal(seen, event.final, versions);
          checkUpdate(seen, state, versions);
          if (event.generation !== null) checkGeneration(seen, state, event.generation, versions);
          break;
        case "artifact":
          checkUpdate(seen, state, versions);
          if (event.generation !== null) checkGeneration(seen, state, event.generation, versions);
          break;
        case "task":
          if (state.isMessage) reportInVersions(seen, versions, "STR-MSG-ONLY", VERSIONS_FROM_1);
          state.hasTask = true;
          if (event.generation !== null) checkGeneration(seen, state, event.generation, versions);
          break;
        case "message":
          checkMessage(seen, state, versions);
          break;
        case "request":
          // The events that follow respond to this request or to earlier ones.
          state.isInterleaved = true;
          state.isMessage = false;
          state.hasTask = false;
          break;
      }
      state.hasBegun = true;
    },
  };
};

function createStreamState({ responses }: Exchange): StreamState {
  return {
    isInterleaved: false,
    response: responses,
    hasBegun: false,
    isMessage: false,
    hasTask: false,
    task: -1,
    generation: 0,
  };
}

function reportInVersions(
  { timeline, exchange, ordinal }: EventContext,
  versions: VersionTracker,
  rule: StreamRule,
  having: readonly Version[],
): void {
  if (having.includes(versions.getVersion(timeline, exchange)))
    timeline.reportViolation(rule, ordinal);
}

/** Reports order issues from the fold that break rules of the version, or of a single stream. */
function checkOrder(seen: EventContext, versions: VersionTracker): void {
  const { timeline, exchange, ordinal, orderIssues } = seen;
  if (orderIssues & OrderIssue.ContextChanged)
    reportInVersions(seen, versions, "STR-CTX-SWITCH", VERSIONS_FROM_02);
  // A log of event lines may contain many streams, consecutive or interleaved.
  if (exchange.isAlone && !exchange.isStream) return;
  if (orderIssues & OrderIssue.OtherTask) timeline.reportViolation("STR-TASK-SWITCH", ordinal);
  if (orderIssues & OrderIssue.AfterFinal)
    reportInVersions(seen, versions, "STR-AFTER-FINAL", VERSIONS_0);
}

function checkUpdate(seen: EventContext, state: StreamState, versions: VersionTracker): void {
  state.hasTask = true;
  if (state.isMessage) reportInVersions(seen, versions, "STR-MSG-ONLY", VERSIONS_FROM_1);
  if (state.hasBegun || state.isInterleaved) return;
  const { request } = seen.exchange;
  if (request?.operation === "subscribe")
    return reportInVersions(seen, versions, "STR-SUB-FIRST", VERSIONS_FROM_1);
  reportInVersions(seen, versions, "STR-FIRST", VERSIONS_FROM_1);
  // A client that names a task knows it.
  const isNew = request?.operation === "stream" && request.taskId === null;
  if (isNew) reportInVersions(seen, versions, "STR-FIRST-0X", VERSIONS_WITH_KIND);
}

function checkMessage(seen: EventContext, state: StreamState, versions: VersionTracker): void {
  if (state.isMessage) reportInVersions(seen, versions, "STR-MSG-ONLY", VERSIONS_FROM_1);
  if (state.hasTask) return reportInVersions(seen, versions, "STR-MSG-IN-TASK", VERSIONS_FROM_02);
  if (state.hasBegun || state.isInterleaved) return;
  state.isMessage = true;
  if (seen.exchange.request?.operation === "subscribe") {
    reportInVersions(seen, versions, "STR-SUB-FIRST", VERSIONS_FROM_1);
  }
}

function checkFinal(seen: EventContext, final: boolean, versions: VersionTracker): void {
  const { exchange, event } = seen;
  // ProtoJSON in 0.3 also has wrapper keys and `final`, but no JSON-RPC envelope.
  if (exchange.hasEvidence(VersionEvidence.Rpc, seen.ordinal) || exchange.versionHeader !== null) {
    reportInVersions(seen, versions, "STR-FINAL-IN-1", VERSIONS_FROM_1);
  }
  if (!final || event.kind !== "status") return;
  const { state } = event.status;
  const isInProgress = state === "working" || state === "submitted";
  if (isInProgress) reportInVersions(seen, versions, "STR-FINAL-WORKING", VERSIONS_0);
}

/** 1.1 counts every change of a task; agents that do not count send nothing, or zero. */
function checkGeneration(
  seen: EventContext,
  state: StreamState,
  sentGeneration: string,
  versions: VersionTracker,
): void {
  const { timeline, ordinal } = seen;
  const generation = Number(sentGeneration);
  const task = timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1;
  const before = state.task === task ? state.generation : 0;
  if (before > 0 && generation > before + 1) reportInVersions(seen, versions, "STR-GAP", ["1.1"]);
  state.task = task;
  state.generation = generation;
}
