/**
 * A trace joined to a run: the spans that a backend has of the calls of the run, below their calls and
 * on the clock of the recording.
 *
 * Guarantees: the timeline does not change; every span is below one call or counted; a clock that
 * disagrees is only corrected where the spans would contradict the wire, and by how much is stated.
 */

import { getOrCreate } from "../collections/maps.ts";
import { buildSpanTree, type ImportedSpan } from "../log/traces/imported-span.ts";
import { ATTRIBUTE } from "../protocol/span-names.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import { findTraceContext } from "../timeline/hops/trace-context.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getCallPlace, getCallTime, SpanIds, type WallTimeRange } from "./call-place.ts";
import { WallClock } from "./wall-clock.ts";

export interface JoinedSpan {
  readonly span: ImportedSpan;
  /** How many of its ancestors are below the same call. */
  readonly depth: number;
  /** Milliseconds on the clock of the recording; NaN if the log has no times. */
  readonly start: number;
  readonly end: number;
}

/**
 * Why the times of spans were changed: `clock` if they began before the request or after the response,
 * `undated` if the log has no date.
 */
type TimeCorrection = "clock" | "undated";

export interface JoinedCall {
  /** Index of the exchange. */
  readonly exchange: number;
  /** Each span after its parent, and siblings by their start. */
  readonly spans: readonly JoinedSpan[];
  /** The names of the services, in order of their first span. */
  readonly services: readonly string[];
  /** Spans whose parents are missing in the trace, so that only their time shows the call. */
  readonly byTime: number;
  /** Added to the times of the spans, in milliseconds. */
  readonly offset: number;
  readonly correction: TimeCorrection | null;
}

export interface JoinedTrace {
  /** The calls that have spans, in order. */
  readonly calls: readonly JoinedCall[];
  /** Spans of all calls. */
  readonly count: number;
  /** Spans of other traces. */
  readonly others: number;
  /** Spans of the traces of this run that are below none of its calls: the caller's, for example. */
  readonly outside: number;
  /** Spans that Loupe sent of the same run: the wire shows them already. */
  readonly own: number;
}

/** `name`: that of the run, for a log without one. */
export function joinTrace(
  timeline: Timeline,
  name: string,
  spans: readonly ImportedSpan[],
): JoinedTrace {
  const clock = new WallClock(timeline);
  const calls = findCalls(timeline, name, clock);
  const traces = new Set(calls.map(({ traceId }) => traceId));
  const inTrace = spans.filter(({ traceId }) => traces.has(traceId));
  const assignment = new Assignment(calls, inTrace, clock.isDated);
  const joined = calls.flatMap((call) => {
    const own = assignment.getSpans(call);
    return own.length === 0 ? [] : [placeSpans(clock, call, own, assignment)];
  });
  const count = joined.reduce((sum, call) => sum + call.spans.length, 0);
  const own = inTrace.filter(isOfLoupe).length;
  return {
    calls: joined,
    count,
    others: spans.length - inTrace.length,
    outside: inTrace.length - count - own,
    own,
  };
}

interface TracedCall {
  readonly exchange: Exchange;
  readonly traceId: string;
  /** The span that Loupe derives for the call, and the one that sent its request. */
  readonly spanId: string;
  readonly senderId: string | undefined;
  readonly time: WallTimeRange;
  /** It has not ended. */
  readonly isOpen: boolean;
}

function findCalls(timeline: Timeline, name: string, clock: WallClock): TracedCall[] {
  const ids = new SpanIds({ timeline, name });
  return timeline.exchanges.filter(isCall).map((exchange) => {
    const { traceId, spanId } = getCallPlace(ids, timeline, exchange).span;
    const senderId = findTraceContext(exchange)?.parentId;
    const time = getCallTime(clock, exchange);
    const isOpen = exchange.end === null;
    return { exchange, traceId, spanId, senderId, time, isOpen };
  });
}

const isOfLoupe = ({ attributes }: ImportedSpan): boolean => attributes.has(ATTRIBUTE.recording);

const getSpanKey = (traceId: string, spanId: string) => `${traceId}/${spanId}`;

/** Whose a span is: a call's, the caller's, or unknown because its oldest ancestor is missing. */
type Owner =
  | { readonly kind: "call"; readonly call: TracedCall }
  | { readonly kind: "caller" }
  | { readonly kind: "unknown"; readonly root: ImportedSpan };

const CALLER: Owner = { kind: "caller" };

/** Finds the call of each span: by its ancestors, or by its time if they are missing. */
class Assignment {
  readonly #byId: ReadonlyMap<string, ImportedSpan>;
  readonly #calls: readonly TracedCall[];
  readonly #callsBySpan = new Map<string, TracedCall[]>();
  readonly #owners = new Map<ImportedSpan, Owner>();
  readonly #spans = new Map<TracedCall, ImportedSpan[]>();
  readonly #byTime = new Set<ImportedSpan>();

