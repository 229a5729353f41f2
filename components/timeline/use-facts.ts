"use client";
/** Hook with the facts of the whole run or of the exchange in view, as of its newest event. */
import { useMemo } from "react";
import { type Facts, getFacts } from "../../lib/report/facts/facts.ts";
import { useView } from "../session.tsx";
import { useThrottledRun } from "../use-interpretation.ts";
import { useProgress } from "../use-progress.ts";

export function useFacts(): Facts {
  const run = useThrottledRun();
  const scope = useView((view) => view.scope);
  const progress = useProgress();
  return useMemo(() => {
    const { interpretation } = run;
    const { lastEvent } = interpretation.timeline;
    return getFacts(interpretation, { scope, task: null }, lastEvent, progress);
  }, [run, scope, progress]);
}
