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
import { turnsOf } from "./bare.ts";
import { evidenceOf } from "./evidence.ts";
import { parsedJson } from "./parsed.ts";
import { wordsOf } from "./words.ts";

export interface RecordedExchange {
  /** From 1, in the order in which they were asked. */
  readonly number: number;
  readonly open: OpenRecord;
  /** `null` where the log has none, or none came. */
  readonly head: HeadRecord | null;
  readonly data: readonly DataRecord[];
  readonly end: EndRecord | null;
  /** `null` where the log does not say what was asked. */
  readonly asked: RpcRequest | null;
  /** What it can be asked for; of an answer without a question, what such an answer is given to. */
  readonly operation: Operation | null;
  /** The words of the message that was sent. */
  readonly words: string | null;
  readonly version: Version;
  readonly binding: Binding;
  /** What 0.1 called the context. */
  readonly sessionId: string | null;
  /** The task that its message went on with; `null` where it began one. */
  readonly continues: string | null;
}

export interface RecordedCard {
  readonly value: JsonObject;
  readonly url: string;
}

export interface Script {
  readonly name: string | null;
  readonly exchanges: readonly RecordedExchange[];
  readonly card: RecordedCard | null;
  /** In words, what of the log answers nobody. */
  readonly left: readonly string[];
}

/** An exchange as its records say it. */
export interface Raw {
  readonly open: OpenRecord;
  head: HeadRecord | null;
  readonly data: DataRecord[];
  end: EndRecord | null;
}

/** Takes a log's records in their order. */
export class ScriptReader {
  readonly #raw = new Map<string, Raw>();
  #name: string | null = null;

  push(record: WireRecord): void {
    if (record.r === "loupe") this.#name = record.name ?? null;
    if (record.r === "open" && !this.#raw.has(record.x)) {
      this.#raw.set(record.x, { open: record, head: null, data: [], end: null });
    }
    if (record.r !== "head" && record.r !== "data" && record.r !== "end") return;
    const raw = this.#raw.get(record.x);
    if (!raw || raw.end) return;
    if (record.r === "data") raw.data.push(record);
    else if (record.r === "end") raw.end = record;
    else raw.head ??= record;
  }

  script(): Script {
    const left = { grpc: 0, inbound: 0, unreached: 0 };
    const exchanges: RecordedExchange[] = [];
    const seen = new Set<string>();
    const turns = [...this.#raw.values()].flatMap(turnsOf);
    const card = findCard(turns);
    const stated = card && findStatedVersion(card.value);
    for (const raw of turns) {
      if (raw.open.inbound) left.inbound++;
      else if (isOverGrpc(raw)) left.grpc++;
      else if (!wasAnswered(raw)) left.unreached++;
      else exchanges.push(readExchange(raw, exchanges.length + 1, seen, stated));
    }
    return { name: this.#name, exchanges, card, left: inWords(left) };
  }
}

export function scriptOf(records: Iterable<WireRecord>): Script {
  const reader = new ScriptReader();
  for (const record of records) reader.push(record);
  return reader.script();
}

function isOverGrpc({ open, head }: Raw): boolean {
  const types = [open, head].map((it) => getHeaderValue(it?.headers ?? [], "content-type") ?? "");
  return open.framing === "grpc" || types.some(isGrpcContentType);
}

/** Something came back, or the silence itself is what came. */
function wasAnswered({ head, data, end }: Raw): boolean {
  return head !== null || data.length > 0 || SILENCE.has(end?.cause ?? "");
}

const SILENCE: ReadonlySet<string> = new Set(["reset", "timeout", "aborted"]);

function readExchange(
  raw: Raw,
  number: number,
  seen: Set<string>,
  cardVersion: string | null,
): RecordedExchange {
  const { open } = raw;
  const asked = readRecordedRequest(open);
  const { version, binding, sessionId } = evidenceOf(raw, asked, cardVersion);
  const isKnown = asked !== null || open.method !== "";
  const operation = isKnown ? (asked?.operation ?? null) : "stream";
  const named = asked?.message?.taskId ?? asked?.taskId ?? null;
  // The client of 0.1 names every task itself, a new one too.
  const isNew = version === "0.1" && named !== null && !seen.has(named);
  if (named !== null) seen.add(named);
  const continues = isNew ? null : named;
  const words = wordsOf(asked?.message ?? null);
  return { ...raw, number, asked, operation, words, version, binding, sessionId, continues };
}

/** The newest card that an answer was. */
function findCard(turns: readonly Raw[]): RecordedCard | null {
  for (const raw of turns.toReversed()) {
    const { open, data } = raw;
    const isLookup = open.method === "GET" && !open.inbound && readRecordedRequest(open) === null;
    if (!isLookup || isOverGrpc(raw) || !wasAnswered(raw)) continue;
    const value = parsedJson(data.map(({ text = "" }) => text).join(""));
    if (isObject(value) && looksLikeCard(value, mayServeCard(open.url)))
      return { value, url: open.url };
  }
  return null;
}

function inWords({ grpc, inbound, unreached }: Readonly<Record<string, number>>): string[] {
  return [
    count(grpc, "over gRPC, which is not served"),
    count(inbound, "that came as a notification"),
    count(unreached, "that never reached an agent"),
  ].filter((line) => line !== null);
}

function count(many = 0, what: string): string | null {
  if (many === 0) return null;
  return `${formatPlural(many, "exchange")} ${what}`;
}
