/**
 * Source of a replay: the exchanges of a recording in request order, each with its request and
 * response, and the agent's card.
 *
 * Guarantees: nothing recorded is changed; exchanges that cannot be replayed are counted.
 */

import { mayServeCard } from "../../protocol/card/candidates.ts";
import { findStatedVersion } from "../../protocol/card/card-version.ts";
import { looksLikeCard } from "../../protocol/card/detect-card.ts";
import { isObject, type JsonObject, tryParseJson } from "../../protocol/json.ts";
import type { Operation, RpcRequest } from "../../protocol/model.ts";
import { readRecordedRequest } from "../../protocol/request-from-record.ts";
import type { Binding, Version } from "../../protocol/versions.ts";
import { formatPlural } from "../../text/plural.ts";
import { isGrpcContentType } from "../../wire/grpc-framer.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type {
  DataRecord,
  EndRecord,
  HeadRecord,
  OpenRecord,
  WireRecord,
} from "../../wire/record.ts";
import { detectExchangeVersion } from "./detect-exchange-version.ts";
import { type RawExchange, splitTurns } from "./logs-without-http.ts";
import { getMessageText } from "./message-text.ts";

export interface RecordedExchange {
  /** From 1, in request order. */
  readonly number: number;
  readonly open: OpenRecord;
  /** `null` if the log has none. */
  readonly head: HeadRecord | null;
  readonly data: readonly DataRecord[];
  readonly end: EndRecord | null;
  /** `null` if the log does not have the request. */
  readonly request: RpcRequest | null;
  /** The operation it answers; for a response without a request, the one that has such responses. */
  readonly operation: Operation | null;
  /** The text of the message that was sent. */
  readonly text: string | null;
  readonly version: Version;
  readonly binding: Binding;
  /** The context's id in 0.1. */
  readonly sessionId: string | null;
  /** The task that its message continued; `null` if it started one. */
  readonly continuedTaskId: string | null;
}

interface RecordedCard {
  readonly value: JsonObject;
  readonly url: string;
}

export interface ReplaySource {
  readonly name: string | null;
  readonly exchanges: readonly RecordedExchange[];
  readonly card: RecordedCard | null;
  /** Counts of the exchanges that cannot be replayed, in words. */
  readonly left: readonly string[];
}

/** Builds a source from a log's records in order. */
export class ReplaySourceBuilder {
  readonly #exchanges = new Map<string, RawExchange>();
  #name: string | null = null;

  push(record: WireRecord): void {
    if (record.r === "loupe") this.#name = record.name ?? null;
    if (record.r === "open" && !this.#exchanges.has(record.x)) {
      this.#exchanges.set(record.x, { open: record, head: null, data: [], end: null });
    }
    if (record.r !== "head" && record.r !== "data" && record.r !== "end") return;
    const raw = this.#exchanges.get(record.x);
    if (!raw || raw.end) return;
    if (record.r === "data") raw.data.push(record);
    else if (record.r === "end") raw.end = record;
    else raw.head ??= record;
  }

  build(): ReplaySource {
    const omitted = { grpc: 0, inbound: 0, unreached: 0 };
    const exchanges: RecordedExchange[] = [];
    const seen = new Set<string>();
    const turns = [...this.#exchanges.values()].flatMap(splitTurns);
    const card = findCard(turns);
    const stated = card && findStatedVersion(card.value);
    for (const raw of turns) {
      if (raw.open.inbound) omitted.inbound++;
      else if (isOverGrpc(raw)) omitted.grpc++;
      else if (!hasResponse(raw)) omitted.unreached++;
      else exchanges.push(toRecordedExchange(raw, exchanges.length + 1, seen, stated));
    }
    return { name: this.#name, exchanges, card, left: describeOmitted(omitted) };
  }
}

export function createReplaySource(records: Iterable<WireRecord>): ReplaySource {
  const builder = new ReplaySourceBuilder();
  for (const record of records) builder.push(record);
  return builder.build();
}

function isOverGrpc({ open, head }: RawExchange): boolean {
  const types = [open, head].map((it) => getHeaderValue(it?.headers ?? [], "content-type") ?? "");
  return open.framing === "grpc" || types.some(isGrpcContentType);
}

/** True if there is something to replay: a response, or the recorded lack of one. */
function hasResponse({ head, data, end }: RawExchange): boolean {
  return head !== null || data.length > 0 || SILENT_CAUSES.has(end?.cause ?? "");
}

const SILENT_CAUSES: ReadonlySet<string> = new Set(["reset", "timeout", "aborted"]);

function toRecordedExchange(
  raw: RawExchange,
  number: number,
  seen: Set<string>,
  cardVersion: string | null,
): RecordedExchange {
  const { open } = raw;
  const request = readRecordedRequest(open);
  const { version, binding, sessionId } = detectExchangeVersion(raw, request, cardVersion);
  const isKnown = request !== null || open.method !== "";
  const operation = isKnown ? (request?.operation ?? null) : "stream";
  const named = request?.message?.taskId ?? request?.taskId ?? null;
  // In 0.1 the client names every task, new ones too.
  const isNew = version === "0.1" && named !== null && !seen.has(named);
  if (named !== null) seen.add(named);
  const continues = isNew ? null : named;
  const text = getMessageText(request?.message ?? null);
  return {
    ...raw,
    number,
    request,
    operation,
    text,
    version,
    binding,
    sessionId,
    continuedTaskId: continues,
  };
}

/** The newest agent card among the responses. */
function findCard(turns: readonly RawExchange[]): RecordedCard | null {
  for (const raw of turns.toReversed()) {
    const { open, data } = raw;
    const isLookup = open.method === "GET" && !open.inbound && readRecordedRequest(open) === null;
    if (!isLookup || isOverGrpc(raw) || !hasResponse(raw)) continue;
    const value = tryParseJson(data.map(({ text = "" }) => text).join(""));
    if (isObject(value) && looksLikeCard(value, mayServeCard(open.url)))
      return { value, url: open.url };
  }
  return null;
}

function describeOmitted({ grpc, inbound, unreached }: Readonly<Record<string, number>>): string[] {
  return [
    formatCount(grpc, "over gRPC, which cannot be replayed"),
    formatCount(inbound, "received as a push notification"),
    formatCount(unreached, "that never reached an agent"),
  ].filter((line) => line !== null);
}

function formatCount(many = 0, what: string): string | null {
  if (many === 0) return null;
  return `${formatPlural(many, "exchange")} ${what}`;
}
