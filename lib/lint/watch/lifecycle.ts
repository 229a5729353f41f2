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
import { Disorder } from "../../timeline/timeline.ts";
import type { Seen } from "../../timeline/watcher.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import { FROM_1 } from "../rules/rule.ts";
import { enteredBy } from "./entered.ts";
import type { VersionBook } from "./versions.ts";
import type { MakeWatch } from "./watch.ts";

/** Fewer statuses without news are a heartbeat. */
const FLOOD = 50;
/** Fewer short messages in a row may be meant as such. */
const TOKENS = 10;
const TOKEN_LENGTH = 12;

/** How often in a row an exchange said nothing new, or next to nothing. */
interface Run {
  empty: number;
  tokens: number;
  lastId: string | null;
}

export const watchLifecycle: MakeWatch = (versions) => {
  const runs: (Run | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    saw(seen) {
      const { event, exchange, disorder } = seen;
      if (event.kind !== "status" && event.kind !== "task") return;
      if (event.kind === "status") {
        let run = runs[exchange.index];
        // What stands between two statuses is news.
        if (!run || kindBefore(seen) !== STATUS) run = { empty: 0, tokens: 0, lastId: null };
        runs[exchange.index] = run;
        repeat(seen, event, run);
      }
      if ((disorder & Disorder.Delivered) !== 0) return;
      const lane = enteredBy(seen);
      if (lane) entered(seen, lane, event, versions);
    },
  };
};

const STATUS = EVENT_KINDS.indexOf("status");

/** Of the event before in its exchange, by index; −1 for none. */
function kindBefore({ timeline, exchange: { events } }: Seen): number {
  return events.count < 2 ? -1 : timeline.events.kind.at(events.at(events.count - 2));
}

type StatusEvent = Extract<ProtocolEvent, { kind: "status" }>;
type TaskEvent = Extract<ProtocolEvent, { kind: "task" }>;

function interrupt(run: Run): void {
  run.empty = 0;
  run.tokens = 0;
  run.lastId = null;
}

function repeat({ timeline, ordinal }: Seen, event: StatusEvent, run: Run): void {
  const { state, message } = event.status;
  if (state !== "working") return interrupt(run);
  if (message === null) {
    run.tokens = 0;
    run.empty = event.metadata === null ? run.empty + 1 : 0;
    if (run.empty === FLOOD) timeline.breach("LC-NOOP-FLOOD", ordinal);
    return;
  }
  run.empty = 0;
  const isNext =
    isToken(message) && (message.messageId === null || message.messageId !== run.lastId);
  run.lastId = message.messageId;
  run.tokens = isNext ? run.tokens + 1 : 0;
  if (run.tokens === TOKENS) timeline.breach("LC-TOKEN-STATUS", ordinal);
}

function isToken({ parts }: Message): boolean {
  const [only] = parts;
  return parts.length === 1 && only?.kind === "text" && only.text.length <= TOKEN_LENGTH;
}

/** A task came into a state that it was not in. */
function entered(
  seen: Seen,
  lane: TaskLane,
  event: StatusEvent | TaskEvent,
  versions: VersionBook,
): void {
  const { timeline, exchange, ordinal } = seen;
  const status = event.kind === "task" ? event.task.status : event.status;
  const isFrom1 = () => FROM_1.includes(versions.of(timeline, exchange));
  switch (status.state) {
    case "input-required":
      if (isWordless(event, status)) timeline.breach("LC-INPUT-NOMSG", ordinal);
      return;
    case "auth-required":
      if (isWordless(event, status) && !isNegotiated(exchange) && isFrom1()) {
        timeline.breach("LC-AUTH-NOMSG", ordinal);
      }
      return;
    case "completed": {
      const said = status.message ? joinPartTexts(status.message.parts) : "";
      if (said.trim() !== "" && lane.artifacts.length === 0 && isFrom1()) {
        timeline.breach("LC-RESULT-IN-MSG", ordinal);
      }
      if (isErrorReport(said) || isErrorReport(resultOf(lane, ordinal))) {
        timeline.breach("LC-ERR-AS-DONE", ordinal);
      }
    }
  }
}

/** What is needed may also be said by an extension, or be the last word of the history. */
function isWordless(event: StatusEvent | TaskEvent, { message }: Status): boolean {
  if (message !== null) return false;
  if (event.kind === "status") return event.metadata === null;
  return event.task.metadata === null && event.task.history.at(-1)?.role !== "agent";
}

function isNegotiated({ head }: Exchange): boolean {
  const headers = head?.record.headers ?? [];
  return getHeaderValue(headers, "a2a-extensions") !== null;
}

/** The beginning of the newest artifact. */
function resultOf({ artifacts, recent }: TaskLane, n: number): string {
  return (recent ?? artifacts.at(-1))?.revisionAt(n)?.beginningAt(n, 80) ?? "";
}

/** As agents report that they failed; an answer about errors seldom begins so. */
const ERROR_REPORT =
  /^[^\p{L}]{0,8}(?:(?:an |the )?error (?:occurred|while|during|calling|executing|processing|in tool)\b|\w{0,40}(?:error|exception) ?:|traceback \(most recent call last\):)/iu;

function isErrorReport(text: string): boolean {
  return ERROR_REPORT.test(text);
}
