/** The ways to problems: from row to row, and to what shows that a rule is broken. */

import { NO_FILTER } from "../dialects/filter.ts";
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
import { getRowList } from "./interpretation-cache.ts";
import {
  getCurrentInterpretation,
  getPlayheadEvent,
  movePlayhead,
  type PlaybackContext,
  stopPlayback,
} from "./playback.ts";
import type { View } from "./view.ts";

const END_OF_RUN = Number.POSITIVE_INFINITY;

/** On to the next row that shows a problem, or back to the one before; around at the ends. */
export function stepProblem(stage: PlaybackContext, delta: 1 | -1): void {
  const { timeline } = stage.run.getState();
  const { selected, scope, mutes } = stage.view.getState();
  const muted = getMutedRules(timeline, mutes);
  const { items } = getCurrentInterpretation(stage);
  const isWanted = (item: Item) =>
    !item.mergedInto &&
    isExchangeInScope(timeline, scope, item.exchange) &&
    hasActiveProblem(item, muted);
  const count = items.length;
  const from = selected ?? (delta > 0 ? -1 : count);
  for (let step = 1; step <= count; step++) {
    const item = items[(from + step * delta + count * 2) % count];
    if (item && isWanted(item)) return showRow(stage, item, muted);
  }
}

/** Selects a row; where its problem came only after the playhead, that moves on to it. */
function showRow(stage: PlaybackContext, item: Item, muted: MutedRules): void {
  const events = getActiveItemProblems(item, END_OF_RUN, muted).map(({ event }) => event);
  const first = events.length > 0 ? Math.min(...events) : item.firstEvent;
  stage.view.setState({ selected: item.index, event: null, following: false });
  if (first > getPlayheadEvent(stage)) movePlayhead(stage, first);
}

/** Puts the playhead on what shows a rule broken, and selects the row that says so. */
export function goToEvidence(
  stage: PlaybackContext,
  rule: string,
  evidence: ProblemEvidence,
): void {
  const { view } = stage;
  const interpretation = getCurrentInterpretation(stage);
  const item = findProblemItem(interpretation, rule, evidence);
  // What is wrong with a card is no problem of the exchange in which it was read.
  const isTold = item !== undefined && hasProblem(item, rule);
  stopPlayback(stage);
  view.setState({
    ...getViewWithItem(interpretation, item, view.getState()),
    tab: isTold ? "problems" : "decoded",
  });
  movePlayhead(stage, evidence.event);
  const isEvent = evidence.happening === undefined && evidence.event >= 0;
  const event = isEvent ? evidence.event : null;
  view.setState({
    event,
    pointedViolation: event === null ? null : { rule, event },
    following: false,
  });
}

/** The row selected, with scope and filter such that it is among those shown. */
function getViewWithItem(
  interpretation: Interpretation,
  item: Item | undefined,
  { scope, filter, mutes }: View,
): Partial<View> {
  if (!item) return {};
  const wide = isExchangeInScope(interpretation.timeline, scope, item.exchange)
    ? scope
    : item.exchange;
  const isIn = getRowList(interpretation, wide, filter, mutes).update().findRow(item.index) >= 0;
  return { selected: item.index, scope: wide, ...(!isIn && { filter: NO_FILTER }) };
}

function findProblemItem(
  interpretation: Interpretation,
  rule: string,
  { event, exchange, happening }: ProblemEvidence,
): Item | undefined {
  const isEvent = happening === undefined && event >= 0;
  const own = isEvent ? interpretation.getEventItem(event)?.getRowItemAt(END_OF_RUN) : undefined;
  if (own && hasProblem(own, rule)) return own;
  const index = interpretation.timeline.exchangeById.get(exchange)?.index;
  return (
    interpretation.items.find((item) => item.exchange === index && hasProblem(item, rule)) ?? own
  );
}

function hasProblem(item: Item, rule: string): boolean {
  return (
    !item.mergedInto && getItemProblems(item, END_OF_RUN).some((finding) => finding.rule === rule)
  );
}
