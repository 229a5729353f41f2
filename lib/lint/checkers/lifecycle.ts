/** Checks task states: their messages, and how often they are repeated. */

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

/** Fewer statuses without news count as a heartbeat. */
const MIN_FLOOD = 50;
/** Fewer short messages in a row may be intended. */
const MIN_TOKENS = 10;
const MAX_TOKEN_LENGTH = 12;

/** How many statuses in a row were empty or had a very short message. */
interface StatusStreak {
  empty: number;
  tokens: number;
  lastId: string | null;
}

export const createLifecycleChecker: CheckerFactory = (versions) => {
  const streaks: (StatusStreak | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    onEvent(seen) {
      const { event, exchange, orderIssues } = seen;
      if (event.kind !== "status" && event.kind !== "task") return;
      if (event.kind === "status") {
        let streak = streaks[exchange.index];
        // An event between two statuses is news.
        if (!streak || getPreviousKind(seen) !== STATUS)
          streak = { empty: 0, tokens: 0, lastId: null };
        streaks[exchange.index] = streak;
        countRepetition(seen, event, streak);
      }
      if ((orderIssues & OrderIssue.Delivered) !== 0) return;
      const lane = findEnteredLane(seen);
      if (lane) checkEnteredState(seen, lane, event, versions);
    },
  };
};

const STATUS = EVENT_KINDS.indexOf("status");

/** The kind index of the previous event in the exchange; −1 if there is none. */
function getPreviousKind({ timeline, exchange: { events } }: EventContext): number {
  return events.count < 2 ? -1 : timeline.events.kind.at(events.at(events.count - 2));
}

type StatusEvent = Extract<ProtocolEvent, { kind: "status" }>;
type TaskEvent = Extract<ProtocolEvent, { kind: "task" }>;

function resetStreak(streak: StatusStreak): void {
  streak.empty = 0;
  streak.tokens = 0;
  streak.lastId = null;
}

function countRepetition(
  { timeline, ordinal }: EventContext,
  event: StatusEvent,
  streak: StatusStreak,
): void {
  const { state, message } = event.status;
  if (state !== "working") return resetStreak(streak);
  if (message === null) {
    streak.tokens = 0;
    streak.empty = event.metadata === null ? streak.empty + 1 : 0;
    if (streak.empty === MIN_FLOOD) timeline.reportViolation("LC-NOOP-FLOOD", ordinal);
    return;
  }
  streak.empty = 0;
  const isNext =
    isTokenMessage(message) && (message.messageId === null || message.messageId !== streak.lastId);
  streak.lastId = message.messageId;
  streak.tokens = isNext ? streak.tokens + 1 : 0;
  if (streak.tokens === MIN_TOKENS) timeline.reportViolation("LC-TOKEN-STATUS", ordinal);
}

function isTokenMessage({ parts }: Message): boolean {
  const [only] = parts;
  return parts.length === 1 && only?.kind === "text" && only.text.length <= MAX_TOKEN_LENGTH;
}

/** Checks an event that changed the state of a task. */
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
      const text = status.message ? joinPartTexts(status.message.parts) : "";
      if (text.trim() !== "" && lane.artifacts.length === 0 && isFrom1()) {
        timeline.reportViolation("LC-RESULT-IN-MSG", ordinal);
      }
      if (isErrorReport(text) || isErrorReport(getResultPreview(lane, ordinal))) {
        timeline.reportViolation("LC-ERR-AS-DONE", ordinal);
      }
    }
  }
}

/** The request for input may also be in an extension, or in the last message of the history. */
function isMissingMessage(event: StatusEvent | TaskEvent, { message }: Status): boolean {
  if (message !== null) return false;
  if (event.kind === "status") return event.metadata === null;
  return event.task.metadata === null && event.task.history.at(-1)?.role !== "agent";
}

function isNegotiated({ head }: Exchange): boolean {
  const headers = head?.record.headers ?? [];
  return getHeaderValue(headers, "a2a-extensions") !== null;
}

/** The first characters of the newest artifact. */
function getResultPreview({ artifacts, lastArtifact }: TaskLane, n: number): string {
  return (lastArtifact ?? artifacts.at(-1))?.revisionAt(n)?.textPreviewAt(n, 80) ?? "";
}

/** How agents report failures; text about errors rarely starts this way. */
const ERROR_REPORT =
  /^[^\p{L}]{0,8}(?:(?:an |the )?error (?:occurred|while|during|calling|executing|processing|in tool)\b|\w{0,40}(?:error|exception) ?:|traceback \(most recent call last\):)/iu;

function isErrorReport(text: string): boolean {
  return ERROR_REPORT.test(text);
}
