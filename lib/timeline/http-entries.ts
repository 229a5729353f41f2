/**
 * What happens between events (a request leaves, a head comes, a stream ends, somebody remarks)
 * as entries. Each counts from the event before it.
 */

import { isStreamingOperation } from "../protocol/call.ts";
import { getLastSegment } from "../protocol/request-from-record.ts";
import { getHeaderValue } from "../wire/headers.ts";
import { isLimitName, LIMITS, type LimitName } from "../wire/limits.ts";
import { formatPlural } from "../wire/plural.ts";
import type { EndRecord, HeadRecord, NoteRecord } from "../wire/record.ts";
import type { Exchange } from "./exchange.ts";
import { addMessage } from "./messages.ts";
import type { EntryOrigin, HttpEntryKind, Timeline } from "./timeline.ts";

/** A request left: the message it carries, or the request itself. */
export function addRequestEntry(timeline: Timeline, exchange: Exchange): void {
  const { request, open } = exchange;
  // A notification is news by what is in it: its row comes with that.
  if (open.record.inbound) return;
  const place = createOrigin(timeline, exchange, open.time);
  if (request?.message) {
    const { fact } = addMessage(timeline, request.message, { ...place, via: "request", bytes: 0 });
    if (exchange.currentTask < 0) exchange.pendingMessage = fact;
  } else if (open.record.method !== "") {
    const { method, url } = open.record;
    exchange.entry = addHttpEntry(
      timeline,
      place,
      request?.method ?? `${method} ${getLastSegment(url)}`,
      "request",
    );
  }
}

/** Status and headers came. An answer that says it failed is an error of its own. */
export function addResponseEntry(timeline: Timeline, exchange: Exchange, record: HeadRecord): void {
  const { status, statusText = "", headers } = record;
  const place = createOrigin(timeline, exchange, exchange.head?.time);
  const type = getHeaderValue(headers, "content-type")?.split(";")[0]?.trim() ?? "";
  if (status >= 400) {
    exchange.entry = addErrorEntry(timeline, place, `${status} ${statusText}`.trim(), type);
  } else if (exchange.entry < 0) {
    exchange.entry = addHttpEntry(timeline, place, `${status} ${type}`.trim(), "response");
  }
}

const END_TITLES: Readonly<Record<Exclude<EndRecord["cause"], "complete" | "unknown">, string>> = {
  reset: "connection lost",
  timeout: "timed out",
  aborted: "aborted",
  refused: "refused",
  tls: "TLS failed",
  dns: "name not found",
  limit: "Loupe's limit reached",
};

/** So long without an event is to be seen, where the server said that it is still there. */
const SILENCE_MS = 5_000;

/** An event or the end came: was the line only kept open for long before? */
export function addKeepAliveEntry(
  timeline: Timeline,
  exchange: Exchange,
  firstEvent: number,
  now: number,
): void {
  const { comments, events } = exchange;
  const first = exchange.reportedComments;
  const count = comments.length - first;
  exchange.reportedComments = comments.length;
  if (count === 0) return;
  const before = events.count > 0 ? timeline.events.time.at(events.last) : exchange.head?.time;
  const silence = now - (before ?? exchange.open.time);
  if (!(silence >= SILENCE_MS)) return;
  const place = { ...createOrigin(timeline, exchange, comments.at(first)), ordinal: firstEvent };
  const times = count === 1 ? "once" : formatPlural(count, "time");
  const title = `silent for ${Math.round(silence / 1000)} s, kept alive ${times}`;
  addHttpEntry(timeline, place, title, "silence");
}

/** What goes on without an end is read no further. */
export function addOversizedEventEntry(timeline: Timeline, exchange: Exchange, now: number): void {
  const detail = `${exchange.oversizedFrom?.limit ?? 0} characters came without the end of an event. They are recorded; nothing of this answer is read from there on. This limit cannot be changed.`;
  addErrorEntry(
    timeline,
    createOrigin(timeline, exchange, now),
    "Loupe's limit: longest event",
    detail,
  );
}

