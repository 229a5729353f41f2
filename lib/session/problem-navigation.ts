/** Navigates to problems: to the next row with one, and to the evidence of a problem. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import {
  getActiveItemProblems,
  hasActiveProblem,
  type MutedRules,
} from "../lint/active-problems.ts";
import { getMutedRules } from "../lint/muting.ts";
import { getItemProblems, type ProblemEvidence } from "../lint/problems.ts";
import { isExchangeInScope } from "../timeline/scope.ts";
import {
  getCurrentInterpretation,
  getPlayheadEvent,
  getViewWithItem,
  movePlayhead,
  type PlaybackContext,
  stopPlayback,
} from "./playback.ts";

const END_OF_RUN = Number.POSITIVE_INFINITY;

/** Selects the next or previous row with a problem, wrapping around at the ends. */
export function stepProblem(context: PlaybackContext, delta: 1 | -1): void {
  const { timeline } = context.run.getState();
  const { selected, scope, mutes } = context.view.getState();
  const muted = getMutedRules(timeline, mutes);
  const { items } = getCurrentInterpretation(context);
  const hasProblemInScope = (item: Item) =>
    !item.mergedInto &&
    isExchangeInScope(timeline, scope, item.exchange) &&
    hasActiveProblem(item, muted);
  const count = items.length;
  const from = selected ?? (delta > 0 ? -1 : count);
  for (let step = 1; step <= count; step++) {
    const item = items[(from + step * delta + count * 2) % count];
    if (item && hasProblemInScope(item)) return showRow(context, item, muted);
  }
}

/** Selects a row, and moves the playhead forward if its first problem comes later. */
function showRow(context: PlaybackContext, item: Item, muted: MutedRules): void {
  const events = getActiveItemProblems(item, END_OF_RUN, muted).map(({ event }) => event);
  const first = events.length > 0 ? Math.min(...events) : item.firstEvent;
  context.view.setState({ selected: item.index, event: null, following: false });
  if (first > getPlayheadEvent(context)) movePlayhead(context, first);
}

/** Moves the playhead to the evidence of a problem and selects the row that shows it. */
export function goToEvidence(
  context: PlaybackContext,
  rule: string,
  evidence: ProblemEvidence,
): void {
  const { view } = context;
  const interpretation = getCurrentInterpretation(context);
  const item = findProblemItem(interpretation, rule, evidence);
  // The problem of a card is not listed in the row of the exchange that fetched it.
  const showsProblem = item !== undefined && hasProblem(item, rule);
  stopPlayback(context);
  view.setState({
    ...(item && getViewWithItem(interpretation, item, view.getState())),
    tab: showsProblem ? "problems" : "decoded",
  });
  movePlayhead(context, evidence.event);
  const isEvent = evidence.phase === undefined && evidence.event >= 0;
  const event = isEvent ? evidence.event : null;
  view.setState({
    event,
    pointedViolation: event === null ? null : { rule, event },
    following: false,
  });
}

function findProblemItem(
  interpretation: Interpretation,
  rule: string,
  { event, exchange, phase }: ProblemEvidence,
): Item | undefined {
  const isEvent = phase === undefined && event >= 0;
  const own = isEvent ? interpretation.getEventItem(event)?.getRowItemAt(END_OF_RUN) : undefined;
  if (own && hasProblem(own, rule)) return own;
  const index = interpretation.timeline.exchangeById.get(exchange)?.index;
  return (
    interpretation.items.find((item) => item.exchange === index && hasProblem(item, rule)) ?? own
  );
}

function hasProblem(item: Item, rule: string): boolean {
  return (
    !item.mergedInto && getItemProblems(item, END_OF_RUN).some((problem) => problem.rule === rule)
  );
}
