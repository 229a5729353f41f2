/** A comparison as an object: what `loupe diff --json` prints. Fields are added, never renamed. */

import type { RunProblem } from "../lint/problems.ts";
import { diffTexts } from "../timeline/text-diff.ts";
import type { ComparableRow } from "./comparable-row.ts";
import type { DiffMark, DiffRowPair, DiffSides, RunDiff } from "./compare-runs.ts";
import { createDiffFacts, type DiffFact } from "./diff-facts.ts";
import type { RowDifference } from "./differences.ts";
import type { ComparedTiming } from "./pair-calls.ts";
import { type DiffSide, getRowContent, getRowText } from "./row-content.ts";

export const DIFF_FORMAT = 1;

export interface DiffReport {
  format: typeof DIFF_FORMAT;
  same: boolean;
  counts: Readonly<Record<DiffMark, number>>;
  facts: readonly DiffFact[];
  findings: DiffSides<readonly RunProblem[]>;
  calls: readonly DiffSides<CallReport | null>[];
  rows: RowReport[];
}

export interface CallReport {
  id: string;
  timing: ComparedTiming | null;
}

export interface RowReport {
  mark: DiffMark;
  left: SideReport | null;
  right: SideReport | null;
  differences: readonly RowDifference[];
  /** The pieces of both texts, where they differ and were asked for. */
  text?: readonly { readonly kind: "same" | "removed" | "added"; readonly text: string }[];
}

export interface SideReport {
  kind: string;
  name: string;
  taskId: string | null;
  /** The event it began with. */
  event: number;
  pieces: number;
  text: string;
}

export function createDiffReport(found: RunDiff, withTexts: boolean): DiffReport {
  const { counts, findings, calls, isSame, lines } = found;
  return {
    format: DIFF_FORMAT,
    same: isSame,
    counts,
    facts: createDiffFacts(found),
    findings,
    calls: calls.map(({ left, right, timing }) => ({
      left: left && { id: left.id, timing: timing.left },
      right: right && { id: right.id, timing: timing.right },
    })),
    rows: lines.map((line) => createRowReport(line, found, withTexts)),
  };
}

function createRowReport(line: DiffRowPair, found: RunDiff, withTexts: boolean): RowReport {
  const { mark, left, right, differences } = line;
  const differs = differences.some(({ of }) => of === "text");
  return {
    mark,
    left: left && createSideReport(found.left, left),
    right: right && createSideReport(found.right, right),
    differences,
    ...(withTexts && differs && left && right && { text: diffRowTexts(found, left, right) }),
  };
}

function diffRowTexts(found: RunDiff, left: ComparableRow, right: ComparableRow) {
  const before = getRowContent(found.left, left.item).text;
  return diffTexts(before, getRowContent(found.right, right.item).text).segments;
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
