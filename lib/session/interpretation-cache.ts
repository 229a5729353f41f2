/**
 * Cache of interpretations, conversations and row lists: one interpretation per timeline, replaced
 * when the dialect settings change, its conversation, and a few row lists, one for each filter.
 */

import { RunConversation } from "../conversation/conversation.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { RowList } from "../dialects/rows.ts";
import type { DialectSettings } from "../dialects/settings.ts";
import { type Filter, isFiltering, NO_FILTER } from "../dialects/settings.ts";
import { hasActiveProblem, type MutedRules } from "../lint/active-problems.ts";
import { getMutedRules, type Mute, NO_MUTES } from "../lint/muting.ts";
import type { Scope } from "../timeline/scope.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { TimeSlicer } from "./scheduling.ts";

interface CachedInterpretation {
  readonly settings: DialectSettings;
  readonly interpretation: Interpretation;
}

const interpretations = new WeakMap<Timeline, CachedInterpretation>();

export function getInterpretation(timeline: Timeline, settings: DialectSettings): Interpretation {
  const known = findInterpretation(timeline, settings);
  if (known) return known;
  const interpretation = new Interpretation(timeline, settings);
  cacheInterpretation(interpretation);
  return interpretation;
}

/** The cached interpretation, if it is one with these settings. */
export function findInterpretation(
  timeline: Timeline,
  settings: DialectSettings,
): Interpretation | null {
  const known = interpretations.get(timeline);
  return known?.settings === settings ? known.interpretation : null;
}

/** Makes this the cached interpretation of its timeline. */
export function cacheInterpretation(interpretation: Interpretation): void {
  interpretations.set(interpretation.timeline, {
    settings: interpretation.settings,
    interpretation,
  });
}

/** All rows, the filtered rows, and one spare for a filter that is tried and undone. */
const MAX_CACHED_LISTS = 3;

interface CachedRowList {
  readonly rows: RowList;
  readonly muted: MutedRules;
}

const rowLists = new WeakMap<Interpretation, CachedRowList[]>();

/** The rows of an interpretation; the same list for the same arguments. */
export function getRowList(
  interpretation: Interpretation,
  scope: Scope,
  filter: Filter,
  mutes: readonly Mute[] = NO_MUTES,
): RowList {
  const activeFilter = isFiltering(filter) ? filter : NO_FILTER;
  // Muted rules only matter to a filter for problems, or if rows without problems are hidden.
  const heedsProblems = activeFilter.problems || activeFilter.hidesNoise;
  const muted = getMutedRules(interpretation.timeline, heedsProblems ? mutes : NO_MUTES);
  const cached = rowLists.get(interpretation) ?? [];
  const found = cached.find(
    ({ rows, muted: cachedMuted }) =>
      rows.scope === scope && rows.filter === activeFilter && isSameSet(cachedMuted, muted),
  );
  const rows =
    found?.rows ??
    new RowList(interpretation, scope, activeFilter, (item) => hasActiveProblem(item, muted));
  const others = cached.filter((it) => it !== found);
  rowLists.set(interpretation, [{ rows, muted }, ...others].slice(0, MAX_CACHED_LISTS));
  return rows;
}

function isSameSet(left: MutedRules, right: MutedRules): boolean {
  return left.size === right.size && [...left].every((rule) => right.has(rule));
}

/** The rows that match a filter by calls follow the decisions of the user. */
export function forgetRowLists(timeline: Timeline): void {
  const interpretation = interpretations.get(timeline)?.interpretation;
  if (interpretation) rowLists.delete(interpretation);
}

const conversations = new WeakMap<Interpretation, RunConversation>();

/** The conversation of an interpretation. */
export function getConversation(interpretation: Interpretation): RunConversation {
  const known = conversations.get(interpretation);
  if (known) return known;
  const conversation = new RunConversation(interpretation);
  conversations.set(interpretation, conversation);
  return conversation;
}

/** Updates the cached interpretation and row lists of a timeline, if there are any. */
export function updateInterpretation(timeline: Timeline): void {
  const interpretation = interpretations.get(timeline)?.interpretation.update();
  if (!interpretation) return;
  for (const { rows } of rowLists.get(interpretation) ?? []) rows.update();
}

/** Small steps, so that a slice ends soon after its time is up. */
const SLICE_EVENTS = 100;
const SLICE_ITEMS = 500;

interface RowListOptions {
  readonly scope: Scope;
  readonly filter: Filter;
  readonly mutes?: readonly Mute[];
}

/**
 * Interprets a whole timeline and fills the row lists that will be shown, in slices between which
 * the page can respond. Returns `null` as soon as the result is no longer wanted.
 */
export async function interpretInSlices(
  timeline: Timeline,
  settings: DialectSettings,
  shown: readonly RowListOptions[],
  isWanted: () => boolean,
): Promise<Interpretation | null> {
  const pace = new TimeSlicer();
  const interpretation = new Interpretation(timeline, settings);
  while (interpretation.update(SLICE_EVENTS).isBehind) {
    await pace.yieldToMain();
    if (!isWanted()) return null;
  }
  for (const { scope, filter, mutes } of shown) {
    const list = getRowList(interpretation, scope, filter, mutes);
    while (list.update(SLICE_ITEMS).isBehind) {
      await pace.yieldToMain();
      if (!isWanted()) return null;
    }
  }
  return interpretation;
}
