"use client";
// Tab with the exact bytes of a frame inside its body; for a row without frames, its HTTP text.
import { useEffect, useMemo, useRef, useState } from "react";
import { createBodyWindow, extendEarlier, extendLater } from "../../lib/timeline/body-window.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { ChunkedText } from "../../lib/timeline/provenance.ts";
import { findChunkOfEvent } from "../../lib/timeline/provenance.ts";
import type { TextRange } from "../../lib/timeline/string-ranges.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { findTextInFrame } from "../../lib/timeline/timeline-queries.ts";
import { formatBytes } from "../ui/format.ts";
import type { TextSegment } from "../ui/text-segments.ts";
import { getSsePrefixLength } from "../ui/wire-line.tsx";
import { WireText, type WireTextHandle } from "../ui/wire-text.tsx";
import { BytesView } from "./bytes-view.tsx";
import { formatHttpText } from "./http-text.ts";
import { MoreBar } from "./more-bar.tsx";
import { useEventFormatter } from "./use-event-formatter.ts";
import type { InspectedItem } from "./use-inspected-item.ts";
import { useViolationRange } from "./use-violation-location.ts";

/** Characters shown on either side of the frame, and added on request. */
const WINDOW_UNITS = 60_000;

export function WireTab({
  inspected,
  text,
}: {
  inspected: InspectedItem;
  text: ChunkedText | null;
}) {
  const { timeline, entry, ordinal } = inspected;
  const exchange =
    ordinal === null ? undefined : timeline.exchanges[timeline.events.exchange.at(ordinal)];
  const isBinary = exchange?.body.isBinary === true;
  const pointed = useViolationRange(timeline, ordinal);
  const hits = useMemo(() => {
    if (!isBinary || ordinal === null) return [];
    return pointed ? [pointed] : findTextMatches(timeline, ordinal, text);
  }, [isBinary, timeline, ordinal, text, pointed]);
  const { start, end } = timeline.events;
  // Events from trailers have no bytes of their own.
  const hasBytes = ordinal !== null && start.at(ordinal) < end.at(ordinal);
  if (isBinary && hasBytes) {
    return <BytesView timeline={timeline} exchange={exchange} ordinal={ordinal} hits={hits} />;
  }
  if (ordinal === null || !exchange || isBinary) {
    return (
      <WireText
        label="Exact bytes"
        className="flex-1"
        text={formatHttpText(timeline.exchanges[entry.exchange], inspected.playhead)}
        gutter="none"
        endings={false}
      />
    );
  }
  return <BodyView timeline={timeline} exchange={exchange} ordinal={ordinal} text={text} />;
}

interface BodyViewProps {
  timeline: Timeline;
  exchange: Exchange;
  ordinal: number;
  text: ChunkedText | null;
}

function BodyView({ timeline, exchange, ordinal, text }: BodyViewProps) {
  const { body } = exchange;
  const from = timeline.events.start.at(ordinal);
  const to = timeline.events.end.at(ordinal);
  const [shown, setShown] = useState(() => createBodyWindow(body, from, to, WINDOW_UNITS));
  const [of, setOf] = useState(exchange);
  const isInside = shown.from <= from && to <= shown.to && of === exchange;
  // At the end of a growing body, the window grows until it is full.
  const mayGrow = shown.to < body.length && shown.to - to < WINDOW_UNITS / 2;
  if (!isInside || mayGrow) {
    setShown(
      isInside
        ? extendLater(body, shown, WINDOW_UNITS / 4)
        : createBodyWindow(body, from, to, WINDOW_UNITS),
    );
    setOf(exchange);
  }
  const wire = useMemo(() => body.slice(shown.from, shown.to), [body, shown]);
  const pointed = useViolationRange(timeline, ordinal);
  const hit = useMemo(
    () =>
      pointed
        ? { from: from + pointed.from, to: from + pointed.to }
        : getMatchedValue(timeline, ordinal, text),
    [timeline, ordinal, text, pointed, from],
  );
  const view = useRef<WireTextHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const at = (hit?.from ?? from) - shown.from;
  useEffect(() => {
    view.current?.scrollToOffset(at);
    // Scroll to the mark again once the row heights are measured.
    const timer = setTimeout(() => scrollToHighlight(box.current), 60);
    return () => clearTimeout(timer);
  }, [at]);
  const note = useFrameNumbers(timeline, exchange, shown.from);
  const before = body.byteOffset(shown.from);
  const after = body.bytes - body.byteOffset(shown.to);
  return (
    <div ref={box} className="contents">
      {shown.from > 0 && (
        <MoreBar what="Earlier" onClick={() => setShown(extendEarlier(body, shown, WINDOW_UNITS))}>
          {formatBytes(before)} before
        </MoreBar>
      )}
      <WireText
        ref={view}
        label="Exact bytes"
        className="flex-1"
        text={wire}
        baseOffset={before}
        prefix={getSsePrefixLength}
        note={note}
        selected={{ from: from - shown.from, to: to - shown.from }}
        highlight={hit && { from: hit.from - shown.from, to: hit.to - shown.from }}
      />
      {shown.to < body.length && (
        <MoreBar what="Later" onClick={() => setShown(extendLater(body, shown, WINDOW_UNITS))}>
          {formatBytes(after)} after
        </MoreBar>
      )}
    </div>
  );
}

function scrollToHighlight(box: HTMLElement | null): void {
  const list = box?.querySelector<HTMLElement>("[data-part=list]");
  const mark = list?.querySelector("mark") ?? list?.querySelector("[data-washed]");
  if (!list || !mark) return;
  const view = list.getBoundingClientRect();
  const { top } = mark.getBoundingClientRect();
  const isVisible = top >= view.top && top <= view.bottom - 24;
  if (!isVisible) list.scrollTop += top - view.top - view.height / 2;
}

/** The ranges of the chunk's text in its frame. */
function findTextMatches(
  timeline: Timeline,
  ordinal: number,
  text: ChunkedText | null,
): TextRange[] {
  const index = text ? findChunkOfEvent(text, ordinal) : -1;
  if (!text || index < 0) return [];
  const { from, to } = text.chunkAt(index);
  const chunkText = text.textAt(ordinal).slice(from, to);
  return findTextInFrame(timeline, ordinal, chunkText);
}

/** The range of the chunk's text in the body. */
function getMatchedValue(timeline: Timeline, ordinal: number, text: ChunkedText | null) {
  const spans = findTextMatches(timeline, ordinal, text);
  const [first] = spans;
  const last = spans[spans.length - 1];
  const start = timeline.events.start.at(ordinal);
  return first && last && { from: start + first.from, to: start + last.to };
}

/** Returns the number of the frame that begins in a line. */
function useFrameNumbers(timeline: Timeline, { events }: Exchange, base: number) {
  const formatter = useEventFormatter(timeline);
  const startOf = (index: number) => timeline.events.start.at(events.at(index));
  return ({ from, to }: TextSegment): string | undefined => {
    let low = 0;
    let high = events.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (startOf(middle) < base + from) low = middle + 1;
      else high = middle;
    }
    const begins = low < events.count && startOf(low) <= base + to;
    return begins ? `#${formatter.number(events.at(low))}` : undefined;
  };
}
