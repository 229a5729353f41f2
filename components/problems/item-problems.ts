/** What the screen says of the problems of an item, in its row and in the conversation. */
import type { Item } from "../../lib/dialects/item.ts";
import { getActiveItemProblems, type MutedRules } from "../../lib/lint/active-problems.ts";
import type { Hue } from "../ui/hue.ts";

interface ItemProblems {
  readonly hue: Hue;
  /** The worst, and the number of others. */
  readonly label: string;
  readonly count: number;
  /** All of them. */
  readonly title: string;
}

/** `null` if it has none, or only muted ones. */
export function describeItemProblems(
  item: Item,
  n: number,
  muted: MutedRules,
): ItemProblems | null {
  const problems = getActiveItemProblems(item, n, muted);
  const [worst] = problems;
  if (!worst) return null;
  const more = problems.length - 1;
  return {
    hue: worst.severity === "error" ? "error" : "warning",
    label: more > 0 ? `${worst.label} +${more}` : worst.label,
    count: problems.length,
    title: problems.map(({ rule, message }) => `${rule}: ${message}`).join("\n"),
  };
}
