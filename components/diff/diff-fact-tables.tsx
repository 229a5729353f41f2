"use client";
import type { RunDiff } from "../../lib/diff/compare-runs.ts";
// What both runs came to, side by side; how long it took stands below, for it is no difference.
import { createDiffFacts, type DiffFact } from "../../lib/diff/diff-facts.ts";
import { boundNode } from "../ui/bounded-text.ts";

export function DiffFactTables({ diff, isOpen }: { diff: RunDiff; isOpen: boolean }) {
  const facts = createDiffFacts(diff);
  const figures = facts.filter(({ isFigure }) => isFigure);
  const outcomes = facts.filter(({ isFigure }) => !isFigure);
  return (
    <div className="diff-facts">
      <details open={isOpen}>
        <summary>What they came to</summary>
        <DiffFactTable label="What they came to" facts={outcomes} />
      </details>
      {figures.length > 0 && (
        <details open={isOpen && figures.length <= 6}>
          <summary>How long it took</summary>
          <DiffFactTable label="How long it took" facts={figures} />
        </details>
      )}
    </div>
  );
}

function DiffFactTable({ label, facts }: { label: string; facts: readonly DiffFact[] }) {
  return (
    <table aria-label={label}>
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Left</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ label: what, left, right, differs }) => (
          <tr key={what} data-differs={differs || undefined}>
            <th scope="row">{what}</th>
            <td>{boundNode(left)}</td>
            <td>{boundNode(right)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
