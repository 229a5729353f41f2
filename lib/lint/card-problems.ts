/**
 * Reports the problems of agent cards in a recording as problems of the run. Each card is linted once
 * per text, URL and content type, however often it was fetched and is requested here.
 */

import { type CardCoverage, getCardCoverage, isCovered } from "../protocol/card/card-coverage.ts";
import { looksLikeCardText } from "../protocol/card/detect-card.ts";
import { EVENT_KINDS } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { getResponseUrl, isDiscovery } from "../timeline/exchange-queries.ts";
import type { Scope } from "../timeline/scope.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getFrameText } from "../timeline/timeline-queries.ts";
import { getHeaderValue } from "../wire/headers.ts";
import { type CardLintResult, type CardProblem, isAdvice, lintCard } from "./cards/lint-card.ts";
import type { ProblemEvidence, RunProblem } from "./problem-history.ts";

interface LocatedCard {
  readonly url: string;
  readonly text: string;
  readonly contentType: string | null;
  /** The results before (false) and after (true) its agent was seen to stream. */
  readonly lintResults: Map<boolean, CardLintResult>;
}

const SEVERITY_ORDER = { error: 0, warning: 1, note: 2 } as const;

const CARD = EVENT_KINDS.indexOf("card");
const OTHER = EVENT_KINDS.indexOf("other");

/** The same text from the same URL is one card. */
const CARDS = new WeakMap<Timeline, Map<string, LocatedCard>>();
const CARD_OF_EXCHANGE = new WeakMap<Exchange, LocatedCard>();

/** The lint result of a card, and the first and last response that contained it. */
interface LintedCard {
  readonly lintResult: CardLintResult;
  readonly evidence: readonly ProblemEvidence[];
}

/** With a scope, only what that exchange returned. */
export function getLintedCardsAt(
  timeline: Timeline,
  n: number,
  scope: Scope = "all",
): LintedCard[] {
  return Array.from(collectCards(timeline, n, scope), ([card, evidence]) => {
    return { lintResult: lintCardAt(timeline, card, n), evidence };
  });
}

export function getCardProblemsAt(
  timeline: Timeline,
  n: number,
  scope: Scope = "all",
): RunProblem[] {
  const groups = new Map<string, { found: CardProblem[]; shown: ProblemEvidence[] }>();
  for (const { lintResult, evidence } of getLintedCardsAt(timeline, n, scope)) {
    for (const problem of lintResult.findings) {
      if (isAdvice(problem)) continue;
      const group = groups.get(problem.rule) ?? { found: [], shown: [] };
      group.found.push(problem);
      group.shown.push(...evidence);
      groups.set(problem.rule, group);
    }
  }
  return [...groups.values()].flatMap(({ found, shown }) => createCardProblem(found, shown));
}

/** Has the highest severity of its violations: a rule may be less severe at some locations. */
function createCardProblem(
  found: readonly CardProblem[],
  shown: readonly ProblemEvidence[],
): RunProblem[] {
  const card = found.toSorted((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
  const [first] = card;
  const ends = shown.toSorted((a, b) => a.event - b.event);
  const [begins] = ends;
  if (!first || !begins) return [];
  const last = ends.at(-1) ?? begins;
  const evidence = last.event === begins.event ? [begins] : [begins, last];
  const { rule, severity, title, message, spec } = first;
  return [
    {
      rule,
      severity: severity === "note" ? "info" : severity,
      count: card.length,
      events: evidence.map(({ event }) => event),
      message: `${title}. ${message}`,
      spec,
      evidence,
      card,
    },
  ];
}

/** Each card received by event `n`, with the first and last response that contained it. */
function collectCards(
  timeline: Timeline,
  n: number,
  scope: Scope,
): Map<LocatedCard, ProblemEvidence[]> {
  const found = new Map<LocatedCard, ProblemEvidence[]>();
  const { exchanges } = timeline;
  for (const exchange of scope === "all" ? exchanges : exchanges.slice(scope, scope + 1)) {
    if (exchange.firstEvent > n) break;
    const card = findExchangeCard(timeline, exchange, n);
    if (!card) continue;
    const evidence = { event: exchange.events.at(0), exchange: exchange.id };
    const before = found.get(card)?.[0];
    found.set(card, before ? [before, evidence] : [evidence]);
  }
  return found;
}

function findExchangeCard(timeline: Timeline, exchange: Exchange, n: number): LocatedCard | null {
  const { events, open } = exchange;
  const { method } = open.record;
  if (events.count === 0 || events.at(0) > n || (method !== "GET" && method !== "")) return null;
  const event = events.at(0);
  const kind = timeline.events.kind.at(event);
  if (kind === CARD) return getCachedCard(timeline, exchange, () => getFrameText(timeline, event));
  // While the exchange is open, later data may still complete invalid JSON.
  const isOver = kind === OTHER && isDiscovery(exchange) && exchange.endAt(n) !== null;
  const status = exchange.head?.record.status ?? 0;
  if (!isOver || status < 200 || status >= 300) return null;
  const text = exchange.body.slice(0, exchange.body.length);
  return looksLikeCardText(text) ? getCachedCard(timeline, exchange, () => text) : null;
}

function getCachedCard(timeline: Timeline, exchange: Exchange, read: () => string): LocatedCard {
  const known = CARD_OF_EXCHANGE.get(exchange);
  if (known) return known;
  const text = read();
  const url = getResponseUrl(exchange);
  const contentType = getHeaderValue(exchange.head?.record.headers ?? [], "content-type");
  const cards = CARDS.get(timeline) ?? new Map<string, LocatedCard>();
  CARDS.set(timeline, cards);
  const key = JSON.stringify([url, contentType, text]);
  const card = cards.get(key) ?? { url, text, contentType, lintResults: new Map() };
  cards.set(key, card);
  CARD_OF_EXCHANGE.set(exchange, card);
  return card;
}

function lintCardAt(timeline: Timeline, card: LocatedCard, n: number): CardLintResult {
  const { url, text, contentType, lintResults } = card;
  const lint = (streamed: boolean) => {
    const result =
      lintResults.get(streamed) ?? lintCard(text, { url: url || null, contentType, streamed });
    lintResults.set(streamed, result);
    return result;
  };
  const withoutStream = lint(false);
  const coverage = getCardCoverage(withoutStream.source.value, url);
  return hasStreamedAt(timeline, coverage, n) ? lint(true) : withoutStream;
}

/** Whether the agent of the card responded with a stream by event `n`. */
function hasStreamedAt({ exchanges }: Timeline, coverage: CardCoverage, n: number): boolean {
  return exchanges.some((exchange) => {
    const headers = exchange.headAt(n)?.headers ?? [];
    const isStream = /^text\/event-stream\b/i.test(getHeaderValue(headers, "content-type") ?? "");
    return (
      isStream &&
      exchange.request?.operation === "stream" &&
      isCovered(coverage, exchange.open.record.url)
    );
  });
}
