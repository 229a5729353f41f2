/** Pairs the calls of two runs and compares their timing, which is informational only. */

import { joinPartTexts } from "../protocol/read-parts.ts";
import { getCallTiming } from "../report/timing/call-timing.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isDiscovery } from "../timeline/exchange-queries.ts";
import { alignLines, type ComparableLine } from "./align-lines.ts";
import { hashText } from "./comparable-row.ts";
import { type DiffSide, toComparableText } from "./row-content.ts";
import { getWordSimilarity, toWordSet } from "./similarity.ts";

export interface CallPair {
  readonly left: Exchange | null;
  readonly right: Exchange | null;
}

export interface ComparedTiming {
  readonly firstTokenMs: number | null;
  readonly durationMs: number | null;
  readonly largestGapMs: number | null;
}

interface PairedCalls {
  /** In the order of the left run, with calls of the right run only at their position. */
  readonly pairs: readonly CallPair[];
  /** The index of the pair of each left exchange, −1 without a partner. Likewise `right`. */
  readonly left: Int32Array;
  readonly right: Int32Array;
}

interface ComparableCall extends ComparableLine {
  readonly exchange: Exchange;
  readonly words: ReadonlySet<string>;
}

export function pairCalls(left: DiffSide, right: DiffSide): PairedCalls {
  const [lefts, rights] = [createComparableCalls(left), createComparableCalls(right)];
  const partner = alignLines(lefts, rights, getCallSimilarity);
  const pairs: CallPair[] = [];
  const found = {
    pairs,
    left: new Int32Array(left.interpretation.timeline.exchanges.length).fill(-1),
    right: new Int32Array(right.interpretation.timeline.exchanges.length).fill(-1),
  };
  let next = 0;
  const addRightsUntil = (end: number) => {
    for (; next < end; next++) pairs.push({ left: null, right: rights[next]?.exchange ?? null });
  };
  for (const [at, { exchange }] of lefts.entries()) {
    const other = rights[partner[at] ?? -1]?.exchange ?? null;
    if (other) {
      addRightsUntil(partner[at] ?? 0);
      next++;
      found.left[exchange.index] = found.right[other.index] = pairs.length;
    }
    pairs.push({ left: exchange, right: other });
  }
  addRightsUntil(rights.length);
  return found;
}

function createComparableCalls({ interpretation, n }: DiffSide): ComparableCall[] {
  const { exchanges } = interpretation.timeline;
  return exchanges
    .slice(0, countUpToEvent(exchanges, n))
    .filter((exchange) => !isDiscovery(exchange))
    .map(createComparableCall);
}

function createComparableCall(exchange: Exchange): ComparableCall {
  const { request, open } = exchange;
  const parts = request?.message?.parts ?? [];
  const others = parts.filter(({ kind }) => kind !== "text");
  const text = joinPartTexts(parts);
  const shape = open.record.inbound ? "notification" : getCallShape(request?.operation ?? null);
  const fingerprint = `${shape}\n${request?.operation}\n${hashText(text)}\n${hashText(toComparableText(others))}`;
  return { exchange, shape, fingerprint, words: toWordSet(text) };
}

/** Sending and streaming are the same operation here. */
function getCallShape(operation: string | null): string {
  return operation === "stream" || operation === "send" ? "message" : (operation ?? "");
}

function getCallSimilarity(one: ComparableCall, other: ComparableCall): number {
  return one.shape === other.shape ? 1 + getWordSimilarity(one.words, other.words) : 0;
}

export function createComparedTiming(
  { interpretation, n }: DiffSide,
  exchange: Exchange,
): ComparedTiming {
  const { firstTokenMs, durationMs, gapMs } = getCallTiming(interpretation.timeline, exchange, n);
  return { firstTokenMs, durationMs, largestGapMs: gapMs?.max ?? null };
}
