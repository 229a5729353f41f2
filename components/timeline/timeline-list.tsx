"use client";
// The rows: a virtual list over the timeline that follows its newest row until somebody scrolls.
import { useMemo, useRef } from "react";
import { spanOf } from "../../lib/timeline/span.ts";
import { RowList } from "../../lib/timeline/view.ts";
import { useRun, useSession, useView } from "../session.tsx";
import { useMedia } from "../ui/media.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { TimelineRow } from "./timeline-row.tsx";
import { AxisHead } from "./waterfall.tsx";

const ROW_HEIGHT = 30;
/** Two lines a row, on screens too narrow for columns. */
const TOUCH_ROW_HEIGHT = 52;

export function TimelineList() {
  const { view } = useSession();
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  useRun((run) => run.version);
  const scope = useView((state) => state.scope);
  const selected = useView((state) => state.selected);
  const following = useView((state) => state.following);
  const rows = useMemo(() => new RowList(timeline, scope), [timeline, scope]);
  rows.update();
  const axis = spanOf(timeline, scope);
  const isPhone = useMedia("(max-width: 760px)");
  const list = useRef<VirtualListHandle>(null);
  const active = selected === null ? -1 : rows.rowOf(selected);
  const select = (row: number) => {
    const entry = rows.entryAt(row);
    if (entry) view.setState({ selected: entry.index, event: null });
  };
  return (
    <div className="rows">
      <div className="rows-head" aria-hidden="true">
        <span className="text-right">Time</span>
        <span>Kind</span>
        <span>Entry</span>
        <AxisHead axis={axis} />
        <span className="text-right">Frames</span>
        <span className="text-right">Bytes</span>
      </div>
      <VirtualList
        ref={list}
        className="rows-list"
        label="Timeline"
        role="treegrid"
        count={rows.count}
        rowHeight={isPhone ? TOUCH_ROW_HEIGHT : ROW_HEIGHT}
        rowKey={(row) => rows.entryAt(row)?.index ?? row}
        active={active < 0 ? 0 : active}
        onActiveChange={select}
        following={following}
        onFollowingChange={(now) => view.setState({ following: now })}
        rowProps={(row) => {
          const entry = rows.entryAt(row);
          return {
            className: "row",
            "aria-selected": row === active,
            "aria-level": entry && entry.parent >= 0 ? 2 : 1,
            "data-kind": entry?.kind,
            onClick: () => select(row),
          };
        }}
        renderRow={(row) => {
          const entry = rows.entryAt(row);
          if (!entry) return null;
          const isLast = row === rows.count - 1;
          return (
            <TimelineRow timeline={timeline} entry={entry} axis={axis} live={live && isLast} />
          );
        }}
      />
    </div>
  );
}
