// Marks over the histogram where problems are and where connections broke, distinguished by shape and
// color.
// Guarantees: at most one mark per column of a few pixels, however many problems there are.
import type { ProblemHistory } from "../../lib/lint/problem-history.ts";
import { type TimeAxis, toAxisShare, toAxisTime } from "../../lib/timeline/axis.ts";
import { isBroken } from "../../lib/timeline/exchange-queries.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import { findEventAt } from "../../lib/timeline/time-range.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";

/** Width of a column: a mark and its margin. */
export const MARK_PX = 8;

const INSTANT_MS = 1e-6;
/** Violations before the first event have event number −1. */
const BEFORE_ALL = -2;

type MarkSeverity = "error" | "warning";

export interface ProblemMark {
  /** Center in pixels. */
  readonly at: number;
  /** The worst severity in the column. */
  readonly severity: MarkSeverity;
}

/** Counts problems at the edges of columns, never event by event. A broken connection is an error. */
export function createProblemMarks(
  timeline: Timeline,
  histories: readonly ProblemHistory[],
  axis: TimeAxis,
  width: number,
  scope: Scope = "all",
): ProblemMark[] {
  const columns = Math.max(1, Math.floor(width / MARK_PX));
  const broken = findBrokenColumns(timeline, scope, axis, columns);
  const marks: ProblemMark[] = [];
  if (histories.length === 0 && broken.size === 0) return marks;
  let before = histories.map(({ countAt }) => countAt(findLastEventBefore(timeline, axis.from)));
  for (let column = 0; column < columns; column++) {
    const edge = findEventAt(timeline, toAxisTime(axis, (column + 1) / columns));
    const counts = histories.map(({ countAt }) => countAt(edge));
    const grown = histories.filter((_, index) => (counts[index] ?? 0) > (before[index] ?? 0));
    before = counts;
    const breaks = broken.has(column);
    if (grown.length === 0 && !breaks) continue;
    const isError = breaks || grown.some(({ rule }) => rule.severity === "error");
    marks.push({ at: (column + 0.5) * MARK_PX, severity: isError ? "error" : "warning" });
  }
  return marks;
}

/** The columns in which a connection broke. */
function findBrokenColumns(
  { exchanges }: Timeline,
  scope: Scope,
  axis: TimeAxis,
  columns: number,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const exchange of exchanges) {
    const time = exchange.end?.time ?? Number.NaN;
    const isShown = scope === "all" || scope === exchange.index;
    if (!isShown || !isBroken(exchange) || !(time >= axis.from && time <= axis.to)) continue;
    found.add(Math.min(columns - 1, Math.floor(toAxisShare(axis, time) * columns)));
  }
  return found;
}

/** The last event before a time; earlier violations fall into the first column. */
function findLastEventBefore(timeline: Timeline, time: number): number {
  const event = findEventAt(timeline, time - INSTANT_MS);
  return event < 0 ? BEFORE_ALL : event;
}

export function drawProblemMarks(
  context: CanvasRenderingContext2D,
  marks: readonly ProblemMark[],
  colors: Readonly<Record<MarkSeverity, string>>,
  ground: string,
): void {
  context.lineWidth = 3;
  context.strokeStyle = ground;
  const shapes = { error: new Path2D(DIAMOND), warning: new Path2D(TRIANGLE) };
  for (const { at, severity } of marks) {
    context.translate(at, 0);
    context.stroke(shapes[severity]);
    context.fillStyle = colors[severity];
    context.fill(shapes[severity]);
    context.translate(-at, 0);
  }
}

const TRIANGLE = "M0 1L3.5 7L-3.5 7Z";
const DIAMOND = "M0 0L3.75 4L0 8L-3.75 4Z";
