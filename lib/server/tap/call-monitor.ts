/**
 * Summarizes each exchange that passes a tap when it ends: who called whom, what for, and how it
 * went. It says the same as the commands do about the log, as of that event: they read the exchanges
 * before it too.
 *
 * Guarantees: keeps no more than a limit. Of a longer exchange, the rest is counted, not analyzed; when
 * all exchanges together are longer, those that begin are analyzed without those before.
 */

import type { VerdictSummary } from "../../api/recording-metadata.ts";
import { Interpretation } from "../../dialects/interpretation.ts";
import { createLinter } from "../../lint/linter.ts";
import { getProblemsAt, type Severity } from "../../lint/problems.ts";
import { getExchangeVerdict } from "../../lint/verdict/exchange-verdict.ts";
import { toVerdictSummary } from "../../lint/verdict.ts";
import { parseCardSource } from "../../protocol/card/rewrite-card.ts";
import type { Operation } from "../../protocol/model.ts";
import { createExchangeReport } from "../../report/exchange-report.ts";
import { getExchangeCard } from "../../timeline/cards.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { findCallingAgent, findCardName } from "../../timeline/hops/agent-names.ts";
import { Ingest } from "../../timeline/ingest.ts";
import type { TaskLane } from "../../timeline/task.ts";
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
  /** The error in the response, by its name and code. */
  readonly error: string | null;
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
interface TapPlaces {
  readonly routes: readonly TapRoute[];
  readonly proxy: TapProxy | null;
}

const MAX_ANALYZED_CHARACTERS = 1 << 24;

/** Exchanges that are analyzed together, as those of one log. */
class Analysis {
  readonly ingest = new Ingest({ observer: createLinter() });
  readonly interpretation = new Interpretation(this.ingest.timeline);
  characters = 0;
}

interface RunningCall {
  readonly analysis: Analysis;
  readonly hop: OpenHop;
  characters: number;
}

export class CallMonitor {
  readonly #running = new Map<string, RunningCall>();
  /** Names of agents, by target. */
  readonly #names = new Map<string, string>();
  readonly #places: TapPlaces;
  readonly #onCall: (call: TapCall) => void;
  #analysis = new Analysis();

  constructor(places: TapPlaces, onCall: (call: TapCall) => void) {
    this.#places = places;
    this.#onCall = onCall;
  }

  push(record: WireRecord): void {
    if (record.r === "open" && record.hop) {
      if (this.#analysis.characters > MAX_ANALYZED_CHARACTERS) this.startLog();
      const call = { analysis: this.#analysis, hop: record.hop, characters: 0 };
      this.#running.set(record.x, call);
    }
    const call = "x" in record && record.x !== undefined ? this.#running.get(record.x) : undefined;
    if (!call) return;
    const length = record.r === "data" ? (record.text ?? record.b64 ?? "").length : 0;
    call.characters += length;
    if (record.r !== "data" || call.characters <= MAX_ANALYZED_CHARACTERS) {
      call.analysis.characters += length;
      call.analysis.ingest.push(record);
    }
    if (record.r !== "end") return;
    this.#running.delete(record.x);
    const summary = this.#summarize(record.x, call);
    if (summary) this.#onCall(summary);
  }

  /** Exchanges that begin from now on are in another log. */
  startLog(): void {
    this.#analysis = new Analysis();
  }

  #summarize(id: string, { analysis, hop, characters }: RunningCall): TapCall | null {
    const { timeline } = analysis.ingest;
    const interpretation = analysis.interpretation.update();
    const exchange = timeline.exchangeById.get(id);
    const tapped = exchange && timeline.callTree.find(exchange.index);
    if (!exchange || !tapped) return null;
    const n = timeline.lastEvent;
    const card = getExchangeCard(timeline, exchange);
    const name = findCardName(timeline, exchange, n);
    if (name !== null) this.#names.set(hop.target, name);
    const { request, open, end, events } = exchange;
    const delivered = end?.record.hop?.delivered?.body ?? card?.text;
    const report = createExchangeReport(timeline, exchange, n);
    const task = timeline.tasks[exchange.tasks.at(-1)?.task ?? -1];
    const findings = { error: 0, warning: 0, info: 0 };
    for (const { severity } of getProblemsAt(timeline, n, interpretation, exchange.index)) {
      findings[severity] += 1;
    }
    const verdict = getExchangeVerdict(timeline, exchange, n, interpretation);
    return {
      exchange: exchange.id,
      hop,
      from: findCallingAgent(tapped, this.#names, n),
      to: this.#names.get(hop.target) ?? null,
      url: open.record.url,
      httpMethod: open.record.method,
      operation: request?.operation ?? null,
      method: report.method,
      version: report.version,
      binding: report.binding,
      status: report.status,
      end: report.end,
      verdict: toVerdictSummary(verdict),
      error: verdict.error ?? null,
      task: task ? { id: task.id, state: getState(task, events.last) } : null,
      durationMs: report.durationMs,
      events: events.count,
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

const getState = (task: TaskLane, n: number): string | null => task.transitionAt(n)?.label ?? null;

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
