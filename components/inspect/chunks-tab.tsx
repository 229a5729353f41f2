"use client";
import { type ClipboardEvent, useEffect, useRef, useState } from "react";
// Tab that lists the chunks of a text with visible blanks; for other rows, the frames.
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";
import { describeDelivery, findChunkOfEvent } from "../../lib/timeline/provenance.ts";
import { formatFrameLine } from "../../lib/timeline/timeline-queries.ts";
import { useRun, useSession } from "../session.tsx";
import { copyText } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { getSelectedText } from "../ui/text-selection.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { ChunkText } from "./chunk-text.tsx";
import type { ChunkSelection } from "./use-chunk-selection.ts";
import { useEventFormatter } from "./use-event-formatter.ts";
import type { InspectedItem } from "./use-inspected-item.ts";

const CELL_PROPS = { role: "gridcell" } as const;
const ROW_HEIGHT = 24;
/** Characters shown of a frame or a chunk. */
const MAX_SHOWN = 300;

const LINE =
  "grid items-center gap-x-2 border-b px-3 text-fg-3 select-none *:overflow-hidden *:text-ellipsis *:not-[[dir]]:whitespace-nowrap";
const WITH_APPEND = "grid-cols-[58px_54px_44px_46px_minmax(0,1fr)]";
const WITHOUT_APPEND = "grid-cols-[58px_54px_44px_0_minmax(0,1fr)]";
const ROW =
  "group/row border-line-1 text-12/5.75 hover:bg-bg-2 aria-selected:bg-accent-bg aria-selected:text-fg-1 data-future:*:text-fg-3";

export function ChunksTab({
  inspected,
  selection,
}: {
  inspected: InspectedItem;
  selection: ChunkSelection | null;
}) {
  const { timeline, item, playhead, ordinal } = inspected;
  const { view } = useSession();
  const live = useRun((run) => run.live);
  const formatter = useEventFormatter(timeline);
  const [following, setFollowing] = useState(true);
  const list = useRef<VirtualListHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const { events } = item;
  const text = selection?.text ?? null;
  const count = text ? text.chunkCount : events.count;
  const eventAt = (index: number) => (text ? text.chunkAt(index).event : events.at(index));
  const active = text
    ? Math.max(0, selection?.shown ?? 0)
    : Math.max(0, events.countAt(ordinal ?? playhead) - 1);
  const picked = selection?.picked ?? -1;

  const atFirst = useRef(active);
  useEffect(() => list.current?.scrollToIndex(atFirst.current, "center"), []);
  useEffect(() => {
    if (picked >= 0) list.current?.scrollToIndex(picked, "nearest");
  }, [picked]);

  if (count === 0) {
    return (
      <EmptyState icon="http" title="No frames">
        No event created this row. The Wire tab shows its HTTP traffic.
      </EmptyState>
    );
  }

  const textOfRow = (index: number): { text: string; from: number; rest: number } => {
    if (text) {
      const { from, to } = text.chunkAt(index);
      const all = text.textAt(eventAt(index));
      return {
        text: all.slice(from, Math.min(to, from + MAX_SHOWN)),
        from,
        rest: to - from - MAX_SHOWN,
      };
    }
    const frame = formatFrameLine(timeline, eventAt(index));
    return {
      text: truncateToGraphemes(frame.trimEnd(), MAX_SHOWN),
      from: 0,
      rest: frame.length - MAX_SHOWN,
    };
  };
  const pick = (index: number) => {
    if (selection) selection.pick(index);
    else view.setState({ event: eventAt(index), pointedViolation: null });
  };
  const renderRow = (index: number) => {
    const event = eventAt(index);
    const { time } = timeline.events;
    const delta = index === 0 ? Number.NaN : time.at(event) - time.at(eventAt(index - 1));
    const shown = textOfRow(index);
    return (
      <>
        <span {...CELL_PROPS} className="text-fg-2">
          #{formatCount(formatter.number(event))}
        </span>
        <span {...CELL_PROPS} className="text-right">
          {formatter.timeOf(event).replace(" s", "")}
        </span>
        <span {...CELL_PROPS} className="text-right">
          {Number.isNaN(delta) ? "" : delta.toFixed(1)}
        </span>
        <span {...CELL_PROPS}>
          {text && describeDelivery(timeline, text, index).replace("append=", "")}
        </span>
        <span
          {...CELL_PROPS}
          className="pl-1 font-mono whitespace-pre text-fg-1 select-text"
          dir="auto"
        >
          <ChunkText
            text={shown.text}
            from={shown.from}
            isChunk={text !== null}
            rest={shown.rest}
          />
        </span>
      </>
    );
  };
  const onCopy = (event: ClipboardEvent) => {
    const range = root.current && text && getSelectedText(root.current, undefined);
    if (!range || !text) return;
    const from = Math.min(range.anchor, range.focus);
    const part = text.textAt(timeline.lastEvent).slice(from, Math.max(range.anchor, range.focus));
    event.preventDefault();
    event.clipboardData.setData("text/plain", part);
  };
  const columns = cx(LINE, text ? WITH_APPEND : WITHOUT_APPEND);
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col" onCopy={onCopy}>
      <div
        className={cx(columns, "flex-none border-line-2 bg-bg-2 text-11/5.75")}
        aria-hidden="true"
      >
        <span>Frame</span>
        <span className="text-right">Time</span>
        <span className="text-right">Δ ms</span>
        <span>{text ? "Append" : ""}</span>
        <span>{text ? "Text" : "Wire"}</span>
      </div>
      <VirtualList
        ref={list}
        label="Chunks"
        role="grid"
        className="flex-1"
        count={count}
        rowHeight={ROW_HEIGHT}
        overscan={3}
        active={Math.min(active, count - 1)}
        onActiveChange={pick}
        following={live && following && picked < 0}
        onFollowingChange={setFollowing}
        rowKey={(index) => eventAt(index)}
        onRowKeyDown={(event, index) => {
          const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c";
          if (isCopy && getSelection()?.isCollapsed !== false) {
            const { from, to } = text?.chunkAt(index) ?? { from: 0, to: 0 };
            void copyText(
              text ? text.textAt(eventAt(index)).slice(from, to) : textOfRow(index).text,
            );
          }
        }}
        rowProps={(index) => {
          const event = eventAt(index);
          const isPicked = text ? findChunkOfEvent(text, event) === picked : index === active;
          return {
            className: cx(columns, ROW),
            "aria-selected": isPicked,
            "data-future": event > playhead || undefined,
            onClick: () => getSelection()?.isCollapsed !== false && pick(index),
          };
        }}
        renderRow={renderRow}
      />
      {live && picked < 0 && following && (
        <p className="flex-none border-t border-line-1 px-3 py-0.5 text-11/5 text-fg-3">
          Following the newest chunk
        </p>
      )}
    </div>
  );
}
