/** The calls of two runs side by side, and how long each took: figures, not faults. */

import { joinPartTexts } from "../protocol/read-parts.ts";
import { getCallTiming } from "../report/timing/call-timing.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isDiscovery } from "../timeline/timeline-queries.ts";
import { align, type Line } from "./align.ts";
import { type Side, written } from "./content.ts";
import { digest } from "./digest.ts";
import { likenessOfWords, wordsOf } from "./likeness.ts";

export interface CallPair {
  readonly left: Exchange | null;
  readonly right: Exchange | null;
}

export interface CallTiming {
  readonly firstTokenMs: number | null;
  readonly durationMs: number | null;
  readonly largestGapMs: number | null;
}

export interface PairedCalls {
  /** In the order of the left run; those of the right run alone stand where they came. */
  readonly pairs: readonly CallPair[];
  /** The pair of an exchange, by its index; −1 where it has no partner. */
  readonly left: Int32Array;
  readonly right: Int32Array;
}

interface CallLine extends Line {
  readonly exchange: Exchange;
  readonly words: ReadonlySet<string>;
}

export function pairCalls(left: Side, right: Side): PairedCalls {
  const [lefts, rights] = [callsOf(left), callsOf(right)];
  const partner = align(lefts, rights, likeness);
  const pairs: CallPair[] = [];
  const found = {
    pairs,
    left: new Int32Array(left.reading.timeline.exchanges.length).fill(-1),
    right: new Int32Array(right.reading.timeline.exchanges.length).fill(-1),
  };
  let next = 0;
  const rightsUntil = (end: number) => {
    for (; next < end; next++) pairs.push({ left: null, right: rights[next]?.exchange ?? null });
  };
  for (const [at, { exchange }] of lefts.entries()) {
    const other = rights[partner[at] ?? -1]?.exchange ?? null;
    if (other) {
      rightsUntil(partner[at] ?? 0);
      next++;
      found.left[exchange.index] = found.right[other.index] = pairs.length;
    }
    pairs.push({ left: exchange, right: other });
  }
  rightsUntil(rights.length);
  return found;
}

function callsOf({ reading, n }: Side): CallLine[] {
  const { exchanges } = reading.timeline;
  return exchanges
    .slice(0, countUpToEvent(exchanges, n))
    .filter((exchange) => !isDiscovery(exchange))
    .map(lineOf);
}

function lineOf(exchange: Exchange): CallLine {
  const { request, open } = exchange;
  const parts = request?.message?.parts ?? [];
  const others = parts.filter(({ kind }) => kind !== "text");
  const text = joinPartTexts(parts);
  const shape = open.record.inbound ? "notification" : shapeOf(request?.operation ?? null);
  const print = `${shape}\n${request?.operation}\n${digest(text)}\n${digest(written(others))}`;
  return { exchange, shape, print, words: wordsOf(text) };
}

/** Whether an answer is streamed is how it is asked, not what. */
function shapeOf(operation: string | null): string {
  return operation === "stream" || operation === "send" ? "message" : (operation ?? "");
}

function likeness(one: CallLine, other: CallLine): number {
  return one.shape === other.shape ? 1 + likenessOfWords(one.words, other.words) : 0;
}

export function timingOf({ reading, n }: Side, exchange: Exchange): CallTiming {
  const { firstTokenMs, durationMs, gapMs } = getCallTiming(reading.timeline, exchange, n);
  return { firstTokenMs, durationMs, largestGapMs: gapMs?.max ?? null };
}
