/**
 * Analyzes a whole log: the facts that the library lists, how each turn went, the verdict, and the
 * text that is searched.
 */

import type { IndexedFacts, LogAnalysis, TurnFacts } from "../api/library-search.ts";
import { FRAMEWORKS } from "../dialects/frameworks.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { collectActiveProblems } from "../lint/active-problems.ts";
import { createLinter } from "../lint/linter.ts";
import {
  getAllTurnsAt,
  getTurnTimeRange,
  selectResponded,
  type TurnResult,
} from "../lint/verdict/turns.ts";
import { findFirstFailure } from "../lint/verdict/verdict-words.ts";
import { toVerdictSummary } from "../lint/verdict.ts";
import { LogOpener } from "../log/log-opener.ts";
import { isObject } from "../protocol/json.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { toDuration, toReportTime } from "../report/exchange-report.ts";
import { type Facts, getFacts } from "../report/facts/facts.ts";
import { SAVED, WHOLE_RUN } from "../report/facts/part.ts";
import { findFirstToken } from "../report/timing/call-timing.ts";
import { shorten } from "../text/graphemes.ts";
import { findNewestCard } from "../timeline/cards.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getExchangeVersion } from "../timeline/timeline-queries.ts";
import { createSearchableText } from "./searchable-lines.ts";

/** More turns of one run are not measured. */
const MAX_TURNS = 200;
const MAX_NAME_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 500;
/** Prompts often begin alike. */
const KEPT_END_LENGTH = 100;

export class LogAnalyzer {
  readonly #ingest = new Ingest({ observer: createLinter() });
  readonly #opener = new LogOpener({
    record: (record) => this.#ingest.push(record),
    skip: () => undefined,
  });

  /** Reads the next bytes. Throws if this is no log. */
  push(chunk: Uint8Array): void {
    this.#opener.push(chunk);
  }

  /** `isWhole`: all bytes of the log were pushed. */
  end(isWhole: boolean): LogAnalysis {
    this.#opener.end();
    const { timeline } = this.#ingest;
    const isOpen = timeline.exchanges.some(({ end }) => end === null);
    this.#ingest.finish();
    const interpretation = new Interpretation(timeline).update();
    const turns = getAllTurnsAt(timeline, timeline.lastEvent, interpretation).filter(
      ({ turn }) => turn !== null,
    );
    const facts = getFacts(interpretation, WHOLE_RUN, timeline.lastEvent, SAVED);
    return {
      facts: {
        ...findAgent(timeline),
        turns: turns.length,
        isOpen,
        ...createListedFacts(interpretation, facts, isWhole),
      },
      turns: createTurnFacts(interpretation, selectResponded(turns).slice(0, MAX_TURNS)),
      verdict: isWhole ? toVerdictSummary(facts.verdict) : null,
      ...createSearchableText(interpretation),
    };
  }
}

type ListedFacts = Omit<IndexedFacts, "agent" | "agentVersion" | "turns" | "isOpen">;

/** Of a part of a log, nothing is said that its rest could change. */
function createListedFacts(
  interpretation: Interpretation,
  { verdict, durationMs, tokens }: Facts,
  isWhole: boolean,
): ListedFacts {
  const severities = collectActiveProblems(interpretation, NO_MUTED_RULES).map(
    ({ rule }) => rule.severity,
  );
  const firstError = isWhole ? findFirstFailure(verdict) : null;
  return {
    durationMs: isWhole ? durationMs : null,
    tokens: isWhole ? (tokens?.total ?? null) : null,
    errors: severities.filter((severity) => severity === "error").length,
    warnings: severities.filter((severity) => severity === "warning").length,
    firstError: firstError === null ? null : shorten(firstError, MAX_NAME_LENGTH),
    dialects: listDialects(interpretation),
    versions: listVersions(interpretation.timeline),
  };
}

/** Muted rules are a setting of each user. */
const NO_MUTED_RULES: ReadonlySet<string> = new Set();

function listDialects({ items }: Interpretation): string[] {
  const used = new Set(
    items.flatMap(({ reasons, attachments }) =>
      [...reasons, ...attachments].map(({ dialect }) => dialect),
    ),
  );
  return FRAMEWORKS.filter(({ id }) => used.has(id)).map(({ label }) => label);
}

function listVersions(timeline: Timeline): string[] {
  const versions = timeline.exchanges
    .filter(isCall)
    .map((exchange) => getExchangeVersion(timeline, exchange, timeline.lastEvent).version);
  return [...new Set<string>(versions)].sort();
}

function findAgent(timeline: Timeline): Pick<IndexedFacts, "agent" | "agentVersion"> {
  const card = parseCard(findNewestCard(timeline)?.text);
  return { agent: getCardText(card.name), agentVersion: getCardText(card.version) };
}

function parseCard(text = ""): Readonly<Record<string, unknown>> {
  try {
    const card: unknown = JSON.parse(text);
    return isObject(card) ? card : {};
  } catch {
    return {};
  }
}

function getCardText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  return shorten(value.replace(/\s+/g, " ").trim(), MAX_NAME_LENGTH) || null;
}

function createTurnFacts(
  interpretation: Interpretation,
  turns: readonly TurnResult[],
): TurnFacts[] {
  const { timeline } = interpretation;
  const rows = findRequestRows(interpretation);
  return turns.map((result) => {
    const { turn, exchange, verdict } = result;
    const message = turn?.messageAt(timeline.lastEvent) ?? null;
    return {
      message: message && abbreviateMessage(joinPartTexts(message.parts)),
      row: rows.get(exchange.index) ?? 0,
      startMs: toReportTime(exchange.open.time),
      kind: verdict.kind,
      clean: verdict.clean && verdict.caveats.length === 0,
      endedBy: verdict.by,
      firstTokenMs: findFirstToken(timeline, exchange, timeline.lastEvent),
      totalMs: exchange.end
        ? toDuration(getTurnTimeRange(timeline, result, timeline.lastEvent))
        : null,
    };
  });
}

/** The first row of each exchange: its message, or its request. */
function findRequestRows({ items }: Interpretation): Map<number, number> {
  const rows = new Map<number, number>();
  for (const { exchange, index } of items) if (!rows.has(exchange)) rows.set(exchange, index);
  return rows;
}

/** Short enough to keep for every turn, with the parts in which messages differ. */
function abbreviateMessage(text: string): string | null {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= MAX_MESSAGE_LENGTH) return plain || null;
  const end = plain.slice(-KEPT_END_LENGTH);
  return `${shorten(plain, MAX_MESSAGE_LENGTH - KEPT_END_LENGTH)} ${end}`;
}
