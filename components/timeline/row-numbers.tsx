"use client";
// Cells of a row with numbers: its first event, its duration, its frames and its bytes. Memoized, because
// a row is drawn for each update, and most numbers stay.
import { memo } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { getBarEnd, type Row } from "../../lib/dialects/rows.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatDuration } from "../ui/format.ts";

/** What lies after the playhead is grey. */
export const FUTURE =
  "group-data-future/row:text-fg-3 forced-colors:group-data-future/row:text-[GrayText]";
const NUMBER = `row-start-1 overflow-hidden text-right text-12/5 whitespace-nowrap text-fg-2 ${FUTURE}`;
const FRAMES =
  "max-phone:col-start-3 max-phone:row-start-2 phone:col-[frames] phone:group-data-no-frames/rows:hidden";
const BYTES = "max-phone:hidden phone:col-[bytes] phone:group-data-no-bytes/rows:hidden";

interface EventCellProps {
  interpretation: Interpretation;
  item: Item;
}

export const EventCell = memo(function EventCell({ interpretation, item }: EventCellProps) {
  const { number } = useEventFormatter(interpretation.timeline);
  return (
    <span role="gridcell" data-part="event" className={cx(NUMBER, "col-[event]")}>
      {formatCount(number(item.firstEvent))}
    </span>
  );
});

export const DurationCell = memo(function DurationCell({ text }: { text: string }) {
  return (
    <span role="gridcell" data-part="duration" className={cx(NUMBER, "col-[duration]")}>
      {text}
    </span>
  );
});

/** How long the row took up to the playhead; empty for a moment, and in a log without times. */
export function formatDurationAt(
  { timeline }: Interpretation,
  item: Item,
  playhead: number,
): string {
  if (item.firstEvent > playhead) return "";
  const duration = getBarEnd(timeline, item, playhead) - item.time;
  return duration >= 1 ? formatDuration(duration) : "";
}

export const SizeCells = memo(function SizeCells({ count, bytes }: Pick<Row, "count" | "bytes">) {
  return (
    <>
      <span role="gridcell" data-part="frames" className={cx(NUMBER, FRAMES)}>
        {count > 0 ? formatCount(count) : ""}
      </span>
      <span role="gridcell" data-part="bytes" className={cx(NUMBER, BYTES)}>
        {bytes > 0 ? formatBytes(bytes) : ""}
      </span>
    </>
  );
});
