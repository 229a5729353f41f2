"use client";
// One row: time, kind, what happened, its bar, frames and bytes.
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";
import { barEnd, rowOf } from "../../lib/timeline/view.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatOffset } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { KIND_LOOKS } from "./kinds.ts";
import { type Axis, Bar } from "./waterfall.tsx";

export interface TimelineRowProps {
  timeline: Timeline;
  entry: Entry;
  axis: Axis | null;
  live: boolean;
}

export function TimelineRow({ timeline, entry, axis, live }: TimelineRowProps) {
  const n = timeline.lastEvent;
  const row = rowOf(timeline, entry, n);
  const look = KIND_LOOKS[row.kind];
  const to = barEnd(timeline, entry, n);
  return (
    <>
      <span role="gridcell" className="cell-time">
        {axis && !Number.isNaN(entry.time) ? formatOffset(entry.time - axis.from) : ""}
      </span>
      <span role="gridcell" className="cell-kind" data-hue={look.hue}>
        <Icon name={look.icon} size={16} />
        <span>{look.word}</span>
      </span>
      <span role="gridcell" className="cell-entry" data-child={entry.parent >= 0 || undefined}>
        <span className={cx("entry-title", row.literal && "mono")} dir="auto">
          {row.title}
        </span>
        <RowTags timeline={timeline} entry={entry} />
        <span className="entry-preview" dir="auto">
          {row.count > 1 && row.kind === "artifact" && (
            <span className="entry-merged">{formatCount(row.count)} frames merged</span>
          )}
          {row.preview}
        </span>
      </span>
      <span role="gridcell" className="cell-bar" data-hue={look.hue}>
        {axis && <Bar axis={axis} from={entry.time} to={to} growing={live} />}
      </span>
      <span role="gridcell" className="cell-number">
        {row.count > 0 ? formatCount(row.count) : ""}
      </span>
      <span role="gridcell" className="cell-number">
        {row.bytes > 0 ? formatBytes(row.bytes) : ""}
      </span>
    </>
  );
}

function RowTags({ timeline, entry }: { timeline: Timeline; entry: Entry }) {
  if (entry.kind === "state")
    return entry.transition.legal ? null : (
      <Tag hue="error" icon="warning">
        illegal
      </Tag>
    );
  if (entry.kind !== "artifact") return null;
  const { artifact } = entry;
  const revisions = artifact.revisions.length;
  return (
    <>
      {artifact.madeUp && (
        <Tag hue="warning" icon="warning">
          no artifactId
        </Tag>
      )}
      {revisions > 1 && <Tag hue="warning">{revisions} revisions</Tag>}
      {timeline.tasks.length > 1 && <Tag>{timeline.tasks[entry.task]?.id.slice(0, 4)}…</Tag>}
    </>
  );
}
