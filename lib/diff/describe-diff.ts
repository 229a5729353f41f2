/** A comparison in words, the same on the screen and in a terminal. */

import { shorten } from "../wire/graphemes.ts";
import { formatPlural } from "../wire/plural.ts";
import type { DiffRowPair, RunDiff } from "./compare-runs.ts";
import type { DiffAspect, RowDifference } from "./differences.ts";

/** In one sentence: how many rows differ, in what. */
export function formatHeadline({ counts, aspects, findings, isSame }: RunDiff): string {
  if (isSame) return `The two runs say the same in ${formatPlural(counts.same, "row")}.`;
  const rows = [
    counts.changed > 0 &&
      `${formatPlural(counts.changed, "row")} ${counts.changed === 1 ? "differs" : "differ"}${formatAspectCounts(aspects)}`,
    counts.left > 0 && `${counts.left} only on the left`,
    counts.right > 0 && `${counts.right} only on the right`,
    counts.changed + counts.left + counts.right === 0 &&
      `the rows say the same, and ${formatPlural(findings.left.length + findings.right.length, "problem")} ${
        findings.left.length + findings.right.length === 1 ? "is" : "are"
      } of one side alone`,
  ].filter((it) => it !== false);
  const said = `${rows.join(", ")}; ${counts.same} the same.`;
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}

function formatAspectCounts(aspects: ReadonlyMap<DiffAspect, number>): string {
  const words = [...aspects].map(([of, count]) => `${ASPECT_LABELS[of]} ${count}`);
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}

export const ASPECT_LABELS: Readonly<Record<DiffAspect, string>> = {
  state: "state",
  name: "name",
  text: "text",
  parts: "data and files",
  plan: "plan",
  "tool state": "tool’s end",
  agent: "agent",
  arguments: "arguments",
  result: "result",
  said: "said beside",
  task: "task",
  pieces: "pieces",
  findings: "problems",
};

const MAX_VALUE_LENGTH = 60;

/** `state: completed → failed` */
export function formatDifference({ of, left, right }: RowDifference): string {
  const word = ASPECT_LABELS[of];
  // Two that are told by the same words are other ones all the same.
  if (left === right) return `${word}: others, ${left} on both sides`;
  return `${word}: ${shortenValue(left)} → ${shortenValue(right)}`;
}

function shortenValue(text: string): string {
  if (text === "" || text === "null") return "none";
  return shorten(text, MAX_VALUE_LENGTH);
}

/** What a line is about: `message agent`, `state completed`, `artifact report`. */
export function getRowPairTitle({ left, right }: DiffRowPair): string {
  const row = left ?? right;
  if (!row) return "";
  const name = row.name || "without a name";
  return `${row.kind} ${left && right && left.name !== right.name ? `${name} | ${right.name || "without a name"}` : name}`;
}
