/**
 * What the cards in a recording break of the rules about cards, as findings of the run: each card is
 * judged once, by its text and where it came from, however often it was looked up and is asked for.
 */

import { type CardCoverage, getCardCoverage, isCovered } from "../protocol/card/card-coverage.ts";
import { looksLikeCardText } from "../protocol/card/detect-card.ts";
import {
  type CardLintResult,
  type CardProblem,
  isAdvice,
  lintCard,
} from "../protocol/card/lint.ts";
import { EVENT_KINDS } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { frameText, isDiscovery, whence } from "../timeline/read.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { Evidence, Finding } from "./findings.ts";

interface Card {
  readonly url: string;
  readonly text: string;
  readonly contentType: string | null;
  /** As it is judged before its agent was seen to stream, and after. */
  readonly reviews: Map<boolean, CardLintResult>;
}

const WEIGHTS = { error: 0, warning: 1, note: 2 } as const;

const CARD = EVENT_KINDS.indexOf("card");
const OTHER = EVENT_KINDS.indexOf("other");

/** The same text from the same place is one card. */
const CARDS = new WeakMap<Timeline, Map<string, Card>>();
const ANSWERS = new WeakMap<Exchange, Card>();

/** A card as it is judged, and the first and the last answer that was it. */
export interface ReviewedCard {
  readonly review: CardLintResult;
  readonly evidence: readonly Evidence[];
}

export function reviewedCardsAt(timeline: Timeline, n: number): ReviewedCard[] {
  return Array.from(cardsAt(timeline, n), ([card, evidence]) => {
    return { review: reviewAt(timeline, card, n), evidence };
  });
}

export function cardFindingsAt(timeline: Timeline, n: number): Finding[] {
  const groups = new Map<string, { found: CardProblem[]; shown: Evidence[] }>();
  for (const { review, evidence } of reviewedCardsAt(timeline, n)) {
    for (const breach of review.findings) {
      if (isAdvice(breach)) continue;
      const group = groups.get(breach.rule) ?? { found: [], shown: [] };
      group.found.push(breach);
      group.shown.push(...evidence);
      groups.set(breach.rule, group);
    }
  }
  return [...groups.values()].flatMap(({ found, shown }) => findingOf(found, shown));
}

/** As grave as the gravest of its breaches: one rule may weigh less in some places. */
function findingOf(found: readonly CardProblem[], shown: readonly Evidence[]): Finding[] {
  const card = found.toSorted((a, b) => WEIGHTS[a.severity] - WEIGHTS[b.severity]);
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

/** Each card that was read by event `n`, and the first and the last answer that was it. */
function cardsAt(timeline: Timeline, n: number): Map<Card, Evidence[]> {
  const found = new Map<Card, Evidence[]>();
  for (const exchange of timeline.exchanges) {
    if (exchange.birth > n) break;
    const card = cardIn(timeline, exchange, n);
    if (!card) continue;
    const evidence = { event: exchange.events.at(0), exchange: exchange.id };
    const before = found.get(card)?.[0];
    found.set(card, before ? [before, evidence] : [evidence]);
  }
  return found;
}

function cardIn(timeline: Timeline, exchange: Exchange, n: number): Card | null {
  const { events, open } = exchange;
  const { method } = open.record;
  if (events.count === 0 || events.at(0) > n || (method !== "GET" && method !== "")) return null;
  const event = events.at(0);
  const kind = timeline.events.kind.at(event);
  if (kind === CARD) return kept(timeline, exchange, () => frameText(timeline, event));
  // What follows may still make sense of what is no JSON.
  const isOver = kind === OTHER && isDiscovery(exchange) && exchange.endAt(n) !== null;
  const status = exchange.head?.record.status ?? 0;
  if (!isOver || status < 200 || status >= 300) return null;
  const text = exchange.body.slice(0, exchange.body.length);
  return looksLikeCardText(text) ? kept(timeline, exchange, () => text) : null;
}

function kept(timeline: Timeline, exchange: Exchange, read: () => string): Card {
  const known = ANSWERS.get(exchange);
  if (known) return known;
  const text = read();
  const url = whence(exchange);
  const contentType = getHeaderValue(exchange.head?.record.headers ?? [], "content-type");
  const cards = CARDS.get(timeline) ?? new Map<string, Card>();
  CARDS.set(timeline, cards);
  const key = JSON.stringify([url, contentType, text]);
  const card = cards.get(key) ?? { url, text, contentType, reviews: new Map() };
  cards.set(key, card);
  ANSWERS.set(exchange, card);
  return card;
}

function reviewAt(timeline: Timeline, card: Card, n: number): CardLintResult {
  const { url, text, contentType, reviews } = card;
  const judge = (streamed: boolean) => {
    const review =
      reviews.get(streamed) ?? lintCard(text, { url: url || null, contentType, streamed });
    reviews.set(streamed, review);
    return review;
  };
  const quiet = judge(false);
  const served = getCardCoverage(quiet.source.value, url);
  return streamsAt(timeline, served, n) ? judge(true) : quiet;
}

/** Did the agent of the card answer a call with a stream by event `n`? */
function streamsAt({ exchanges }: Timeline, served: CardCoverage, n: number): boolean {
  return exchanges.some((exchange) => {
    const headers = exchange.headAt(n)?.headers ?? [];
    const isStream = /^text\/event-stream\b/i.test(getHeaderValue(headers, "content-type") ?? "");
    return (
      isStream &&
      exchange.request?.operation === "stream" &&
      isCovered(served, exchange.open.record.url)
    );
  });
}
