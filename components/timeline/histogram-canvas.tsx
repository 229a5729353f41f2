"use client";
// Canvas with the histogram of the overview: frames over time, stacked by kind, and problem marks.
import { useEffect, useRef } from "react";
import { ITEM_KINDS } from "../../lib/dialects/kinds.ts";
import type { Histogram } from "../../lib/timeline/histogram.ts";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { useTheme } from "../ui/theme.ts";
import type { ThrottledRun } from "../use-interpretation.ts";
import { drawProblemMarks, type ProblemMark } from "./problem-marks.ts";
import type { Axis } from "./use-axis.ts";

const BAR_PX = 3;
const GAP_PX = 1;

interface HistogramCanvasProps {
  run: ThrottledRun;
  marks: readonly ProblemMark[];
  axis: Axis;
  width: number;
  height: number;
}

export function HistogramCanvas(props: HistogramCanvasProps) {
  const { run, marks, axis, width, height } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useRef<HistogramColors>(undefined);
  const [theme] = useTheme();
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context || width <= 0) return;
    const ratio = devicePixelRatio;
    // Resizing a canvas or reading its style costs more than drawing, so both are done only on change.
    if (element.width !== Math.floor(width * ratio)) element.width = width * ratio;
    if (element.height !== Math.floor(height * ratio)) element.height = height * ratio;
    if (colors.current?.theme !== theme) colors.current = getHistogramColors(element, theme);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { histogram } = run.interpretation;
    drawHistogram(context, histogram, axis, width, height, colors.current.ofKind);
    drawProblemMarks(context, marks, colors.current, colors.current.ground);
  }, [run, marks, axis, width, height, theme]);
  return (
    <canvas
      ref={canvas}
      className="pointer-events-none block h-7.5 w-full border-b border-line-3"
      role="img"
      aria-label={marks.length > 0 ? "Frames over time, problems marked" : "Frames over time"}
    />
  );
}

interface HistogramColors {
  readonly theme: string;
  readonly ofKind: readonly string[];
  readonly error: string;
  readonly warning: string;
  /** The background of the overview. */
  readonly ground: string;
}

function getHistogramColors(element: Element, theme: string): HistogramColors {
  const style = getComputedStyle(element);
  const getColor = (name: string) => style.getPropertyValue(`--${name}`);
  return {
    theme,
    ofKind: ITEM_KINDS.map((kind) => getColor(ITEM_KIND_META[kind].hue)),
    error: getColor("error"),
    warning: getColor("warning"),
    ground: getColor("bg-1"),
  };
}

function drawHistogram(
  context: CanvasRenderingContext2D,
  histogram: Histogram,
  axis: Axis,
  width: number,
  height: number,
  colors: readonly string[],
): void {
  context.clearRect(0, 0, width, height);
  const columns = Math.max(1, Math.floor(width / (BAR_PX + GAP_PX)));
  const kinds = ITEM_KINDS.length;
  const counts = histogram.sumColumns(axis, columns);
  let max = 0;
  for (let column = 0; column < columns; column++) {
    let sum = 0;
    for (let kind = 0; kind < kinds; kind++) sum += counts[column * kinds + kind] ?? 0;
    if (sum > max) max = sum;
  }
  if (max === 0) return;
  // The square root keeps a single frame visible beside a burst of thousands.
  const scale = (count: number) =>
    count === 0 ? 0 : Math.max(2, (Math.sqrt(count) / Math.sqrt(max)) * (height - 2));
  for (let column = 0; column < columns; column++) {
    let sum = 0;
    let top = height;
    for (let kind = 0; kind < kinds; kind++) {
      const count = counts[column * kinds + kind] ?? 0;
      if (count === 0) continue;
      sum += count;
      const next = height - scale(sum);
      context.fillStyle = colors[kind] ?? "gray";
      context.fillRect(column * (BAR_PX + GAP_PX), next, BAR_PX, Math.max(1, top - next));
      top = next;
    }
  }
}
