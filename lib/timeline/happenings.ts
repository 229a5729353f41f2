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
import { meetMessage } from "./messages.ts";
import type { HttpMoment, Place, Timeline } from "./timeline.ts";

/** A request left: the message it carries, or the request itself. */
export function opened(timeline: Timeline, exchange: Exchange): void {
  const { request, open } = exchange;
  // A notification is news by what is in it: its row comes with that.
  if (open.record.inbound) return;
  const place = placeIn(timeline, exchange, open.time);
  if (request?.message) {
    const { fact } = meetMessage(timeline, request.message, { ...place, via: "request", bytes: 0 });
    if (exchange.currentTask < 0) exchange.sent = fact;
  } else if (open.record.method !== "") {
    const { method, url } = open.record;
    exchange.entry = addHttp(
      timeline,
      place,
      request?.method ?? `${method} ${getLastSegment(url)}`,
      "request",
    );
  }
}

/** Status and headers came. An answer that says it failed is an error of its own. */
export function answered(timeline: Timeline, exchange: Exchange, record: HeadRecord): void {
  const { status, statusText = "", headers } = record;
  const place = placeIn(timeline, exchange, exchange.head?.time);
  const type = getHeaderValue(headers, "content-type")?.split(";")[0]?.trim() ?? "";
  if (status >= 400) {
    exchange.entry = addError(timeline, place, `${status} ${statusText}`.trim(), type);
  } else if (exchange.entry < 0) {
    exchange.entry = addHttp(timeline, place, `${status} ${type}`.trim(), "response");
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
export function keptAlive(
  timeline: Timeline,
  exchange: Exchange,
  birth: number,
  now: number,
): void {
  const { comments, events } = exchange;
  const first = exchange.keptAlive;
  const count = comments.length - first;
  exchange.keptAlive = comments.length;
  if (count === 0) return;
  const before = events.count > 0 ? timeline.events.time.at(events.last) : exchange.head?.time;
  const silence = now - (before ?? exchange.open.time);
  if (!(silence >= SILENCE_MS)) return;
  const place = { ...placeIn(timeline, exchange, comments.at(first)), ordinal: birth };
  const times = count === 1 ? "once" : formatPlural(count, "time");
  const title = `silent for ${Math.round(silence / 1000)} s, kept alive ${times}`;
  addHttp(timeline, place, title, "silence");
}

/** What goes on without an end is read no further. */
export function unread(timeline: Timeline, exchange: Exchange, now: number): void {
  const detail = `${exchange.unread?.longest ?? 0} characters came without the end of an event. They are recorded; nothing of this answer is read from there on. This limit cannot be changed.`;
  addError(timeline, placeIn(timeline, exchange, now), "Loupe's limit: longest event", detail);
}

/** The exchange is over. A plain answer is over with its one row; a stream's end is news. */
export function ended(timeline: Timeline, exchange: Exchange, end: EndRecord): void {
  const { cause, error } = end;
  if (cause === "unknown") return;
  const place = placeIn(timeline, exchange, exchange.ended?.time);
  if (exchange.open.record.inbound && exchange.entry < 0) {
    const what = exchange.body.bytes === 0 ? "empty" : "nothing readable";
    exchange.entry = addHttp(timeline, place, `Notification received: ${what}`, "notification");
  }
  const { tail } = exchange;
  const unfinished = tail
    ? `${formatPlural(exchange.body.byteLength(tail.start, tail.end), "byte")} of an event that was never finished`
    : "";
  if (cause !== "complete") {
    const said = unfinished ? error?.message.replace(/\.$/, "") : error?.message;
    const detail = [said, unfinished].filter(Boolean).join("; ");
    // Who only stopped listening lost nothing, and told the agent nothing.
    const isStopped = cause === "aborted" && error?.by === "loupe";
    const limit = limitOf(end);
    if (isStopped) addError(timeline, place, "stopped watching here", detail);
    else if (!limit) addError(timeline, place, END_TITLES[cause], detail);
    else addError(timeline, place, titleOf(limit), detail, limit);
    return;
  }
  if (tail) {
    addError(timeline, place, "broken off inside an event", unfinished);
    return;
  }
  const failed = timeline.entries[exchange.entry]?.kind === "error";
  if (exchange.lacksStatus) {
    addError(timeline, place, "ended without a status", "The trailers have no grpc-status.");
    return;
  }
  if (isStream(exchange) && !failed) {
    addHttp(timeline, place, "stream ended", "end");
  }
}

function limitOf({ limit = "" }: EndRecord): LimitName | undefined {
  return isLimitName(limit) ? limit : undefined;
}

function titleOf(limit: LimitName): string {
  return `Loupe's limit: ${LIMITS[limit].title.toLowerCase()}`;
}

/** Is its end news? A plain answer is over with its one row. */
function isStream({ framer, grpc, errors }: Exchange): boolean {
  if (framer?.framing !== "grpc") return framer?.framing === "sse";
  return grpc.operation !== null && isStreamingOperation(grpc.operation) && errors.count === 0;
}

/** A remark about an exchange, or about the recording as a whole; false when there is none yet. */
export function noted(timeline: Timeline, { t, text, x }: NoteRecord): boolean {
  const named = x === undefined ? undefined : timeline.exchangeById.get(x);
  const exchange = named ?? timeline.exchanges[timeline.exchanges.length - 1];
  if (!exchange) return false;
  const place = placeIn(timeline, exchange, t ?? undefined);
  timeline.entries.push({
    ...timeline.entryBase(place),
    kind: "other",
    title: "note",
    detail: text,
  });
  return true;
}

function addHttp(timeline: Timeline, place: Place, title: string, moment: HttpMoment): number {
  const base = timeline.entryBase(place);
  timeline.entries.push({ ...base, kind: "http", title, moment });
  return base.index;
}

function addError(
  timeline: Timeline,
  place: Place,
  title: string,
  detail: string,
  limit?: LimitName,
): number {
  const base = timeline.entryBase(place);
  const entry = { ...base, kind: "error", title, detail, error: null } as const;
  timeline.entries.push({ ...entry, ...(limit && { limit }) });
  return base.index;
}

function placeIn(timeline: Timeline, exchange: Exchange, time = Number.NaN): Place {
  const { index, currentTask } = exchange;
  return { ordinal: timeline.lastEvent, time, exchange: index, task: currentTask, parent: -1 };
}
