"use client";
/** The place in a frame that shows the problem somebody came from. */
import { useMemo } from "react";
import {
  findViolationLocations,
  type ViolationLocation,
} from "../../lib/lint/violation-locations.ts";
import { findFrameMemberRange } from "../../lib/timeline/member-range.ts";
import type { TextRange } from "../../lib/timeline/string-ranges.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useView } from "../session.tsx";

/** `null` where nothing is pointed at, or in another event. */
export function useViolationLocation(
  timeline: Timeline,
  ordinal: number | null,
): ViolationLocation | null {
  const pointed = useView((state) => state.pointedViolation);
  const rule = pointed?.event === ordinal ? pointed?.rule : undefined;
  return useMemo(() => {
    if (rule === undefined || ordinal === null) return null;
    return findViolationLocations(timeline, rule, ordinal)[0] ?? null;
  }, [timeline, rule, ordinal]);
}

/** The bytes of that place, as positions in the frame; of all of the frame there are none to point at. */
export function useViolationRange(timeline: Timeline, ordinal: number | null): TextRange | null {
  const place = useViolationLocation(timeline, ordinal);
  return useMemo(() => {
    if (!place || ordinal === null || place.path.length === 0) return null;
    return findFrameMemberRange(timeline, ordinal, place.path);
  }, [timeline, place, ordinal]);
}
