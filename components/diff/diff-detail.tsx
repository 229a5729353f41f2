"use client";
import { getItemEndTime } from "../../lib/dialects/rows.ts";
// Both sides of a line in full: what differs in words, the texts marked, what tools took and gave.
import type { DiffLine, RunDiff } from "../../lib/diff/compare.ts";
import { contentOf, type RowContent, type Side } from "../../lib/diff/content.ts";
import type { DiffRow } from "../../lib/diff/row.ts";
import { differenceWords } from "../../lib/diff/words.ts";
import type { DiffSegment } from "../../lib/timeline/text-diff.ts";
import { useDesk } from "../command/desk.tsx";
import { TextDiff, useDiff } from "../inspect/text-diff.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatDuration, formatOffset, plural } from "../ui/format.ts";

interface DiffDetailProps {
  diff: RunDiff;
  line: DiffLine;
  onClose: () => void;
}

export function DiffDetail({ diff, line, onClose }: DiffDetailProps) {
  const { left, right, differences } = line;
  const one = left ? saidIn(contentOf(diff.left, left.item)) : "";
  const other = right ? saidIn(contentOf(diff.right, right.item)) : "";
  const { pieces } = useDiff(one, other);
  return (
    <div role="gridcell" className="diff-detail">
      {differences.length > 0 && (
        <ul className="diff-differences" aria-label="Differences">
          {differences.map((difference) => (
            <li key={difference.of}>{boundText(differenceWords(difference))}</li>
          ))}
        </ul>
      )}
      <div className="diff-both">
        <OneSide
          label="Left"
          side={diff.left}
          row={left}
          pieces={right ? pieces : [{ kind: "same", text: one }]}
          onClose={onClose}
        />
        <OneSide
          label="Right"
          side={diff.right}
          row={right}
          pieces={left ? pieces : [{ kind: "same", text: other }]}
          onClose={onClose}
        />
      </div>
    </div>
  );
}

interface OneSideProps {
  label: "Left" | "Right";
  side: Side;
  row: DiffRow | null;
  pieces: readonly DiffSegment[];
  onClose: () => void;
}

function OneSide({ label, side, row, pieces, onClose }: OneSideProps) {
  const { run, view, screen, store } = useDesk();
  if (!row) {
    return (
      <div className="diff-one" role="group" aria-label={label}>
        <p className="diff-figures">Not there.</p>
      </div>
    );
  }
  const isOpen = run.getState().timeline === side.reading.timeline;
  const show = () => {
    onClose();
    store.setState({ card: null });
    view.setState({ scope: "all", selected: row.item.index, event: null, cursor: null });
    screen.showInspector();
  };
  const hasText = pieces.some(({ text }) => text !== "");
  return (
    <div className="diff-one" role="group" aria-label={label}>
      <p className="diff-figures">
        {figuresOf(side, row)}
        {isOpen && (
          <Button size={24} icon="arrow-right" onClick={show}>
            Show in the timeline
          </Button>
        )}
      </p>
      {hasText && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <div className="diff-text" tabIndex={0} role="group" aria-label={`${label} text`}>
          <TextDiff pieces={pieces} side={label === "Left" ? "before" : "after"} />
        </div>
      )}
    </div>
  );
}

/** `+0.012 of its call, 24 ms long, 8 pieces` */
function figuresOf({ reading, n }: Side, { item, pieces, task }: DiffRow): string {
  const { timeline } = reading;
  const begun = item.time - (timeline.exchanges[item.exchange]?.open.time ?? Number.NaN);
  const lasted = getItemEndTime(timeline, item, n) - item.time;
  return [
    Number.isNaN(begun) ? "" : `${formatOffset(begun)} after its request`,
    lasted > 0 ? `${formatDuration(lasted)} long` : "",
    pieces > 1 ? plural(pieces, "piece") : "",
    task >= 0 ? `task ${task + 1}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** All that a row says, as one text that can be compared. */
function saidIn({ text, parts, steps, tool }: RowContent): string {
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
    .filter((said) => said !== "")
    .join("\n");
}
