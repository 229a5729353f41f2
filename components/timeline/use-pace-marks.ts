"use client";
// Hook for the stalls and bursts marked on the overview. They are analyzed after a render, and large
// runs in batches, after they have been read.
import { useEffect, useState } from "react";
import { findPaceMarks, type PaceMarks } from "../../lib/report/timing/pace-marks.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useRun, useView } from "../session.tsx";

/** Analyzing this many events takes a few milliseconds. */
const BATCH_SIZE = 10_000;

const NO_MARKS: PaceMarks = { stalls: [], bursts: [], remaining: 0 };

interface AnalyzedMarks {
  readonly timeline: Timeline;
  readonly scope: Scope;
  readonly marks: PaceMarks;
}

export function usePaceMarks(): PaceMarks {
  const version = useRun((run) => run.version);
  const scope = useView((view) => view.scope);
  const isReading = useRun((run) => run.phase.kind === "reading");
  const [analyzed, setAnalyzed] = useState<AnalyzedMarks | null>(null);
  useEffect(() => {
    const { timeline } = version;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const analyze = () => {
      const marks = findPaceMarks(timeline, scope, isReading ? 0 : BATCH_SIZE);
      setAnalyzed((before) =>
        before?.timeline === timeline && before.scope === scope && areSame(before.marks, marks)
          ? before
          : { timeline, scope, marks },
      );
      if (marks.remaining > 0 && !isReading) timer = setTimeout(analyze);
    };
    analyze();
    return () => clearTimeout(timer);
  }, [version, scope, isReading]);
  const isCurrent = analyzed?.timeline === version.timeline && analyzed.scope === scope;
  return isCurrent ? analyzed.marks : NO_MARKS;
}

function areSame(left: PaceMarks, right: PaceMarks): boolean {
  return (
    left.stalls.length === right.stalls.length &&
    left.bursts.length === right.bursts.length &&
    left.stalls.every(
      ({ event, to }, i) => event === right.stalls[i]?.event && to === right.stalls[i]?.to,
    ) &&
    left.bursts.every(
      ({ event, frames }, i) =>
        event === right.bursts[i]?.event && frames === right.bursts[i]?.frames,
    )
  );
}
