/** What the cards in a log break of the rules about cards, each place by itself. */

import { RULES_BY_NAME } from "../lint/all-rules.ts";
import { getLintedCardsAt } from "../lint/card-problems.ts";
import { EXPLANATIONS } from "../lint/explanations/all.ts";
import { formatPath } from "../lint/problem-detail.ts";
import type { ProblemEvidence } from "../lint/problems.ts";
import { type CardPath, type CardProblem, isAdvice } from "../protocol/card/lint.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { CheckProblem, ProblemLocation } from "./check-problem.ts";
import { getExchangeKind } from "./locations.ts";
import type { LogLineIndex } from "./log-lines.ts";

export function collectCardProblems(timeline: Timeline, lines: LogLineIndex): CheckProblem[] {
  const found = new Map<string, CheckProblem>();
  for (const { lintResult, evidence } of getLintedCardsAt(timeline, timeline.lastEvent)) {
    const [first] = evidence;
    if (!first) continue;
    for (const problem of lintResult.findings) {
      // A card that is checked alone is advised as on its page.
      if (isAdvice(problem) && timeline.calls > 0) continue;
      const finding = toCheckProblem(timeline, first, problem, lines);
      // The same in a card that lies in two places is said once.
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
  const kind = getExchangeKind(timeline.exchangeById.get(evidence.exchange));
  return {
    rule,
    severity: severity === "note" ? "info" : severity,
    label: RULES_BY_NAME.get(rule)?.label ?? title,
    message: `${title}. ${message}`,
    detail: null,
    spec,
    consequence: EXPLANATIONS.get(rule)?.consequence ?? null,
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
  // A card that is a file of its own has its lines; in a recording it is one line of the log.
  const line = lines.isBody && begins !== null ? begins + from - 1 : begins;
  const place = path.length === 0 ? null : formatPath(path);
  return { exchange: id, event, happening: null, path: place, line };
}

/** Which of the skills it is changes with every new one. */
function formatPathWithoutIndexes(path: CardPath): string {
  return formatPath(path).replace(/\[\d+\]/g, "[]");
}
