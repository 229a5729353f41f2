/**
 * The reading of a run by the dialects, and its rows: one reading for a timeline, new when they
 * are set otherwise, and one list of rows for each way of filtering them.
 */

import { type Filter, isFiltering, NO_FILTER } from "../dialects/filter.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { RowList } from "../dialects/rows.ts";
import type { DialectSettings } from "../dialects/settings.ts";
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
  const known = interpretations.get(timeline);
  if (known?.settings === settings) return known.interpretation;
  const interpretation = new Interpretation(timeline, settings);
  cacheInterpretation(interpretation);
  return interpretation;
}

/** From now on this is the one that its settings get. */
export function cacheInterpretation(interpretation: Interpretation): void {
  interpretations.set(interpretation.timeline, {
    settings: interpretation.settings,
    interpretation,
  });
}

/** All rows and the filtered ones, with one to spare for a filter that is tried and taken back. */
const MAX_CACHED_LISTS = 3;

interface CachedRowList {
  readonly rows: RowList;
  readonly muted: MutedRules;
}

const rowLists = new WeakMap<Interpretation, CachedRowList[]>();

/** The rows of a reading; the same list while the same is asked for. */
export function getRowList(
  interpretation: Interpretation,
  scope: Scope,
  filter: Filter,
  mutes: readonly Mute[] = NO_MUTES,
): RowList {
  const wanted = isFiltering(filter) ? filter : NO_FILTER;
  // What is muted makes a difference only where problems are looked for.
  const muted = getMutedRules(interpretation.timeline, wanted.problems ? mutes : NO_MUTES);
  const known = rowLists.get(interpretation) ?? [];
  const found = known.find(
    ({ rows, muted: before }) =>
      rows.scope === scope && rows.filter === wanted && isSameSet(before, muted),
  );
  const rows =
    found?.rows ??
    new RowList(interpretation, scope, wanted, (item) => hasActiveProblem(item, muted));
  const others = known.filter((it) => it !== found);
  rowLists.set(interpretation, [{ rows, muted }, ...others].slice(0, MAX_CACHED_LISTS));
  return rows;
}

function isSameSet(left: MutedRules, right: MutedRules): boolean {
  return left.size === right.size && [...left].every((rule) => right.has(rule));
}

/** Takes in what was folded by now, where the timeline is being looked at. */
export function updateInterpretation(timeline: Timeline): void {
  const interpretation = interpretations.get(timeline)?.interpretation.update();
  if (!interpretation) return;
  for (const { rows } of rowLists.get(interpretation) ?? []) rows.update();
}

/** So little at a time that a slice is over soon after its time is. */
const SLICE_EVENTS = 100;
const SLICE_ITEMS = 500;

interface RowListOptions {
  readonly scope: Scope;
  readonly filter: Filter;
  readonly mutes?: readonly Mute[];
}

/**
 * A reading of all there is, with the lists of rows that are about to be shown, made in slices
 * between which the page has its turn. `null` as soon as nobody wants it any more.
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
