"use client";
// Tab that lists the chunks of a text with visible blanks; for other rows, the frames.

import {
  type ClipboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";
import {
  type ChunkedText,
  describeDelivery,
  findChunkOfEvent,
} from "../../lib/timeline/provenance.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatFrameLine } from "../../lib/timeline/timeline-queries.ts";
import { readWhenLoaded } from "../../lib/wire/text-source.ts";
import type { InspectedItem } from "../content/inspected-item.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { PendingLine, useTextRead } from "../loaded-text.tsx";
import { useRun, useSession } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { findMarkPiles } from "../ui/bounded-text.ts";
import { copyText } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { ExactText } from "../ui/exact-text.tsx";
import { formatCount } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { getSelectedText } from "../ui/text-selection.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import type { ChunkSelection } from "./use-chunk-selection.ts";

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

  const pick = (index: number) => {
    if (selection) selection.pick(index);
    else view.setState({ event: eventAt(index), pointedViolation: null });
  };
  const renderRow = (index: number) => {
    const event = eventAt(index);
    const { time } = timeline.events;
    const delta = index === 0 ? Number.NaN : time.at(event) - time.at(eventAt(index - 1));
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
          {text ? (
            <ShownChunk text={text} index={index} />
          ) : (
            <FrameLine timeline={timeline} event={event} />
          )}
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
            const event = eventAt(index);
            void readWhenLoaded(() =>
              text ? getChunkText(text, index) : shortenFrame(formatFrameLine(timeline, event)),
            ).then(copyText, () => announce("Couldn't copy the frame"));
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

function getChunkText(text: ChunkedText, index: number): string {
  const { event, from, to } = text.chunkAt(index);
  return text.textAt(event).slice(from, to);
}

function shortenFrame(frame: string): string {
  return truncateToGraphemes(frame.trimEnd(), MAX_SHOWN);
}

function ShownChunk({ text, index }: { text: ChunkedText; index: number }) {
  const { from } = text.chunkAt(index);
  const whole = getChunkText(text, index);
  const shown = whole.slice(0, MAX_SHOWN);
  return <ChunkText text={shown} from={from} isChunk rest={whole.length - MAX_SHOWN} />;
}

function FrameLine({ timeline, event }: { timeline: Timeline; event: number }) {
  const read = useTextRead(useCallback(() => formatFrameLine(timeline, event), [timeline, event]));
  if (read.kind !== "loaded") return <PendingLine read={read} />;
  const { value } = read;
  const text = shortenFrame(value);
  return <ChunkText text={text} from={0} isChunk={false} rest={value.length - MAX_SHOWN} />;
}

interface ChunkTextProps {
  text: string;
  /** Offset in the whole text. */
  from: number;
  isChunk: boolean;
  /** Number of characters not shown. */
  rest: number;
}

const ChunkText = memo(function ChunkText({ text, from, isChunk, rest }: ChunkTextProps) {
  const isExact = findMarkPiles(text).length === 0;
  const range = { "data-from": from, "data-to": from + text.length };
  return (
    <>
      <span className={isChunk ? TOKEN : undefined} {...(isExact && range)}>
        {isExact ? renderBlanks(text) : <ExactText text={text} from={from} draw={renderBlanks} />}
      </span>
      {text === "" && <span className="font-ui text-fg-3 select-none">no text</span>}
      {rest > 0 && (
        <span className="font-ui text-fg-3 select-none"> … {formatCount(rest)} more</span>
      )}
    </>
  );
});

const TOKEN =
  "rounded-[2px] bg-[color-mix(in_oklch,var(--result)_var(--tint),transparent)] px-px py-0.5 group-data-future/row:bg-transparent";

const BLANKS: Readonly<Record<string, string>> = {
  " ": "relative before:absolute before:inset-0 before:text-center before:leading-[15px] before:text-fg-4 before:content-['·']",
  "\n": "whitespace-normal before:text-fg-4 before:content-['⏎']",
  "\r": "whitespace-normal before:text-fg-4 before:content-['␍']",
  "\t": "before:text-fg-4 before:content-['⇥']",
};

function renderBlanks(text: string): ReactNode[] {
  return text.split(/([ \n\r\t])/).map((piece, i) => {
    const key = String(i);
    if (piece === "") return null;
    const look = BLANKS[piece];
    if (!look) return <span key={key}>{piece}</span>;
    return (
      <span key={key} className={look}>
        {piece}
      </span>
    );
  });
}
