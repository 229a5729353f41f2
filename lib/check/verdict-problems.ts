/** Reports a run that ended badly as a problem: its verdict, as a rule of its own. */

import type { Interpretation } from "../dialects/interpretation.ts";
import { getLintedCardsAt } from "../lint/card-problems.ts";
import { getExchangeVerdict } from "../lint/verdict/exchange-verdict.ts";
import { formatVerdict } from "../lint/verdict/verdict-words.ts";
import { getVerdictAt, type RunVerdict, type Verdict } from "../lint/verdict.ts";
import { describeChallenges } from "../protocol/challenge.ts";
import { createAuthDemandFinder, describeAccepted } from "../timeline/auth-demand.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { type CheckProblem, getExchangeKind, locateEvidence } from "./check-problem.ts";
import type { LogLineIndex } from "./log-lines.ts";

export const VERDICT_RULE_PREFIX = "verdict/";

/** Without a call to an agent, the verdict is that of the card, not of other URLs that were tried. */
export function getRunVerdict(timeline: Timeline, interpretation?: Interpretation): RunVerdict {
  const { calls, exchangeById, lastEvent } = timeline;
  const card = calls === 0 ? getLintedCardsAt(timeline, lastEvent).at(-1) : undefined;
  const cardExchange = exchangeById.get(card?.evidence.at(-1)?.exchange ?? "");
  return cardExchange
    ? getExchangeVerdict(timeline, cardExchange, lastEvent)
    : getVerdictAt(timeline, lastEvent, interpretation);
}

/** One problem for each kind of bad verdict among the turns, with the details of the newest. */
export function collectVerdictProblems(
  timeline: Timeline,
  verdict: RunVerdict,
  lines: LogLineIndex,
): CheckProblem[] {
  const bad = verdict.turns?.filter(({ clean, superseded }) => !clean && !superseded) ?? [verdict];
  const kinds = new Set(bad.map(({ kind }) => kind));
  const findAuthDemand = createAuthDemandFinder(timeline);
  return [...kinds].flatMap((kind) => {
    const sameKind = bad.filter((one) => one.kind === kind);
    const found = sameKind.flatMap(
      (one) => createVerdictProblem(timeline, one, lines, findAuthDemand) ?? [],
    );
    const [first, last] = [found[0], found.at(-1)];
    if (!first || !last) return [];
    if (first === last) return [first];
    return [{ ...last, count: found.length, first: first.first, last: last.first }];
  });
}

type JudgedVerdict = Pick<Verdict, "kind" | "clean" | "because" | "evidence"> &
  Partial<Pick<Verdict, "by">>;

export function createVerdictProblem(
  timeline: Timeline,
  { kind, clean, because, evidence, by = null }: JudgedVerdict,
  lines: LogLineIndex,
  findAuthDemand = createAuthDemandFinder(timeline),
): CheckProblem | null {
  if (clean) return null;
  const [shown] = evidence;
  const exchange = shown && timeline.exchangeById.get(shown.exchange);
  const demand = exchange ? findAuthDemand(exchange) : null;
  const nowhere = { exchange: null, event: null, phase: null, path: null, line: null };
  const toEvidence = ({ what, event, exchange: id }: NonNullable<typeof shown>) =>
    what === "event"
      ? { event: event ?? -1, exchange: id }
      : { event: -1, exchange: id, phase: PHASE_OF_EVIDENCE[what] };
  return {
    rule: `${VERDICT_RULE_PREFIX}${kind}`,
    severity: "error",
    label: formatVerdict({ kind, by }),
    message: because,
    detail: demand && describeChallenges(demand.challenges, demand.isIdentified).join(" "),
    spec: null,
    consequence: null,
    remedy: demand?.security ? describeAccepted(demand) : null,
    dispute: null,
    in: getExchangeKind(exchange),
    at: null,
    count: 1,
    first: shown ? locateEvidence(timeline, toEvidence(shown), lines) : nowhere,
    last: null,
  };
}

const PHASE_OF_EVIDENCE = { request: "open", head: "head", end: "end" } as const;
