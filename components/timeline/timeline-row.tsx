"use client";
// One row: time, kind, what happened, its bar, frames and bytes; as of the playhead.
import { memo } from "react";
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";
import { bornBy } from "../../lib/timeline/track.ts";
import { rowOf } from "../../lib/timeline/view.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatOffset } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { Hits } from "./hits.tsx";
import { KIND_LOOKS } from "./kinds.ts";
import { RowProblems } from "./problems.tsx";
import { beginningOf, RowContent } from "./row-content.tsx";
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
  onToggle: (entry: Entry) => void;
}

export function TimelineRow(props: TimelineRowProps) {
  const { timeline, entry, axis, moment, running, pattern, expanded, onToggle } = props;
  const row = rowOf(timeline, entry, moment);
  const isArtifact = entry.kind === "artifact";
  const task = isArtifact && timeline.tasks.length > 1 ? timeline.tasks[entry.task] : undefined;
  const isTimed = axis !== null && !Number.isNaN(entry.time);
  const hasContent = expanded === true && !row.future;
  return (
    <>
      <RowHead
        entry={entry}
        time={isTimed ? formatOffset(entry.time - axis.origin) : ""}
        title={row.title}
        literal={row.literal}
        preview={expanded === true ? "" : row.preview}
        merged={isArtifact && row.count > 1 ? row.count : 0}
        running={running}
        pattern={pattern}
        expanded={expanded}
        onToggle={onToggle}
        problems={newestProblem(entry, moment)}
        revisions={isArtifact ? bornBy(entry.artifact.revisions, moment) : 0}
        task={task?.id.slice(0, 4) ?? ""}
      />
      <span role="gridcell" className="cell-bar" data-hue={KIND_LOOKS[row.kind].hue}>
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
      {hasContent && (
        <RowContent key={entry.index} text={beginningOf(entry, moment)} running={running} />
      )}
    </>
  );
}

/** The last event by `n` that showed a problem: before the next one, findings stay what they are. */
function newestProblem({ problems }: Entry, n: number): number {
  let newest = -2;
  for (const { birth } of problems) if (birth <= n && birth > newest) newest = birth;
  return newest;
}

interface RowHeadProps {
  entry: Entry;
  time: string;
  title: string;
  literal: boolean;
  preview: string;
  /** How many frames it is made of, where that is said. */
  merged: number;
  running: boolean;
  pattern: RegExp | null;
  expanded: boolean | null;
  onToggle: (entry: Entry) => void;
  problems: number;
  revisions: number;
  task: string;
}

/** What a row says in words. All of it is told from above, so that it is drawn when it changes. */
const RowHead = memo(function RowHead(head: RowHeadProps) {
  const { entry, time, title, literal, preview, merged, running, pattern } = head;
  const { expanded, onToggle, problems, revisions, task } = head;
  const look = KIND_LOOKS[entry.kind];
  return (
    <>
      <span role="gridcell" className="cell-time">
        {time}
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
              onToggle(entry);
            }}
          >
            <Icon name={expanded ? "chevron-down" : "chevron-right"} size={12} />
          </button>
        )}
        <span className={cx("entry-title", literal && "mono")} dir="auto">
          <Hits text={title} pattern={pattern} />
        </span>
        {running && (
          <Tag hue={look.hue}>
            <Spinner size={12} label="Running" />
          </Tag>
        )}
        <RowProblems entry={entry} moment={problems} />
        {revisions > 1 && <Tag>{revisions} revisions</Tag>}
        {task !== "" && <Tag>{task}…</Tag>}
        <span className="entry-preview" dir="auto">
          {merged > 0 && <span className="entry-merged">{formatCount(merged)} frames merged</span>}
          <Hits text={preview} pattern={pattern} />
        </span>
      </span>
    </>
  );
});
