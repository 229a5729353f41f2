"use client";
// One row of the timeline as of the playhead: the cells of its columns, and its content below.
import { type CSSProperties, memo, type ReactNode } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { createRow } from "../../lib/dialects/rows.ts";
import type { MutedRules } from "../../lib/lint/active-problems.ts";
import type { ColumnId } from "../../lib/session/columns.ts";
import { listHeldEvents } from "../../lib/timeline/edits.ts";
import { countUpToEvent } from "../../lib/timeline/event-index.ts";
import { getToolFailure } from "../content/tool-facts.tsx";
import { getRowMeta, type ItemKindMeta } from "../labels/item-kind-meta.ts";
import { useTimeFormatter } from "../labels/time-settings.ts";
import { useServerFeatures } from "../server-features.ts";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { RowBody } from "./row-content.tsx";
import { RowMenuButton } from "./row-context-menu.tsx";
import { getRowHint, RowHintTag } from "./row-hint.tsx";
import { DurationCell, EventCell, FUTURE, formatDurationAt, SizeCells } from "./row-numbers.tsx";
import {
  getHeldTag,
  getHintTag,
  getNeededWidth,
  getProblemTag,
  getRevisionsTag,
  type RowHint,
  RowTagView,
} from "./row-tags.tsx";
import { SearchHighlight } from "./search-highlight.tsx";
import type { Axis } from "./use-axis.ts";
import { Bar } from "./waterfall.tsx";

interface TimelineRowProps {
  interpretation: Interpretation;
  item: Item;
  /** How many of its parents are shown. */
  depth: number;
  axis: Axis | null;
  /** The columns to show; cells that phones show too are hidden by style. */
  columns: ReadonlySet<ColumnId>;
  playhead: number;
  /** The row is still growing. */
  running: boolean;
  pattern: RegExp | null;
  muted: MutedRules;
  /** `null` if there is nothing to expand. */
  expanded: boolean | null;
  onToggle: (item: Item) => void;
  /** In place of the menu of the row. */
  menu?: ReactNode;
}

export function TimelineRow(props: TimelineRowProps) {
  const { interpretation, item, depth, axis, columns, playhead, running } = props;
  const { pattern, muted, expanded, onToggle, menu = <RowMenuButton /> } = props;
  const { entry } = item;
  const row = createRow(interpretation, item, playhead);
  const meta = getRowMeta(interpretation, item, playhead);
  const artifact = entry.kind === "artifact" && !item.isNested ? entry.artifact : null;
  const isTimed = axis !== null && !Number.isNaN(item.time);
  const formatTime = useTimeFormatter(interpretation.timeline);
  const detail = interpretation.details.get(item);
  const failure =
    detail?.kind === "tool" ? getToolFailure(detail.call, interpretation.timeline, playhead) : "";
  const hasContent = expanded === true && !row.isFuture;
  return (
    <>
      {columns.has("event") && <EventCell interpretation={interpretation} item={item} />}
      <RowHead
        item={item}
        depth={depth}
        meta={meta}
        time={isTimed ? formatTime(item.time, axis.origin) : ""}
        title={row.title}
        literal={row.isLiteral}
        preview={failure !== "" ? failure : expanded === true ? "" : row.preview}
        merged={isMerged(interpretation, item) ? row.count : 0}
        running={running}
        pattern={pattern}
        expanded={expanded}
        onToggle={onToggle}
        problems={findNewestProblem(item, playhead)}
        muted={muted}
        note={getRowHint(interpretation, item, playhead)}
        isHeld={isHeld(interpretation, item)}
        revisions={
          artifact && row.kind !== "plan" ? countUpToEvent(artifact.revisions, playhead) : 0
        }
      />
      {columns.has("duration") && (
        <DurationCell text={formatDurationAt(interpretation, item, playhead)} />
      )}
      <span role="gridcell" data-part="bar-cell" data-hue={meta.hue} className={BAR_CELL}>
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
      <SizeCells count={row.count} bytes={row.bytes} />
      {hasContent && (
        <RowBody
          interpretation={interpretation}
          item={item}
          playhead={playhead}
          axis={axis}
          running={running}
        />
      )}
      {menu}
    </>
  );
}

