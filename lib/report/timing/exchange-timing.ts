/** Timing of one exchange as of an event: connection, gaps, stalls, rate and overhead. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toReportTime } from "../exchange-report.ts";
import { type CallTiming, getCallTiming, getTimeSinceRequest } from "./call-timing.ts";
import { detectSlowdown, getMedian, type Slowdown } from "./slowdown.ts";
import { type Stall, StreamTiming } from "./stream-timing.ts";

export interface ExchangeTiming extends CallTiming {
  readonly id: string;
  /** Times since the request at which DNS, connection and TLS were done. */
  readonly connectMs: {
    readonly dns: number | null;
    readonly connect: number | null;
    readonly tls: number | null;
  };
  /** The time since the request at which the response head arrived. */
  readonly headMs: number | null;
  /** Gaps much longer than usual for the stream. */
  readonly stalls: readonly Stall[];
  readonly rate: ContentRate | null;
  readonly keepAlive: { readonly count: number; readonly everyMs: number | null } | null;
  /** Bytes on the wire per character of content. */
  readonly overhead: {
    readonly bytes: number;
    readonly characters: number;
    readonly bytesPerCharacter: number;
  } | null;
  readonly reads: ReadSummary | null;
  readonly slowing: Slowdown | null;
}

/** The rate of content from its first chunk to its last, without stalls. */
interface ContentRate {
  readonly chunks: number;
  readonly characters: number;
  readonly streamingMs: number;
  readonly chunksPerSecond: number;
  readonly charactersPerSecond: number;
}

interface ReadSummary {
  readonly count: number;
  readonly frames: number;
  /** Frames that arrived together with others in one read. */
  readonly together: number;
  readonly largest: { readonly event: number; readonly frames: number } | null;
  /** Frames seem to be buffered on the way. */
  readonly buffered: boolean;
}

/** `grown`: the number of characters that each event added. */
export function getExchangeTiming(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  grown: Uint32Array,
  streamTiming = new StreamTiming(timeline, exchange),
): ExchangeTiming {
  streamTiming.advance(n);
  const stalls = streamTiming.findStalls(n);
  const content = findContentEvents(exchange, n, grown);
  const head = exchange.head && exchange.head.firstEvent <= n ? exchange.head : null;
  const { dns, connect, tls } = head?.record.timing ?? {};
  return {
    id: exchange.id,
    ...getCallTiming(timeline, exchange, n),
    connectMs: { dns: dns ?? null, connect: connect ?? null, tls: tls ?? null },
    headMs: head && getTimeSinceRequest(exchange, head.time),
    stalls: stalls.map((stall) => ({ ...stall, ms: toReportTime(stall.ms) ?? 0 })),
    rate: getContentRate(timeline, content, grown, stalls),
    keepAlive: getKeepAlive(exchange, n),
    overhead: getOverhead(timeline, exchange, n, content, grown),
    reads: summarizeReads(streamTiming, exchange),
    slowing: detectSlowdown(timeline, exchange, content),
  };
}

/** The events that added content. */
function findContentEvents({ events }: Exchange, n: number, grown: Uint32Array): number[] {
  const found: number[] = [];
  const count = events.countAt(n);
  for (let i = 0; i < count; i++) {
    const event = events.at(i);
    if ((grown[event] ?? 0) > 0) found.push(event);
  }
  return found;
}

function sumCharacters(content: readonly number[], grown: Uint32Array): number {
  return content.reduce((all, event) => all + (grown[event] ?? 0), 0);
}

function getContentRate(
  { events }: Timeline,
  content: readonly number[],
  grown: Uint32Array,
  stalls: readonly Stall[],
): ContentRate | null {
  const [first, last] = [content[0], content[content.length - 1]];
  if (first === undefined || last === undefined) return null;
  const stalledMs = stalls.reduce((sum, { after, before, ms }) => {
    const isWithin = after >= first && before !== null && before <= last;
    return isWithin ? sum + ms : sum;
  }, 0);
  const streamingMs = events.time.at(last) - events.time.at(first) - stalledMs;
  if (!(streamingMs > 0)) return null;
  // The first chunk starts the interval and is not part of the rate.
  const others = content.slice(1);
  const perSecond = (count: number) => roundToHundredths((count * 1000) / streamingMs);
  return {
    chunks: content.length,
    characters: sumCharacters(content, grown),
    streamingMs: toReportTime(streamingMs) ?? 0,
    chunksPerSecond: perSecond(others.length),
    charactersPerSecond: perSecond(sumCharacters(others, grown)),
  };
}

function getKeepAlive(exchange: Exchange, n: number): ExchangeTiming["keepAlive"] {
  // Before the end, comments after the newest event are counted with the next event.
  const count = exchange.commentsAt(exchange.endAt(n) ? n : n - 1);
  if (count === 0) return null;
  const gaps: number[] = [];
  for (let i = 1; i < count; i++) gaps.push(exchange.comments.at(i) - exchange.comments.at(i - 1));
  return { count, everyMs: gaps.length === 0 ? null : toReportTime(getMedian(gaps)) };
}

function getOverhead(
  { events }: Timeline,
  exchange: Exchange,
  n: number,
  content: readonly number[],
  grown: Uint32Array,
): ExchangeTiming["overhead"] {
  const last = exchange.events.lastAt(n);
  const characters = sumCharacters(content, grown);
  if (last === null || characters === 0) return null;
  const bytes = exchange.body.byteOffset(events.end.at(last));
  return { bytes, characters, bytesPerCharacter: roundToHundredths(bytes / characters) };
}

/** Fewer frames may arrive together by chance. */
const MIN_FRAMES = 10;
export const MIN_BURST_FRAMES = 5;
/** Bursts at shorter intervals are normal batching and not noticeable. */
const NOTICED_MS = 100;
/** If everything arrived in one read this long after the request, it was buffered. */
const HELD_BACK_MS = 1000;

export function summarizeReads(streamTiming: StreamTiming, exchange: Exchange): ReadSummary | null {
  const { readCount, frameCount, batchedFrameCount, bursts } = streamTiming;
  if (frameCount === 0) return null;
  const largest = bursts.toSorted((a, b) => b.frames - a.frames)[0] ?? null;
  const waited = readCount === 1 && largest ? largest.time - exchange.open.time : 0;
  const isMost = frameCount >= MIN_FRAMES && batchedFrameCount * 2 >= frameCount;
  const isLarge = (largest?.frames ?? 0) >= MIN_BURST_FRAMES;
  const isNoticed = streamTiming.medianWaitMs >= NOTICED_MS || waited >= HELD_BACK_MS;
  return {
    count: readCount,
    frames: frameCount,
    together: batchedFrameCount,
    largest: largest && { event: largest.event, frames: largest.frames },
    buffered: exchange.isStream && isMost && isLarge && isNoticed,
  };
}

function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
