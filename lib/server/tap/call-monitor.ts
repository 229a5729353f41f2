/**
 * Summarizes each exchange that passes a tap when it ends: who called whom, what for, and how it
 * went.
 *
 * Guarantees: keeps only the exchanges that are running, and of each no more than a limit; what came
 * after that is counted, not analyzed.
 */

import type { VerdictSummary } from "../../api/recording-metadata.ts";
import { createLinter } from "../../lint/linter.ts";
import { getProblemsAt, type Severity } from "../../lint/problems.ts";
import { getVerdictAt, toVerdictSummary } from "../../lint/verdict.ts";
import { parseCardSource } from "../../protocol/card/rewrite-card.ts";
import type { Operation } from "../../protocol/model.ts";
import { createExchangeReport } from "../../report/exchange-report.ts";
import { getExchangeCard } from "../../timeline/cards.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { findCallerName, findCardName } from "../../timeline/hops/agent-names.ts";
import { Ingest } from "../../timeline/ingest.ts";
import type { CheckedSignature, OpenHop, WireRecord } from "../../wire/record.ts";
import {
  type BoundCredential,
  findBoundCredentials,
  requiresClientCertificate,
} from "./bound-credentials.ts";
import { bypassesTap } from "./card-addresses.ts";
import type { TapProxy, TapRoute } from "./tap-route.ts";

/** One exchange between two programs, as it is reported when it has ended. */
export interface TapCall {
  readonly exchange: string;
  readonly hop: OpenHop;
  /** The names of the agents, by the cards that passed; `null` if unknown. */
  readonly from: string | null;
  readonly to: string | null;
  readonly url: string;
  readonly httpMethod: string;
  readonly operation: Operation | null;
  /** The method as it was spelled; the HTTP method if the request is none of A2A. */
  readonly method: string;
  readonly version: string;
  readonly binding: string;
  readonly status: number | null;
  /** How the connection ended. */
  readonly end: string;
  readonly verdict: VerdictSummary;
  readonly task: { readonly id: string; readonly state: string | null } | null;
  readonly durationMs: number | null;
  readonly events: number;
  /** How many rules it breaks, by severity. */
  readonly findings: Readonly<Record<Severity, number>>;
  /** Interfaces in the card that it returned which lead past the tap. */
  readonly bypasses: readonly string[];
  /** What a reverse tap breaks about it. */
  readonly broken: readonly BoundCredential[];
  /** The agent's signatures of a card that the tap changed. */
  readonly signatures: readonly CheckedSignature[];
  /** False if the response was longer than what is analyzed live. */
  readonly isWhole: boolean;
}

/** Where the tap listens. */
export interface TapPlaces {
  readonly routes: readonly TapRoute[];
  readonly proxy: TapProxy | null;
}

const MAX_ANALYZED_CHARACTERS = 1 << 24;

interface RunningCall {
  readonly ingest: Ingest;
  readonly hop: OpenHop;
  characters: number;
}

export class CallMonitor {
  readonly #running = new Map<string, RunningCall>();
  /** Names of agents, by target. */
  readonly #names = new Map<string, string>();
  readonly #places: TapPlaces;
  readonly #onCall: (call: TapCall) => void;

  constructor(places: TapPlaces, onCall: (call: TapCall) => void) {
    this.#places = places;
    this.#onCall = onCall;
  }

  push(record: WireRecord): void {
    if (record.r === "open" && record.hop) {
      const ingest = new Ingest({ observer: createLinter() });
      this.#running.set(record.x, { ingest, hop: record.hop, characters: 0 });
    }
    const call = "x" in record && record.x !== undefined ? this.#running.get(record.x) : undefined;
    if (!call) return;
    if (record.r === "data") call.characters += (record.text ?? record.b64 ?? "").length;
    if (record.r !== "data" || call.characters <= MAX_ANALYZED_CHARACTERS) call.ingest.push(record);
    if (record.r !== "end") return;
    this.#running.delete(record.x);
    const summary = this.#summarize(call);
    if (summary) this.#onCall(summary);
  }

  #summarize({ ingest, hop, characters }: RunningCall): TapCall | null {
    const { timeline } = ingest;
    const [exchange] = timeline.exchanges;
    if (!exchange) return null;
    const n = timeline.lastEvent;
    const card = getExchangeCard(timeline, exchange);
    const name = findCardName(timeline, exchange, n);
    if (name !== null) this.#names.set(hop.target, name);
    const { request, open, end } = exchange;
    const delivered = end?.record.hop?.delivered?.body ?? card?.text;
    const report = createExchangeReport(timeline, exchange, n);
    const task = timeline.tasks[exchange.tasks.at(-1)?.task ?? -1];
    const findings = { error: 0, warning: 0, info: 0 };
    for (const { severity } of getProblemsAt(timeline, n)) findings[severity] += 1;
    return {
      exchange: exchange.id,
      hop,
      from: findCallerName(hop.caller, this.#names),
      to: this.#names.get(hop.target) ?? null,
      url: open.record.url,
      httpMethod: open.record.method,
      operation: request?.operation ?? null,
      method: report.method,
      version: report.version,
      binding: report.binding,
      status: report.status,
      end: report.end,
      verdict: toVerdictSummary(getVerdictAt(timeline, n)),
      task: task ? { id: task.id, state: task.stateLabel } : null,
      durationMs: report.durationMs,
      events: n + 1,
      findings,
      bypasses: delivered === undefined ? [] : this.#findBypasses(delivered, hop),
      broken: hop.via === "reverse" ? findBroken(exchange, delivered) : [],
      signatures: end?.record.hop?.delivered?.signatures ?? [],
      isWhole: characters <= MAX_ANALYZED_CHARACTERS,
    };
  }

  #findBypasses(text: string, { via }: OpenHop): string[] {
    const { routes, proxy } = this.#places;
    const targets = via === "forward" ? (proxy?.targets ?? []) : [];
    const urls = parseCardSource(text)?.urls.map(({ url }) => url) ?? [];
    return [...new Set(urls)].filter((url) => bypassesTap(url, routes, targets));
  }
}

function findBroken({ open, end }: Exchange, card: string | undefined): BoundCredential[] {
  const { headers, url } = open.record;
  const source = card === undefined ? null : parseCardSource(card);
  const needsCertificate =
    requiresClientCertificate(source?.node.value) ||
    /client certificate/.test(end?.record.error?.message ?? "");
  return [
    ...findBoundCredentials(headers, url),
    ...(needsCertificate ? (["client certificate"] as const) : []),
  ];
}
