"use client";
import type { RunDiff } from "../../lib/diff/compare-runs.ts";
// Tables of run facts side by side: outcome, and timing, which does not count as a difference.
import { createDiffFacts, type DiffFact } from "../../lib/diff/diff-facts.ts";
import { boundNode } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";

const SUMMARY = "cursor-pointer text-fg-3";
const CELL = "py-0.5 pr-2.5 align-top wrap-anywhere";

export function DiffFactTables({ diff, isOpen }: { diff: RunDiff; isOpen: boolean }) {
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
  return (
    <table className="w-full table-fixed" aria-label={label}>
      <thead className="sr-only">
        <tr>
          <th scope="col">Property</th>
          <th scope="col">Left</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ label: name, left, right, differs }) => (
          <tr key={name}>
            <th scope="row" className={cx(CELL, "w-32 text-left font-normal text-fg-3")}>
              {name}
            </th>
            <td className={cx(CELL, differs ? "text-warning" : "text-fg-2")}>{boundNode(left)}</td>
            <td className={cx(CELL, differs ? "text-warning" : "text-fg-2")}>{boundNode(right)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
