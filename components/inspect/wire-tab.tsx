"use client";
// Tab with the exact bytes of a frame inside its body; for a row without frames, its HTTP text.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { getUnparsedText } from "../../lib/report/exchange-report.ts";
import { type BodyWindow, createBodyWindow } from "../../lib/timeline/body-window.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { formatRequestHexdump } from "../../lib/timeline/protobuf-hexdump.ts";
import { type ChunkedText, findChunkOfEvent } from "../../lib/timeline/provenance.ts";
import type { TextRange } from "../../lib/timeline/string-ranges.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { findTextInFrame } from "../../lib/timeline/timeline-queries.ts";
import type { Body } from "../../lib/wire/body.ts";
import type { HeaderList, OpenRecord } from "../../lib/wire/record.ts";
import type { InspectedItem } from "../content/inspected-item.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { PendingText, useNewestRead, useTextRead } from "../loaded-text.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { formatBytes } from "../ui/format.ts";
import { WELL } from "../ui/shared-classes.ts";
import type { TextSegment } from "../ui/text-segments.ts";
import { getSsePrefixLength } from "../ui/wire-line.tsx";
import { WireText, type WireTextHandle } from "../ui/wire-text.tsx";
import { BytesView, FailedMore, findEventFrom } from "./bytes-view.tsx";
import { MoreBar } from "./more-bar.tsx";
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
  const matches = useTextMatches(timeline, ordinal, text);
  const hits = useMemo(() => (pointed ? [pointed] : matches), [pointed, matches]);
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
  return (
    <BodyView
      key={exchange.index}
      timeline={timeline}
      exchange={exchange}
      ordinal={ordinal}
      hits={hits}
    />
  );
}

/** The ranges of the chunk's text in its frame; none until the frame is loaded. */
function useTextMatches(
  timeline: Timeline,
  ordinal: number | null,
  text: ChunkedText | null,
): readonly TextRange[] {
  const chunkText = useMemo(() => {
    const index = text && ordinal !== null ? findChunkOfEvent(text, ordinal) : -1;
    if (!text || ordinal === null || index < 0) return null;
    const { from, to } = text.chunkAt(index);
    return text.textAt(ordinal).slice(from, to);
  }, [text, ordinal]);
  const read = useTextRead(
    useCallback(
      () =>
        chunkText === null || ordinal === null
          ? NO_HITS
          : findTextInFrame(timeline, ordinal, chunkText),
      [timeline, ordinal, chunkText],
    ),
  );
  return read.kind === "loaded" ? read.value : NO_HITS;
}

const NO_HITS: readonly TextRange[] = [];

interface BodyViewProps {
  timeline: Timeline;
  exchange: Exchange;
  ordinal: number;
  /** The ranges to mark in the frame. */
  hits: readonly TextRange[];
}

/** Loads the text around a frame. */
function BodyView({ timeline, exchange, ordinal, hits }: BodyViewProps) {
  const { body } = exchange;
  const from = timeline.events.start.at(ordinal);
  const to = timeline.events.end.at(ordinal);
  const [wanted, setWanted] = useState(() => createRangeAround(from, to));
  if (wanted.from > from || to > wanted.to) setWanted(createRangeAround(from, to));
  // At the end of a growing body, the window grows until it is full.
  const end = Math.min(wanted.to, body.length);
  const read = useTextRead(
    useCallback(() => readBodyText(body, wanted.from, end), [body, wanted, end]),
  );
  const newest = useNewestRead(read, body);
  const shown = newest && newest.from <= from && to <= newest.to ? newest : null;
  if (!shown) return read.kind === "loaded" ? null : <PendingText read={read} />;
  return (
    <>
      {read.kind === "failed" && <FailedMore read={read} />}
      <BodyText
        timeline={timeline}
        exchange={exchange}
        ordinal={ordinal}
        hits={hits}
        shown={shown}
        onEarlier={() => setWanted({ ...wanted, from: shown.from - WINDOW_UNITS })}
        onLater={() => setWanted({ ...wanted, to: shown.to + WINDOW_UNITS })}
      />
    </>
  );
}

function createRangeAround(from: number, to: number): TextRange {
  return { from: from - WINDOW_UNITS, to: Math.max(from, to) + WINDOW_UNITS };
}

interface ShownText extends BodyWindow {
  readonly text: string;
  /** The bytes before its start and before its end. */
  readonly firstByte: number;
  readonly lastByte: number;
}

function readBodyText(body: Body, from: number, to: number): ShownText {
  const window = createBodyWindow(body, from, to);
  return {
    ...window,
    text: body.slice(window.from, window.to),
    firstByte: body.byteOffset(window.from),
    lastByte: body.byteOffset(window.to),
  };
}

interface BodyTextProps extends BodyViewProps {
  shown: ShownText;
  onEarlier: () => void;
  onLater: () => void;
}

