/** Prints which variants break which client: a table, then each break with its smallest bytes. */

import { toPrintableLine } from "../report/printable.ts";
import { formatSmallestSize, type StressResult, type VariantResult } from "./stress-result.ts";
import { STRESS_CHECKS } from "./variants.ts";

const LINE_LENGTH = 400;
const BODY_LENGTH = 600;

export function* formatStressText(results: readonly StressResult[]): Generator<string> {
  const columns = results.map(({ client }) => client.replace("@a2a-js/sdk", "sdk"));
  const widths = columns.map((column) => Math.max(column.length, 3));
  const wide = Math.max(...STRESS_CHECKS.map(({ title }) => title.length));
  const row = (title: string, cells: readonly string[]) =>
    `  ${title.padEnd(wide)}  ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")}`.trimEnd();
  yield row("Variant", columns);
  for (const { id, title } of STRESS_CHECKS) {
    const cells = results.map(({ variants }) =>
      formatCell(variants.filter((one) => one.variant === id)),
    );
    if (cells.some((cell) => cell !== "–")) yield row(title, cells);
  }
  for (const { variants } of results) {
    for (const one of variants) if (one.verdict !== "same") yield* formatBreak(one);
  }
}

function formatCell(variants: readonly VariantResult[]): string {
  if (variants.length === 0) return "–";
  return variants.every(({ verdict }) => verdict === "same") ? "✓" : "✗";
}

function* formatBreak({ sentence, smallest }: VariantResult): Generator<string> {
  yield `✗ ${toPrintableLine(sentence, LINE_LENGTH)}`;
  if (!smallest) return;
  yield `    the smallest that does, ${toPrintableLine(formatSmallestSize(smallest), LINE_LENGTH)}:`;
  // Line ends are what breaks some clients.
  yield `    ${toPrintableLine(JSON.stringify(smallest.body), BODY_LENGTH)}`;
}
