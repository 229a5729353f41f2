"use client";
import { getItemEndTime } from "../../lib/dialects/rows.ts";
import type { ComparableRow } from "../../lib/diff/comparable-row.ts";
// Details of a diff row: a list of differences, and the full content of both sides with marks.
import type { DiffRowPair, RunDiff } from "../../lib/diff/compare-runs.ts";
import { formatDifference } from "../../lib/diff/describe-diff.ts";
import { type DiffSide, getRowContent, type RowContent } from "../../lib/diff/row-content.ts";
import type { DiffSegment } from "../../lib/timeline/text-diff.ts";
import { useAppContext } from "../app-context.tsx";
import { TextDiff, useTextDiff } from "../content/text-diff.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatDuration, formatOffset, formatQuantity } from "../ui/format.ts";

interface DiffDetailProps {
  diff: RunDiff;
  line: DiffRowPair;
  onClose: () => void;
}

export function DiffDetail({ diff, line, onClose }: DiffDetailProps) {
  const { left, right, differences } = line;
  const one = left ? getContentText(getRowContent(diff.left, left.item)) : "";
  const other = right ? getContentText(getRowContent(diff.right, right.item)) : "";
  const { segments } = useTextDiff(one, other);
  return (
    <div
      role="gridcell"
      data-part="detail"
      className="col-span-full grid gap-2 bg-bg-2 px-2.5 pt-1 pb-3"
    >
      {differences.length > 0 && (
        <ul
          className="flex flex-wrap gap-x-4 gap-y-1 pt-1.5 wrap-anywhere text-warning"
          aria-label="Differences"
        >
          {differences.map((difference) => (
            <li key={difference.of}>{boundText(formatDifference(difference))}</li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-2 gap-3 max-phone:grid-cols-1">
        <SideDetail
          label="Left"
          side={diff.left}
          row={left}
          segments={right ? segments : [{ kind: "same", text: one }]}
          onClose={onClose}
        />
        <SideDetail
          label="Right"
          side={diff.right}
          row={right}
          segments={left ? segments : [{ kind: "same", text: other }]}
          onClose={onClose}
        />
      </div>
    </div>
  );
}

const SIDE = "grid min-w-0 content-start gap-1";
const FIGURES = "flex min-h-6 flex-wrap items-center justify-between gap-x-2 gap-y-1 text-fg-3";
const TEXT =
  "max-h-85 min-h-0 overflow-auto rounded-2 bg-well px-2.5 py-2 text-13/4.5 inset-ring inset-ring-line-1 **:[del]:no-underline forced-colors:border forced-colors:**:[del,ins]:bg-[CanvasText] forced-colors:**:[del,ins]:text-[Canvas] forced-colors:**:[del,ins]:forced-color-adjust-none";

interface SideDetailProps {
  label: "Left" | "Right";
  side: DiffSide;
  row: ComparableRow | null;
  segments: readonly DiffSegment[];
  onClose: () => void;
}

function SideDetail({ label, side, row, segments, onClose }: SideDetailProps) {
  const { run, view, layout, actions } = useAppContext();
  if (!row) {
    return (
      <div className={SIDE} role="group" aria-label={label}>
        <p className={FIGURES}>Not in this run.</p>
      </div>
    );
  }
  const isOpen = run.getState().timeline === side.interpretation.timeline;
  const show = () => {
    onClose();
    actions.closeCard();
    view.setState({ scope: "all", selected: row.item.index, event: null, cursor: null });
    layout.getState().showInspector();
  };
  const hasText = segments.some(({ text }) => text !== "");
  return (
    <div className={SIDE} role="group" aria-label={label}>
      <p className={FIGURES}>
        {formatFigures(side, row)}
        {isOpen && (
          <Button size={24} icon="arrow-right" onClick={show}>
            Show in timeline
          </Button>
        )}
      </p>
      {hasText && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <div className={TEXT} tabIndex={0} role="group" aria-label={`${label} text`}>
          <TextDiff segments={segments} side={label === "Left" ? "before" : "after"} />
        </div>
      )}
    </div>
  );
}

/** `+0.012 after its request, 24 ms long, 8 events` */
function formatFigures(
  { interpretation, n }: DiffSide,
  { item, pieces, task }: ComparableRow,
): string {
  const { timeline } = interpretation;
  const startMs = item.time - (timeline.exchanges[item.exchange]?.open.time ?? Number.NaN);
  const durationMs = getItemEndTime(timeline, item, n) - item.time;
  return [
    Number.isNaN(startMs) ? "" : `${formatOffset(startMs)} after its request`,
    durationMs > 0 ? `${formatDuration(durationMs)} long` : "",
    pieces > 1 ? formatQuantity(pieces, "event") : "",
    task >= 0 ? `task ${task + 1}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** The content of a row as one text for comparison. */
function getContentText({ text, parts, steps, tool }: RowContent): string {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    text,
    ...parts.map(json),
    ...steps.map(({ title, status }) => `${status}: ${title}`),
    ...(tool
      ? [
          `state: ${tool.state}`,
          `arguments: ${json(tool.args)}`,
          `result: ${typeof tool.result === "string" ? tool.result : json(tool.result)}`,
        ]
      : []),
  ]
    .filter((line) => line !== "")
    .join("\n");
}
