"use client";
// View of a run diff: headline, facts, and the aligned rows with navigation between differences.

import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { RunDiff } from "../../lib/diff/compare-runs.ts";
import { formatHeadline } from "../../lib/diff/describe-diff.ts";
import { createDiffFacts, type DiffFact, formatFactLabel } from "../../lib/diff/diff-facts.ts";
import { announce } from "../ui/announce.ts";
import { boundNode, boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { Kbd } from "../ui/kbd.tsx";
import { EmptyState } from "../ui/status.tsx";
import { useMedia } from "../ui/use-media.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { DiffCells } from "./diff-cells.tsx";
import { DiffDetail } from "./diff-detail.tsx";

const ROW =
  "grid min-h-8 cursor-default grid-cols-[minmax(0,1fr)_132px_minmax(0,1fr)] border-b border-line-1 text-12 hover:bg-bg-2 max-phone:grid-cols-1";
const ROW_HEIGHT = 32;
const NARROW_QUERY = "(max-width: 760px)";

export function RunDiffView({ diff, onClose }: { diff: RunDiff; onClose: () => void }) {
  const isNarrow = useMedia(NARROW_QUERY);
  const [onlyDifferences, setOnly] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState(0);
  const list = useRef<VirtualListHandle>(null);
  // Focus the list so that its keys work at once.
  useEffect(() => list.current?.focusRow(0), []);
  const { lines } = diff;
  const differing = useMemo(
    () => lines.flatMap(({ mark }, index) => (mark === "same" ? [] : [index])),
    [lines],
  );
  const shown = onlyDifferences ? differing : null;
  const count = shown ? shown.length : lines.length;
  const lineAt = (row: number) => (shown ? (shown[row] ?? -1) : row);
  const rowOf = (line: number) => (shown ? shown.indexOf(line) : line);

  const toggle = (line: number) => {
    const next = new Set(opened);
    if (!next.delete(line)) next.add(line);
    setOpened(next);
  };
  const go = (by: 1 | -1) => {
    const here = lineAt(active);
    const target =
      by > 0 ? differing.find((line) => line > here) : differing.findLast((line) => line < here);
    if (target === undefined)
      return announce(by > 0 ? "No later differences" : "No earlier differences");
    list.current?.focusRow(rowOf(target));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === "n") go(1);
    else if (event.key === "p") go(-1);
    else return;
    event.preventDefault();
  };
  const onRowKey = (event: KeyboardEvent, row: number) => {
    if (event.target instanceof HTMLElement && event.target.dataset.row === undefined) return;
    const line = lineAt(row);
    const isOpen = opened.has(line);
    const toggles = event.key === "Enter" || event.key === " ";
    if (toggles || event.key === (isOpen ? "ArrowLeft" : "ArrowRight")) {
      event.preventDefault();
      toggle(line);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys for everything inside
    <div
      className="grid min-h-0 min-w-0 grid-rows-[auto_auto_auto_minmax(0,1fr)] gap-2"
      onKeyDown={onKey}
    >
      <p className="text-14 font-semibold" role="status">
        {formatHeadline(diff)}
      </p>
      <DiffFactTables diff={diff} isOpen={!isNarrow} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          size={24}
          variant="outline"
          pressed={onlyDifferences}
          onClick={() => {
            setActive(0);
            setOnly(!onlyDifferences);
          }}
        >
          Differences only <span className="text-fg-3">{formatCount(differing.length)}</span>
        </Button>
        <span className="flex gap-1 max-phone:**:[kbd]:hidden">
          <Button size={24} disabled={differing.length === 0} onClick={() => go(-1)}>
            Previous <Kbd keys="P" />
          </Button>
          <Button size={24} disabled={differing.length === 0} onClick={() => go(1)}>
            Next difference <Kbd keys="N" />
          </Button>
        </span>
      </div>
      {count === 0 ? (
        <EmptyState icon="check" title="No differences" />
      ) : (
        <VirtualList
          ref={list}
          className="min-h-0 rounded-3 border border-line-1 bg-bg-1"
          role="treegrid"
          label="Rows of both runs"
          count={count}
          rowHeight={ROW_HEIGHT}
          measured
          resetKey={shown}
          rowKey={lineAt}
          active={Math.min(active, count - 1)}
          onActiveChange={setActive}
          onRowKeyDown={onRowKey}
          rowProps={(row) => {
            return {
              className: ROW,
              "aria-expanded": opened.has(lineAt(row)),
              "aria-level": 1,
              onClick: ({ target }) => {
                const isInside = target instanceof Element && target.closest("[data-part=detail]");
                if (!isInside && getSelection()?.isCollapsed !== false) toggle(lineAt(row));
              },
            };
          }}
          renderRow={(row) => {
            const line = lines[lineAt(row)];
            if (!line) return null;
            return (
              <>
                <DiffCells diff={diff} line={line} />
                {opened.has(lineAt(row)) && (
                  <DiffDetail diff={diff} line={line} onClose={onClose} />
                )}
              </>
            );
          }}
        />
      )}
    </div>
  );
}

// Tables of run facts side by side: outcome, and timing, which does not count as a difference.

const SUMMARY = "cursor-pointer text-fg-3";
const CELL = "py-0.5 pr-2.5 align-top wrap-anywhere";

function DiffFactTables({ diff, isOpen }: { diff: RunDiff; isOpen: boolean }) {
  const facts = createDiffFacts(diff);
  const figures = facts.filter(({ isFigure }) => isFigure);
  const outcomes = facts.filter(({ isFigure }) => !isFigure);
  return (
    <div className="grid max-h-[26vh] grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-x-6 gap-y-1 overflow-auto text-12 max-phone:grid-cols-1">
      <details open={isOpen}>
        <summary className={SUMMARY}>Outcome</summary>
        <DiffFactTable label="Outcome" facts={outcomes} />
      </details>
      {figures.length > 0 && (
        <details open={isOpen && figures.length <= 6}>
          <summary className={SUMMARY}>Timing</summary>
          <DiffFactTable label="Timing" facts={figures} />
        </details>
      )}
    </div>
  );
}

function DiffFactTable({ label, facts }: { label: string; facts: readonly DiffFact[] }) {
  const hasCallNames = facts.some(({ between }) => between !== undefined);
  return (
    <table className="w-full table-fixed" aria-label={label}>
      {hasCallNames && (
        <colgroup>
          <col className="w-3/5" />
        </colgroup>
      )}
      <thead className="sr-only">
        <tr>
          <th scope="col">Property</th>
          <th scope="col">Left</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <FactRow key={fact.label} fact={fact} />
        ))}
      </tbody>
    </table>
  );
}

function FactRow({ fact }: { fact: DiffFact }) {
  const cell = cx(CELL, fact.differs ? "text-warning" : "text-fg-2");
  return (
    <tr>
      <th scope="row" className={cx(CELL, "w-32 text-left font-normal text-fg-3")}>
        {boundText(formatFactLabel(fact))}
      </th>
      <td className={cell}>{boundNode(fact.left)}</td>
      <td className={cell}>{boundNode(fact.right)}</td>
    </tr>
  );
}
