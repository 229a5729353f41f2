/**
 * Entries for what happens between events: a request, a response head, the end of a stream, a note.
 * Each counts from the event before it.
 */

import { isLimitName, LIMITS, type LimitName } from "../api/limits.ts";
import { isStreamingOperation } from "../protocol/call.ts";
import { getLastSegment } from "../protocol/request-from-record.ts";
import { formatPlural } from "../text/plural.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { EditRecord, EndRecord, HeadRecord, NoteRecord } from "../wire/record.ts";
import { describeEdit } from "./edits.ts";
import type { Exchange } from "./exchange.ts";
import { isStop } from "./exchange-queries.ts";
import { addMessage } from "./messages.ts";
import type { EntryOrigin, HttpEntryKind, Timeline } from "./timeline.ts";

/** Adds the entry of a request: its message, or the request itself. */
export function addRequestEntry(timeline: Timeline, exchange: Exchange): void {
  const { request, open } = exchange;
  // The row of a notification is added with its content.
  if (open.record.inbound) return;
  const origin = createOrigin(timeline, exchange, open.time);
  if (request?.message) {
    const { fact } = addMessage(timeline, request.message, { ...origin, via: "request", bytes: 0 });
    if (exchange.currentTask < 0)
      exchange.pendingMessages = [{ requestId: request.id, message: fact }];
  } else if (open.record.method !== "") {
    const { method, url } = open.record;
    exchange.entry = addHttpEntry(
      timeline,
      origin,
      request?.method ?? `${method} ${getLastSegment(url)}`,
      "request",
    );
  }
}

/** Adds the entry of a response head. A failing status is an error. */
export function addResponseEntry(timeline: Timeline, exchange: Exchange, record: HeadRecord): void {
  const { status, statusText = "", headers } = record;
  const origin = createOrigin(timeline, exchange, exchange.head?.time);
  const type = getHeaderValue(headers, "content-type")?.split(";")[0]?.trim() ?? "";
  if (status >= 400) {
    exchange.entry = addErrorEntry(timeline, origin, `${status} ${statusText}`.trim(), type);
  } else if (exchange.entry < 0) {
    exchange.entry = addHttpEntry(timeline, origin, `${status} ${type}`.trim(), "response");
  }
}

const END_TITLES: Readonly<Record<Exclude<EndRecord["cause"], "complete" | "unknown">, string>> = {
  reset: "connection lost",
  timeout: "timed out",
  aborted: "aborted",
  refused: "refused",
  tls: "TLS failed",
  dns: "DNS lookup failed",
  limit: "Loupe's limit reached",
};

/** A silence of this length is shown if keep-alives arrived during it. */
const SILENCE_MS = 5_000;

/** Called at an event or the end: adds an entry if only keep-alives arrived for long before it. */
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
  const origin = { ...createOrigin(timeline, exchange, comments.at(first)), ordinal: firstEvent };
  const keepAlives = formatPlural(count, "keep-alive");
  const title = `no events for ${Math.round(silence / 1000)} s, ${keepAlives}`;
  addHttpEntry(timeline, origin, title, "silence");
}

/** Adds the error of a body that is not read any further. */
export function addOversizedEventEntry(timeline: Timeline, exchange: Exchange, now: number): void {
  const detail = `${exchange.oversizedFrom?.limit ?? 0} characters came without the end of an event. The rest of this response is recorded but not read. This limit cannot be changed.`;
  addErrorEntry(
    timeline,
    createOrigin(timeline, exchange, now),
    "Loupe's limit: event length",
    detail,
  );
}

