/** Queries on the timeline, as of an event. */

import { parseExactJson } from "../json/exact-json.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import { VersionEvidence } from "../protocol/decode-flags.ts";
import { getErrorName, getErrorNameByReason } from "../protocol/error-names.ts";
import { getGrpcStatusName } from "../protocol/grpc/status.ts";
import { EVENT_KINDS, type ProtocolError } from "../protocol/model.ts";
import { type DetectedVersion, detectVersion } from "../protocol/versions.ts";
import { formatHex } from "../text/utf8.ts";
import { type Frame, splitIntoFrames, stripRecordSeparator } from "../wire/frame.ts";
import { SniffingFramer } from "../wire/framing.ts";
import type { Exchange } from "./exchange.ts";
import { findTextInMessage, getGrpcValue } from "./grpc-frame.ts";
import { findTextRanges, type TextRange } from "./string-ranges.ts";
import type { TaskLane } from "./task.ts";
import type { EntryOf, Timeline } from "./timeline.ts";

export function getExchangeVersion(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
): DetectedVersion {
  const inlineRequest =
    exchange.inlineRequest && exchange.inlineRequest.firstEvent <= n
      ? exchange.inlineRequest.request
      : null;
  const has = (bit: number) => exchange.hasEvidence(bit, n);
  return detectVersion({
    has,
    method: (exchange.request ?? inlineRequest)?.method ?? null,
    header: exchange.versionHeader,
    url: exchange.open.record.url,
    card: timeline.cardVersion.at(n) ?? null,
    mostlyKind:
      has(VersionEvidence.Wrapper) &&
      has(VersionEvidence.Kind) &&
      isMostlyKind(timeline, exchange, n),
  });
}

function isMostlyKind(timeline: Timeline, exchange: Exchange, n: number): boolean {
  const count = exchange.events.countAt(n);
  let kinds = 0;
  let wrappers = 0;
  for (let i = 0; i < count; i++) {
    const evidence = timeline.events.evidence.at(exchange.events.at(i));
    if (evidence & VersionEvidence.Kind) kinds++;
    if (evidence & VersionEvidence.Wrapper) wrappers++;
  }
  return kinds > wrappers;
}

/** The exact text of an event's frame in the body. */
export function getFrameText(timeline: Timeline, ordinal: number): string {
  const { events, exchanges } = timeline;
  const exchange = exchanges[events.exchange.at(ordinal)];
  return exchange?.body.slice(events.start.at(ordinal), events.end.at(ordinal)) ?? "";
}

/** An event's frame for the clipboard: its exact text, or hex digits if it is binary. */
export function getFrameCopyText(timeline: Timeline, ordinal: number): string {
  const text = getFrameText(timeline, ordinal);
  return isBinaryFrame(timeline, ordinal) ? formatHex(text) : text;
}

/** An event's frame on one line: its exact text, or the decoded JSON if it is binary. */
export function formatFrameLine(timeline: Timeline, ordinal: number): string {
  if (!isBinaryFrame(timeline, ordinal)) return getFrameText(timeline, ordinal);
  return (
    stringifyJson(parseFrameValue(timeline, ordinal)) || formatHex(getFrameText(timeline, ordinal))
  );
}

function isBinaryFrame({ exchanges, events }: Timeline, ordinal: number): boolean {
  return exchanges[events.exchange.at(ordinal)]?.body.isBinary === true;
}

/**
 * Finds a text in an event's frame; returns positions in the frame, or none if it cannot be
 * determined.
 */
export function findTextInFrame(timeline: Timeline, ordinal: number, text: string): TextRange[] {
  const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
  const frame = getFrameText(timeline, ordinal);
  return exchange?.body.isBinary
    ? findTextInMessage(exchange, frame, text)
    : findTextRanges(frame, text);
}

/** Byte offset of an event's frame in its exchange's body. */
export function getFrameOffset(timeline: Timeline, ordinal: number): number {
  const { events, exchanges } = timeline;
  return exchanges[events.exchange.at(ordinal)]?.body.byteOffset(events.start.at(ordinal)) ?? 0;
}