  constructor(calls: readonly TracedCall[], spans: readonly ImportedSpan[], isDated: boolean) {
    this.#calls = calls;
    this.#byId = new Map(spans.map((span) => [getSpanKey(span.traceId, span.spanId), span]));
    for (const call of calls) {
      for (const id of [call.spanId, call.senderId]) {
        if (id === undefined) continue;
        getOrCreate(this.#callsBySpan, getSpanKey(call.traceId, id), () => []).push(call);
      }
    }
    for (const { traceId, senderId } of calls) this.#markCallers(traceId, senderId);
    for (const span of spans) {
      if (isOfLoupe(span)) continue;
      const call = this.#findCall(span, isDated);
      if (call) getOrCreate(this.#spans, call, () => []).push(span);
    }
  }

  getSpans(call: TracedCall): readonly ImportedSpan[] {
    return this.#spans.get(call) ?? [];
  }

  isByTime(span: ImportedSpan): boolean {
    return this.#byTime.has(span);
  }

  /** The span that sent a request, and its ancestors, unless they are below a call themselves. */
  #markCallers(traceId: string, senderId: string | undefined): void {
    const path = new Set<ImportedSpan>();
    let key = getSpanKey(traceId, senderId ?? "");
    for (;;) {
      const span = this.#byId.get(key);
      if (!span || path.has(span) || this.#owners.has(span)) break;
      path.add(span);
      key = getSpanKey(traceId, span.parentId);
      if (this.#callsBySpan.has(key)) return;
    }
    for (const span of path) this.#owners.set(span, CALLER);
  }

  #findCall(span: ImportedSpan, isDated: boolean): TracedCall | undefined {
    const owner = this.#findOwner(span);
    if (owner.kind === "call") return owner.call;
    if (owner.kind === "caller" || !isDated) return undefined;
    const { root } = owner;
    const call = this.#calls.findLast(
      ({ traceId, time, isOpen }) =>
        traceId === root.traceId && root.start >= time.start && (isOpen || root.start <= time.end),
    );
    if (call) this.#byTime.add(span);
    return call;
  }

  /** Without recursion: a trace may be thousands of spans deep. */
  #findOwner(span: ImportedSpan): Owner {
    const path: ImportedSpan[] = [];
    const seen = new Set<ImportedSpan>();
    let owner: Owner | undefined;
    for (let at = span; !owner; ) {
      owner = this.#owners.get(at);
      if (owner) break;
      path.push(at);
      seen.add(at);
      const key = getSpanKey(at.traceId, at.parentId);
      const sent = this.#callsBySpan.get(key);
      const parent = this.#byId.get(key);
      if (sent) owner = { kind: "call", call: chooseByTime(sent, at) };
      else if (!parent || seen.has(parent)) owner = { kind: "unknown", root: at };
      else at = parent;
    }
    for (const one of path) this.#owners.set(one, owner);
    return owner;
  }
}

/** Several calls may have the same sender: the last one that had begun. */
function chooseByTime(calls: readonly TracedCall[], { start }: ImportedSpan): TracedCall {
  const [first, ...rest] = calls;
  if (!first) throw new Error("no call");
  return rest.reduce((found, call) => (call.time.start <= start ? call : found), first);
}

function placeSpans(
  clock: WallClock,
  call: TracedCall,
  spans: readonly ImportedSpan[],
  assignment: Assignment,
): JoinedCall {
  const tree = buildSpanTree(spans);
  const { offset, correction } = findCorrection(clock, call, tree.roots);
  const toTime = (wall: bigint) =>
    clock.isTimed ? clock.getRecordingTime(wall + offset) : Number.NaN;
  const placed: JoinedSpan[] = [];
  const stack = tree.roots.toReversed().map((span) => ({ span, depth: 0 }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { span, depth } = next;
    placed.push({ span, depth, start: toTime(span.start), end: toTime(span.end) });
    for (const child of (tree.children.get(span) ?? []).toReversed()) {
      stack.push({ span: child, depth: depth + 1 });
    }
  }
  return {
    exchange: call.exchange.index,
    spans: placed,
    services: [...new Set(placed.map(({ span }) => span.service).filter(Boolean))],
    byTime: spans.filter((span) => assignment.isByTime(span)).length,
    offset: Number(offset) / 1e6,
    correction,
  };
}

/** Clocks are written with milliseconds. */
const TOLERANCE_NS = 2_000_000n;

interface Correction {
  readonly offset: bigint;
  readonly correction: TimeCorrection | null;
}

/**
 * A span of the agent begins neither before the request was sent nor after the response has ended. If
 * it seems so, its clock is off: the spans are put into the middle of the call, as if request and
 * response took equally long, or at its start if they last longer.
 */
function findCorrection(
  clock: WallClock,
  { time, isOpen }: TracedCall,
  roots: readonly ImportedSpan[],
): Correction {
  const start = reduceTimes(roots, "start", (a, b) => (a < b ? a : b));
  const end = reduceTimes(roots, "end", (a, b) => (a > b ? a : b));
  const isPossible =
    start >= time.start - TOLERANCE_NS && (isOpen || start <= time.end + TOLERANCE_NS);
  if (clock.isDated && isPossible) return { offset: 0n, correction: null };
  const room = isOpen ? 0n : time.end - time.start - (end - start);
  const target = time.start + (room > 0n ? room / 2n : 0n);
  return { offset: target - start, correction: clock.isDated ? "clock" : "undated" };
}

function reduceTimes(
  spans: readonly ImportedSpan[],
  which: "start" | "end",
  choose: (a: bigint, b: bigint) => bigint,
): bigint {
  return spans.map((span) => span[which]).reduce(choose);
}
