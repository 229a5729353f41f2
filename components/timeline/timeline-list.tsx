"use client";
// The rows of the timeline: a virtual list that follows the newest row until the user scrolls.
import {
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { createQueryPattern } from "../../lib/dialects/filter.ts";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { countParents, type Item } from "../../lib/dialects/item.ts";
import type { RowList } from "../../lib/dialects/rows.ts";
import { NO_FILTER } from "../../lib/dialects/settings.ts";
import { TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { jumpToEnd } from "../../lib/session/playback.ts";
import { isExpandable, isInitiallyExpanded } from "../../lib/session/row-expansion.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import {
  countScopeEvents,
  countScopeEventsUpTo,
  getLastEventAt,
} from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useLayout } from "../app-context.tsx";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { usePlayheadEvent, useRun, useSession, useView } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import type { RevealRequest } from "../ui/list-scroller.ts";
import { EmptyState } from "../ui/status.tsx";
import { useMedia } from "../ui/use-media.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";
import { formatFoldedGapBands } from "./folded-gaps.ts";
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
/** Rendering more rows takes longer than a frame. */
const ROWS_AT_ONCE = 10;
const DIVIDER_HEIGHT = 20;

const ROWS =
  "timeline-rows group/rows @container/rows flex min-h-0 flex-1 flex-col low:flex-[1_0_200px] max-phone:group-data-problems/timeline:hidden";

const ROW =
  "timeline-row group/row cursor-default border-b border-line-1 hover:bg-bg-2 aria-selected:bg-accent-bg aria-selected:shadow-[inset_2px_0_var(--accent)] [&_mark]:rounded-[2px] [&_mark]:bg-warning/38 [&_mark]:text-inherit";
/** A line to the next row of the same plan, and one from the row before. */
const GOES_ON =
  "before:absolute before:top-[calc(var(--row)/2+10px)] before:bottom-0 before:left-(--glyph) before:border-l before:border-dashed before:border-plan before:opacity-70";
const FOLLOWS =
  "after:absolute after:top-0 after:left-(--glyph) after:h-[calc(var(--row)/2-10px)] after:border-l after:border-dashed after:border-plan after:opacity-70";

/** Drawn in the inset that the list keeps above the row. */
const DIVIDER =
  "absolute inset-x-0 bottom-full row-start-1 flex h-5 items-center justify-between px-3 text-11/5 text-accent before:absolute before:inset-x-0 before:top-[9.5px] before:h-px before:bg-accent-line *:relative *:bg-bg-1 *:px-1.5 forced-colors:border-y forced-colors:border-[Highlight] forced-colors:text-[CanvasText] forced-colors:before:hidden";