export const TIME = `row-start-1 overflow-hidden text-right text-12/5 whitespace-nowrap text-fg-3 max-phone:col-start-3 phone:col-[time] phone:group-data-no-time/rows:hidden ${FUTURE}`;
export const KIND = `row-start-1 inline-flex items-center gap-2 text-12/5 font-medium text-hue max-phone:col-start-1 phone:col-[kind] phone:group-data-no-kind/rows:hidden ${FUTURE}`;
export const ENTRY =
  "@container/entry row-start-1 flex min-w-0 items-center gap-2 overflow-hidden whitespace-nowrap max-phone:col-start-2 phone:col-[entry]";
export const CHILD =
  "pl-[calc(18px*var(--depth,1))] before:-mt-2 before:-ml-2.5 before:h-2.5 before:w-2 before:flex-none before:border-b before:border-l before:border-line-3";
export const BAR_CELL =
  "relative row-start-1 row-end-[span_2] h-full overflow-hidden [background-image:var(--folds)] after:pointer-events-none after:absolute after:inset-y-0 after:left-[calc(var(--now)*100%)] after:w-px after:bg-accent-line max-phone:col-start-2 max-phone:row-start-2 max-phone:row-end-auto phone:col-[waterfall] phone:group-data-no-waterfall/rows:hidden forced-colors:after:bg-[Highlight]";
const TOGGLE =
  "-ml-0.5 grid h-6 w-4 flex-none place-items-center rounded-1 text-fg-3 hover:bg-bg-3 hover:text-fg-1";

type ReasonKind = "message" | "detail" | undefined;

function titleClass(literal: boolean, reason: ReasonKind): string {
  return cx(
    // As wide as its content, up to a maximum that leaves room for the others.
    "min-w-[min(36%,var(--chars)*0.42em)] overflow-hidden text-ellipsis text-fg-1",
    literal ? "mono text-12/5 font-normal" : "font-medium",
    reason && "wrap-anywhere whitespace-normal",
    FUTURE,
  );
}

const PREVIEW_SIZES = {
  message: "flex-none wrap-anywhere whitespace-normal",
  detail: "flex-auto wrap-anywhere whitespace-normal empty:hidden",
  none: "flex-[1_4_0]",
} as const;

function previewClass(reason: ReasonKind): string {
  return cx(
    "min-w-0 overflow-hidden text-12/5 text-ellipsis text-fg-3",
    PREVIEW_SIZES[reason ?? "none"],
    FUTURE,
  );
}

/** Whether a tap holds an event of the row; a part of one has no mark of its own. */
function isHeld({ timeline }: Interpretation, { entry, parent }: Item): boolean {
  if (timeline.edits.length === 0 || parent?.entry === entry) return false;
  const { entries, events } = timeline;
  return listHeldEvents(timeline).some((ordinal) => entries[events.entry.at(ordinal)] === entry);
}

/** Whether the row is one text merged from several frames. */
function isMerged({ details }: Interpretation, item: Item): boolean {
  const isText = item.entry.kind === "artifact" || details.get(item)?.kind === "text";
  return isText && item.kind !== "tool" && item.events.count > 1;
}

/** Width of the button before a title, and indent per level, in pixels. */
const TOGGLE_PX = 24;
const INDENT_PX = 18;
/** Width of the spinner, which never shrinks. */
const SPINNER_PX = 32;

/** Rows that explain why something stopped are shown in full, on as many lines as needed. */
function getReasonKind({ entry, kind, parent }: Item): ReasonKind {
  if (entry.kind === "error" || (entry.kind === "other" && kind === "other")) return "detail";
  if (entry.kind === "http" && entry.httpKind === "stopped") return "detail";
  if (entry.kind !== "message" || parent?.entry.kind !== "state") return undefined;
  const { state } = parent.entry.transition;
  return state === "working" || state === "submitted" ? undefined : "message";
}

