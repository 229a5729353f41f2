"use client";
// Provenance of one chunk: its characters, frame, time and bytes.

import { useCallback, useEffect, useMemo, useRef } from "react";
import { movePlayhead, stopPlayback } from "../../lib/session/playback.ts";
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { parseGrpcMessage } from "../../lib/timeline/grpc-frame.ts";
import { createHexdumpRows } from "../../lib/timeline/protobuf-hexdump.ts";
import { describeDelivery } from "../../lib/timeline/provenance.ts";
import type { TextRange } from "../../lib/timeline/string-ranges.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import {
  findTextInFrame,
  getFrameCopyText,
  getFrameText,
} from "../../lib/timeline/timeline-queries.ts";
import { readWhenLoaded } from "../../lib/wire/text-source.ts";
import { useLayout } from "../app-context.tsx";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { PendingLine, type PendingRead, useTextRead } from "../loaded-text.tsx";
import { useSession, useView } from "../session.tsx";
import { boundMarks } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { wellClass } from "../ui/shared-classes.ts";
import { WIRE_HIT, WIRE_PREFIX } from "../ui/wire-line.tsx";
import { ChunkStrip } from "./chunk-strip.tsx";
import { HexdumpRowView } from "./hexdump-row-view.tsx";
import type { ChunkSelection } from "./use-chunk-selection.ts";

export function ProvenanceDock({
  timeline,
  selection,
}: {
  timeline: Timeline;
  selection: ChunkSelection;
}) {
  const tab = useView((view) => view.tab);
  const isFolded = useLayout(({ foldsProvenance }) => foldsProvenance);
  const formatter = useEventFormatter(timeline);
  const { text, shown } = selection;
  const chunk = text.chunkAt(shown);
  const { event } = chunk;
  const chunkText = useMemo(
    () => text.textAt(event).slice(chunk.from, chunk.to),
    [text, event, chunk.from, chunk.to],
  );
  const time = formatter.timeOf(event);
  return (
    <section
      className={cx(
        "min-w-0 flex-none border-t border-line-2 bg-bg-2 px-3",
        isFolded ? "py-0.5" : "pt-1.5 pb-2",
      )}
      aria-label="Where this text came from"
      data-testid="proof"
    >
      {!isFolded && (text.textLength > 0 || text.chunkCount > 1) && (
        <ChunkStrip selection={selection} />
      )}
      <div className="-mr-1.5 flex items-center gap-1">
        <p className="flex h-7.5 min-w-0 flex-1 items-center overflow-hidden text-12/5 whitespace-nowrap text-fg-2 *:not-first:before:mx-1.5 *:not-first:before:text-fg-4 *:not-first:before:content-['·']">
          <b className="font-semibold text-accent">frame #{formatter.number(event)}</b>
          {time !== "" && <span>{time}</span>}
          <span>{describeDelivery(timeline, text, shown)}</span>
          {text.textLength > 0 && (
            <code className="truncate font-mono text-fg-1">
              {formatStringLiteral(chunkText, 60)}
            </code>
          )}
        </p>
        <FoldButton isFolded={isFolded} />
      </div>
      {!isFolded && tab !== "wire" && (
        <ChunkExcerpt timeline={timeline} event={event} chunkText={chunkText} />
      )}
      {!isFolded && <DockActions timeline={timeline} selection={selection} chunkText={chunkText} />}
    </section>
  );
}

function FoldButton({ isFolded }: { isFolded: boolean }) {
  const toggle = useLayout(({ toggleProvenance }) => toggleProvenance);
  return (
    <IconButton
      icon={isFolded ? "chevron-right" : "chevron-down"}
      label={isFolded ? "Show provenance" : "Fold provenance to one line"}
      size={24}
      iconSize={14}
      onClick={toggle}
    />
  );
}

interface DockActionsProps {
  timeline: Timeline;
  selection: ChunkSelection;
  chunkText: string;
}

function DockActions({ timeline, selection, chunkText }: DockActionsProps) {
  const session = useSession();
  const tab = useView((view) => view.tab);
  const { event } = selection.text.chunkAt(selection.shown);
  return (
    <div className="-mr-1 -ml-2 mt-1.5 flex flex-wrap gap-0.5">
      <Button
        icon="arrow-right"
        size={24}
        disabled={event === selection.playhead}
        onClick={() => {
          stopPlayback(session);
          movePlayhead(session, event);
        }}
      >
        Move playhead here
      </Button>
      {tab !== "wire" && (
        <Button
          size={24}
          onClick={() => session.view.setState({ event, tab: "wire", pointedViolation: null })}
        >
          Show in Wire
        </Button>
      )}
      {selection.picked >= 0 && (
        <Button size={24} onClick={() => session.view.setState({ event: null })}>
          Unpin
        </Button>
      )}
      <span className="ml-auto flex">
        {chunkText !== "" && (
          <CopyButton text={chunkText} what="the chunk's text" size={24} icon="text" />
        )}
        <CopyButton
          text={() => readWhenLoaded(() => getFrameCopyText(timeline, event))}
          what="the frame"
          size={24}
        />
      </span>
    </div>
  );
}

