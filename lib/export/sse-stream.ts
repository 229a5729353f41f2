/**
 * One stream of server-sent events with all that the agent said, in the order in which it came. What
 * came as a stream stands as it stood; a body of JSON, or a message of gRPC, in `data:` lines.
 */

import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getFrameText, parseFrameValue } from "../timeline/timeline-queries.ts";
import { stringifyJson } from "../wire/json-stringify.ts";
import { looksLikeSse } from "../wire/sse-framer.ts";
import { createTimelineWriter, type Exporter } from "./exporter.ts";
import { findFirstEventOfFrame } from "./frame-events.ts";

export const sseStream: Exporter = {
  id: "sse",
  title: "Event stream",
  extension: ".sse",
  mediaType: "text/event-stream",
  description:
    "What the agent said, as curl -N would have printed it; any client’s parser reads it.",
  missingFeatures: [
    "requests",
    "heads",
    "times",
    "exchanges",
    "json",
    "ends",
    "grpc",
    "bytes",
    "notifications",
    "redirects",
    "notes",
  ],
  canReopen: true,
  start: (context) => createTimelineWriter(context, writeStream),
};

/** As much as tells what it is to whoever opens it. */
const SNIFF_LENGTH = 16;

function* writeStream(timeline: Timeline): Generator<string> {
  let start: string | null = "";
  for (const piece of writePieces(timeline)) {
    if (start === null) yield piece;
    else start += piece;
    if (start === null || start.trimStart().length < SNIFF_LENGTH) continue;
    yield* writeStart(start);
    start = null;
  }
  if (start !== null) yield* writeStart(start);
}

/** What only its head called a stream would be taken for something else. */
function* writeStart(start: string): Generator<string> {
  if (start === "") yield ": no event came\n\n";
  else if (!looksLikeSse(start)) yield ": an event stream\n\n";
  yield start;
}

function* writePieces(timeline: Timeline): Generator<string> {
  const { events, exchanges } = timeline;
  const streams = exchanges.filter(isSseExchange);
  /** Where what was not written yet begins, by exchange. */
  const done = new Map<number, number>(streams.map(({ index }) => [index, 0]));
  for (let n = 0; n < events.length; n++) {
    const exchange = exchanges[events.exchange.at(n)];
    if (!exchange) continue;
    const from = done.get(exchange.index);
    if (from === undefined) {
      if (findFirstEventOfFrame(timeline, n) === n)
        yield formatDataLines(getEventJson(timeline, exchange, n));
      continue;
    }
    const end = events.end.at(n);
    if (end > from) yield exchange.body.slice(from, end);
    done.set(exchange.index, Math.max(from, end));
  }
  for (const { index, body, truncatedEvent } of streams) {
    const from = done.get(index) ?? 0;
    // An event that was cut off would take in what follows it.
    const isLast = index === streams.at(-1)?.index;
    yield body.slice(from, truncatedEvent && !isLast ? truncatedEvent.start : body.length);
  }
}

const isSseExchange = ({ framer }: Exchange) => framer?.framing === "sse";

function getEventJson(timeline: Timeline, { body }: Exchange, n: number): string {
  return body.isBinary ? stringifyJson(parseFrameValue(timeline, n)) : getFrameText(timeline, n);
}

/** Text of any lines as one event. */
function formatDataLines(text: string): string {
  if (text === "") return "";
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${lines.join("")}\n`;
}
