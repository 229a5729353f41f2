"use client";
// The card on display: its text, origin, details and lint results.
import { useCallback, useMemo } from "react";
import { formatJson, hasLongLines } from "../../lib/json/json-format.ts";
import type { JsonPathSegment } from "../../lib/json/json-source.ts";
import { type CardLintResult, type CardProblem, lintCard } from "../../lib/lint/cards/lint-card.ts";
import { type CardDetails, readCardDetails } from "../../lib/protocol/card/card-details.ts";
import { type FetchedCard, findCardInScope, hasStreamed } from "../../lib/timeline/cards.ts";
import { useView } from "../session.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { useCardStore } from "./card-store.ts";

export interface ShownCard {
  /** The URL path or file name it came from. */
  readonly sourceName: string;
  /** How it was fetched. `null` if it was pasted or opened from a file. */
  readonly fetched: FetchedCard | null;
  /** As received. */
  readonly text: string;
  /** As shown: formatted if its lines are too long to read. */
  readonly shown: string;
  readonly isCramped: boolean;
  /** Lint results of the shown text. */
  readonly review: CardLintResult;
  /** `null` if the text is not a JSON object. */
  readonly profile: CardDetails | null;
}

/** `null` if there is no card. */
export function useCard(): ShownCard | null {
  const seen = useThrottledVersion();
  const scope = useView((view) => view.scope);
  const given = useCardStore(({ page }) => page?.given ?? null);
  const asReceived = useCardStore(({ page }) => page?.asReceived ?? false);
  const fetched = useMemo(() => {
    return given ? null : findCardInScope(seen.timeline, scope);
  }, [seen, scope, given]);
  const text = given?.text ?? fetched?.text ?? null;
  const streamed = useMemo(() => !given && hasStreamed(seen.timeline), [seen, given]);
  const url = fetched?.url ?? null;
  const contentType = fetched?.contentType ?? null;
  const read = useMemo(() => {
    if (text === null) return null;
    const cramped = hasLongLines(text);
    const shown = cramped && !asReceived ? formatJson(text) : text;
    return { text, shown, isCramped: cramped, ...analyzeCard(shown, url, contentType, streamed) };
  }, [text, url, contentType, streamed, asReceived]);
  const sourceName = url === null ? (given?.name ?? "") : getUrlPath(url);
  return useMemo(() => read && { sourceName, fetched, ...read }, [read, sourceName, fetched]);
}

type CardAnalysis = Pick<ShownCard, "review" | "profile">;

let lastAnalysis: { readonly key: string; readonly analysis: CardAnalysis } | null = null;

/** Caches the last result: several panes show the same card. */
function analyzeCard(
  text: string,
  url: string | null,
  contentType: string | null,
  streamed: boolean,
): CardAnalysis {
  const key = JSON.stringify([url, contentType, streamed, text]);
  if (lastAnalysis?.key === key) return lastAnalysis.analysis;
  const review = lintCard(text, { url, contentType, streamed });
  lastAnalysis = { key, analysis: { review, profile: readCardDetails(review.source.value) } };
  return lastAnalysis.analysis;
}

function getUrlPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export function getFindingKey({ rule, path, lines }: CardProblem): string {
  return `${rule} ${path.join("/")} ${rule === "card/json" ? lines.from : ""}`;
}

/** The highlighted finding, and a setter for it. */
export function usePointedFinding(): readonly [string | null, (key: string | null) => void] {
  const pointed = useCardStore(({ page }) => page?.finding ?? null);
  const update = useCardStore((card) => card.update);
  const point = useCallback((finding: string | null) => update({ finding }), [update]);
  return [pointed, point];
}

/** The most severe finding at a path or below it. */
export function findFindingAt(
  review: CardLintResult,
  path: readonly JsonPathSegment[],
  rule?: string,
): CardProblem | undefined {
  return review.findings.find(
    (finding) =>
      (rule === undefined || finding.rule === rule) &&
      path.every((step, i) => finding.path[i] === step),
  );
}
