/** Rules about task states: their order, their messages, and how often they are repeated. */

import {
  EVENT_KINDS,
  type Message,
  type ProtocolEvent,
  type Status,
  type TaskState,
} from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane } from "../../timeline/task.ts";
import { OrderIssue } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { Checker } from "../checkers/checker.ts";
import { findEnteredLane } from "../checkers/lookups.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { ExampleJson } from "../examples/recording-builder.ts";
import { recordWorkingTask } from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_1 } from "./rule.ts";

const STATE = [["status", "state"], ["status"]] as const;

export const TASK_STATES = {
  title: "Task states",
  rules: [
    defineRule({
      id: "LC-TERM-CHANGE",
      severity: "error",
      title: "state after terminal",
      message: "A state was sent for a task that had ended: no state may follow a terminal one.",
      clients:
        "Clients have reported the end and released the task: some show the first end, some the last one.",
      remedy: "Don't change a task that has ended; start a new one in the same context.",
      spec: "1.0 §3.1.2, 0.3 §6.1, 0.2 §6.3, 0.1 §6.3",
      at: STATE,
      breaks: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("failed"), factory.status("completed"))
          .addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("failed"), factory.task("failed"))
          .addEnd(),
      check: { orderIssue: OrderIssue.IllegalTransition },
    }),
    defineRule({
      id: "LC-BACK-SUBMITTED",
      severity: "warning",
      title: "back to submitted",
      message: "The task went back to submitted.",
      clients:
        "Clients that show progress go back to “waiting to start”, and startup timers start again.",
      remedy: "Stay in working; often a task stored at the start was sent again by mistake.",
      spec: "1.0 §4.1.3, 0.3 §6.3, 0.2 §6.3, 0.1 §6.3",
      at: STATE,
      breaks: (factory) => recordWorkingTask(factory).addEvents(factory.status("submitted")),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("input-required", factory.message("Which?")),
          factory.status("working"),
        ),
      check: { orderIssue: OrderIssue.BackToSubmitted },
    }),
    defineRule({
      id: "LC-INPUT-NOMSG",
      // No version requires the message.
      severity: "info",
      title: "no message for input",
      message: "The task waits for input, but no message says which.",
      clients: "Users are asked for input, but no client can show them the question.",
      remedy: "Put the question into the message of the status that waits for the input.",
      spec: "1.0 §3.4.3, 0.3 §6.2, 0.2 §6.2, 0.1 §6.2",
      at: STATE,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(factory.status("input-required")).addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("input-required", factory.message("Which?")))
          .addEnd(),
      check: {
        kinds: ["status", "task"],
        onEvent: (seen) =>
          findLaneEntering(seen, "input-required") !== null && isMissingMessage(seen.event),
      },
    }),
    defineRule({
      id: "LC-AUTH-NOMSG",
      severity: "error",
      versions: VERSIONS_FROM_1,
      title: "no message for auth",
      message: "The task waits for credentials, but no message says which.",
      clients:
        "A client cannot tell which credentials are needed or where to get them: the task waits until it is canceled.",
      remedy:
        "Describe what is needed in the status message, unless an extension that both sides agreed on does so.",
      spec: "1.0 §7.6.1",
      at: STATE,
      breaks: (factory) => recordWorkingTask(factory).addEvents(factory.status("auth-required")),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.status("auth-required", factory.message("Sign in at the harbour")),
        ),
      check: {
        kinds: ["status", "task"],
        onEvent: (seen) =>
          findLaneEntering(seen, "auth-required") !== null &&
          isMissingMessage(seen.event) &&
          !isNegotiated(seen.exchange),
      },
    }),
    defineRule({
      id: "LC-NOOP-FLOOD",
      severity: "info",
      title: "status flood",
      message: "Fifty statuses in a row report working and nothing else.",
      clients:
        "Each one is stored, pushed and drawn: clients that show every status are flooded with no new information.",
      remedy:
        "Send a status only when something changes; keep the connection open with SSE comments.",
      spec: "1.0 §4.2.1, 0.3 §7.2.2, 0.2 §7.2.2, 0.1 §7.2.2",
      at: STATE,
      breaks: (factory) => recordWorkingTask(factory).addEvents(...createStatuses(factory, 50)),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(
            ...createStatuses(factory, 49),
            factory.status("working", factory.message("still at it")),
          )
          .addEvents(...createStatuses(factory, 49)),
      check: createRepetitionChecker,
    }),
    defineRule({
      id: "LC-TOKEN-STATUS",
      severity: "warning",
      title: "tokens as messages",
      message:
        "Ten messages in a row contain a few characters each: one text is streamed as many messages.",
      clients:
        "The SDKs store each fragment as a separate message in the task's history: clients show hundreds of bubbles, and fetching the task returns them all again.",
      remedy: "Stream text as an artifact with append: true, and send it whole at the end.",
      spec: "1.0 §3.7, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §7.2.3",
      at: [
        ["status", "message", "parts"],
        ["status", "message"],
      ],
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          ...createStatuses(factory, 10, (n) => createTokenMessage(factory, n)),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          ...createStatuses(factory, 9, (n) => createTokenMessage(factory, n)),
          factory.status("working", factory.message("and this is a whole sentence.")),
        ),
      check: createRepetitionChecker,
    }),
    defineRule({
      id: "LC-RESULT-IN-MSG",
      severity: "info",
      versions: VERSIONS_FROM_1,
      title: "result in message",
      message: "The task completed with a message and no artifact: results should be artifacts.",
      clients:
        "Messages are not delivered reliably and may be missing from the history: a client that fetches the task later may find no result.",
      remedy: "Send the result as an artifact; use messages only to talk about it.",
      spec: "1.0 §3.7",
      at: [
        ["status", "message", "parts"],
        ["status", "message"],
      ],
      breaks: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.status("completed", factory.message("High water at 14:20.")))
          .addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(
            factory.artifact("a", "High water at 14:20.", { last: true }),
            factory.status("completed", factory.message("There you are.")),
          )
          .addEnd(),
      check: {
        kinds: ["status", "task"],
        onEvent(seen) {
          const lane = findLaneEntering(seen, "completed");
          return lane?.artifacts.length === 0 && getStatusText(seen.event).trim() !== "";
        },
      },
    }),
    defineRule({
      id: "LC-ERR-AS-DONE",
      severity: "warning",
      title: "error as completed",
      message: "The agent reports an error, but says that the task completed.",
      clients:
        "Clients that go by the state take the failure for a result: other agents build on it, and no alert or retry follows.",
      remedy: "End the task as failed, with the error as the status message.",
      spec: "1.0 §4.1.3, 0.3 §6.3, 0.2 §6.3, 0.1 §6.3",
      at: STATE,
      breaks: (factory) =>
        recordWorkingTask(factory)
          .addEvents(factory.artifact("a", "Error: no such harbour"), factory.status("completed"))
          .addEnd(),
      nearly: (factory) =>
        recordWorkingTask(factory)
          .addEvents(
            factory.artifact("a", "Errors in tide tables are rare."),
            factory.status("completed"),
          )
          .addEnd(),
      check: {
        kinds: ["status", "task"],
        onEvent(seen) {
          const lane = findLaneEntering(seen, "completed");
          return (
            lane !== null &&
            (isErrorReport(getStatusText(seen.event)) ||
              isErrorReport(getResultPreview(lane, seen.ordinal)))
          );
        },
      },
    }),
  ],
} as const satisfies RuleGroup;

