/** Which parts of the open run can leave: all of it, what the filter shows, the marked span. */

import { isFiltering } from "../dialects/filter.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import { rangesOf, type Selection, WHOLE } from "../export/select.ts";
import { countScopeEvents, isExchangeInScope, type Scope } from "../timeline/scope.ts";
import { findEventsInRange } from "../timeline/time-range.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { isDiscovery } from "../timeline/timeline-queries.ts";
import { rowsOf } from "./reading.ts";
import type { View } from "./view.ts";

export const PARTS = ["whole", "filtered", "span"] as const;
export type PartName = (typeof PARTS)[number];

export interface Part {
  readonly selection: Selection;
  /** As the header counts them: without those of looking the agent up. */
  readonly events: number;
  /** How many exchanges that looked the agent up leave with it. */
  readonly lookUps?: number;
  /** Why it cannot leave; `null` where it can. */
  readonly why: string | null;
}

export function partOf(name: PartName, reading: Interpretation, view: View): Part {
  const { timeline } = reading;
  if (name === "whole") return wholePart(timeline);
  return name === "filtered" ? filteredPart(reading, view) : spanPart(timeline, view);
}

function wholePart(timeline: Timeline): Part {
  const lookUps = timeline.exchanges.filter(isDiscovery).length;
  const whole = { selection: WHOLE, events: countScopeEvents(timeline, "all"), why: null };
  return lookUps > 0 ? { ...whole, lookUps } : whole;
}

/** The events of the rows that are shown. */
function filteredPart(reading: Interpretation, { scope, filter, mutes }: View): Part {
  const { timeline } = reading;
  if (scope === "all" && !isFiltering(filter)) return nothing("Nothing is filtered.");
  const exchanges = scopeOf(timeline, scope);
  if (!isFiltering(filter)) return found(exchanges, timeline);
  const rows = rowsOf(reading, scope, filter, mutes).update();
  const shown = new Uint8Array(timeline.events.length);
  for (let row = 0; row < rows.count; row++) {
    const track = rows.itemAt(row)?.events;
    for (let i = 0; track && i < track.count; i++) if (track.at(i) >= 0) shown[track.at(i)] = 1;
  }
  const events = rangesOf(ones(shown));
  if (events.length === 0) return nothing("The filter shows no event.");
  return found({ events, ...exchanges }, timeline);
}

function spanPart(timeline: Timeline, { brush, scope }: View): Part {
  if (brush === null) return nothing("No span is marked: drag in the band over the rows.");
  const range = findEventsInRange(timeline, brush);
  if (range === null) return nothing("No event is in the marked span.");
  return found({ events: [range], ...scopeOf(timeline, scope) }, timeline);
}

function scopeOf({ exchanges }: Timeline, scope: Scope): Pick<Selection, "exchanges"> {
  const id = scope === "all" ? undefined : exchanges[scope]?.id;
  return id === undefined ? {} : { exchanges: [id] };
}

const nothing = (why: string): Part => ({ selection: WHOLE, events: 0, why });

function found(selection: Selection, timeline: Timeline): Part {
  const { events = [{ first: 0, last: timeline.lastEvent }], exchanges } = selection;
  let count = 0;
  for (const { id, index, events: track } of timeline.exchanges) {
    if (exchanges ? !exchanges.includes(id) : !isExchangeInScope(timeline, "all", index)) continue;
    for (const { first, last } of events) count += track.countAt(last) - track.countAt(first - 1);
  }
  return { selection, events: count, why: count === 0 ? "No event is in it." : null };
}

function* ones(marks: Uint8Array): Generator<number> {
  for (let at = marks.indexOf(1); at >= 0; at = marks.indexOf(1, at + 1)) yield at;
}
