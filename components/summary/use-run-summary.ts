"use client";
/** Hook with the summary of what is in view: the run, one exchange or one task, as of the playhead. */
import { useDeferredValue, useMemo } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import {
  type RunSummary,
  type SummaryOptions,
  summarizeRun,
} from "../../lib/report/run-summary/run-summary.ts";
import type { SummaryPart } from "../../lib/report/run-summary/summary-part.ts";
import type { RunVersion } from "../../lib/session/run.ts";
import { isInProgress } from "../../lib/session/run-selectors.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { useRun, useView } from "../session.tsx";
import { useInterpretation } from "../use-interpretation.ts";
import { useThrottledVersion } from "../use-throttled-version.ts";

export interface ShownSummary {
  readonly interpretation: Interpretation;
  readonly summary: RunSummary;
  /** The event it is as of, and whether that is before the end of the run. */
  readonly playhead: number;
  readonly isEarlier: boolean;
}

export function useRunSummary(): ShownSummary {
  const interpretation = useInterpretation();
  const version = useThrottledVersion();
  // During playback the rows come first.
  const cursor = useDeferredValue(useView((view) => view.cursor));
  const scope = useView((view) => view.scope);
  const task = useView((view) => view.filter.task);
  const isGrowing = useRun(isInProgress);
  const muted = useMutedRules();
  return useMemo(
    () => summarizeVersion(version, interpretation, cursor, { scope, task }, { isGrowing, muted }),
    [version, interpretation, cursor, scope, task, isGrowing, muted],
  );
}

function summarizeVersion(
  { lastEvent }: RunVersion,
  interpretation: Interpretation,
  cursor: number | null,
  part: SummaryPart,
  options: SummaryOptions,
): ShownSummary {
  const playhead = Math.min(cursor ?? lastEvent, lastEvent);
  return {
    interpretation,
    playhead,
    isEarlier: cursor !== null && playhead >= 0,
    summary: summarizeRun(interpretation, part, playhead, options),
  };
}
