// A comparison in one sentence: how many artifacts came to what, and how much of them.
import type { ArtifactComparison, StoredComparison, Verdict } from "../../lib/timeline/stored.ts";
import { formatCount, plural } from "../ui/format.ts";

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  complete: "complete",
  recovered: "recovered",
  lost: "lost here",
  only: "only here",
};

const ORDER: readonly Verdict[] = ["complete", "recovered", "lost", "only"];

export function summaryOf({ artifacts, state }: StoredComparison): string {
  if (artifacts.length === 0) {
    const told = state.verdict === "lost" ? "and its state is lost here" : "and its state is known";
    return `No artifacts, ${told}`;
  }
  const counts = ORDER.flatMap((verdict) => {
    const of = artifacts.filter((artifact) => artifact.verdict === verdict);
    return of.length === 0
      ? []
      : [`${of.length} ${VERDICT_WORDS[verdict]}${amountOf(of, verdict)}`];
  });
  return `${plural(artifacts.length, "artifact")}: ${counts.join(", ")}`;
}

function amountOf(artifacts: readonly ArtifactComparison[], verdict: Verdict): string {
  if (verdict === "complete") return "";
  const amount = sum(artifacts, (artifact) => amountIn(artifact, verdict));
  if (amount === 0) return "";
  if (verdict === "only") return `: ${plural(amount, "character")}`;
  return `: ${formatCount(amount)} of ${plural(
    sum(artifacts, ({ stored }) => stored),
    "character",
  )}`;
}

/** The characters that a verdict is about. */
export function amountIn({ recovered, text }: ArtifactComparison, verdict: Verdict): number {
  return verdict === "recovered" ? recovered : verdict === "lost" ? text.lost : text.only;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
