"use client";
// Findings where they are met: the tag of a row, and how many rules the whole run shows.
import type { Item } from "../../lib/dialects/item.ts";
import { findingsAt, findingsOfItem, type Severity } from "../../lib/lint/findings.ts";
import { Tag } from "../ui/tag.tsx";
import { useReading } from "../use-reading.ts";

export interface ProblemCount {
  readonly count: number;
  readonly worst: Severity;
}

export function useProblemCount(): ProblemCount {
  const reading = useReading();
  const { timeline } = reading;
  const findings = findingsAt(timeline, timeline.lastEvent, reading).filter(
    ({ severity }) => severity !== "info",
  );
  const isError = findings.some(({ severity }) => severity === "error");
  return { count: findings.length, worst: isError ? "error" : "warning" };
}

/** The worst finding in a few words, and how many more there are. */
export function RowProblems({ item, moment }: { item: Item; moment: number }) {
  const findings = findingsOfItem(item, moment).filter(({ severity }) => severity !== "info");
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
