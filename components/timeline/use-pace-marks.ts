"use client";
// What of the pace is marked on the overview. A large run is looked at piece by piece, once it is
// read: to read it comes first.
import { useEffect, useState } from "react";
import { findPaceMarks, type PaceMarks } from "../../lib/report/timing/pace-marks.ts";
import { useRun, useView } from "../session.tsx";

/** So many events take a few milliseconds. */
const BATCH_SIZE = 10_000;

export function usePaceMarks(): PaceMarks {
  const timeline = useRun((run) => run.timeline);
  const version = useRun((run) => run.version);
  const scope = useView((view) => view.scope);
  const isReading = useRun((run) => run.phase.kind === "reading");
  const [, setLooks] = useState(0);
  const marks = findPaceMarks(timeline, scope, isReading ? 0 : BATCH_SIZE);
  const left = isReading ? 0 : marks.remaining;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what grows is looked at anyway
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLooks((looks) => looks + 1));
    return () => clearTimeout(timer);
  }, [left, version]);
  return marks;
}