export function TimelineList() {
  const session = useSession();
  const { view } = session;
  const { interpretation, rows } = useInterpretedRun();
  const { timeline } = interpretation;
  const live = useRun((run) => run.live);
  const scope = useView((state) => state.scope);
  const filter = useView((state) => state.filter);
  const selected = useView((state) => state.selected);
  const following = useView((state) => state.following);
  const toggledRows = useView((state) => state.expanded);
  const muted = useMutedRules();
  const playhead = usePlayheadEvent();
  const axis = useAxis();
  const columns = useColumns(axis !== null);
  const density = useLayout((layout) => layout.density);
  const isPhone = useMedia("(max-width: 760px)");
  const pattern = useMemo(() => createQueryPattern(filter), [filter]);
  const list = useRef<VirtualListHandle>(null);
  const active = selected === null ? -1 : rows.findRow(selected);
  const reveal = useKeepInView(list, active, playhead, rows);

  // Focuses the selected row, or the list; the selection does not change.
  useEffect(
    () => onUiEvent("focus-rows", () => list.current?.focus(active < 0 ? null : active)),
    [active],
  );

  const select = (row: number) => {
    const item = rows.itemAt(row);
    if (item) view.setState({ selected: item.index, event: null });
  };
  const isOpen = (item: Item) =>
    isInitiallyExpanded(interpretation, item) !== toggledRows.has(item.index);
  const toggle = useCallback(
    (item: Item) => {
      const next = new Set(view.getState().expanded);
      if (!next.delete(item.index)) next.add(item.index);
      view.setState({ expanded: next });
    },
    [view],
  );
  const onRowKeyDown = (event: KeyboardEvent, row: number) => {
    const item = rows.itemAt(row);
    const wants = event.key === "ArrowRight" ? true : event.key === "ArrowLeft" ? false : null;
    if (!item || wants === null || !isExpandable(interpretation, item)) return;
    event.preventDefault();
    if (isOpen(item) !== wants) toggle(item);
  };
  if (rows.count === 0) {
    return (
      <EmptyState
        icon="search"
        title="No rows match"
        action={
          <Button variant="outline" onClick={() => view.setState({ filter: NO_FILTER })}>
            Clear filters
          </Button>
        }
      />
    );
  }
  const firstFuture = rows.countUpToEvent(playhead);
  const hasDivider = firstFuture < rows.count;
  return (
    <div
      ref={columns.ref}
      className={ROWS}
      style={{
        ...columns.style,
        ...getAxisStyle(axis, timeline, getLastEventAt(timeline, scope, playhead)),
      }}
      {...columns.boxProps}
    >
      <TimelineHead layout={columns.layout} axis={axis} />
      <VirtualList
        ref={list}
        className="flex-1 phone:[scrollbar-gutter:stable]"
        label="Timeline"
        role="treegrid"
        count={rows.count}
        rowHeight={isPhone ? TOUCH_ROW_HEIGHT : ROW_HEIGHTS[density]}
        measured
        resetKey={rows}
        rowKey={(row) => rows.itemAt(row)?.index ?? row}
        recycled
        atOnce={ROWS_AT_ONCE}
        active={active < 0 ? 0 : active}
        onActiveChange={select}
        onRowKeyDown={onRowKeyDown}
        following={following}
        onFollowingChange={(now) => view.setState({ following: now })}
        inset={hasDivider ? { row: firstFuture, height: DIVIDER_HEIGHT } : null}
        reveal={reveal}
        rowProps={(row) => {
          const item = rows.itemAt(row);
          return {
            className: cx(
              ROW,
              isSamePlan(interpretation, item, rows.itemAt(row + 1)) && GOES_ON,
              isSamePlan(interpretation, rows.itemAt(row - 1), item) && FOLLOWS,
            ),
            "aria-selected": row === active,
            "aria-level": item ? countParents(item) + 1 : 1,
            ...(item && isExpandable(interpretation, item) && { "aria-expanded": isOpen(item) }),
            "data-kind": item?.kindAt(Math.max(playhead, item.firstEvent)),
            "data-future": (item && item.firstEvent > playhead) || undefined,
            onClick: () => select(row),
          };
        }}
        renderRow={(row) => {
          const item = rows.itemAt(row);
          if (!item) return null;
          const canExpand = isExpandable(interpretation, item);
          return (
            <>
              {row === firstFuture && <PlayheadDivider />}
              <TimelineRow
                interpretation={interpretation}
                item={item}
                axis={axis}
                columns={columns.shown}
                playhead={playhead}
                running={live && isRunning(interpretation, item)}
                pattern={pattern}
                muted={muted}
                expanded={canExpand ? isOpen(item) : null}
                onToggle={toggle}
              />
            </>
          );
        }}
      />
    </div>
  );
}

/** CSS variables with the playhead's position and the folds, for all rows. */
function getAxisStyle(axis: Axis | null, timeline: Timeline, event: number): CSSProperties {
  const time = event < 0 ? Number.NaN : timeline.events.time.at(event);
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

/** A row contains only cells. */
const CELL_PROPS = { role: "gridcell" } as const;

function PlayheadDivider() {
  const session = useSession();
  const timeline = useRun((run) => run.timeline);
  const scope = useView((state) => state.scope);
  const playhead = usePlayheadEvent();
  return (
    <div {...CELL_PROPS} data-part="divider" className={DIVIDER}>
      <span>
        Playhead · event {formatCount(countScopeEventsUpTo(timeline, scope, playhead))} of{" "}
        {formatCount(countScopeEvents(timeline, scope))}
      </span>
      <button type="button" tabIndex={-1} onClick={() => jumpToEnd(session)}>
        Return to end
      </button>
    </div>
  );
}

/** Brings a newly selected row, and the row at the playhead, into view. */
function useKeepInView(
  list: { readonly current: VirtualListHandle | null },
  active: number,
  playhead: number,
  rows: RowList,
): RevealRequest | undefined {
  const cursor = useView((state) => state.cursor);
  // Applied in the same frame as the scrub, so that rows left behind are not drawn again.
  const reveal = useMemo(
    () => (cursor === null ? undefined : { index: Math.max(0, rows.countUpToEvent(playhead) - 1) }),
    [cursor, playhead, rows],
  );
  useEffect(() => {
    if (active >= 0) list.current?.scrollToIndex(active, "nearest");
  }, [list, active]);
  // A URL may contain both a row and the playhead; the playhead wins.
  useEffect(() => {
    if (reveal) list.current?.scrollToIndex(reveal.index, "nearest");
  }, [list, reveal]);
  return reveal;
}
