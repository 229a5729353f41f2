/** A comparison as an object: what `loupe diff --json` prints. Fields are added, never renamed. */

import type { RunProblem } from "../lint/problems.ts";
import { diffTexts } from "../timeline/text-diff.ts";
import type { CallTiming } from "./calls.ts";
import type { DiffLine, Mark, RunDiff, Sides } from "./compare.ts";
import { beginningOf, contentOf, type Side } from "./content.ts";
import type { Difference } from "./differences.ts";
import { type Fact, factsOf } from "./facts.ts";
import type { DiffRow } from "./row.ts";

export const DIFF_FORMAT = 1;

export interface DiffReport {
  format: typeof DIFF_FORMAT;
  same: boolean;
  counts: Readonly<Record<Mark, number>>;
  facts: readonly Fact[];
  findings: Sides<readonly RunProblem[]>;
  calls: readonly Sides<CallReport | null>[];
  rows: RowReport[];
}

export interface CallReport {
  id: string;
  timing: CallTiming | null;
}

export interface RowReport {
  mark: Mark;
  left: SideReport | null;
  right: SideReport | null;
  differences: readonly Difference[];
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

export function diffReport(found: RunDiff, withTexts: boolean): DiffReport {
  const { counts, findings, calls, isSame, lines } = found;
  return {
    format: DIFF_FORMAT,
    same: isSame,
    counts,
    facts: factsOf(found),
    findings,
    calls: calls.map(({ left, right, timing }) => ({
      left: left && { id: left.id, timing: timing.left },
      right: right && { id: right.id, timing: timing.right },
    })),
    rows: lines.map((line) => rowReport(line, found, withTexts)),
  };
}

function rowReport(line: DiffLine, found: RunDiff, withTexts: boolean): RowReport {
  const { mark, left, right, differences } = line;
  const differs = differences.some(({ of }) => of === "text");
  return {
    mark,
    left: left && sideReport(found.left, left),
    right: right && sideReport(found.right, right),
    differences,
    ...(withTexts && differs && left && right && { text: textsOf(found, left, right) }),
  };
}

function textsOf(found: RunDiff, left: DiffRow, right: DiffRow) {
  const before = contentOf(found.left, left.item).text;
  return diffTexts(before, contentOf(found.right, right.item).text).segments;
}

const BEGINNING = 200;

function sideReport(side: Side, { item, kind, name, task, pieces }: DiffRow): SideReport {
  return {
    kind,
    name,
    taskId: side.reading.timeline.tasks[task]?.id ?? null,
    event: item.firstEvent,
    pieces,
    text: beginningOf(side, item, BEGINNING),
  };
}
