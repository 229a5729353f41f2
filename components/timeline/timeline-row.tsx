"use client";
// One row: time, kind, what happened, its bar, frames and bytes; as of the playhead.
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";
import { type Row, rowOf } from "../../lib/timeline/view.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatOffset } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { Hits } from "./hits.tsx";
import { KIND_LOOKS } from "./kinds.ts";
import { RowProblems } from "./problems.tsx";
import { RowContent } from "./row-content.tsx";
import type { Axis } from "./use-axis.ts";
import { Bar } from "./waterfall.tsx";

export interface TimelineRowProps {
  timeline: Timeline;
  entry: Entry;
  axis: Axis | null;
  moment: number;
  /** It is still growing. */
  running: boolean;
  pattern: RegExp | null;
  /** `null` where there is nothing to expand. */
  expanded: boolean | null;
  onExpand: () => void;
}

export function TimelineRow(props: TimelineRowProps) {
  const { timeline, entry, axis, moment, running, pattern, expanded, onExpand } = props;
  const row = rowOf(timeline, entry, moment);
  const look = KIND_LOOKS[row.kind];
  return (
    <>
      <span role="gridcell" className="cell-time">
        {axis && !Number.isNaN(entry.time) ? formatOffset(entry.time - axis.origin) : ""}
      </span>
      <span role="gridcell" className="cell-kind" data-hue={look.hue}>
        <Icon name={look.icon} size={16} />
        <span>{look.word}</span>
      </span>
      <span role="gridcell" className="cell-entry" data-child={entry.parent >= 0 || undefined}>
        {expanded !== null && (
          <button
            type="button"
            tabIndex={-1}
            className="row-twist"
            aria-label={expanded ? "Collapse" : "Expand"}
            onClick={(event) => {
              event.stopPropagation();
              onExpand();
            }}
          >
            <Icon name={expanded ? "chevron-down" : "chevron-right"} size={12} />
          </button>
        )}
        <span className={cx("entry-title", row.literal && "mono")} dir="auto">
          <Hits text={row.title} pattern={pattern} />
        </span>
        {running && (
          <Tag hue={look.hue}>
            <Spinner size={12} label="Running" />
          </Tag>
        )}
        <RowTags timeline={timeline} entry={entry} moment={moment} />
        <Preview row={row} pattern={pattern} expanded={expanded === true} />
      </span>
      <span role="gridcell" className="cell-bar" data-hue={look.hue}>
        {axis && (
          <Bar timeline={timeline} entry={entry} axis={axis} moment={moment} live={running} />
        )}
      </span>
      <span role="gridcell" className="cell-number">
        {row.count > 0 ? formatCount(row.count) : ""}
      </span>
      <span role="gridcell" className="cell-number">
        {row.bytes > 0 ? formatBytes(row.bytes) : ""}
      </span>
      {expanded === true && !row.future && (
        <RowContent entry={entry} moment={moment} running={running} />
      )}
    </>
  );
}

function Preview({
  row,
  pattern,
  expanded,
}: {
  row: Row;
  pattern: RegExp | null;
  expanded: boolean;
}) {
  return (
    <span className="entry-preview" dir="auto">
      {row.count > 1 && row.kind === "artifact" && (
        <span className="entry-merged">{formatCount(row.count)} frames merged</span>
      )}
      {!expanded && <Hits text={row.preview} pattern={pattern} />}
    </span>
  );
}

function RowTags({
  timeline,
  entry,
  moment,
}: {
  timeline: Timeline;
  entry: Entry;
  moment: number;
}) {
  const isArtifact = entry.kind === "artifact";
  const revisions = isArtifact
    ? entry.artifact.revisions.filter(({ birth }) => birth <= moment).length
    : 0;
  const task = timeline.tasks[entry.task];
  return (
    <>
      <RowProblems entry={entry} moment={moment} />
      {revisions > 1 && <Tag>{revisions} revisions</Tag>}
      {isArtifact && timeline.tasks.length > 1 && task && task.id !== "" && (
        <Tag>{task.id.slice(0, 4)}…</Tag>
      )}
    </>
  );
}
