"use client";
// One segment of exact text: field prefix, marked range, and a line ending drawn with CSS.
import type { ReactNode } from "react";
import { findMarkPiles } from "./bounded-text.ts";
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

export interface WireLineProps {
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
}

export function WireLine(props: WireLineProps) {
  const { text, segment, gutter, last, prefix = 0, highlight, showEndings = true } = props;
  const { note, washed } = props;
  const isExact = findMarkPiles(text.slice(segment.from, segment.to)).length === 0;
  const range = { "data-from": segment.from, "data-to": segment.to + segment.ending.length };
  return (
    <div
      className="ui-wire-line"
      data-gutter={gutter === undefined ? undefined : note === undefined ? "" : "noted"}
      data-washed={washed || undefined}
      data-first={segment.first || undefined}
      data-last={last || undefined}
    >
      {gutter !== undefined && (
        <span className="ui-wire-gutter" aria-hidden="true" data-label={gutter} />
      )}
      {note !== undefined && (
        <span className="ui-wire-gutter" aria-hidden="true" data-label={note} />
      )}
      {/* With counts inside, only the segments carry offsets. */}
      <span className="ui-wire-text" {...(isExact && range)}>
        {renderPieces(text, segment, prefix, highlight, isExact)}
        {showEndings && segment.ending && (
          <span
            className="ui-wire-eol"
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
    const kind = hit ? "ui-wire-hit" : end <= prefixEnd ? "ui-wire-prefix" : undefined;
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
