"use client";
/** Hook for whether more may follow in the open run. */
import { useMemo } from "react";
import { useStore } from "zustand";
import type { Progress } from "../lib/report/facts/part.ts";
import { getQuietRun } from "../lib/session/quiet-run.ts";
import { getProgress } from "../lib/session/run-selectors.ts";
import { useRun, useSession } from "./session.tsx";

export function useProgress(): Required<Progress> {
  const isGrowing = useRun((run) => getProgress(run).isGrowing);
  const isReading = useRun((run) => getProgress(run).isReading);
  const isQuiet = useStore(getQuietRun(useSession().run));
  return useMemo(() => ({ isGrowing, isReading, isQuiet }), [isGrowing, isReading, isQuiet]);
}
