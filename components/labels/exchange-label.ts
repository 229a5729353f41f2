// Labels of exchanges and tasks in the rail: two lines of text, an icon and numbers.

import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import { formatVerdict } from "../../lib/lint/verdict/verdict-words.ts";
import type { Verdict } from "../../lib/lint/verdict.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import { getLastSegment } from "../../lib/protocol/request-from-record.ts";
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isProbe } from "../../lib/timeline/exchange-queries.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { getVerdictMeta } from "./verdict-labels.ts";

interface ExchangeLabel {
  readonly title: string;
  readonly detail: string;
  readonly reason: string;
  readonly icon: IconName;
  readonly hue: Hue;
  readonly isRunning: boolean;
  /** How the exchange was cut off. `null` if it was not. */
  readonly lost: string | null;
  readonly events: number;
  /** Bytes of the response. */
  readonly bytes: number;
  /** Milliseconds so far. NaN if the log has no times. */
  readonly durationMs: number;
}

const MAX_PROMPT_LENGTH = 120;

export function createExchangeLabel(
  timeline: Timeline,
  exchange: Exchange,
  isInProgress: boolean,
  /** With it, tools that failed count. */
  interpretation?: Interpretation,
): ExchangeLabel {
  const verdict = getExchangeVerdict(timeline, exchange, timeline.lastEvent, interpretation);
  const isRunning = isInProgress && !exchange.end;
  // A probe expects the error that its task does not exist.
  const isProbeAnswered = isProbe(exchange) && exchange.errors.count > 0;
  const message = (exchange.request ?? exchange.inlineRequest?.request)?.message;
  const prompt = message
    ? truncateToGraphemes(joinPartTexts(message.parts), MAX_PROMPT_LENGTH)
    : "";
  const { count } = exchange.events;
  const last = count > 0 ? timeline.events.time.at(exchange.events.last) : Number.NaN;
  return {
    title: formatExchangeTitle(exchange),
    detail:
      exchange.notification?.label ||
      prompt.trim() ||
      (isRunning ? "running" : isProbeAnswered ? "probe answered" : formatVerdict(verdict)),
    reason: isRunning || isProbeAnswered ? "" : verdict.because,
    isRunning,
    lost: isRunning ? null : getLossText(verdict),
    ...(isProbeAnswered ? { icon: "ok", hue: "ok" } : getVerdictMeta(verdict)),
    events: count,
    bytes: exchange.body.bytes,
    durationMs: (exchange.end?.time ?? last) - exchange.open.time,
  };
}

/** A stream that its user stopped is not lost. */
function getLossText(verdict: Verdict): string | null {
  const isLost = verdict.kind === "timeout" || verdict.kind === "cut";
  return isLost ? formatVerdict(verdict) : null;
}

export function formatExchangeTitle({
  request,
  inlineRequest,
  open: { record },
}: Exchange): string {
  if (record.inbound) return "Push notification";
  const call = request ?? inlineRequest?.request;
  if (call) return call.method;
  return record.method ? `${record.method} ${getLastSegment(record.url)}` : "Saved stream";
}

export interface TaskLabel {
  readonly label: string;
  readonly lane: "submitted" | "working" | "input" | "completed" | "failed";
}

/** Label of a task: its state, or how the connection was lost before it finished. */
export function createTaskLabel(task: TaskLane, newest: ExchangeLabel | undefined): TaskLabel {
  const state = task.state ?? "unknown";
  switch (state) {
    case "completed":
      return { label: state, lane: "completed" };
    case "failed":
    case "canceled":
    case "rejected":
      return { label: state, lane: "failed" };
    case "input-required":
    case "auth-required":
      return { label: state, lane: "input" };
    default: {
      // What the user stopped has not failed.
      if (newest?.lost) {
        return { label: newest.lost, lane: newest.hue === "error" ? "failed" : "submitted" };
      }
      return {
        label: task.stateLabel ?? state,
        lane: state === "working" ? "working" : "submitted",
      };
    }
  }
}
