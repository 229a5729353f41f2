/**
 * Exporter for one stream of server-sent events with everything the agent sent, in the order
 * received. Event streams stay unchanged; JSON bodies and gRPC messages become `data:` lines.
 *
 *     loupe export run.jsonl --as sse -o run.sse
 */

import { stringifyJson } from "../json/json-stringify.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getFrameText, parseFrameValue } from "../timeline/timeline-queries.ts";
import { looksLikeSse } from "../wire/sse-framer.ts";
import { createTimelineWriter, type Exporter } from "./exporter.ts";
import { findFirstEventOfFrame } from "./kept-frames.ts";

export const sseStream: Exporter = {
  id: "sse",
  title: "Event stream",
  extension: ".sse",
  mediaType: "text/event-stream",
  description: "What the agent sent, as curl -N would print it; any SSE parser can read it.",
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
    "hops",
    "edits",
    "notes",
  ],
  canReopen: true,
  start: (context) => createTimelineWriter(context, writeStream),
};

/** Number of characters by which importers recognize the format. */
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

/** Adds a comment if importers would not recognize the body as a stream without its headers. */
function* writeStart(start: string): Generator<string> {
  if (start === "") yield ": no events\n\n";
  else if (!looksLikeSse(start)) yield ": event stream\n\n";
  yield start;
}

function* writePieces(timeline: Timeline): Generator<string> {
  const { events, exchanges } = timeline;
  const streams = exchanges.filter(isSseExchange);
  /** Start of the text that is not written yet, by exchange. */
  const written = new Map<number, number>(streams.map(({ index }) => [index, 0]));
  for (let n = 0; n < events.length; n++) {
    const exchange = exchanges[events.exchange.at(n)];
    if (!exchange) continue;
    const from = written.get(exchange.index);
    if (from === undefined) {
      if (findFirstEventOfFrame(timeline, n) === n)
        yield formatDataLines(getEventJson(timeline, exchange, n));
      continue;
    }
    const end = events.end.at(n);
    if (end > from) yield exchange.body.slice(from, end);
    written.set(exchange.index, Math.max(from, end));
  }
  for (const { index, body, truncatedEvent } of streams) {
    const from = written.get(index) ?? 0;
    // A truncated event would swallow the text that follows it.
    const isLast = index === streams.at(-1)?.index;
    yield body.slice(from, truncatedEvent && !isLast ? truncatedEvent.start : body.length);
  }
}

const isSseExchange = ({ framer }: Exchange) => framer?.framing === "sse";

function getEventJson(timeline: Timeline, { body }: Exchange, n: number): string {
  return body.isBinary ? stringifyJson(parseFrameValue(timeline, n)) : getFrameText(timeline, n);
}

/** Text as one event, with one `data:` line per line. */
function formatDataLines(text: string): string {
  if (text === "") return "";
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${lines.join("")}\n`;
}
