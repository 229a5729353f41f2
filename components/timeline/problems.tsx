"use client";
// Findings where they are met: the tag of a row, and how many rules the whole run shows.
import { findingsAt, findingsOf, type Severity } from "../../lib/lint/findings.ts";
import type { Entry } from "../../lib/timeline/timeline.ts";
import { useRun } from "../session.tsx";
import { Tag } from "../ui/tag.tsx";

export interface ProblemCount {
  readonly count: number;
  readonly worst: Severity;
}

export function useProblemCount(): ProblemCount {
  const timeline = useRun((run) => run.timeline);
  useRun((run) => run.version);
  const findings = findingsAt(timeline, timeline.lastEvent).filter(
    ({ severity }) => severity !== "info",
  );
  const isError = findings.some(({ severity }) => severity === "error");
  return { count: findings.length, worst: isError ? "error" : "warning" };
}

/** The worst finding in a few words, and how many more there are. */
export function RowProblems({ entry, moment }: { entry: Entry; moment: number }) {
  const findings = findingsOf(entry, moment).filter(({ severity }) => severity !== "info");
  const [worst] = findings;
  if (!worst) return null;
  const title = findings.map(({ rule, message }) => `${rule}: ${message}`).join("\n");
  return (
    <span title={title}>
      <Tag hue={worst.severity === "error" ? "error" : "warning"} icon="warning">
        {worst.label}
        {findings.length > 1 && ` +${findings.length - 1}`}
      </Tag>
    </span>
  );
}
