"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
// Hexdump of a gRPC body around one of its messages, with the protobuf field beside each row.
import { countFirst } from "../../lib/collections/bisect.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { parseGrpcMessage } from "../../lib/timeline/grpc-frame.ts";
import { createHexdumpRows, type HexdumpRow } from "../../lib/timeline/protobuf-hexdump.ts";
import type { TextRange } from "../../lib/timeline/string-ranges.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { splitIntoFrames } from "../../lib/wire/frame.ts";
import { GrpcFramer } from "../../lib/wire/grpc-framer.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import {
  PendingLine,
  type PendingRead,
  PendingText,
  useNewestRead,
  useTextRead,
} from "../loaded-text.tsx";
import { cx } from "../ui/cx.ts";
import { formatBytes } from "../ui/format.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { WIRE_TEXT } from "../ui/wire-line.tsx";
import { HexdumpRowView } from "./hexdump-row-view.tsx";
import { MoreBar } from "./more-bar.tsx";

/** Bytes shown on either side of the message, and added on request. */
const WINDOW_BYTES = 8_000;
const ROW_HEIGHT = 20;

interface BytesViewProps {
  timeline: Timeline;
  exchange: Exchange;
  ordinal: number;
  /** The text to mark, as offsets in the message's frame. */
  hits: readonly TextRange[];
}

export function BytesView({ timeline, exchange, ordinal, hits }: BytesViewProps) {
  const { body, events } = exchange;
  const { start, end } = timeline.events;
  const from = start.at(ordinal);
  const to = end.at(ordinal);
  const [margin, setMargin] = useState({ before: WINDOW_BYTES, after: WINDOW_BYTES });
  const earliest = findEventFrom(timeline, exchange, from - margin.before);
  const first = Math.min(from, earliest === null ? from : start.at(earliest));
  const last = Math.min(body.length, Math.max(to, from) + margin.after);
  const read = useTextRead(
    useCallback(() => createHexdumpLines(exchange, first, last), [exchange, first, last]),
  );
  const lines = useNewestRead(read, exchange) ?? NO_LINES;
  const formatter = useEventFormatter(timeline);
  const numberAt = (base: number) => {
    const event = findEventFrom(timeline, exchange, base);
    const begins = event !== null && start.at(event) === base;
    return begins ? `#${formatter.number(event)}` : undefined;
  };
  const at = useMemo(() => {
    const hit = from + (hits[0]?.from ?? 0);
    return lines.findLastIndex(({ base, row }) => base + row.from <= hit);
  }, [lines, from, hits]);
  const list = useRef<VirtualListHandle>(null);
  useEffect(() => list.current?.scrollToIndex(Math.max(0, at), "center"), [at]);
  const rest = body.length - last;
  if (read.kind !== "loaded" && !lines.some(({ base }) => base === from)) {
    return <PendingText read={read} />;
  }
  return (
    <div className="bytes">
      {read.kind === "failed" && <FailedMore read={read} />}
      {first > 0 && (
        <MoreBar
          what="Earlier"
          onClick={() => setMargin({ ...margin, before: margin.before + WINDOW_BYTES })}
        >
          {formatBytes(first)} before
        </MoreBar>
      )}
      <VirtualList
        ref={list}
        label="Exact bytes"
        role="region"
        className={cx(WIRE_TEXT, "flex-1")}
        count={lines.length}
        rowHeight={ROW_HEIGHT}
        measured
        resetKey={`${exchange.index} ${first}`}
        renderRow={(index) => {
          const line = lines[index];
          if (!line) return null;
          const { row, frame, base } = line;
          const isOwn = base === from;
          return (
            <HexdumpRowView
              row={row}
              frame={frame}
              base={base}
              note={row.from === 0 ? numberAt(base) : undefined}
              washed={isOwn}
              hits={isOwn ? hits : NO_HITS}
            />
          );
        }}
      />
      {rest > 0 && events.count > 0 && (
        <MoreBar
          what="Later"
          onClick={() => setMargin({ ...margin, after: margin.after + WINDOW_BYTES })}
        >
          {formatBytes(rest)} after
        </MoreBar>
      )}
    </div>
  );
}

const NO_HITS: readonly TextRange[] = [];
const NO_LINES: readonly HexdumpLine[] = [];

interface HexdumpLine {
  readonly row: HexdumpRow;
  readonly frame: string;
  readonly base: number;
}

/** The rows of all frames in a range; the last frame may be incomplete. */
function createHexdumpLines(exchange: Exchange, from: number, to: number): HexdumpLine[] {
  const lines: HexdumpLine[] = [];
  const text = exchange.body.slice(from, to);
  for (const { start, end } of splitIntoFrames(new GrpcFramer(), text)) {
    const frame = text.slice(start, end);
    const rows = createHexdumpRows(frame, parseGrpcMessage(exchange, frame));
    for (const row of rows) lines.push({ row, frame, base: from + start });
  }
  return lines;
}

/** The first event whose frame begins at or after an offset. */
export function findEventFrom(
  { events: { start } }: Timeline,
  { events }: Exchange,
  offset: number,
) {
  const index = countFirst(events.count, (i) => start.at(events.at(i)) < offset);
  return index < events.count ? events.at(index) : null;
}

/** Says that more of the text could not be read, beside what is shown. */
export function FailedMore({ read }: { read: PendingRead }) {
  return (
    <div className="flex flex-none items-center gap-1.5 bg-bg-2 px-2 py-0.5 text-11/5 text-fg-3">
      <PendingLine read={read} />
    </div>
  );
}
