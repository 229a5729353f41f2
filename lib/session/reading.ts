/**
 * The reading of a run by the dialects, and its rows: one reading for a timeline, new when they
 * are set otherwise, and one list of rows for each way of filtering them.
 */

import { type Filter, isFiltering, NO_FILTER } from "../dialects/filter.ts";
import { DialectReading } from "../dialects/reading.ts";
import { RowList } from "../dialects/rows.ts";
import type { DialectSettings } from "../dialects/settings.ts";
import type { Scope } from "../timeline/scope.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { Pace } from "./pace.ts";

interface Kept {
  readonly settings: DialectSettings;
  readonly reading: DialectReading;
}

const kept = new WeakMap<Timeline, Kept>();

export function readingOf(timeline: Timeline, settings: DialectSettings): DialectReading {
  const known = kept.get(timeline);
  if (known?.settings === settings) return known.reading;
  const reading = new DialectReading(timeline, settings);
  keepReading(reading);
  return reading;
}

/** From now on this is the one that its settings get. */
export function keepReading(reading: DialectReading): void {
  kept.set(reading.timeline, { settings: reading.settings, reading });
}

/** All rows and the filtered ones, with one to spare for a filter that is tried and taken back. */
const LISTS_KEPT = 3;

const lists = new WeakMap<DialectReading, RowList[]>();

/** The rows of a reading; the same list while the same is asked for. */
export function rowsOf(reading: DialectReading, scope: Scope, filter: Filter): RowList {
  const wanted = isFiltering(filter) ? filter : NO_FILTER;
  const known = lists.get(reading) ?? [];
  const found = known.find((it) => it.scope === scope && it.filter === wanted);
  const list = found ?? new RowList(reading, scope, wanted);
  const others = known.filter((it) => it !== list);
  lists.set(reading, [list, ...others].slice(0, LISTS_KEPT));
  return list;
}

/** Takes in what was folded by now, where the timeline is being looked at. */
export function catchUp(timeline: Timeline): void {
  const reading = kept.get(timeline)?.reading.update();
  if (!reading) return;
  for (const list of lists.get(reading) ?? []) list.update();
}

/** So little at a time that a slice is over soon after its time is. */
const EVENTS_AT_ONCE = 100;
const ITEMS_AT_ONCE = 500;

/**
 * A reading of all there is, with the lists of rows that are about to be shown, made in slices
 * between which the page has its turn. `null` as soon as nobody wants it any more.
 */
export async function readInSlices(
  timeline: Timeline,
  settings: DialectSettings,
  shown: readonly { readonly scope: Scope; readonly filter: Filter }[],
  isWanted: () => boolean,
): Promise<DialectReading | null> {
  const pace = new Pace();
  const reading = new DialectReading(timeline, settings);
  while (reading.update(EVENTS_AT_ONCE).isBehind) {
    await pace.breathe();
    if (!isWanted()) return null;
  }
  for (const { scope, filter } of shown) {
    const list = rowsOf(reading, scope, filter);
    while (list.update(ITEMS_AT_ONCE).isBehind) {
      await pace.breathe();
      if (!isWanted()) return null;
    }
  }
  return reading;
}
