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
    <div role="gridcell" className="diff-detail">
      {differences.length > 0 && (
        <ul className="diff-differences" aria-label="Differences">
          {differences.map((difference) => (
            <li key={difference.of}>{boundText(formatDifference(difference))}</li>
          ))}
        </ul>
      )}
      <div className="diff-both">
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
      <div className="diff-one" role="group" aria-label={label}>
        <p className="diff-figures">Not in this run.</p>
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
    <div className="diff-one" role="group" aria-label={label}>
      <p className="diff-figures">
        {formatFigures(side, row)}
        {isOpen && (
          <Button size={24} icon="arrow-right" onClick={show}>
            Show in timeline
          </Button>
        )}
      </p>
      {hasText && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <div className="diff-text" tabIndex={0} role="group" aria-label={`${label} text`}>
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
