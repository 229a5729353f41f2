"use client";
/** Hooks for the location of the violation that the user followed into a frame. */
import { useCallback } from "react";
import {
  findViolationLocations,
  type ViolationLocation,
} from "../../lib/lint/violation-locations.ts";
import { findFrameMemberRange } from "../../lib/timeline/member-range.ts";
import type { TextRange } from "../../lib/timeline/string-ranges.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useTextRead } from "../loaded-text.tsx";
import { useView } from "../session.tsx";

/** `null` if no violation is selected, it is in another event, or its frame is being loaded. */
export function useViolationLocation(
  timeline: Timeline,
  ordinal: number | null,
): ViolationLocation | null {
  const selected = useView((state) => state.pointedViolation);
  const rule = selected?.event === ordinal ? selected?.rule : undefined;
  const read = useTextRead(
    useCallback(() => {
      if (rule === undefined || ordinal === null) return null;
      return findViolationLocations(timeline, rule, ordinal)[0] ?? null;
    }, [timeline, rule, ordinal]),
  );
  return read.kind === "loaded" ? read.value : null;
}

/** The violation's range in the frame; `null` if it concerns the whole frame. */
export function useViolationRange(timeline: Timeline, ordinal: number | null): TextRange | null {
  const location = useViolationLocation(timeline, ordinal);
  const read = useTextRead(
    useCallback(() => {
      if (!location || ordinal === null || location.path.length === 0) return null;
      return findFrameMemberRange(timeline, ordinal, location.path);
    }, [timeline, location, ordinal]),
  );
  return read.kind === "loaded" ? read.value : null;
}
