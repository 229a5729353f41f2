/** A comparison in words, the same on the screen and in a terminal. */

import { shorten } from "../wire/graphemes.ts";
import { formatPlural } from "../wire/plural.ts";
import type { DiffLine, RunDiff } from "./compare.ts";
import type { Aspect, Difference } from "./differences.ts";

/** In one sentence: how many rows differ, in what. */
export function headline({ counts, aspects, findings, isSame }: RunDiff): string {
  if (isSame) return `The two runs say the same in ${formatPlural(counts.same, "row")}.`;
  const rows = [
    counts.changed > 0 &&
      `${formatPlural(counts.changed, "row")} ${counts.changed === 1 ? "differs" : "differ"}${inWhat(aspects)}`,
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

function inWhat(aspects: ReadonlyMap<Aspect, number>): string {
  const words = [...aspects].map(([of, count]) => `${ASPECT_WORDS[of]} ${count}`);
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}

export const ASPECT_WORDS: Readonly<Record<Aspect, string>> = {
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

const SHOWN = 60;

/** `state: completed → failed` */
export function differenceWords({ of, left, right }: Difference): string {
  const word = ASPECT_WORDS[of];
  // Two that are told by the same words are other ones all the same.
  if (left === right) return `${word}: others, ${left} on both sides`;
  return `${word}: ${short(left)} → ${short(right)}`;
}

function short(text: string): string {
  if (text === "" || text === "null") return "none";
  return shorten(text, SHOWN);
}

/** What a line is about: `message agent`, `state completed`, `artifact report`. */
export function lineTitle({ left, right }: DiffLine): string {
  const row = left ?? right;
  if (!row) return "";
  const name = row.name || "without a name";
  return `${row.kind} ${left && right && left.name !== right.name ? `${name} | ${right.name || "without a name"}` : name}`;
}
