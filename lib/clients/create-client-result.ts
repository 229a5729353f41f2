/** Builds the result of a client from what its driver printed about each response. */

import { isObject } from "../protocol/json.ts";
import { readReceived, type WireEvent } from "./client-event.ts";
import type {
  ClientDifference,
  ClientEdit,
  ClientResult,
  ClientVerdict,
  DriverOutput,
  ExchangeResult,
} from "./client-result.ts";
import { compareEvents, type EventDifference } from "./compare-events.ts";
import { toJsonValue } from "./meaning.ts";
import { formatClientSentence } from "./sentence.ts";
import type { WireResponse } from "./wire-response.ts";

interface ExchangeName {
  readonly exchange: number;
  readonly id: string;
  readonly edits?: readonly ClientEdit[];
}

/** Compares what a driver printed with the response that it was served. */
export function createExchangeResult(
  { exchange, id, edits = [] }: ExchangeName,
  response: WireResponse,
  output: DriverOutput,
): ExchangeResult {
  const received = output.events.flatMap((value) => readReceived(value, response.context));
  const { differences, partners } = compareEvents(response.events, received);
  const found = output.hasAsked ? applyThrown(differences, response, partners, output) : [];
  const listed = found.map((one) => describe(one, exchange, response.events));
  const kinds = new Map(found.map(({ wire, kind }) => [wire?.number, kind]));
  const thrownAt = found.find(({ kind }) => kind === "thrown")?.wire?.number ?? Infinity;
  return {
    exchange,
    id,
    edits,
    verdict: output.failure !== null ? "failed" : listed.length > 0 ? "differs" : "same",
    wire: response.events.length,
    received: received.length,
    differences: listed,
    failure: output.failure,
    events: response.events.map(({ number, title, frame, runEvent }) => ({
      event: number,
      frame: frame || null,
      runEvent,
      title,
      // Behind an error that was thrown, nothing arrives, and nothing that was not asked for.
      outcome: kinds.get(number) ?? (number > thrownAt || !output.hasAsked ? "lost" : "equal"),
    })),
  };
}

export function createClientResult(
  name: string,
  exchanges: readonly ExchangeResult[],
): ClientResult {
  const has = (verdict: ClientVerdict) => exchanges.some((one) => one.verdict === verdict);
  const verdict = has("failed") ? "failed" : has("differs") ? "differs" : "same";
  const differences = exchanges.flatMap((one) => one.differences);
  return {
    name,
    verdict,
    sentence: formatClientSentence(name, exchanges, differences),
    differences,
    exchanges,
  };
}

interface FoundDifference extends EventDifference {
  readonly error?: string;
  readonly missing?: number;
}

/** An error that was thrown stands for all events behind it; an error of the wire explains it. */
function applyThrown(
  differences: readonly EventDifference[],
  { events, isBroken }: WireResponse,
  partners: readonly number[],
  { thrown }: DriverOutput,
): FoundDifference[] {
  if (thrown === null) return [...differences];
  const last = partners.findLastIndex((partner) => partner >= 0);
  const isBehind = ({ kind, wire }: EventDifference) =>
    kind === "lost" && (wire?.number ?? 0) > last + 1;
  const missing = differences.filter(isBehind);
  const others = differences.filter((one) => !isBehind(one));
  const [first, ...rest] = missing;
  const error = thrown.message;
  if (!first) {
    const isExplained = isBroken || events.findLast(({ isValid }) => isValid)?.kind === "error";
    const at = { kind: "thrown", wire: null, received: null, change: null } as const;
    return isExplained ? others : [...others, { ...at, error, missing: 0 }];
  }
  if (first.wire?.kind !== "error") {
    return [...others, { ...first, kind: "thrown", error, missing: missing.length }];
  }
  const old = getErrorMembers(first.wire);
  if (first.wire.isHttpError || mentionsError(thrown.text, old)) return [...others, ...rest];
  const change = { member: "error.message", old: old.message, new: error };
  return [...others, { ...first, kind: "changed", change }, ...rest];
}

function getErrorMembers({ meaning }: WireEvent): Readonly<Record<string, unknown>> {
  return isObject(meaning.error) ? meaning.error : {};
}

/** Whether a thrown error says what the wire's error said: its message, its code or its reason. */
function mentionsError(text: string, { message, code, reason }: Readonly<Record<string, unknown>>) {
  const flat = (value: unknown) =>
    String(value)
      .toLowerCase()
      .replace(/[\W_]+/g, "");
  const thrown = flat(text);
  const says = (value: unknown) => flat(value) !== "" && thrown.includes(flat(value));
  return [message, code, reason].some((value) => value !== undefined && says(value));
}

function describe(
  { kind, wire, received, change, error, missing }: FoundDifference,
  exchange: number,
  events: readonly WireEvent[],
): ClientDifference {
  const reason = wire && findReason(wire, events);
  return {
    kind,
    event: wire?.number ?? null,
    frame: wire?.frame || null,
    runEvent: wire?.runEvent ?? null,
    exchange,
    title: wire?.title ?? (kind === "thrown" ? "the end" : "an event"),
    ...(received !== null && { received }),
    ...(change && {
      member: change.member,
      old: toJsonValue(change.old),
      new: toJsonValue(change.new),
    }),
    ...(error !== undefined && { error }),
    ...(missing !== undefined && { missing }),
    ...(reason && { reason }),
  };
}

function findReason(wire: WireEvent, events: readonly WireEvent[]): string | null {
  if (wire.flaw !== null) return wire.flaw;
  const before = events[wire.number - 2];
  if (before?.isValid === false) return `it follows what is no event of A2A: ${before.title}`;
  return null;
}
