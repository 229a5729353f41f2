// Where problems are, as marks over the histogram: by shape as well as by colour, and at most one in
// each few pixels, so that a flood costs what a few do.
import type { ProblemHistory } from "../../lib/lint/problem-history.ts";
import { type TimeAxis, toAxisTime } from "../../lib/timeline/axis.ts";
import { findEventAt } from "../../lib/timeline/time-range.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";

/** How wide a mark is, with the room beside it. */
export const MARK_PX = 8;

const INSTANT_MS = 1e-6;
/** What happens before the first event is born at −1. */
const BEFORE_ALL = -2;

export type MarkSeverity = "error" | "warning";

export interface ProblemMark {
  /** The middle, in pixels. */
  readonly at: number;
  /** The worst that there is. */
  readonly severity: MarkSeverity;
}

/** What was noticed is counted at the edges of columns, never event by event. */
export function createProblemMarks(
  timeline: Timeline,
  noticed: readonly ProblemHistory[],
  axis: TimeAxis,
  width: number,
): ProblemMark[] {
  const columns = Math.max(1, Math.floor(width / MARK_PX));
  const marks: ProblemMark[] = [];
  if (noticed.length === 0) return marks;
  let before = noticed.map(({ countAt }) => countAt(findLastEventBefore(timeline, axis.from)));
  for (let column = 0; column < columns; column++) {
    const edge = findEventAt(timeline, toAxisTime(axis, (column + 1) / columns));
    const counts = noticed.map(({ countAt }) => countAt(edge));
    const grown = noticed.filter((_, index) => (counts[index] ?? 0) > (before[index] ?? 0));
    before = counts;
    if (grown.length === 0) continue;
    const isError = grown.some(({ rule }) => rule.severity === "error");
    marks.push({ at: (column + 0.5) * MARK_PX, severity: isError ? "error" : "warning" });
  }
  return marks;
}

/** The last event before a time; what was there before any stands in the first column. */
function findLastEventBefore(timeline: Timeline, time: number): number {
  const event = findEventAt(timeline, time - INSTANT_MS);
  return event < 0 ? BEFORE_ALL : event;
}

export function drawProblemMarks(
  context: CanvasRenderingContext2D,
  marks: readonly ProblemMark[],
  colours: Readonly<Record<MarkSeverity, string>>,
  ground: string,
): void {
  context.lineWidth = 3;
  context.strokeStyle = ground;
  for (const { at, severity } of marks) {
    const shape = severity === "error" ? createDiamond(at) : createTriangle(at);
    context.stroke(shape);
    context.fillStyle = colours[severity];
    context.fill(shape);
  }
}

function createTriangle(x: number): Path2D {
  return new Path2D(`M${x} 1L${x + 3.5} 7L${x - 3.5} 7Z`);
}

function createDiamond(x: number): Path2D {
  return new Path2D(`M${x} 0L${x + 3.75} 4L${x} 8L${x - 3.75} 4Z`);
}
