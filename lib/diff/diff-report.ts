/**
 * The JSON report of a diff, printed by `loupe diff --json`.
 *
 * Guarantees: fields are added, never renamed.
 */

import type { RunProblem } from "../lint/problems.ts";
import { diffTexts } from "../timeline/text-diff.ts";
import type { ComparableRow } from "./comparable-row.ts";
import type { DiffMark, DiffRowPair, DiffSides, RunDiff } from "./compare-runs.ts";
import { createDiffFacts, type DiffFact } from "./diff-facts.ts";
import type { RowDifference } from "./differences.ts";
import type { ComparedTiming } from "./pair-calls.ts";
import { type DiffSide, getRowContent, getRowText } from "./row-content.ts";

const DIFF_FORMAT = 1;

export interface DiffReport {
  format: typeof DIFF_FORMAT;
  same: boolean;
  counts: Readonly<Record<DiffMark, number>>;
  facts: readonly DiffFact[];
  findings: DiffSides<readonly RunProblem[]>;
  calls: readonly DiffSides<CallReport | null>[];
  rows: RowReport[];
}

interface CallReport {
  id: string;
  timing: ComparedTiming | null;
}

interface RowReport {
  mark: DiffMark;
  left: SideReport | null;
  right: SideReport | null;
  differences: readonly RowDifference[];
  /** The segments of both texts, if they differ and were requested. */
  text?: readonly { readonly kind: "same" | "removed" | "added"; readonly text: string }[];
}

interface SideReport {
  kind: string;
  name: string;
  taskId: string | null;
  /** Its first event. */
  event: number;
  pieces: number;
  text: string;
}

export function createDiffReport(diff: RunDiff, withTexts: boolean): DiffReport {
  const { counts, findings, calls, isSame, lines } = diff;
  return {
    format: DIFF_FORMAT,
    same: isSame,
    counts,
    facts: createDiffFacts(diff),
    findings,
    calls: calls.map(({ left, right, timing }) => ({
      left: left && { id: left.id, timing: timing.left },
      right: right && { id: right.id, timing: timing.right },
    })),
    rows: lines.map((line) => createRowReport(line, diff, withTexts)),
  };
}

function createRowReport(line: DiffRowPair, diff: RunDiff, withTexts: boolean): RowReport {
  const { mark, left, right, differences } = line;
  const differs = differences.some(({ of }) => of === "text");
  return {
    mark,
    left: left && createSideReport(diff.left, left),
    right: right && createSideReport(diff.right, right),
    differences,
    ...(withTexts && differs && left && right && { text: diffRowTexts(diff, left, right) }),
  };
}

function diffRowTexts(diff: RunDiff, left: ComparableRow, right: ComparableRow) {
  const before = getRowContent(diff.left, left.item).text;
  return diffTexts(before, getRowContent(diff.right, right.item).text).segments;
}

const MAX_TEXT_LENGTH = 200;

function createSideReport(
  side: DiffSide,
  { item, kind, name, task, pieces }: ComparableRow,
): SideReport {
  return {
    kind,
    name,
    taskId: side.interpretation.timeline.tasks[task]?.id ?? null,
    event: item.firstEvent,
    pieces,
    text: getRowText(side, item, MAX_TEXT_LENGTH),
  };
}