/** The JSON of an event's frame, parsed again; `undefined` if it is not JSON. */
export function parseFrameValue(timeline: Timeline, ordinal: number): unknown {
  const text = getFrameText(timeline, ordinal);
  const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
  if (exchange?.body.isBinary) return getGrpcValue(exchange, text);
  let found: unknown;
  for (const frame of splitFrameText(exchange, text)) found ??= parseFrame(frame);
  return found;
}

/** The frame of an event that is not JSON. */
export function findTextFrame(timeline: Timeline, ordinal: number): Frame | undefined {
  const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
  const frames = splitFrameText(exchange, getFrameText(timeline, ordinal));
  return frames.find(({ data }) => data !== "");
}

/** Why a text is not JSON. */
export function findJsonError(text: string): unknown {
  try {
    parseExactJson(text);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The frames with content in the text of a frame. */
function splitFrameText(exchange: Exchange | undefined, text: string): Frame[] {
  // Use the framing of the whole body: this part alone may look different.
  const framer = new SniffingFramer(exchange?.framer?.framing ?? null, null);
  return splitIntoFrames(framer, text).filter(({ kind }) => kind === "data" || kind === "stray");
}

function parseFrame({ value, data }: Frame): unknown {
  if (value !== undefined) return value;
  try {
    return parseExactJson(stripRecordSeparator(data));
  } catch {
    return undefined;
  }
}

/** The error of an entry as of event `n`; `null` if only an HTTP status is known. */
export function getErrorAt({ error, body }: EntryOf<"error">, n: number): ProtocolError | null {
  return error ?? (body && body.firstEvent <= n ? body.error : null);
}

/** The title of an error entry: the error's name in the protocol version of the exchange. */
export function getErrorTitle(timeline: Timeline, entry: EntryOf<"error">, n: number): string {
  const { code = null, layer, reason = null } = getErrorAt(entry, n) ?? {};
  const exchange = timeline.exchanges[entry.exchange];
  if (!exchange) return entry.title;
  if (layer === "http") {
    const named = reason === null ? null : getErrorNameByReason(reason);
    return named === null ? entry.title : `${named} (${entry.title})`;
  }
  if (code === null) return entry.title;
  if (layer === "grpc") {
    const named = reason === null ? null : getErrorNameByReason(reason);
    return named === null ? entry.title : `${named} (${getGrpcStatusName(code)})`;
  }
  if (layer !== "json-rpc") return entry.title;
  const name = getErrorName(code, getExchangeVersion(timeline, exchange, n).version);
  return name === null ? formatCodeTitle(entry, code) : `${name} (${code})`;
}

/** An entry for an HTTP status has no title for a JSON-RPC code. */
function formatCodeTitle({ error, title }: EntryOf<"error">, code: number): string {
  return error === null ? `Error ${code}` : title;
}

/** The details of an error entry. */
export function getErrorDetail(entry: EntryOf<"error">, n: number): string {
  const error = entry.error === null ? getErrorAt(entry, n) : null;
  if (!error) return entry.detail;
  const { layer, reason, message } = error;
  const words = (layer === "http" ? [reason, message] : [entry.title, message]).filter(Boolean);
  return words.join(": ") || entry.detail;
}

/**
 * Whether the log covers the task from its start, as known at one of its events. A stream without a request, or one that resumes a
 * task, may continue an artifact from before the log. If clients assign task IDs, naming a task does
 * not mean resuming it.
 */
export function isTaskSeenFromStart(
  { events }: Timeline,
  exchange: Exchange,
  lane: TaskLane,
  { event, isNamedByClient }: { readonly event: number; readonly isNamedByClient: boolean },
): boolean {
  if (events.kind.at(lane.firstEvent) === EVENT_KINDS.indexOf("task")) return true;
  const [first] = lane.transitions;
  if (first?.state === "submitted" && first.firstEvent <= event) return true;
  const { request, firstEvent } = exchange;
  const isNamed = !isNamedByClient && request?.taskId != null;
  const isResumed = request?.operation === "subscribe" || isNamed;
  if (isResumed) return lane.firstEvent <= firstEvent;
  return request !== null || exchange.headAt(event - 1) !== null;
}