/** In a low window, the text has priority over the bytes. */
const EXCERPT = cx(
  wellClass("text-fg-3"),
  "relative max-h-27.5 overflow-auto low:hidden max-phone:max-h-19",
);
const CUT_BEFORE = "before:text-fg-3 before:content-['…']";
const CUT_AFTER = "after:text-fg-3 after:content-['…']";

const CONTEXT_BEFORE = 700;
const CONTEXT_AFTER = 300;
const MAX_EXCERPT_LENGTH = 600;

interface ExcerptProps {
  timeline: Timeline;
  event: number;
  chunkText: string;
}

function ChunkExcerpt(props: ExcerptProps) {
  const { timeline, event } = props;
  const exchange = timeline.exchanges[timeline.events.exchange.at(event)];
  if (exchange?.body.isBinary) return <ByteExcerpt {...props} exchange={exchange} />;
  return <WireExcerpt {...props} />;
}

/** As high as an excerpt that does not fit. */
function PendingExcerpt({ read }: { read: PendingRead }) {
  return (
    <section className={cx(EXCERPT, "h-[110px]")} aria-label="The frame">
      <PendingLine read={read} />
    </section>
  );
}

/** The hexdump rows with the chunk's text, and the rows around them. */
function ByteExcerpt({
  timeline,
  event,
  chunkText,
  exchange,
}: ExcerptProps & { exchange: Exchange }) {
  const read = useTextRead(
    useCallback(() => {
      const whole = getFrameText(timeline, event);
      const found = findTextInFrame(timeline, event, chunkText);
      const all = createHexdumpRows(whole, parseGrpcMessage(exchange, whole));
      const first = all.findIndex(({ to }) => to > (found[0]?.from ?? 0));
      const from = Math.max(0, first - ROWS_BEFORE);
      return { frame: whole, hits: found, rows: all.slice(from, from + MAX_ROWS) };
    }, [timeline, event, chunkText, exchange]),
  );
  if (read.kind !== "loaded") return <PendingExcerpt read={read} />;
  const { frame, rows, hits } = read.value;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
      className={cx(EXCERPT, "bytes bytes-excerpt")}
      aria-label="The frame"
    >
      {rows.map((row) => (
        <HexdumpRowView
          key={row.from}
          row={row}
          frame={frame}
          base={timeline.events.start.at(event)}
          hits={hits}
        />
      ))}
    </section>
  );
}

const ROWS_BEFORE = 1;
const MAX_ROWS = 40;

/** The frame's text around the chunk's text, which is marked. */
function WireExcerpt({ timeline, event, chunkText }: ExcerptProps) {
  const read = useTextRead(
    useCallback(() => {
      const whole = getFrameText(timeline, event);
      return { frame: whole.trimEnd(), spans: findTextInFrame(timeline, event, chunkText) };
    }, [timeline, event, chunkText]),
  );
  if (read.kind !== "loaded") return <PendingExcerpt read={read} />;
  return <MarkedExcerpt key={event} {...read.value} />;
}

interface MarkedExcerptProps {
  frame: string;
  spans: readonly TextRange[];
}

function MarkedExcerpt({ frame, spans }: MarkedExcerptProps) {
  const box = useRef<HTMLElement>(null);
  const first = spans[0];
  const from = Math.max(0, (first?.from ?? 0) - CONTEXT_BEFORE);
  const to = Math.min(
    frame.length,
    (first?.to ?? 0) + CONTEXT_AFTER,
    (first?.from ?? 0) + MAX_EXCERPT_LENGTH + CONTEXT_AFTER,
  );
  useEffect(() => {
    const mark = spans.length > 0 ? box.current?.querySelector("mark") : null;
    if (!box.current || !mark) return;
    const { offsetTop, offsetHeight } = mark;
    const { clientHeight } = box.current;
    box.current.scrollTop = Math.max(0, offsetTop + Math.min(offsetHeight, 40) - clientHeight + 12);
  }, [spans]);
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
      className={cx(EXCERPT, from > 0 && CUT_BEFORE, to < frame.length && CUT_AFTER)}
      aria-label="The frame"
    >
      {splitAtRanges(frame, from, to, spans)}
    </section>
  );
}

function splitAtRanges(frame: string, from: number, to: number, spans: readonly TextRange[]) {
  const prefix = from === 0 ? (/^(?:data|event|id|retry)?:/.exec(frame)?.[0].length ?? 0) : 0;
  const out = [];
  if (prefix > 0)
    out.push(
      <span key="prefix" className={WIRE_PREFIX}>
        {boundMarks(frame.slice(0, prefix))}
      </span>,
    );
  let at = Math.max(from, prefix);
  for (const span of spans) {
    if (span.from >= to) break;
    out.push(<span key={`${at}`}>{boundMarks(frame.slice(at, span.from))}</span>);
    at = Math.min(to, span.to);
    out.push(
      <mark key={`m${span.from}`} className={WIRE_HIT}>
        {boundMarks(frame.slice(span.from, at))}
      </mark>,
    );
  }
  out.push(<span key="rest">{boundMarks(frame.slice(at, to))}</span>);
  return out;
}

function formatStringLiteral(text: string, limit: number): string {
  const whole = JSON.stringify(truncateToGraphemes(text, limit));
  return boundMarks(text.length <= limit ? whole : `${whole.slice(0, -1)}…"`);
}
