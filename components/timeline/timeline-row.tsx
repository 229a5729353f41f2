"use client";
// One row: time, kind, what happened, its bar, frames and bytes; as of the playhead.
import { type CSSProperties, memo } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { countParents, type Item } from "../../lib/dialects/item.ts";
import type { ItemKind } from "../../lib/dialects/kinds.ts";
import { createRow } from "../../lib/dialects/rows.ts";
import type { MutedRules } from "../../lib/lint/active-problems.ts";
import { countUpToEvent } from "../../lib/timeline/event-index.ts";
import { useServerFeatures } from "../server-features.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatOffset, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { ITEM_KIND_META } from "./item-kind-meta.ts";
import { RowBody } from "./row-content.tsx";
import { getRowHint, type RowHint, RowHintTag } from "./row-hint.tsx";
import {
  getHintTag,
  getNeededWidth,
  getProblemTag,
  getRevisionsTag,
  RowTagView,
} from "./row-tags.tsx";
import { SearchHighlight } from "./search-highlight.tsx";
import type { Axis } from "./use-axis.ts";
import { Bar } from "./waterfall.tsx";

export interface TimelineRowProps {
  interpretation: Interpretation;
  item: Item;
  axis: Axis | null;
  playhead: number;
  /** It is still growing. */
  running: boolean;
  pattern: RegExp | null;
  muted: MutedRules;
  /** `null` where there is nothing to expand. */
  expanded: boolean | null;
  onToggle: (item: Item) => void;
}

export function TimelineRow(props: TimelineRowProps) {
  const { interpretation, item, axis, playhead, running, pattern, muted, expanded, onToggle } =
    props;
  const { entry } = item;
  const { tasks } = interpretation.timeline;
  const row = createRow(interpretation, item, playhead);
  const artifact = entry.kind === "artifact" && !item.isNested ? entry.artifact : null;
  const task = artifact && tasks.length > 1 ? tasks[entry.task] : undefined;
  const isTimed = axis !== null && !Number.isNaN(item.time);
  const hasContent = expanded === true && !row.isFuture;
  return (
    <>
      <RowHead
        item={item}
        kind={row.kind}
        time={isTimed ? formatOffset(item.time - axis.origin) : ""}
        title={row.title}
        literal={row.isLiteral}
        preview={expanded === true ? "" : row.preview}
        merged={isMerged(interpretation, item) ? row.count : 0}
        running={running}
        pattern={pattern}
        expanded={expanded}
        onToggle={onToggle}
        problems={findNewestProblem(item, playhead)}
        muted={muted}
        note={getRowHint(interpretation, item, playhead)}
        revisions={
          artifact && row.kind !== "plan" ? countUpToEvent(artifact.revisions, playhead) : 0
        }
        task={task?.id ?? ""}
      />
      <span role="gridcell" className="cell-bar" data-hue={ITEM_KIND_META[row.kind].hue}>
        {axis && (
          <Bar
            interpretation={interpretation}
            item={item}
            axis={axis}
            playhead={playhead}
            live={running}
          />
        )}
      </span>
      <span role="gridcell" className="cell-number">
        {row.count > 0 ? formatCount(row.count) : ""}
      </span>
      <span role="gridcell" className="cell-number">
        {row.bytes > 0 ? formatBytes(row.bytes) : ""}
      </span>
      {hasContent && (
        <RowBody
          interpretation={interpretation}
          item={item}
          playhead={playhead}
          axis={axis}
          running={running}
        />
      )}
    </>
  );
}

/** Is it one text put together from many frames? */
function isMerged({ details }: Interpretation, item: Item): boolean {
  const isText = item.entry.kind === "artifact" || details.get(item)?.kind === "text";
  return isText && item.kind !== "tool" && item.events.count > 1;
}

/** The button before a title, and how far each child stands further in, in pixels. */
const TWIST = 24;
const INDENT = 18;
/** The tags that stay as they are: the turning glyph of what grows, and the task's. */
const SPINNER = 32;
const TASK_TAG = 48;

