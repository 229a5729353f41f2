"use client";
// Hook for the stalls and bursts marked on the overview. Large runs are analyzed in batches, after they
// have been read.
import { useEffect, useState } from "react";
import { findPaceMarks, type PaceMarks } from "../../lib/report/timing/pace-marks.ts";
import { useRun, useView } from "../session.tsx";

/** Analyzing this many events takes a few milliseconds. */
const BATCH_SIZE = 10_000;

export function usePaceMarks(): PaceMarks {
  const timeline = useRun((run) => run.timeline);
  const version = useRun((run) => run.version);
  const scope = useView((view) => view.scope);
  const isReading = useRun((run) => run.phase.kind === "reading");
  const [, setBatches] = useState(0);
  const marks = findPaceMarks(timeline, scope, isReading ? 0 : BATCH_SIZE);
  const remaining = isReading ? 0 : marks.remaining;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the run grows
  useEffect(() => {
    if (remaining === 0) return;
    const timer = setTimeout(() => setBatches((batches) => batches + 1));
    return () => clearTimeout(timer);
  }, [remaining, version]);
  return marks;
}
