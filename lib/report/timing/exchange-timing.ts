/** The times of one exchange, as of an event: how it began, in which rhythm it came, what it cost. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toReportTime } from "../exchange-report.ts";
import { type CallTiming, getCallTiming, getTimeSinceRequest } from "./call-timing.ts";
import { detectSlowdown, getMedian, type Slowdown } from "./slowdown.ts";
import { type Stall, StreamTiming } from "./stream-timing.ts";

export interface ExchangeTiming extends CallTiming {
  readonly id: string;
  /** When the name was resolved, the connection and its encryption there; since the request. */
  readonly connectMs: {
    readonly dns: number | null;
    readonly connect: number | null;
    readonly tls: number | null;
  };
  /** When the head of the answer came. */
  readonly headMs: number | null;
  /** Silences far out of the stream's own rhythm. */
  readonly stalls: readonly Stall[];
  readonly rate: ContentRate | null;
  readonly keepAlive: { readonly count: number; readonly everyMs: number | null } | null;
  /** What came over the wire for what it says. */
  readonly overhead: {
    readonly bytes: number;
    readonly characters: number;
    readonly bytesPerCharacter: number;
  } | null;
  readonly reads: ReadSummary | null;
  readonly slowing: Slowdown | null;
}

/** How fast content came, while it came: from its first chunk to its last, without the stalls. */
export interface ContentRate {
  readonly chunks: number;
  readonly characters: number;
  readonly streamingMs: number;
  readonly chunksPerSecond: number;
  readonly charactersPerSecond: number;
}

export interface ReadSummary {
  readonly count: number;
  readonly frames: number;
  /** Frames that came with others in one read. */
  readonly together: number;
  readonly largest: { readonly event: number; readonly frames: number } | null;
  /** It seems that something held frames back and let them go together. */
  readonly buffered: boolean;
}

/** `grown`: by how many characters the texts grew with each event. */
export function getExchangeTiming(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
  grown: Uint32Array,
  tempo = new StreamTiming(timeline, exchange),
): ExchangeTiming {
  tempo.advance(n);
  const stalls = tempo.findStalls(n);
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
    reads: summarizeReads(tempo, exchange),
    slowing: detectSlowdown(timeline, exchange, content),
  };
}

/** The events that brought content. */
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
  const stalled = stalls.reduce((ms, { after, before, ms: long }) => {
    const isWithin = after >= first && before !== null && before <= last;
    return isWithin ? ms + long : ms;
  }, 0);
  const streamingMs = events.time.at(last) - events.time.at(first) - stalled;
  if (!(streamingMs > 0)) return null;
  // The first chunk begins the time in which the others came.
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
  // What came since the newest event counts with what ends the silence.
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

/** Fewer frames than this may come together by chance. */
const MIN_FRAMES = 10;
export const MIN_BURST_FRAMES = 5;
/** What comes together more often than this is packed for the wire, and nobody sees it. */
const NOTICED_MS = 100;
/** Where all came at once: so long after it was asked for, it was made before. */
const HELD_BACK_MS = 1000;

export function summarizeReads(tempo: StreamTiming, exchange: Exchange): ReadSummary | null {
  const { readCount, frameCount, batchedFrameCount, bursts } = tempo;
  if (frameCount === 0) return null;
  const largest = bursts.toSorted((a, b) => b.frames - a.frames)[0] ?? null;
  const waited = readCount === 1 && largest ? largest.time - exchange.open.time : 0;
  const isMost = frameCount >= MIN_FRAMES && batchedFrameCount * 2 >= frameCount;
  const isLarge = (largest?.frames ?? 0) >= MIN_BURST_FRAMES;
  const isNoticed = tempo.medianWaitMs >= NOTICED_MS || waited >= HELD_BACK_MS;
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
