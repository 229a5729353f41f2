/**
 * The parts of the open run that can be exported: all, the filtered rows or the selected time
 * range.
 */

import type { RowList } from "../dialects/rows.ts";
import { isFiltering } from "../dialects/settings.ts";
import { type Selection, toEventRanges, WHOLE_RUN } from "../export/record-selector.ts";
import { isDiscovery } from "../timeline/exchange-queries.ts";
import { countScopeEvents, isExchangeInScope, type Scope } from "../timeline/scope.ts";
import { findEventsInRange, type TimeRange } from "../timeline/time-range.ts";
import type { Timeline } from "../timeline/timeline.ts";

export const EXPORT_RANGES = ["whole", "filtered", "span"] as const;
export type ExportRangeName = (typeof EXPORT_RANGES)[number];

export interface ExportRange {
  readonly selection: Selection;
  /** As in the header: without the events of agent lookups. */
  readonly events: number;
  /** The number of agent lookups that are exported too. */
  readonly lookUps?: number;
  /** Why the range cannot be exported; `null` if it can. */
  readonly why: string | null;
}

/** `rows`: the shown rows; `brush`: the selected time range. */
export function getExportRange(
  name: ExportRangeName,
  rows: RowList,
  brush: TimeRange | null,
): ExportRange {
  const { timeline } = rows.interpretation;
  if (name === "whole") return createWholeRange(timeline);
  return name === "filtered"
    ? createFilteredRange(rows)
    : createMarkedRange(timeline, rows.scope, brush);
}

function createWholeRange(timeline: Timeline): ExportRange {
  const lookUps = timeline.exchanges.filter(isDiscovery).length;
  const whole = { selection: WHOLE_RUN, events: countScopeEvents(timeline, "all"), why: null };
  return lookUps > 0 ? { ...whole, lookUps } : whole;
}

/** The events of the shown rows. */
function createFilteredRange(rows: RowList): ExportRange {
  const { scope, filter } = rows;
  const { timeline } = rows.interpretation;
  if (scope === "all" && !isFiltering(filter)) return createEmptyRange("No filter is active.");
  const exchanges = getScopeExchanges(timeline, scope);
  if (!isFiltering(filter)) return createRange(exchanges, timeline);
  const shown = new Uint8Array(timeline.events.length);
  for (let row = 0; row < rows.count; row++) {
    const track = rows.itemAt(row)?.events;
    for (let i = 0; track && i < track.count; i++) if (track.at(i) >= 0) shown[track.at(i)] = 1;
  }
  const events = toEventRanges(findSetIndexes(shown));
  if (events.length === 0) return createEmptyRange("The filter matches no events.");
  return createRange({ events, ...exchanges }, timeline);
}

function createMarkedRange(timeline: Timeline, scope: Scope, brush: TimeRange | null): ExportRange {
  if (brush === null)
    return createEmptyRange("No time range is selected. Drag in the overview above the rows.");
  const range = findEventsInRange(timeline, brush);
  if (range === null) return createEmptyRange("The selected time range contains no events.");
  return createRange({ events: [range], ...getScopeExchanges(timeline, scope) }, timeline);
}

function getScopeExchanges({ exchanges }: Timeline, scope: Scope): Pick<Selection, "exchanges"> {
  const id = scope === "all" ? undefined : exchanges[scope]?.id;
  return id === undefined ? {} : { exchanges: [id] };
}

const createEmptyRange = (why: string): ExportRange => ({ selection: WHOLE_RUN, events: 0, why });

function createRange(selection: Selection, timeline: Timeline): ExportRange {
  const { events = [{ first: 0, last: timeline.lastEvent }], exchanges } = selection;
  let count = 0;
  for (const { id, index, events: track } of timeline.exchanges) {
    if (exchanges ? !exchanges.includes(id) : !isExchangeInScope(timeline, "all", index)) continue;
    for (const { first, last } of events) count += track.countAt(last) - track.countAt(first - 1);
  }
  return {
    selection,
    events: count,
    why: count === 0 ? "The selection contains no events." : null,
  };
}

function* findSetIndexes(marks: Uint8Array): Generator<number> {
  for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at + 1)) yield at;
}