/** Rows that say why something stopped are shown whole, on as many lines as that takes. */
function getReasonKind({ entry, parent }: Item): "message" | "detail" | undefined {
  if (entry.kind === "error" || entry.kind === "other") return "detail";
  if (entry.kind !== "message" || parent?.entry.kind !== "state") return undefined;
  const { state } = parent.entry.transition;
  return state === "working" || state === "submitted" ? undefined : "message";
}

/** The last event by `n` that showed a problem: before the next one, findings stay what they are. */
function findNewestProblem({ entry, inheritedIssues, violations }: Item, n: number): number {
  let newest = -2;
  for (const noticed of [entry.issues, inheritedIssues, violations])
    for (const { firstEvent } of noticed)
      if (firstEvent <= n && firstEvent > newest) newest = firstEvent;
  return newest;
}

interface RowHeadProps {
  item: Item;
  kind: ItemKind;
  time: string;
  title: string;
  literal: boolean;
  preview: string;
  /** How many frames it is made of, where that is said. */
  merged: number;
  running: boolean;
  pattern: RegExp | null;
  expanded: boolean | null;
  onToggle: (item: Item) => void;
  problems: number;
  muted: MutedRules;
  note: RowHint;
  revisions: number;
  task: string;
}

/** What a row says in words. All of it is told from above, so that it is drawn when it changes. */
const RowHead = memo(function RowHead(head: RowHeadProps) {
  const { item, kind, time, title, literal, preview, merged, running, pattern } = head;
  const { expanded, onToggle, problems, muted, note, revisions, task } = head;
  const parts = useServerFeatures();
  const look = ITEM_KIND_META[kind];
  const depth = countParents(item);
  const problemTag = getProblemTag(item, problems, muted);
  const revisionsTag = getRevisionsTag(revisions);
  const tags = [getHintTag(note), problemTag, revisionsTag].filter((tag) => tag !== null);
  const fixed =
    depth * INDENT +
    (expanded === null ? 0 : TWIST) +
    (running ? SPINNER : 0) +
    (task === "" ? 0 : TASK_TAG);
  const style: Record<`--${string}`, number> = { "--need": getNeededWidth(title, fixed, tags) };
  // Children of children stand further in.
  if (depth > 1) style["--depth"] = depth;
  return (
    <>
      <span role="gridcell" className="cell-time">
        {time}
      </span>
      <span role="gridcell" className="cell-kind" data-hue={look.hue}>
        <Icon name={look.icon} size={16} />
        <span>{look.label}</span>
      </span>
      <span
        role="gridcell"
        className="cell-entry"
        style={style as CSSProperties}
        data-child={item.parent !== null || undefined}
        data-reason={getReasonKind(item)}
      >
        {expanded !== null && (
          <button
            type="button"
            tabIndex={-1}
            className="row-twist"
            aria-label={expanded ? "Collapse" : "Expand"}
            onClick={(event) => {
              event.stopPropagation();
              onToggle(item);
            }}
          >
            <Icon name={expanded ? "chevron-down" : "chevron-right"} size={12} />
          </button>
        )}
        <span
          className={cx("entry-title", literal && "mono")}
          dir="auto"
          style={{ "--chars": title.length } as CSSProperties}
        >
          <SearchHighlight text={title} pattern={pattern} />
        </span>
        {running && (
          <Tag hue={look.hue}>
            <Spinner size={12} label="Running" />
          </Tag>
        )}
        {note !== "" && <RowHintTag note={note} item={item} />}
        {parts && <parts.LimitMark item={item} />}
        {parts && <parts.NoteMark item={item} />}
        {problemTag && <RowTagView tag={problemTag} />}
        {revisionsTag && <RowTagView tag={revisionsTag} />}
        {task !== "" && (
          <span className="ui-tag row-task mono" title={`task ${boundText(task)}`}>
            {task.slice(0, 4)}
          </span>
        )}
        {preview === "" && merged > 1 ? (
          <span className="entry-merged-alone">
            <MergedFrames count={merged} />
          </span>
        ) : (
          <span className="entry-preview" dir="auto">
            {merged > 1 && <MergedFrames count={merged} />}
            <SearchHighlight text={preview} pattern={pattern} />
          </span>
        )}
      </span>
    </>
  );
});

function MergedFrames({ count }: { count: number }) {
  return <span className="entry-merged">{formatQuantity(count, "frame")} merged</span>;
}