/** The task that this event brings into a state. Notifications only repeat what streams delivered. */
function findLaneEntering(seen: EventContext, state: TaskState): TaskLane | null {
  const isDelivered = (seen.orderIssues & OrderIssue.Delivered) !== 0;
  return getStatus(seen.event)?.state === state && !isDelivered ? findEnteredLane(seen) : null;
}

function getStatus(event: ProtocolEvent): Status | null {
  if (event.kind === "status") return event.status;
  return event.kind === "task" ? event.task.status : null;
}

function getStatusText(event: ProtocolEvent): string {
  return joinPartTexts(getStatus(event)?.message?.parts ?? []);
}

/** The request for input may also be in an extension, or in the last message of the history. */
function isMissingMessage(event: ProtocolEvent): boolean {
  if (getStatus(event)?.message !== null) return false;
  if (event.kind === "status") return event.metadata === null;
  return (
    event.kind === "task" &&
    event.task.metadata === null &&
    event.task.history.at(-1)?.role !== "agent"
  );
}

function createRepetitionChecker(): Checker {
  const streaks: (StatusStreak | undefined)[] = [];
  return {
    kinds: ["status"],
    onEvent(seen) {
      const { event, exchange } = seen;
      if (event.kind !== "status") return;
      let streak = streaks[exchange.index];
      // An event between two statuses is news.
      if (!streak || getPreviousKind(seen) !== STATUS)
        streak = { empty: 0, tokens: 0, lastId: null };
      streaks[exchange.index] = streak;
      countRepetition(seen, event, streak);
    },
  };
}

/** A number of working statuses, each with an optional message. */
const createStatuses = (
  factory: MessageFactory,
  count: number,
  createMessage?: (n: number) => ExampleJson,
): ExampleJson[] =>
  Array.from({ length: count }, (_, n) => factory.status("working", createMessage?.(n)));

const createTokenMessage = (factory: MessageFactory, n: number): ExampleJson =>
  factory.message(`tok${n} `);

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

const STATUS = EVENT_KINDS.indexOf("status");

/** The kind index of the previous event in the exchange; −1 if there is none. */
function getPreviousKind({ timeline, exchange: { events } }: EventContext): number {
  return events.count < 2 ? -1 : timeline.events.kind.at(events.at(events.count - 2));
}

type StatusEvent = Extract<ProtocolEvent, { kind: "status" }>;

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