/** The exchange is over. A plain answer is over with its one row; a stream's end is news. */
export function addEndEntry(timeline: Timeline, exchange: Exchange, end: EndRecord): void {
  const { cause, error } = end;
  if (cause === "unknown") return;
  const place = createOrigin(timeline, exchange, exchange.end?.time);
  if (exchange.open.record.inbound && exchange.entry < 0) {
    const what = exchange.body.bytes === 0 ? "empty" : "nothing readable";
    exchange.entry = addHttpEntry(
      timeline,
      place,
      `Notification received: ${what}`,
      "notification",
    );
  }
  const { truncatedEvent } = exchange;
  const unfinished = truncatedEvent
    ? `${formatPlural(exchange.body.byteLength(truncatedEvent.start, truncatedEvent.end), "byte")} of an event that was never finished`
    : "";
  if (cause !== "complete") {
    const said = unfinished ? error?.message.replace(/\.$/, "") : error?.message;
    const detail = [said, unfinished].filter(Boolean).join("; ");
    // Who only stopped listening lost nothing, and told the agent nothing.
    const isStopped = cause === "aborted" && error?.by === "loupe";
    const limit = getLimitName(end);
    if (isStopped) addErrorEntry(timeline, place, "stopped watching here", detail);
    else if (!limit) addErrorEntry(timeline, place, END_TITLES[cause], detail);
    else addErrorEntry(timeline, place, formatLimitTitle(limit), detail, limit);
    return;
  }
  if (truncatedEvent) {
    addErrorEntry(timeline, place, "broken off inside an event", unfinished);
    return;
  }
  const failed = timeline.entries[exchange.entry]?.kind === "error";
  if (exchange.isMissingGrpcStatus) {
    addErrorEntry(timeline, place, "ended without a status", "The trailers have no grpc-status.");
    return;
  }
  if (isStreamEndShown(exchange) && !failed) {
    addHttpEntry(timeline, place, "stream ended", "end");
  }
}

function getLimitName({ limit = "" }: EndRecord): LimitName | undefined {
  return isLimitName(limit) ? limit : undefined;
}

function formatLimitTitle(limit: LimitName): string {
  return `Loupe's limit: ${LIMITS[limit].title.toLowerCase()}`;
}

/** Is its end news? A plain answer is over with its one row. */
function isStreamEndShown({ framer, grpcCall, errors }: Exchange): boolean {
  if (framer?.framing !== "grpc") return framer?.framing === "sse";
  return (
    grpcCall.operation !== null && isStreamingOperation(grpcCall.operation) && errors.count === 0
  );
}

/** A remark about an exchange, or about the recording as a whole; false when there is none yet. */
export function addNoteEntry(timeline: Timeline, { t, text, x }: NoteRecord): boolean {
  const named = x === undefined ? undefined : timeline.exchangeById.get(x);
  const exchange = named ?? timeline.exchanges[timeline.exchanges.length - 1];
  if (!exchange) return false;
  const place = createOrigin(timeline, exchange, t ?? undefined);
  timeline.entries.push({
    ...timeline.createEntryBase(place),
    kind: "other",
    title: "note",
    detail: text,
  });
  return true;
}

function addHttpEntry(
  timeline: Timeline,
  place: EntryOrigin,
  title: string,
  moment: HttpEntryKind,
): number {
  const base = timeline.createEntryBase(place);
  timeline.entries.push({ ...base, kind: "http", title, httpKind: moment });
  return base.index;
}

function addErrorEntry(
  timeline: Timeline,
  place: EntryOrigin,
  title: string,
  detail: string,
  limit?: LimitName,
): number {
  const base = timeline.createEntryBase(place);
  const entry = { ...base, kind: "error", title, detail, error: null } as const;
  timeline.entries.push({ ...entry, ...(limit && { limit }) });
  return base.index;
}

function createOrigin(timeline: Timeline, exchange: Exchange, time = Number.NaN): EntryOrigin {
  const { index, currentTask } = exchange;
  return { ordinal: timeline.lastEvent, time, exchange: index, task: currentTask, parent: -1 };
}
