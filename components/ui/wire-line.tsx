"use client";
// One segment of exact text: field prefix, marked range, and a line ending drawn with CSS.
import type { ReactNode } from "react";
import { findMarkPiles } from "./bounded-text.ts";
import { cx } from "./cx.ts";
import { ExactText } from "./exact-text.tsx";
import type { LineEnding, TextSegment } from "./text-segments.ts";

export interface CharacterRange {
  from: number;
  to: number;
}

// Letters, because the control pictures (such as U+240A) are missing from many system fonts.
const ENDING_LABELS: Record<LineEnding, string> = {
  "": "",
  "\n": "LF",
  "\r": "CR",
  "\r\n": "CR LF",
};

interface WireLineProps {
  text: string;
  segment: TextSegment;
  /** Shown at the beginning of a line. */
  gutter?: string | undefined;
  /** Shown beside the gutter, in its own column. */
  note?: string | undefined;
  /** Highlighted like a selected row. */
  washed?: boolean | undefined;
  /** Whether the segment is the last of its line. */
  last: boolean;
  /** Length of the accented prefix of the line. */
  prefix?: number;
  highlight?: CharacterRange | undefined;
  showEndings?: boolean;
  /** Running text instead of lines with offsets. */
  prose?: boolean;
}

/** Exact text as on the wire, its field names, and what is marked in it. */
export const WIRE_TEXT = "mono text-[11.5px]/4.5 text-fg-2";
export const WIRE_PREFIX = "text-accent";
export const WIRE_HIT =
  "rounded-[2px] bg-mark text-fg-1 ring ring-accent forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none";

const WIRE_LINE = "pr-3 hover:bg-bg-2";
const GUTTER = "drawn-label pr-2.5 text-right text-fg-3 select-none";
const LINE_ENDING =
  "drawn-label before:ml-0.5 before:rounded-[3px] before:bg-bg-3 before:px-[3px] before:align-[1px] before:font-ui before:text-[9px]/3 before:font-medium before:tracking-normal before:whitespace-nowrap before:text-fg-3";

function chooseColumns(gutter: string | undefined, note: string | undefined): string {
  if (gutter === undefined) return "grid-cols-[minmax(0,1fr)] pl-3";
  if (note === undefined) return "grid-cols-[76px_minmax(0,1fr)]";
  return "grid-cols-[70px_52px_minmax(0,1fr)]";
}

export function WireLine(props: WireLineProps) {
  const { text, segment, gutter, last, prefix = 0, highlight, showEndings = true } = props;
  const { note, washed, prose = false } = props;
  const isExact = findMarkPiles(text.slice(segment.from, segment.to)).length === 0;
  const range = { "data-from": segment.from, "data-to": segment.to + segment.ending.length };
  return (
    <div
      className={cx(
        "grid",
        prose ? "grid-cols-[minmax(0,1fr)] px-4" : cx(WIRE_LINE, chooseColumns(gutter, note)),
        !prose && segment.first && "pt-0.5",
        !prose && last && "border-b border-line-1 pb-0.5",
        washed && "bg-accent-bg",
      )}
      data-washed={washed || undefined}
    >
      {gutter !== undefined && <span className={GUTTER} aria-hidden="true" data-label={gutter} />}
      {note !== undefined && <span className={GUTTER} aria-hidden="true" data-label={note} />}
      {/* With counts inside, only the segments carry offsets. */}
      <span className="min-w-0 wrap-anywhere whitespace-break-spaces" {...(isExact && range)}>
        {renderPieces(text, segment, prefix, highlight, isExact)}
        {showEndings && segment.ending && (
          <span
            className={LINE_ENDING}
            aria-hidden="true"
            data-label={ENDING_LABELS[segment.ending]}
          />
        )}
      </span>
    </div>
  );
}

function renderPieces(
  text: string,
  segment: TextSegment,
  prefix: number,
  highlight: CharacterRange | undefined,
  isExact: boolean,
): ReactNode {
  const { from, to } = segment;
  const clamp = (offset: number) => Math.min(Math.max(offset, from), to);
  const prefixEnd = segment.first ? clamp(from + prefix) : from;
  const hitFrom = highlight ? clamp(highlight.from) : to;
  const hitTo = highlight ? clamp(highlight.to) : to;
  const cuts = [...new Set([from, prefixEnd, hitFrom, hitTo, to])].sort((a, b) => a - b);
  const out: ReactNode[] = [];
  for (const [i, begin] of cuts.entries()) {
    const end = cuts[i + 1];
    if (end === undefined) break;
    const content = isExact ? (
      text.slice(begin, end)
    ) : (
      <ExactText text={text.slice(begin, end)} from={begin} />
    );
    const hit = begin >= hitFrom && end <= hitTo;
    const kind = hit ? WIRE_HIT : end <= prefixEnd ? WIRE_PREFIX : undefined;
    out.push(
      hit ? (
        <mark key={begin} className={kind}>
          {content}
        </mark>
      ) : (
        <span key={begin} className={kind}>
          {content}
        </span>
      ),
    );
  }
  return out;
}

/** The length of an SSE field name with its colon; 0 if a line has none. */
export function getSsePrefixLength(text: string, segment: TextSegment): number {
  const head = text.slice(segment.from, Math.min(segment.from + 8, segment.to));
  return /^(?:data|event|id|retry)?:/.exec(head)?.[0].length ?? 0;
}