/** Adds the entry of an exchange's end. The end of a plain response has no entry of its own. */
export function addEndEntry(timeline: Timeline, exchange: Exchange, end: EndRecord): void {
  const { cause, error } = end;
  if (cause === "unknown") return;
  const origin = createOrigin(timeline, exchange, exchange.end?.time);
  if (exchange.open.record.inbound && exchange.entry < 0) {
    const what = exchange.body.bytes === 0 ? "empty" : "nothing readable";
    exchange.entry = addHttpEntry(
      timeline,
      origin,
      `Notification received: ${what}`,
      "notification",
    );
  }
  const { truncatedEvent } = exchange;
  const unfinished = truncatedEvent
    ? `${formatPlural(exchange.body.byteLength(truncatedEvent.start, truncatedEvent.end), "byte")} of an unfinished event`
    : "";
  if (cause !== "complete") {
    const message = unfinished ? error?.message.replace(/\.$/, "") : error?.message;
    const detail = [message, unfinished].filter(Boolean).join("; ");
    const limit = getLimitName(end);
    // Nothing was lost, and the agent was not told.
    if (isStop(end)) addHttpEntry(timeline, origin, "stopped watching here", "stopped", detail);
    else if (!limit) addErrorEntry(timeline, origin, END_TITLES[cause], detail);
    else addErrorEntry(timeline, origin, formatLimitTitle(limit), detail, limit);
    return;
  }
  if (truncatedEvent) {
    addErrorEntry(timeline, origin, "cut off inside an event", unfinished);
    return;
  }
  const failed = timeline.entries[exchange.entry]?.kind === "error";
  if (exchange.isMissingGrpcStatus) {
    addErrorEntry(timeline, origin, "ended without a status", "The trailers have no grpc-status.");
    return;
  }
  if (isStreamEndShown(exchange) && !failed) {
    addHttpEntry(timeline, origin, "stream ended", "end");
  }
}

function getLimitName({ limit = "" }: EndRecord): LimitName | undefined {
  return isLimitName(limit) ? limit : undefined;
}

function formatLimitTitle(limit: LimitName): string {
  return `Loupe's limit: ${LIMITS[limit].title.toLowerCase()}`;
}

/** Does the end get an entry? A plain response has only its one row. */
function isStreamEndShown({ framer, grpcCall, errors }: Exchange): boolean {
  if (framer?.framing !== "grpc") return framer?.framing === "sse";
  return (
    grpcCall.operation !== null && isStreamingOperation(grpcCall.operation) && errors.count === 0
  );
}

/** Adds a note on an exchange or on the whole recording; false if there is no exchange yet. */
export function addNoteEntry(timeline: Timeline, { t, text, x }: NoteRecord): boolean {
  const named = x === undefined ? undefined : timeline.exchangeById.get(x);
  const exchange = named ?? timeline.exchanges[timeline.exchanges.length - 1];
  if (!exchange) return false;
  const origin = createOrigin(timeline, exchange, t ?? undefined);
  timeline.entries.push({
    ...timeline.createEntryBase(origin),
    kind: "other",
    title: "note",
    detail: text,
  });
  return true;
}

export const EDIT_TITLE = "edited by Loupe";

/** Adds what Loupe did to an event or a request on its way. */
export function addEditEntry(timeline: Timeline, exchange: Exchange, edit: EditRecord): void {
  const origin = createOrigin(timeline, exchange, edit.t ?? undefined);
  timeline.entries.push({
    ...timeline.createEntryBase(origin),
    kind: "other",
    title: EDIT_TITLE,
    detail: describeEdit(edit),
  });
}

function addHttpEntry(
  timeline: Timeline,
  origin: EntryOrigin,
  title: string,
  httpKind: HttpEntryKind,
  detail?: string,
): number {
  const base = timeline.createEntryBase(origin);
  const entry = { ...base, kind: "http", title, httpKind } as const;
  timeline.entries.push({ ...entry, ...(detail && { detail }) });
  return base.index;
}

function addErrorEntry(
  timeline: Timeline,
  origin: EntryOrigin,
  title: string,
  detail: string,
  limit?: LimitName,
): number {
  const base = timeline.createEntryBase(origin);
  const entry = { ...base, kind: "error", title, detail, error: null } as const;
  timeline.entries.push({ ...entry, ...(limit && { limit }) });
  return base.index;
}

function createOrigin(timeline: Timeline, exchange: Exchange, time = Number.NaN): EntryOrigin {
  const { index, currentTask } = exchange;
  return { ordinal: timeline.lastEvent, time, exchange: index, task: currentTask, parent: -1 };
}
