/** Watches the states of tasks: what is said with them, and how often. */

import {
  EVENT_KINDS,
  type Message,
  type ProtocolEvent,
  type Status,
} from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane } from "../../timeline/task.ts";
import { OrderIssue } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import { VERSIONS_FROM_1 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";
import { findEnteredLane } from "./state-entry.ts";
import type { VersionTracker } from "./version-tracker.ts";

/** Fewer statuses without news are a heartbeat. */
const MIN_FLOOD = 50;
/** Fewer short messages in a row may be meant as such. */
const MIN_TOKENS = 10;
const MAX_TOKEN_LENGTH = 12;

/** How often in a row an exchange said nothing new, or next to nothing. */
interface StatusStreak {
  empty: number;
  tokens: number;
  lastId: string | null;
}

export const createLifecycleChecker: CheckerFactory = (versions) => {
  const runs: (StatusStreak | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    onEvent(seen) {
      const { event, exchange, orderIssues } = seen;
      if (event.kind !== "status" && event.kind !== "task") return;
      if (event.kind === "status") {
        let run = runs[exchange.index];
        // What stands between two statuses is news.
        if (!run || getPreviousKind(seen) !== STATUS) run = { empty: 0, tokens: 0, lastId: null };
        runs[exchange.index] = run;
        countRepetition(seen, event, run);
      }
      if ((orderIssues & OrderIssue.Delivered) !== 0) return;
      const lane = findEnteredLane(seen);
      if (lane) checkEnteredState(seen, lane, event, versions);
    },
  };
};

const STATUS = EVENT_KINDS.indexOf("status");

/** Of the event before in its exchange, by index; −1 for none. */
function getPreviousKind({ timeline, exchange: { events } }: EventContext): number {
  return events.count < 2 ? -1 : timeline.events.kind.at(events.at(events.count - 2));
}

type StatusEvent = Extract<ProtocolEvent, { kind: "status" }>;
type TaskEvent = Extract<ProtocolEvent, { kind: "task" }>;

function resetStreak(run: StatusStreak): void {
  run.empty = 0;
  run.tokens = 0;
  run.lastId = null;
}

function countRepetition(
  { timeline, ordinal }: EventContext,
  event: StatusEvent,
  run: StatusStreak,
): void {
  const { state, message } = event.status;
  if (state !== "working") return resetStreak(run);
  if (message === null) {
    run.tokens = 0;
    run.empty = event.metadata === null ? run.empty + 1 : 0;
    if (run.empty === MIN_FLOOD) timeline.reportViolation("LC-NOOP-FLOOD", ordinal);
    return;
  }
  run.empty = 0;
  const isNext =
    isTokenMessage(message) && (message.messageId === null || message.messageId !== run.lastId);
  run.lastId = message.messageId;
  run.tokens = isNext ? run.tokens + 1 : 0;
  if (run.tokens === MIN_TOKENS) timeline.reportViolation("LC-TOKEN-STATUS", ordinal);
}

function isTokenMessage({ parts }: Message): boolean {
  const [only] = parts;
  return parts.length === 1 && only?.kind === "text" && only.text.length <= MAX_TOKEN_LENGTH;
}

/** A task came into a state that it was not in. */
function checkEnteredState(
  seen: EventContext,
  lane: TaskLane,
  event: StatusEvent | TaskEvent,
  versions: VersionTracker,
): void {
  const { timeline, exchange, ordinal } = seen;
  const status = event.kind === "task" ? event.task.status : event.status;
  const isFrom1 = () => VERSIONS_FROM_1.includes(versions.getVersion(timeline, exchange));
  switch (status.state) {
    case "input-required":
      if (isMissingMessage(event, status)) timeline.reportViolation("LC-INPUT-NOMSG", ordinal);
      return;
    case "auth-required":
      if (isMissingMessage(event, status) && !isNegotiated(exchange) && isFrom1()) {
        timeline.reportViolation("LC-AUTH-NOMSG", ordinal);
      }
      return;
    case "completed": {
      const said = status.message ? joinPartTexts(status.message.parts) : "";
      if (said.trim() !== "" && lane.artifacts.length === 0 && isFrom1()) {
        timeline.reportViolation("LC-RESULT-IN-MSG", ordinal);
      }
      if (isErrorReport(said) || isErrorReport(getResultPreview(lane, ordinal))) {
        timeline.reportViolation("LC-ERR-AS-DONE", ordinal);
      }
    }
  }
}

/** What is needed may also be said by an extension, or be the last word of the history. */
function isMissingMessage(event: StatusEvent | TaskEvent, { message }: Status): boolean {
  if (message !== null) return false;
  if (event.kind === "status") return event.metadata === null;
  return event.task.metadata === null && event.task.history.at(-1)?.role !== "agent";
}

function isNegotiated({ head }: Exchange): boolean {
  const headers = head?.record.headers ?? [];
  return getHeaderValue(headers, "a2a-extensions") !== null;
}

/** The beginning of the newest artifact. */
function getResultPreview({ artifacts, lastArtifact }: TaskLane, n: number): string {
  return (lastArtifact ?? artifacts.at(-1))?.revisionAt(n)?.textPreviewAt(n, 80) ?? "";
}

/** As agents report that they failed; an answer about errors seldom begins so. */
const ERROR_REPORT =
  /^[^\p{L}]{0,8}(?:(?:an |the )?error (?:occurred|while|during|calling|executing|processing|in tool)\b|\w{0,40}(?:error|exception) ?:|traceback \(most recent call last\):)/iu;

function isErrorReport(text: string): boolean {
  return ERROR_REPORT.test(text);
}