/** The last event up to `n` with a violation; until the next one, the problems do not change. */
function findNewestProblem({ entry, inheritedIssues, violations }: Item, n: number): number {
  let newest = -2;
  for (const violationList of [entry.issues, inheritedIssues, violations])
    for (const { firstEvent } of violationList)
      if (firstEvent <= n && firstEvent > newest) newest = firstEvent;
  return newest;
}

interface RowHeadProps {
  item: Item;
  depth: number;
  meta: ItemKindMeta;
  time: string;
  title: string;
  literal: boolean;
  preview: string;
  /** Number of merged frames; 0 if not shown. */
  merged: number;
  running: boolean;
  pattern: RegExp | null;
  expanded: boolean | null;
  onToggle: (item: Item) => void;
  problems: number;
  muted: MutedRules;
  note: RowHint;
  isHeld: boolean;
  revisions: number;
}

/** The text cells of a row. All input comes through props, so that it renders only on changes. */
const RowHead = memo(function RowHead(head: RowHeadProps) {
  const { item, depth, meta, time, title, literal, preview, merged, running, pattern } = head;
  const { expanded, onToggle, problems, muted, note, isHeld, revisions } = head;
  const features = useServerFeatures();
  const reason = getReasonKind(item);
  const problemTag = getProblemTag(item, problems, muted);
  const revisionsTag = getRevisionsTag(revisions);
  const heldTag = getHeldTag(isHeld);
  const tags = [heldTag, getHintTag(note), problemTag, revisionsTag].filter((tag) => tag !== null);
  const fixed =
    depth * INDENT_PX + (expanded === null ? 0 : TOGGLE_PX) + (running ? SPINNER_PX : 0);
  const style: Record<`--${string}`, number> = { "--need": getNeededWidth(title, fixed, tags) };
  // Nested children are indented further.
  if (depth > 1) style["--depth"] = depth;
  return (
    <>
      <span role="gridcell" className={TIME}>
        {time}
      </span>
      <span role="gridcell" data-part="kind" className={KIND} data-hue={meta.hue}>
        <Icon name={meta.icon} size={16} />
        <span className="max-phone:sr-only phone:group-data-icons/rows:sr-only">{meta.label}</span>
      </span>
      <span
        role="gridcell"
        data-part="entry"
        className={cx(
          ENTRY,
          depth > 0 && CHILD,
          // Reasons are shown in full.
          reason && "py-1.25",
          reason === "detail" && "flex-wrap gap-y-0",
        )}
        style={style as CSSProperties}
        data-reason={reason}
      >
        {expanded !== null && (
          <button
            type="button"
            tabIndex={-1}
            className={TOGGLE}
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
          data-part="title"
          className={titleClass(literal, reason)}
          dir="auto"
          style={{ "--chars": title.length } as CSSProperties}
        >
          <SearchHighlight text={title} pattern={pattern} />
        </span>
        {running && (
          <Tag hue={meta.hue}>
            <Spinner size={12} label="Running" />
          </Tag>
        )}
        {heldTag && <RowTagView tag={heldTag} />}
        {note !== "" && <RowHintTag note={note} item={item} />}
        {features && <features.LimitMark item={item} />}
        {features && <features.NoteMark item={item} />}
        {problemTag && <RowTagView tag={problemTag} />}
        {revisionsTag && <RowTagView tag={revisionsTag} />}
        {preview === "" && merged > 1 ? (
          // Alone, it is shown in full or wraps to a second line, which is hidden.
          <span className="h-4.5 min-w-0 flex-1 overflow-hidden text-12 whitespace-normal before:content-['\200b']">
            <MergedFrames count={merged} alone />
          </span>
        ) : (
          <span className={previewClass(reason)} dir="auto">
            {merged > 1 && <MergedFrames count={merged} />}
            <SearchHighlight text={preview} pattern={pattern} />
          </span>
        )}
      </span>
    </>
  );
});

function MergedFrames({ count, alone = false }: { count: number; alone?: boolean }) {
  return (
    <span className={cx("mr-2 text-fg-2", alone && "inline-block whitespace-nowrap")}>
      {formatQuantity(count, "frame")} merged
    </span>
  );
}