function BodyText(props: BodyTextProps) {
  const { timeline, exchange, ordinal, hits, shown, onEarlier, onLater } = props;
  const { body } = exchange;
  const from = timeline.events.start.at(ordinal);
  const to = timeline.events.end.at(ordinal);
  const [first] = hits;
  const last = hits.at(-1);
  const hit = first && last && { from: from + first.from, to: from + last.to };
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
  return (
    <div ref={box} className="contents">
      {shown.from > 0 && (
        <MoreBar what="Earlier" onClick={onEarlier}>
          {formatBytes(shown.firstByte)} before
        </MoreBar>
      )}
      <WireText
        ref={view}
        label="Exact bytes"
        className="flex-1"
        text={shown.text}
        baseOffset={shown.firstByte}
        prefix={getSsePrefixLength}
        note={note}
        selected={{ from: from - shown.from, to: to - shown.from }}
        highlight={hit && { from: hit.from - shown.from, to: hit.to - shown.from }}
      />
      {shown.to < body.length && (
        <MoreBar what="Later" onClick={onLater}>
          {formatBytes(body.bytes - shown.lastByte)} after
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

/** Returns the number of the frame that begins in a line. */
function useFrameNumbers(timeline: Timeline, exchange: Exchange, base: number) {
  const formatter = useEventFormatter(timeline);
  return ({ from, to }: TextSegment): string | undefined => {
    const event = findEventFrom(timeline, exchange, base + from);
    const begins = event !== null && timeline.events.start.at(event) <= base + to;
    return begins ? `#${formatter.number(event)}` : undefined;
  };
}

/**
 * Formats an exchange as HTTP text as of an event: request, then status and headers of the response.
 */
export function formatHttpText(exchange: Exchange | undefined, n: number): string {
  if (!exchange) return "";
  const { method, url, headers, body, bodyB64 } = exchange.open.record;
  const lines = [`${method} ${url}`, ...formatHeaderLines(headers), ""];
  if (body !== undefined) lines.push(body, "");
  if (bodyB64 !== undefined) lines.push(...formatRequestHexdump(url, bodyB64), "");
  for (const { record, firstEvent } of exchange.redirects) {
    if (firstEvent > n) break;
    const { status, location } = record;
    lines.push(`${status} redirect to ${location}`, ...formatHeaderLines(record.headers), "");
  }
  const head = exchange.headAt(n);
  if (head) {
    const version = head.httpVersion ? `HTTP/${head.httpVersion} ` : "";
    lines.push(`${version}${head.status} ${head.statusText ?? ""}`.trimEnd());
    lines.push(...formatHeaderLines(head.headers), "");
  }
  const end = exchange.endAt(n)?.record;
  if (end) {
    lines.push(`ended: ${end.cause}${end.error ? ` (${end.error.message})` : ""}`);
    if (end.trailers) lines.push(...formatHeaderLines(end.trailers));
    if (end.unparsed)
      lines.push("", `not HTTP, ${end.unparsed.n} bytes:`, getUnparsedText(end.unparsed));
  }
  return lines.join("\n");
}

function formatHeaderLines(headers: HeaderList): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

const HEADING = "pb-1 text-start text-11 font-semibold text-fg-2";
const HEADER_CELL = "border-t border-line-1 py-0.5 text-start align-top wrap-anywhere";

/** Headers of an exchange exactly as sent and received: names, order and duplicates. */
export function HttpHeaders({ exchange, playhead }: { exchange: Exchange; playhead: number }) {
  const { open } = exchange;
  const redirects = exchange.redirects.filter(({ firstEvent }) => firstEvent <= playhead);
  const head = exchange.headAt(playhead);
  const trailers = exchange.endAt(playhead)?.record.trailers;
  return (
    <>
      <HeaderTable title="Request headers" headers={open.record.headers} />
      {redirects.map(({ record }, i) => (
        <HeaderTable
          key={String(i)}
          title={`${record.status} redirect headers`}
          headers={record.headers}
        />
      ))}
      {head && <HeaderTable title="Response headers" headers={head.headers} />}
      {trailers && <HeaderTable title="Trailers" headers={trailers} />}
      <HttpBody text={getBodyText(open.record)} />
    </>
  );
}

function HttpBody({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_auto] items-center px-3 pb-3">
      <h3 className={HEADING}>Request body</h3>
      <CopyButton text={text} what="the request body" size={24} />
      <pre className={cx(WELL, "col-span-full max-h-55 overflow-auto")}>
        {boundText(text, MAX_TEXT_LENGTH)}
      </pre>
    </section>
  );
}

/** The request body as text, or as an annotated hexdump. */
function getBodyText({ url, body, bodyB64 }: OpenRecord): string | null {
  if (bodyB64 !== undefined) return formatRequestHexdump(url, bodyB64).join("\n");
  return body ?? null;
}

function HeaderTable({ title, headers }: { title: string; headers: HeaderList }) {
  if (headers.length === 0) return null;
  return (
    <table className="mono mx-3 mt-1 mb-3 w-[calc(100%-24px)] flex-none table-fixed border-collapse text-[11.5px]/4.5">
      <caption className={cx(HEADING, "font-ui tracking-normal")}>{title}</caption>
      <tbody>
        {headers.map(([name, value], i) => (
          <tr key={`${String(i)} ${name}`}>
            <th scope="row" className={cx(HEADER_CELL, "w-[42%] pr-3 font-normal text-plan")}>
              {boundText(name)}
            </th>
            <td className={HEADER_CELL}>{boundText(value, MAX_TEXT_LENGTH)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
