"use client";
// Source view of the card, with line numbers and markers on lines that have problems.
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from "react";
import type { CardProblem } from "../../lib/lint/cards/lint-card.ts";
import { boundMarks, boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import { JSON_COLORS } from "../ui/json-line.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { CARD_SEVERITY_META } from "./card-problem-marker.tsx";
import { useCardStore } from "./card-store.ts";
import { getFindingKey, type ShownCard, usePointedFinding } from "./use-card.ts";

/** Longer lines are split into several rows. */
const MAX_ROW_LENGTH = 1000;

interface SourceRow {
  readonly line: number;
  /** The first row of its line. */
  readonly isFirst: boolean;
  readonly from: number;
  readonly to: number;
}

interface CardSourceProps {
  card: ShownCard;
  /** Below the card page, in a column that scrolls. */
  stacked: boolean;
}

export function CardSource({ card, stacked }: CardSourceProps) {
  const { shown, review, sourceName, isCramped, text } = card;
  const asReceived = useCardStore(({ page }) => page?.asReceived ?? false);
  const rows = useMemo(() => splitRows(shown), [shown]);
  const byLine = useMemo(() => groupFindingsByLine(review.findings), [review]);
  const [pointed, point] = usePointedFinding();
  const list = useRef<VirtualListHandle>(null);
  const target = review.findings.find((finding) => getFindingKey(finding) === pointed);
  const line = target?.lines.from;
  useEffect(() => {
    if (line === undefined) return;
    list.current?.scrollToIndex(
      rows.findIndex((row) => row.line === line),
      "center",
    );
  }, [line, rows]);
  const update = useCardStore((store) => store.update);
  return (
    <section
      className={cx("flex min-h-40 flex-1 flex-col border-t border-line-2", stacked && "h-[70vh]")}
      aria-label="Source"
    >
      <header className="flex min-h-9.5 flex-none items-center gap-2 px-3 py-1 text-12/5">
        <h2 className="font-semibold">Source</h2>
        <span
          className="mono min-w-0 flex-1 truncate text-11/5 text-fg-3"
          title={boundText(sourceName)}
        >
          {boundText(sourceName)}
        </span>
        {isCramped && (
          <SegmentedControl
            label="Source"
            options={[
              { value: "laid-out", label: "Formatted" },
              { value: "received", label: "As received" },
            ]}
            value={asReceived ? "received" : "laid-out"}
            onChange={(value) => update({ asReceived: value === "received" })}
          />
        )}
      </header>
      <VirtualList
        ref={list}
        label={`Source, ${formatBytes(text.length)}`}
        className="mono flex-1 text-[11.5px]/4.75 text-fg-2"
        count={rows.length}
        rowHeight={19}
        measured
        resetKey={shown}
        renderRow={(index) => {
          const row = rows[index];
          if (!row) return null;
          const found = byLine.get(row.line) ?? [];
          const [worst] = found;
          const starting = row.isFirst ? found.filter(({ lines }) => lines.from === row.line) : [];
          // Another click goes to the line's next problem.
          const next = found[found.findIndex((one) => getFindingKey(one) === pointed) + 1] ?? worst;
          return (
            <SourceLine
              text={shown.slice(row.from, row.to)}
              number={row.isFirst ? row.line : null}
              hue={worst && CARD_SEVERITY_META[worst.severity].hue}
              isPointed={
                target !== undefined && row.line >= target.lines.from && row.line <= target.lines.to
              }
              title={
                starting.length > 0 ? starting.map(({ title }) => title).join("; ") : undefined
              }
              onPoint={next ? () => point(getFindingKey(next)) : undefined}
            />
          );
        }}
      />
    </section>
  );
}

function splitRows(text: string): SourceRow[] {
  const rows: SourceRow[] = [];
  let start = 0;
  for (let line = 1; start <= text.length; line++) {
    const lf = text.indexOf("\n", start);
    const end = lf < 0 ? text.length : lf;
    for (let from = start; from === start || from < end; from += MAX_ROW_LENGTH) {
      rows.push({ line, isFirst: from === start, from, to: Math.min(from + MAX_ROW_LENGTH, end) });
    }
    start = end + 1;
  }
  return rows;
}

/** Keeps the order of the findings: most severe first. */
function groupFindingsByLine(
  findings: readonly CardProblem[],
): ReadonlyMap<number, readonly CardProblem[]> {
  const found = new Map<number, CardProblem[]>();
  for (const finding of findings) {
    for (let line = finding.lines.from; line <= finding.lines.to; line++) {
      const here = found.get(line);
      if (here) here.push(finding);
      else found.set(line, [finding]);
    }
  }
  return found;
}

interface SourceLineProps {
  text: string;
  /** `null` in the continuation rows of a long line. */
  number: number | null;
  hue: Hue | undefined;
  isPointed: boolean;
  /** The problems that start on this line. */
  title: string | undefined;
  onPoint: (() => void) | undefined;
}

const LINE = "grid grid-cols-[38px_minmax(0,1fr)] gap-x-3.5 pr-3";
const POINTED = "shadow-[inset_3px_0_var(--hue),inset_-3px_0_var(--hue)]";
// Generated content, so that copied text does not contain line numbers.
const NUMBER = "pr-0.5 text-right select-none";
const TEXT =
  "min-h-4.75 pl-[calc(var(--hang)*1ch)] indent-[calc(var(--hang)*-1ch)] wrap-anywhere whitespace-pre-wrap";
const MARKED =
  "relative before:absolute before:inset-y-0 before:-left-3 before:w-0.75 before:rounded-[1px] before:bg-hue forced-colors:before:bg-[CanvasText]";

/**
 * One line of the card's source, unchanged, with syntax colors. A marked line links to its problem.
 */
function SourceLine({ text, number, hue, isPointed, title, onPoint }: SourceLineProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a convenience for the pointer; the number is the button
    // biome-ignore lint/a11y/useKeyWithClickEvents: the number is the button
    <div
      className={cx(LINE, hue && "bg-hue/11", isPointed && POINTED)}
      data-hue={hue}
      data-pointed={isPointed || undefined}
      onClick={onPoint && (() => getSelection()?.isCollapsed !== false && onPoint())}
    >
      {title !== undefined && onPoint ? (
        <button
          type="button"
          className={cx(NUMBER, "text-fg-2")}
          title={boundText(title)}
          aria-label={`Line ${number}: ${boundText(title)}`}
          onClick={onPoint}
        >
          {number}
        </button>
      ) : (
        <span
          className={cx(NUMBER, "drawn-label", hue ? "text-fg-2" : "text-fg-3")}
          data-label={number ?? ""}
        />
      )}
      <span data-part="text" className={cx(TEXT, hue && MARKED)} style={getHangingIndent(text)}>
        {colorTokens(boundMarks(text))}
      </span>
    </div>
  );
}

/** Wrapped text is indented a little further than its line. */
function getHangingIndent(text: string): CSSProperties {
  const indent = Math.min(text.search(/\S|$/), 20) + 2;
  return { "--hang": indent } as CSSProperties;
}

const JSON_TOKENS = /("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

function colorTokens(text: string): ReactNode[] {
  const out: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(JSON_TOKENS)) {
    const [whole, string, colon] = found;
    if (found.index > at) out.push(text.slice(at, found.index));
    const kind = string === undefined ? "scalar" : colon === undefined ? "string" : "key";
    out.push(
      <span key={found.index} className={JSON_COLORS[kind]}>
        {string ?? whole}
      </span>,
      colon ?? "",
    );
    at = found.index + whole.length;
  }
  out.push(text.slice(at));
  return out;
}
