"use client";
import type { RunDiff } from "../../lib/diff/compare-runs.ts";
// Tables of run facts side by side: outcome, and timing, which does not count as a difference.
import { createDiffFacts, type DiffFact } from "../../lib/diff/diff-facts.ts";
import { boundNode } from "../ui/bounded-text.ts";

export function DiffFactTables({ diff, isOpen }: { diff: RunDiff; isOpen: boolean }) {
  const facts = createDiffFacts(diff);
  const figures = facts.filter(({ isFigure }) => isFigure);
  const outcomes = facts.filter(({ isFigure }) => !isFigure);
  return (
    <div className="diff-facts">
      <details open={isOpen}>
        <summary>Outcome</summary>
        <DiffFactTable label="Outcome" facts={outcomes} />
      </details>
      {figures.length > 0 && (
        <details open={isOpen && figures.length <= 6}>
          <summary>Timing</summary>
          <DiffFactTable label="Timing" facts={figures} />
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
          <th scope="col">Property</th>
          <th scope="col">Left</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ label: name, left, right, differs }) => (
          <tr key={name} data-differs={differs || undefined}>
            <th scope="row">{name}</th>
            <td>{boundNode(left)}</td>
            <td>{boundNode(right)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
