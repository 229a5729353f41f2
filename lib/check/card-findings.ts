/** What the cards in a log break of the rules about cards, each place by itself. */

import { reviewedCardsAt } from "../lint/card-findings.ts";
import { CATALOGUE } from "../lint/catalogue.ts";
import { formatPath } from "../lint/detail.ts";
import { EXPLAINED } from "../lint/explained/all.ts";
import type { Evidence } from "../lint/findings.ts";
import { type CardPath, type CardProblem, isAdvice } from "../protocol/card/lint.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { CheckFinding, Spot } from "./finding.ts";
import type { LogLines } from "./lines.ts";
import { kindOf } from "./spots.ts";

export function cardFindings(timeline: Timeline, lines: LogLines): CheckFinding[] {
  const found = new Map<string, CheckFinding>();
  for (const { review, evidence } of reviewedCardsAt(timeline, timeline.lastEvent)) {
    const [first] = evidence;
    if (!first) continue;
    for (const breach of review.findings) {
      // A card that is checked alone is advised as on its page.
      if (isAdvice(breach) && timeline.calls > 0) continue;
      const finding = findingOf(timeline, first, breach, lines);
      // The same in a card that lies in two places is said once.
      const key = JSON.stringify([breach.rule, finding.in, breach.path, breach.message]);
      const before = found.get(key);
      const again = before && { ...before, count: before.count + 1, last: finding.first };
      found.set(key, again ?? finding);
    }
  }
  return [...found.values()];
}

function findingOf(
  timeline: Timeline,
  evidence: Evidence,
  breach: CardProblem,
  lines: LogLines,
): CheckFinding {
  const { rule, severity, title, message, spec, remedy, path } = breach;
  const kind = kindOf(timeline.exchangeById.get(evidence.exchange));
  return {
    rule,
    severity: severity === "note" ? "info" : severity,
    label: CATALOGUE.get(rule)?.label ?? title,
    message: `${title}. ${message}`,
    detail: null,
    spec,
    consequence: EXPLAINED.get(rule)?.consequence ?? null,
    remedy,
    dispute: null,
    in: kind === "extended-card" ? kind : "card",
    at: path.length === 0 ? null : placeless(path),
    count: 1,
    first: spotOf(timeline, evidence, breach, lines),
    last: null,
  };
}

function spotOf(
  timeline: Timeline,
  { event, exchange: id }: Evidence,
  { path, lines: { from } }: CardProblem,
  lines: LogLines,
): Spot {
  const exchange = timeline.exchangeById.get(id);
  const begins = exchange ? lines.ofPosition(exchange, timeline.events.start.at(event)) : null;
  // A card that is a file of its own has its lines; in a recording it is one line of the log.
  const line = lines.isBody && begins !== null ? begins + from - 1 : begins;
  const place = path.length === 0 ? null : formatPath(path);
  return { exchange: id, event, happening: null, path: place, line };
}

/** Which of the skills it is changes with every new one. */
function placeless(path: CardPath): string {
  return formatPath(path).replace(/\[\d+\]/g, "[]");
}
