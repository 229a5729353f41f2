/**
 * What of a recording can answer a client: its exchanges in the order in which they were asked,
 * each with what was asked and what came back, and the agent's card.
 *
 * Guarantees: nothing that was recorded is changed; what cannot answer anybody is counted.
 */

import { mayServeCard } from "../../protocol/card/candidates.ts";
import { findStatedVersion } from "../../protocol/card/card-version.ts";
import { looksLikeCard } from "../../protocol/card/detect-card.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import type { Operation, RpcRequest } from "../../protocol/model.ts";
import { readRecordedRequest } from "../../protocol/request-from-record.ts";
import type { Binding, Version } from "../../protocol/versions.ts";
import { isGrpcContentType } from "../../wire/grpc-framer.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import { formatPlural } from "../../wire/plural.ts";
import type {
  DataRecord,
  EndRecord,
  HeadRecord,
  OpenRecord,
  WireRecord,
} from "../../wire/record.ts";
import { detectExchangeVersion } from "./detect-exchange-version.ts";
import { splitTurns } from "./logs-without-http.ts";
import { getMessageText } from "./message-text.ts";
import { tryParseJson } from "./try-parse-json.ts";

export interface RecordedExchange {
  /** From 1, in the order in which they were asked. */
  readonly number: number;
  readonly open: OpenRecord;
  /** `null` where the log has none, or none came. */
  readonly head: HeadRecord | null;
  readonly data: readonly DataRecord[];
  readonly end: EndRecord | null;
  /** `null` where the log does not say what was asked. */
  readonly request: RpcRequest | null;
  /** What it can be asked for; of an answer without a question, what such an answer is given to. */
  readonly operation: Operation | null;
  /** The words of the message that was sent. */
  readonly text: string | null;
  readonly version: Version;
  readonly binding: Binding;
  /** What 0.1 called the context. */
  readonly sessionId: string | null;
  /** The task that its message went on with; `null` where it began one. */
  readonly continuedTaskId: string | null;
}

export interface RecordedCard {
  readonly value: JsonObject;
  readonly url: string;
}

export interface ReplaySource {
  readonly name: string | null;
  readonly exchanges: readonly RecordedExchange[];
  readonly card: RecordedCard | null;
  /** In words, what of the log answers nobody. */
  readonly left: readonly string[];
}

/** An exchange as its records say it. */
export interface RawExchange {
  readonly open: OpenRecord;
  head: HeadRecord | null;
  readonly data: DataRecord[];
  end: EndRecord | null;
}

/** Takes a log's records in their order. */
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
    const left = { grpc: 0, inbound: 0, unreached: 0 };
    const exchanges: RecordedExchange[] = [];
    const seen = new Set<string>();
    const turns = [...this.#exchanges.values()].flatMap(splitTurns);
    const card = findCard(turns);
    const stated = card && findStatedVersion(card.value);
    for (const raw of turns) {
      if (raw.open.inbound) left.inbound++;
      else if (isOverGrpc(raw)) left.grpc++;
      else if (!hasResponse(raw)) left.unreached++;
      else exchanges.push(toRecordedExchange(raw, exchanges.length + 1, seen, stated));
    }
    return { name: this.#name, exchanges, card, left: describeOmitted(left) };
  }
}

export function createReplaySource(records: Iterable<WireRecord>): ReplaySource {
  const reader = new ReplaySourceBuilder();
  for (const record of records) reader.push(record);
  return reader.build();
}

function isOverGrpc({ open, head }: RawExchange): boolean {
  const types = [open, head].map((it) => getHeaderValue(it?.headers ?? [], "content-type") ?? "");
  return open.framing === "grpc" || types.some(isGrpcContentType);
}

/** Something came back, or the silence itself is what came. */
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
  const asked = readRecordedRequest(open);
  const { version, binding, sessionId } = detectExchangeVersion(raw, asked, cardVersion);
  const isKnown = asked !== null || open.method !== "";
  const operation = isKnown ? (asked?.operation ?? null) : "stream";
  const named = asked?.message?.taskId ?? asked?.taskId ?? null;
  // The client of 0.1 names every task itself, a new one too.
  const isNew = version === "0.1" && named !== null && !seen.has(named);
  if (named !== null) seen.add(named);
  const continues = isNew ? null : named;
  const words = getMessageText(asked?.message ?? null);
  return {
    ...raw,
    number,
    request: asked,
    operation,
    text: words,
    version,
    binding,
    sessionId,
    continuedTaskId: continues,
  };
}

/** The newest card that an answer was. */
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
    formatCount(grpc, "over gRPC, which is not served"),
    formatCount(inbound, "that came as a notification"),
    formatCount(unreached, "that never reached an agent"),
  ].filter((line) => line !== null);
}

function formatCount(many = 0, what: string): string | null {
  if (many === 0) return null;
  return `${formatPlural(many, "exchange")} ${what}`;
}
