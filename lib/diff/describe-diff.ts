/** Describes a diff in words, for the screen and the terminal alike. */

import { shorten } from "../text/graphemes.ts";
import { formatPlural } from "../text/plural.ts";
import type { DiffRowPair, RunDiff } from "./compare-runs.ts";
import type { DiffAspect, RowDifference } from "./differences.ts";

/** One sentence: how many rows differ, and in which aspects. */
export function formatHeadline({ counts, aspects, findings, isSame }: RunDiff): string {
  if (isSame) return `The two runs are the same in ${formatPlural(counts.same, "row")}.`;
  const rows = [
    counts.changed > 0 &&
      `${formatPlural(counts.changed, "row")} ${counts.changed === 1 ? "differs" : "differ"}${formatAspectCounts(aspects)}`,
    counts.left > 0 && `${counts.left} only on the left`,
    counts.right > 0 && `${counts.right} only on the right`,
    counts.changed + counts.left + counts.right === 0 &&
      `no rows differ, but ${formatPlural(findings.left.length + findings.right.length, "problem")} ${
        findings.left.length + findings.right.length === 1 ? "is" : "are"
      } only on one side`,
  ].filter((it) => it !== false);
  const sentence = `${rows.join(", ")}; ${counts.same} the same.`;
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

function formatAspectCounts(aspects: ReadonlyMap<DiffAspect, number>): string {
  const labels = [...aspects].map(([of, count]) => `${ASPECT_LABELS[of]} ${count}`);
  return labels.length === 0 ? "" : ` (${labels.join(", ")})`;
}

export const ASPECT_LABELS: Readonly<Record<DiffAspect, string>> = {
  state: "state",
  name: "name",
  text: "text",
  parts: "data and files",
  plan: "plan",
  "tool state": "tool state",
  agent: "agent",
  arguments: "arguments",
  result: "result",
  attachments: "attachments",
  task: "task",
  pieces: "event count",
  findings: "problems",
};

const MAX_VALUE_LENGTH = 60;

/** `state: completed → failed` */
export function formatDifference({ of, left, right }: RowDifference): string {
  const label = ASPECT_LABELS[of];
  // The summaries are equal, but the values are not.
  if (left === right) return `${label}: different, ${left} on both sides`;
  return `${label}: ${shortenValue(left)} → ${shortenValue(right)}`;
}

function shortenValue(text: string): string {
  if (text === "" || text === "null") return "none";
  return shorten(text, MAX_VALUE_LENGTH);
}

/** The title of a pair of rows: `message agent`, `state completed`, `artifact report`. */
export function getRowPairTitle({ left, right }: DiffRowPair): string {
  const row = left ?? right;
  if (!row) return "";
  const name = row.name || "unnamed";
  return `${row.kind} ${left && right && left.name !== right.name ? `${name} | ${right.name || "unnamed"}` : name}`;
}
