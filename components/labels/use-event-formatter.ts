"use client";
/** Hook that formats event numbers and times as the rows and the transport show them. */
import { getEventNumber, type Scope } from "../../lib/timeline/scope.ts";
import { getScopeTimeRange } from "../../lib/timeline/time-range.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useView } from "../session.tsx";
import { formatOffsetWithUnit } from "../ui/format.ts";

export interface EventFormatter {
  readonly number: (ordinal: number) => number;
  /** `+2.604 s`; empty if the log has no times. */
  readonly time: (ms: number) => string;
  readonly timeOf: (ordinal: number) => string;
}

export function useEventFormatter(timeline: Timeline): EventFormatter {
  const scope = useView((view) => view.scope);
  return createEventFormatter(timeline, scope);
}

function createEventFormatter(timeline: Timeline, scope: Scope): EventFormatter {
  const { events } = timeline;
  const origin = getScopeTimeRange(timeline, scope)?.from ?? 0;
  const time = (ms: number) => (Number.isNaN(ms) ? "" : formatOffsetWithUnit(ms - origin));
  return {
    time,
    timeOf: (ordinal) => time(events.time.at(ordinal)),
    number: (ordinal) => getEventNumber(timeline, scope, ordinal),
  };
}
