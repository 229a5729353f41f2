/** One event in a list: when it came, what it is, and to what it belongs. */

import { EVENT_KINDS, type EventKind, type Part, type ProtocolEvent } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import type { Version } from "../protocol/versions.ts";
import { decodeEventAgain } from "../timeline/lookup-responses.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeVersion } from "../timeline/timeline-queries.ts";
import { toReportTime } from "./exchange-report.ts";

export interface EventReport {
  /** Milliseconds since the recording began; `null` if the log has no times. */
  readonly ms: number | null;
  /** The ID of its exchange. */
  readonly exchange: string;
  /** `error` also for whatever else a failed response says. */
  readonly kind: EventKind;
  readonly version: Version;
  readonly task: string | undefined;
  /** The state as the agent named it, of an event that changes it. */
  readonly state: string | undefined;
  readonly artifact: string | undefined;
}

export function createEventReport(timeline: Timeline, n: number): EventReport {
  const { events, entries, tasks, exchanges } = timeline;
  const exchange = exchanges[events.exchange.at(n)];
  const entry = entries[events.entry.at(n)];
  return {
    ms: toReportTime(events.time.at(n)),
    exchange: exchange?.id ?? "",
    kind: entry?.kind === "error" ? "error" : (EVENT_KINDS[events.kind.at(n)] ?? "other"),
    version: exchange ? getExchangeVersion(timeline, exchange, n).version : "unknown",
    task: tasks[entry?.task ?? -1]?.id,
    state: entry?.kind === "state" ? entry.transition.label : undefined,
    artifact: entry?.kind === "artifact" ? entry.artifact.artifactId : undefined,
  };
}

/** The text that an event brought: of a message, an artifact's chunk, an error. */
export function getEventText(timeline: Timeline, n: number): string {
  const event = decodeEventAgain(timeline, n)?.event;
  if (!event) return "";
  const entry = timeline.entries[timeline.events.entry.at(n)];
  return event.kind === "other" && entry?.kind === "error" ? event.reason : formatEventText(event);
}

function formatEventText(event: ProtocolEvent): string {
  switch (event.kind) {
    case "task":
      return event.task.status.message ? formatParts(event.task.status.message.parts) : "";
    case "status":
      return event.status.message ? formatParts(event.status.message.parts) : "";
    case "artifact":
      return formatParts(event.artifact.parts);
    case "message":
      return formatParts(event.message.parts);
    case "error":
      return event.error.message;
    case "card":
      return event.name ?? "";
    case "tasks":
      return event.tasks.map(({ id }) => id ?? "").join(" ");
    case "other":
      return `${event.title}: ${event.reason}`;
    case "answer":
      return event.title;
    case "request":
      return event.request.method;
    case "configs":
      return event.configs.map(({ url }) => url).join(" ");
  }
}

/** The text of the parts, or else what the parts are. */
function formatParts(parts: readonly Part[]): string {
  const text = joinPartTexts(parts);
  if (text !== "") return text;
  return parts
    .map((part) => (part.kind === "file" ? `file ${part.name ?? ""}`.trim() : part.kind))
    .join(", ");
}
