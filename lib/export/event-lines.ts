/**
 * Exporter for JSON Lines: one line per request and event, with its time, its meaning, and the exact
 * JSON that was sent. For `jq`, notebooks and log stores.
 *
 *     loupe export run.jsonl --as events | jq -c 'select(.direction == "request")'
 */

import { stringifyJson } from "../json/json-stringify.ts";
import { readGrpcBody } from "../protocol/grpc/body.ts";
import { createEventReport } from "../report/event-report.ts";
import { redactUrl } from "../secrets/redact-url.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getFrameText, parseFrameValue } from "../timeline/timeline-queries.ts";
import { splitIntoFrames, stripRecordSeparator } from "../wire/frame.ts";
import { SseFramer } from "../wire/sse-framer.ts";
import { createTimelineWriter, type Exporter } from "./exporter.ts";
import { findFirstEventOfFrame } from "./kept-frames.ts";

export const eventLines: Exporter = {
  id: "events",
  title: "JSON Lines of events",
  extension: ".events.jsonl",
  mediaType: "application/x-ndjson",
  description: "One line per request and event, with its time and meaning: for jq and notebooks.",
  missingFeatures: [
    "heads",
    "ends",
    "comments",
    "broken",
    "framing",
    "grpc",
    "redirects",
    "hops",
    "edits",
    "notes",
  ],
  canReopen: true,
  start: (context) => createTimelineWriter(context, writeLines),
};

function* writeLines(timeline: Timeline): Generator<string> {
  const { events, exchanges } = timeline;
  let opened = 0;
  const requestsUntil = function* (firstEvent: number) {
    for (
      let next = exchanges[opened];
      next && next.firstEvent < firstEvent;
      next = exchanges[opened]
    ) {
      yield formatRequestLine(timeline, next);
      opened++;
    }
  };
  for (let n = 0; n < events.length; n++) {
    yield* requestsUntil(n);
    yield formatEventLine(timeline, n);
  }
  yield* requestsUntil(Number.POSITIVE_INFINITY);
}

function formatRequestLine(timeline: Timeline, { id, open, request, grpcCall }: Exchange): string {
  const { method, url, body, bodyB64, inbound, refused } = open.record;
  const members = {
    ...getTimeMembers(timeline, open.time),
    exchange: id,
    direction: inbound ? "pushed" : "request",
    operation: request?.method ?? (grpcCall.method || undefined),
    ...(method !== "" && { http: { method, url: redactUrl(url) } }),
    refused,
  };
  const grpcValue = bodyB64 === undefined ? undefined : readGrpcBody(url, bodyB64)?.value;
  const payload = grpcValue === undefined ? body : stringifyJson(grpcValue);
  return formatLine(members, payload === undefined ? null : toSingleLine(payload));
}

function formatEventLine(timeline: Timeline, n: number): string {
  const { events, exchanges } = timeline;
  const exchange = exchanges[events.exchange.at(n)];
  const { exchange: id, kind, version, task, state, artifact } = createEventReport(timeline, n);
  const members = {
    ...getTimeMembers(timeline, events.time.at(n)),
    exchange: id,
    direction: "response",
    number: n,
    means: kind,
    version,
    task,
    state,
    artifact,
  };
  const first = findFirstEventOfFrame(timeline, n);
  if (first < n) return formatLine({ ...members, saidWith: first }, null);
  const json = getEventJson(timeline, exchange, n);
  return json === null
    ? formatLine({ ...members, unreadable: getFrameText(timeline, n) }, null)
    : formatLine(members, toSingleLine(json));
}

/** The exact JSON of an event; for gRPC the message decoded to JSON. */
function getEventJson(
  timeline: Timeline,
  exchange: Exchange | undefined,
  n: number,
): string | null {
  const value = parseFrameValue(timeline, n);
  if (value === undefined) return null;
  if (exchange?.body.isBinary) return stringifyJson(value);
  const text = getFrameText(timeline, n);
  if (exchange?.framer?.framing !== "sse") return text;
  const frame = splitIntoFrames(new SseFramer(), text).find(
    ({ kind, data }) => (kind === "data" || kind === "stray") && stripRecordSeparator(data) !== "",
  );
  return stripRecordSeparator(frame?.data ?? "");
}

/** Writes `payload` last and verbatim. */
function formatLine(members: object, payload: string | null): string {
  const head = JSON.stringify(members);
  return payload === null ? `${head}\n` : `${head.slice(0, -1)},"payload":${payload}}\n`;
}

/** The same JSON on one line; text that is not JSON becomes a JSON string. */
function toSingleLine(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return JSON.stringify(text);
  }
  // In valid JSON, line breaks occur only between tokens.
  return text.trim().replace(/[\r\n]+/g, " ");
}

/** The time as far as it is known: a date, and milliseconds since the recording began. */
function getTimeMembers({ at }: Timeline, time: number): object {
  if (Number.isNaN(time)) return {};
  const ms = Math.round(time * 1000) / 1000;
  const date = new Date((at === null ? Number.NaN : Date.parse(at)) + ms);
  return Number.isNaN(date.getTime()) ? { ms } : { time: date.toISOString(), ms };
}
