"use client";
// The rows of the timeline: a virtual list that follows the newest row until the user scrolls.
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { flushSync } from "react-dom";
import { createQueryPattern } from "../../lib/dialects/filter.ts";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { RowGroup } from "../../lib/dialects/row-groups.ts";
import type { OutlineLine, RowOutline } from "../../lib/dialects/row-outline.ts";
import { getSpansKey } from "../../lib/dialects/span-key.ts";
import type { JoinedTrace } from "../../lib/otlp/joined-trace.ts";
import { TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { isExpandable, isRowExpanded } from "../../lib/session/row-expansion.ts";
import {
  collapseLine,
  expandLine,
  findCurrentLine,
  getCollapsibleKey,
  getOutline,
  selectLine,
  setAllGroupsExpanded,
  toggleGroup,
  toggleRow,
} from "../../lib/session/row-navigation.ts";
import { isInProgress } from "../../lib/session/run-selectors.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { getAgentNames } from "../../lib/timeline/hops/agent-names.ts";
import { getLastEventAt } from "../../lib/timeline/scope.ts";
import { getScopeTimeRange } from "../../lib/timeline/time-range.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useLayout } from "../app-context.tsx";
import { listEdgeActions } from "../edge-actions.ts";
import { getTaskColor } from "../labels/task-color.ts";
import { useTimeFormatter } from "../labels/time-settings.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { useServerFeatures } from "../server-features.ts";
import { usePlayheadEvent, useRun, useSession, useView } from "../session.tsx";
import { cx } from "../ui/cx.ts";
import type { RevealRequest } from "../ui/list-scroller.ts";
import { useMedia } from "../ui/use-media.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";
import { getTimeWidth } from "./fit-columns.ts";
import { formatFoldedGapBands } from "./folded-gaps.ts";
import { GroupHeader } from "./group-header.tsx";
import { NoRows } from "./no-rows.tsx";
import { PinnedRows } from "./pinned-rows.tsx";
import { DIVIDER_HEIGHT, PlayheadDivider } from "./playhead-divider.tsx";
import { useRowMenu } from "./row-context-menu.tsx";
import { SpanRow, SpansHeading } from "./span-row.tsx";
import { TimelineHead } from "./timeline-head.tsx";
import { TimelineRow } from "./timeline-row.tsx";
import { type Axis, useAxis } from "./use-axis.ts";
import { useColumns } from "./use-columns.ts";
import { toAxisPosition } from "./waterfall.tsx";
import "./timeline-grid.css";

/** As in the style sheet. */
const ROW_HEIGHTS = { comfortable: 30, compact: 26 } as const;
/** Rows have two lines on screens too narrow for columns. */
const TOUCH_ROW_HEIGHT = 52;

const ROWS =
  "timeline-rows group/rows @container/rows flex min-h-0 flex-1 flex-col low:flex-[1_0_200px] max-phone:group-data-problems/timeline:hidden";

const ROW =
  "timeline-row group/row cursor-default border-b border-line-1 hover:bg-bg-2 aria-selected:bg-accent-bg aria-selected:shadow-[inset_2px_0_var(--accent)] [&_mark]:rounded-[2px] [&_mark]:bg-warning/38 [&_mark]:text-inherit";
/** A line to the next row of the same plan, and one from the row before. */
const GOES_ON =
  "before:absolute before:top-[calc(var(--row)/2+10px)] before:bottom-0 before:left-(--glyph) before:border-l before:border-dashed before:border-plan before:opacity-70";
const FOLLOWS =
  "after:absolute after:top-0 after:left-(--glyph) after:h-[calc(var(--row)/2-10px)] after:border-l after:border-dashed after:border-plan after:opacity-70";

/** The color of the task at the left edge, if the run has several. */
const TASK_MARK =
  "bg-no-repeat [background-image:linear-gradient(var(--task-color),var(--task-color))] [background-size:3px_100%]";
/** What is inside a call is indented, with a line for each call around it. */
const INDENT =
  "ps-[calc(12px+var(--indent))]! bg-no-repeat [background-image:repeating-linear-gradient(to_right,var(--line-3)_0_1px,transparent_1px_16px)] [background-position:14px_0] [background-size:var(--indent)_100%] before:ms-(--indent) after:ms-(--indent)";
const MARKED_INDENT =
  "ps-[calc(12px+var(--indent))]! [background-image:linear-gradient(var(--task-color),var(--task-color)),repeating-linear-gradient(to_right,var(--line-3)_0_1px,transparent_1px_16px)]! [background-position:0_0,14px_0]! [background-size:3px_100%,var(--indent)_100%]! before:ms-(--indent) after:ms-(--indent)";
const INDENT_PX = 16;
/** What is deeper is not indented any further. */
const MAX_INDENTS = 6;
const NO_NAMES: ReadonlyMap<string, string> = new Map();
const HEADER = "bg-bg-2";
const SPANS_HEADING = "bg-bg-1 ps-7!";

export function TimelineList() {
  const session = useSession();
  const { view } = session;
  const features = useServerFeatures();
  const { interpretation, rows, outline, trace } = useInterpretedRun();
  const { timeline } = interpretation;
  const live = useRun((run) => run.live);
  const isGrowing = useRun(isInProgress);
  const scope = useView((state) => state.scope);
  const filter = useView((state) => state.filter);
  const selected = useView((state) => state.selected);
  const selectedLine = useView((state) => state.selectedLine);
  const following = useView((state) => state.following);
  const toggledRows = useView((state) => state.expanded);
  const muted = useMutedRules();
  const playhead = usePlayheadEvent();
  const axis = useAxis();
  const formatTime = useTimeFormatter(timeline);
  // The axis may be of a part only.
  const times = getScopeTimeRange(timeline, scope);
  const longest = times === null ? "" : formatTime(times.to, times.from);
  const columns = useColumns({ isTimed: axis !== null, timeWidth: getTimeWidth(longest) });
  const density = useLayout((layout) => layout.density);
  const showSideTab = useLayout((layout) => layout.showSideTab);
  const isPhone = useMedia("(max-width: 760px)");
  const pattern = useMemo(() => createQueryPattern(filter), [filter]);
  const list = useRef<VirtualListHandle>(null);
  const active = findCurrentLine(outline, { selected, selectedLine });
  const reveal = useKeepInView(list, active, playhead, outline);

  // Focuses the selected row, or the list; the selection does not change.
  useEffect(
    () => onUiEvent("focus-rows", () => list.current?.focus(active < 0 ? null : active)),
    [active],
  );
  // A row selected by a shortcut.
  useEffect(() => {
    if (active >= 0) list.current?.passFocus();
  }, [active]);

  const isOpen = (item: Item) => isRowExpanded(interpretation, item, toggledRows);
  const toggle = useCallback((item: Item) => toggleRow(session, item.index), [session]);
  const names = timeline.callTree.calls.length > 0 ? getAgentNames(timeline, playhead) : NO_NAMES;
  const listItems = (index: number) => {
    const line = outline.lineAt(index);
    if (line?.kind !== "header") return null;
    const call = timeline.callTree.find(line.group.exchange.index);
    const since = Math.max(playhead, line.group.firstEvent);
    return call && features ? listEdgeActions(features.edgeEditor, call, names, since) : [];
  };
  const rowMenu = useRowMenu((line) => selectLine(session, line, outline), listItems);
  const onRowKeyDown = (event: KeyboardEvent) => {
    rowMenu.onKeyDown(event);
    const act = createKeyActions(session)[`${event.shiftKey ? "shift+" : ""}${event.key}`];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The focus follows, also if the focused row is gone.
    flushSync(act);
    const now = getOutline(session);
    const line = findCurrentLine(now, view.getState());
    if (line >= 0 && (line !== active || now !== outline)) list.current?.focus(line);
  };
  if (rows.count === 0) return <NoRows hidden={rows.hiddenNoise} />;
  const firstFuture = outline.countUpToEvent(playhead);
  const hasDivider = firstFuture < outline.count;
  const lastEvent = getLastEventAt(timeline, scope, playhead);
  const now = lastEvent < 0 ? Number.NEGATIVE_INFINITY : timeline.events.time.at(lastEvent);
  const getTaskStyle = (group: RowGroup | undefined) => {
    const task = outline.hasHeaders && timeline.tasks.length > 1 ? group?.taskAt(playhead) : -1;
    if (task === undefined || task < 0) return undefined;
    return { "--task-color": getTaskColor(task) } as CSSProperties;
  };
  const getLineStyle = (group: RowGroup | undefined) => {
    const mark = getTaskStyle(group);
    const depth = group ? Math.min(outline.getGroupDepth(group), MAX_INDENTS) : 0;
    return {
      className: cx(mark && TASK_MARK, depth > 0 && (mark ? MARKED_INDENT : INDENT)),
      style:
        depth > 0 ? ({ ...mark, "--indent": `${depth * INDENT_PX}px` } as CSSProperties) : mark,
    };
  };
  return (
    <div
      ref={columns.ref}
      className={ROWS}
      style={{
        ...columns.style,
        ...getAxisStyle(axis, timeline, lastEvent),
      }}
      {...columns.boxProps}
    >
      <TimelineHead layout={columns.layout} axis={axis} />
      <PinnedRows
        interpretation={interpretation}
        axis={axis}
        columns={columns.shown}
        playhead={playhead}
        muted={muted}
        rowClass={ROW}
      />
      <VirtualList
        ref={list}
        className="flex-1 phone:[scrollbar-gutter:stable]"
        label="Timeline"
        role="treegrid"
        count={outline.count}
        rowHeight={isPhone ? TOUCH_ROW_HEIGHT : ROW_HEIGHTS[density]}
        measured
        resetKey={rows}
        content={{ rows, part: scope, selected: selectedLine ?? selected }}
        layout={outline}
        rowKey={(line) => outline.keyAt(line)}
        recycled
        active={active < 0 ? 0 : active}
        onActiveChange={(line) => selectLine(session, line, outline)}
        onRowKeyDown={onRowKeyDown}
        following={following}
        onFollowingChange={(now) => view.setState({ following: now })}
        inset={hasDivider ? { row: firstFuture, height: DIVIDER_HEIGHT } : null}
        reveal={reveal}
        rowProps={(index) => {
          const line = outline.lineAt(index);
          if (line?.kind === "header") {
            const { group, depth } = line;
            const { className, style } = getLineStyle(group);
            return {
              className: cx(ROW, HEADER, className),
              style,
              "aria-selected": index === active,
              "aria-level": depth + 1,
              "aria-expanded": !outline.isCollapsed(group.key),
              "data-kind": "group",
              "data-future": group.firstEvent > playhead || undefined,
              onClick: () => {
                selectLine(session, index, outline);
                toggleGroup(session, group.key);
              },
              onContextMenu: rowMenu.onContextMenu,
            };
          }
          if (line?.kind === "spans" || line?.kind === "span") {
            const level = outline.hasHeaders ? 2 : 1;
            const joined = line.kind === "span" ? findSpan(trace, line) : undefined;
            return {
              className: cx(ROW, line.kind === "spans" && SPANS_HEADING),
              "aria-selected": index === active,
              "aria-level": level + 1 + (joined ? joined.depth + 1 : 0),
              ...(line.kind === "spans" && {
                "aria-expanded": !outline.isCollapsed(getSpansKey(line.exchange)),
              }),
              "data-kind": line.kind,
              "data-future": (joined && joined.start > now) || undefined,
              onClick: () => {
                selectLine(session, index, outline);
                if (line.kind === "spans") toggleGroup(session, getSpansKey(line.exchange));
              },
            };
          }
          const item = line?.item;
          const group = item && outline.findGroup(item.index);
          const { className, style } = getLineStyle(group);
          const level = outline.hasHeaders ? 2 + (group ? outline.getGroupDepth(group) : 0) : 1;
          return {
            className: cx(
              ROW,
              className,
              isSamePlan(interpretation, item, outline.itemAt(index + 1)) && GOES_ON,
              isSamePlan(interpretation, outline.itemAt(index - 1), item) && FOLLOWS,
            ),
            style,
            "aria-selected": index === active,
            "aria-level": level + (item ? rows.countShownParents(item) : 0),
            ...(item && isExpandable(interpretation, item) && { "aria-expanded": isOpen(item) }),
            "data-kind": item?.kindAt(Math.max(playhead, item.firstEvent)),
            "data-future": (item && item.firstEvent > playhead) || undefined,
            onClick: () => {
              selectLine(session, index, outline);
              // Also of the row that is selected already.
              if (item) showSideTab("inspector");
            },
            onContextMenu: rowMenu.onContextMenu,
          };
        }}
        renderRow={(index) => {
          const line = outline.lineAt(index);
          if (!line) return null;
          const shared = { axis, playhead, muted };
          return (
            <>
              {index === firstFuture && <PlayheadDivider />}
              {line.kind === "spans" || line.kind === "span" ? (
                <SpanLine
                  line={line}
                  outline={outline}
                  trace={trace}
                  row={{ timeline, axis, columns: columns.shown, now, pattern }}
                />
              ) : line.kind === "header" ? (
                <GroupHeader
                  {...shared}
                  rows={rows}
                  group={line.group}
                  names={names}
                  isGrowing={isGrowing}
                  expanded={!outline.isCollapsed(line.group.key)}
                />
              ) : (
                <TimelineRow
                  {...shared}
                  columns={columns.shown}
                  interpretation={interpretation}
                  item={line.item}
                  depth={rows.countShownParents(line.item)}
                  running={live && isRunning(interpretation, line.item)}
                  pattern={pattern}
                  expanded={isExpandable(interpretation, line.item) ? isOpen(line.item) : null}
                  onToggle={toggle}
                />
              )}
            </>
          );
        }}
      />
      {rowMenu.menu}
    </div>
  );
}

/** Keys of a row beyond those that move the focus by one. */
function createKeyActions(
  session: ReturnType<typeof useSession>,
): Partial<Record<string, () => void>> {
  const outline = getOutline(session);
  const key = getCollapsibleKey(outline.lineAt(findCurrentLine(outline, session.view.getState())));
  return {
    ArrowLeft: () => collapseLine(session),
    ArrowRight: () => expandLine(session),
    "shift+ArrowLeft": () => setAllGroupsExpanded(session, false),
    "shift+ArrowRight": () => setAllGroupsExpanded(session, true),
    ...(key !== null && { Enter: () => toggleGroup(session, key) }),
  };
}

/** CSS variables with the playhead's position and the folds, for all rows. */
function getAxisStyle(axis: Axis | null, timeline: Timeline, event: number): CSSProperties {
  // At the end of the run, the bars themselves show the playhead.
  const isEnd = event < 0 || event >= timeline.lastEvent;
  const time = isEnd ? Number.NaN : timeline.events.time.at(event);
  const now = !axis || Number.isNaN(time) ? 2 : toAxisPosition(axis, time);
  // All rows inherit the variables, so each change restyles all of them.
  return { "--now": now, "--folds": axis ? formatFoldedGapBands(axis) : "none" } as CSSProperties;
}

function isSamePlan({ details }: Interpretation, item?: Item, next?: Item): boolean {
  const detail = item && details.get(item);
  return detail?.kind === "plan" && next !== undefined && details.get(next) === detail;
}

/** A running tool, or the newest artifact of a task that has not ended. */
function isRunning({ timeline, details }: Interpretation, item: Item): boolean {
  const { entry } = item;
  const detail = details.get(item);
  if (detail?.kind === "tool") {
    return detail.call.stateAt(timeline, timeline.lastEvent) === "running";
  }
  const lane = timeline.tasks[entry.task];
  if (entry.kind !== "artifact" || item.isNested || !lane) return false;
  const { current } = entry.artifact;
  const isOpen = current !== undefined && current.lastChunkEvent < 0;
  const isResting = lane.state !== null && TERMINAL_STATES.has(lane.state);
  return isOpen && !isResting && timeline.exchanges[entry.exchange]?.end === null;
}

interface SpanLineProps {
  line: OutlineLine & { kind: "spans" | "span" };
  outline: RowOutline;
  trace: JoinedTrace | null;
  row: Omit<ComponentProps<typeof SpanRow>, "joined" | "depth">;
}

function SpanLine({ line, outline, trace, row }: SpanLineProps) {
  const call = trace?.calls.find(({ exchange }) => exchange === line.exchange);
  if (!call) return null;
  if (line.kind === "spans") {
    const expanded = !outline.isCollapsed(getSpansKey(line.exchange));
    return (
      <SpansHeading call={call} shown={outline.countSpans(line.exchange)} expanded={expanded} />
    );
  }
  const joined = call.spans[line.span];
  return joined ? <SpanRow {...row} joined={joined} depth={joined.depth + 1} /> : null;
}

function findSpan(
  trace: JoinedTrace | null,
  { exchange, span }: { exchange: number; span: number },
) {
  return trace?.calls.find((call) => call.exchange === exchange)?.spans[span];
}

/** Brings a newly selected row, and the row at the playhead, into view. */
function useKeepInView(
  list: { readonly current: VirtualListHandle | null },
  active: number,
  playhead: number,
  outline: RowOutline,
): RevealRequest | undefined {
  const cursor = useView((state) => state.cursor);
  const { rows } = outline;
  // Applied in the same frame as the scrub, so that rows left behind are not drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that others move is not revealed again
  const reveal = useMemo(
    () =>
      cursor === null ? undefined : { index: Math.max(0, outline.countUpToEvent(playhead) - 1) },
    [cursor, playhead, rows],
  );
  const key = outline.keyAt(active);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that others move is not revealed again
  useEffect(() => {
    if (active >= 0) list.current?.scrollToIndex(active, "nearest");
  }, [list, key, rows]);
  // A URL may contain both a row and the playhead; the playhead wins.
  useEffect(() => {
    if (reveal) list.current?.scrollToIndex(reveal.index, "nearest");
  }, [list, reveal]);
  return reveal;
}
