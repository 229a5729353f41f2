"use client";
/** Hook with the summary of what is in view: the run, one exchange or one task, as of the playhead. */
import { useDeferredValue, useMemo } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { getRunFacts, type RunFacts } from "../../lib/report/facts/facts.ts";
import type { RunPart } from "../../lib/report/facts/part.ts";
import type { RunVersion } from "../../lib/session/run.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { useView } from "../session.tsx";
import { useInterpretedPart } from "../use-interpretation.ts";
import { useProgress } from "../use-progress.ts";
import { useThrottledVersion } from "../use-throttled-version.ts";

export interface ShownSummary {
  readonly interpretation: Interpretation;
  readonly summary: RunFacts;
  /** The event it is as of, and whether that is before the end of the run. */
  readonly playhead: number;
  readonly isEarlier: boolean;
}

export function useRunSummary(): ShownSummary {
  const interpretation = useInterpretedPart((interpreted) => interpreted.interpretation);
  const version = useThrottledVersion();
  // During playback the rows come first.
  const cursor = useDeferredValue(useView((view) => view.cursor));
  const scope = useView((view) => view.scope);
  const task = useView((view) => view.filter.task);
  const progress = useProgress();
  const muted = useMutedRules();
  return useMemo(
    () => describeVersion(version, interpretation, cursor, { scope, task }, { ...progress, muted }),
    [version, interpretation, cursor, scope, task, progress, muted],
  );
}

function describeVersion(
  { lastEvent }: RunVersion,
  interpretation: Interpretation,
  cursor: number | null,
  part: RunPart,
  options: Parameters<typeof getRunFacts>[3],
): ShownSummary {
  const playhead = Math.min(cursor ?? lastEvent, lastEvent);
  return {
    interpretation,
    playhead,
    isEarlier: cursor !== null && playhead >= 0,
    summary: getRunFacts(interpretation, part, playhead, options),
  };
}
