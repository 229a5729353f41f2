/** Collects the problems of the cards in a log, one for each location. */

import { RULES_BY_ID } from "../lint/all-rules.ts";
import { getLintedCardsAt } from "../lint/card-problems.ts";
import { type CardPath, type CardProblem, isAdvice } from "../lint/cards/lint-card.ts";
import { formatPath } from "../lint/problem-detail.ts";
import type { ProblemEvidence } from "../lint/problems.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { type CheckProblem, getExchangeKind, type ProblemLocation } from "./check-problem.ts";
import type { LogLineIndex } from "./log-lines.ts";

export function collectCardProblems(timeline: Timeline, lines: LogLineIndex): CheckProblem[] {
  const found = new Map<string, CheckProblem>();
  for (const { lintResult, evidence } of getLintedCardsAt(timeline, timeline.lastEvent)) {
    const [first] = evidence;
    if (!first) continue;
    for (const problem of lintResult.findings) {
      // Advice is for cards that are checked alone.
      if (isAdvice(problem) && timeline.calls > 0) continue;
      const finding = toCheckProblem(timeline, first, problem, lines);
      // The same problem of a card that is served at two URLs is reported once.
      const key = JSON.stringify([problem.rule, finding.in, problem.path, problem.message]);
      const before = found.get(key);
      const again = before && { ...before, count: before.count + 1, last: finding.first };
      found.set(key, again ?? finding);
    }
  }
  return [...found.values()];
}

function toCheckProblem(
  timeline: Timeline,
  evidence: ProblemEvidence,
  problem: CardProblem,
  lines: LogLineIndex,
): CheckProblem {
  const { rule, severity, title, message, spec, remedy, path } = problem;
  const known = RULES_BY_ID.get(rule);
  const kind = getExchangeKind(timeline.exchangeById.get(evidence.exchange));
  return {
    rule,
    severity: severity === "note" ? "info" : severity,
    label: known?.title ?? title,
    message: `${title}. ${message}`,
    detail: null,
    spec,
    consequence: known?.clients ?? null,
    remedy,
    dispute: null,
    in: kind === "extended-card" ? kind : "card",
    at: path.length === 0 ? null : formatPathWithoutIndexes(path),
    count: 1,
    first: locateInCard(timeline, evidence, problem, lines),
    last: null,
  };
}

function locateInCard(
  timeline: Timeline,
  { event, exchange: id }: ProblemEvidence,
  { path, lines: { from } }: CardProblem,
  lines: LogLineIndex,
): ProblemLocation {
  const exchange = timeline.exchangeById.get(id);
  const begins = exchange
    ? lines.findPositionLine(exchange, timeline.events.start.at(event))
    : null;
  // A card file has lines of its own; in a recording the card is one line of the log.
  const line = lines.isBody && begins !== null ? begins + from - 1 : begins;
  const memberPath = path.length === 0 ? null : formatPath(path);
  return { exchange: id, event, happening: null, path: memberPath, line };
}

/** Without list indexes: the index of a skill changes when another one is added. */
function formatPathWithoutIndexes(path: CardPath): string {
  return formatPath(path).replace(/\[\d+\]/g, "[]");
}
