"use client";
/** Hook with the facts of the whole run or of the exchange in view, as of its newest event. */
import { useMemo } from "react";
import { type Facts, getFacts } from "../../lib/report/facts/facts.ts";
import { getProgress } from "../../lib/session/run-selectors.ts";
import { useRun, useView } from "../session.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";

export function useFacts(): Facts {
  const interpreted = useInterpretedRun();
  const scope = useView((view) => view.scope);
  const isGrowing = useRun((run) => getProgress(run).isGrowing);
  const isReading = useRun((run) => getProgress(run).isReading);
  return useMemo(() => {
    const { interpretation } = interpreted;
    const { lastEvent } = interpretation.timeline;
    return getFacts(interpretation, { scope, task: null }, lastEvent, { isGrowing, isReading });
  }, [interpreted, scope, isGrowing, isReading]);
}
