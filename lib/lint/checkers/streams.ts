/** Watches how each stream begins and goes on. */

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
import type { STREAM_RULES } from "../rules/streams.ts";
import type { CheckerFactory } from "./checker.ts";
import type { VersionTracker } from "./version-tracker.ts";

type StreamRule = (typeof STREAM_RULES)[number]["rule"];

/** What a stream has told so far. */
interface StreamState {
  /** What follows may be of other answers, side by side: requests stand in the body. */
  isInterleaved: boolean;
  /** Which response of its exchange it is. */
  response: number;
  hasBegun: boolean;
  /** It began with a message, which then is all there may be. */
  isMessage: boolean;
  hasTask: boolean;
  /** The task whose generations are counted, and the newest of them. */
  task: number;
  generation: number;
}

const CHECKED_ISSUES = OrderIssue.AfterFinal | OrderIssue.OtherTask | OrderIssue.ContextChanged;

export const createStreamChecker: CheckerFactory = (versions) => {
  const courses: (StreamState | undefined)[] = [];
  return {
    onEvent(seen) {
      const { exchange, event, orderIssues } = seen;
      if ((orderIssues & CHECKED_ISSUES) !== 0) checkOrder(seen, versions);
      if (!exchange.isStream) return;
      let course = courses[exchange.index];
      if (!course || course.response !== exchange.responses) {
        course = createStreamState(exchange);
        courses[exchange.index] = course;
      }
      switch (event.kind) {
        case "status":
          if (event.final !== null) checkFinal(seen, event.final, versions);
          checkUpdate(seen, course, versions);
          if (event.generation !== null) checkGeneration(seen, course, event.generation, versions);
          break;
        case "artifact":
          checkUpdate(seen, course, versions);
          if (event.generation !== null) checkGeneration(seen, course, event.generation, versions);
          break;
        case "task":
          if (course.isMessage) reportInVersions(seen, versions, "STR-MSG-ONLY", VERSIONS_FROM_1);
          course.hasTask = true;
          if (event.generation !== null) checkGeneration(seen, course, event.generation, versions);
          break;
        case "message":
          checkMessage(seen, course, versions);
          break;
        case "request":
          // What follows answers it, or what was asked before, side by side.
          course.isInterleaved = true;
          course.isMessage = false;
          course.hasTask = false;
          break;
      }
      course.hasBegun = true;
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

/** What the fold noticed, where it is against the rules of the version, and of one stream. */
function checkOrder(seen: EventContext, versions: VersionTracker): void {
  const { timeline, exchange, ordinal, orderIssues } = seen;
  if (orderIssues & OrderIssue.ContextChanged)
    reportInVersions(seen, versions, "STR-CTX-SWITCH", VERSIONS_FROM_02);
  // Lines of events may hold many streams, one after the other or side by side.
  if (exchange.isAlone && !exchange.isStream) return;
  if (orderIssues & OrderIssue.OtherTask) timeline.reportViolation("STR-TASK-SWITCH", ordinal);
  if (orderIssues & OrderIssue.AfterFinal)
    reportInVersions(seen, versions, "STR-AFTER-FINAL", VERSIONS_0);
}

function checkUpdate(seen: EventContext, course: StreamState, versions: VersionTracker): void {
  course.hasTask = true;
  if (course.isMessage) reportInVersions(seen, versions, "STR-MSG-ONLY", VERSIONS_FROM_1);
  if (course.hasBegun || course.isInterleaved) return;
  const { request } = seen.exchange;
  if (request?.operation === "subscribe")
    return reportInVersions(seen, versions, "STR-SUB-FIRST", VERSIONS_FROM_1);
  reportInVersions(seen, versions, "STR-FIRST", VERSIONS_FROM_1);
  // Who names a task knows it.
  const isNew = request?.operation === "stream" && request.taskId === null;
  if (isNew) reportInVersions(seen, versions, "STR-FIRST-0X", VERSIONS_WITH_KIND);
}

function checkMessage(seen: EventContext, course: StreamState, versions: VersionTracker): void {
  if (course.isMessage) reportInVersions(seen, versions, "STR-MSG-ONLY", VERSIONS_FROM_1);
  if (course.hasTask) return reportInVersions(seen, versions, "STR-MSG-IN-TASK", VERSIONS_FROM_02);
  if (course.hasBegun || course.isInterleaved) return;
  course.isMessage = true;
  if (seen.exchange.request?.operation === "subscribe") {
    reportInVersions(seen, versions, "STR-SUB-FIRST", VERSIONS_FROM_1);
  }
}

function checkFinal(seen: EventContext, final: boolean, versions: VersionTracker): void {
  const { exchange, event } = seen;
  // ProtoJSON of 0.3 has wrapper keys and `final` too, but no envelope of JSON-RPC.
  if (exchange.hasEvidence(VersionEvidence.Rpc, seen.ordinal) || exchange.versionHeader !== null) {
    reportInVersions(seen, versions, "STR-FINAL-IN-1", VERSIONS_FROM_1);
  }
  if (!final || event.kind !== "status") return;
  const { state } = event.status;
  const isAtWork = state === "working" || state === "submitted";
  if (isAtWork) reportInVersions(seen, versions, "STR-FINAL-WORKING", VERSIONS_0);
}

/** 1.1 counts every change of a task; who does not count says nothing, or zero. */
function checkGeneration(
  seen: EventContext,
  course: StreamState,
  said: string,
  versions: VersionTracker,
): void {
  const { timeline, ordinal } = seen;
  const generation = Number(said);
  const task = timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1;
  const before = course.task === task ? course.generation : 0;
  if (before > 0 && generation > before + 1) reportInVersions(seen, versions, "STR-GAP", ["1.1"]);
  course.task = task;
  course.generation = generation;
}
