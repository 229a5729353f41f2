/** What to do next, by how a part of a run ended: most helpful first. */

import type { Item } from "../../dialects/item.ts";
import type { RunVerdict, VerdictKind } from "../../lint/verdict.ts";
import type { Answer } from "./answer.ts";
import type { ToolsSummary } from "./work.ts";

export type NextStep =
  | { readonly kind: "open-tool"; readonly item: Item }
  /** The row of the question, if it has one. */
  | { readonly kind: "reply"; readonly item: Item | null }
  /** The ID of the exchange to send again. */
  | { readonly kind: "resend"; readonly exchange: string }
  | { readonly kind: "sign-in" | "compare-task" | "compare-good" | "share" };

interface Situation {
  /** `null` while in progress. */
  readonly verdict: RunVerdict | null;
  readonly answer: Answer | null;
  readonly tools: ToolsSummary;
  /** The ID of the exchange of the newest message, if its request is known. */
  readonly resendable: string | null;
  /** There is a task with an ID. */
  readonly hasTask: boolean;
}

/** The agent may have stored more than its stream delivered. */
const BROKEN_KINDS: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  "cut",
  "timeout",
  "ended-while-working",
  "mixed",
  "unknown-state",
]);

export function getNextSteps(situation: Situation): NextStep[] {
  const { verdict, answer, tools, resendable, hasTask } = situation;
  const question = answer?.isQuestion ? answer.item : null;
  if (!verdict) return question ? [{ kind: "reply", item: question }] : [];
  const { kind } = verdict;
  // An earlier turn may have failed; the newest message is that of the last.
  const { clean } = verdict.turns?.at(-1) ?? verdict;
  const isWaiting = kind === "auth-required" || kind === "input-required";
  const steps: NextStep[] = [];
  if (tools.lastFailed) steps.push({ kind: "open-tool", item: tools.lastFailed.item });
  if (kind === "auth-required") steps.push({ kind: "sign-in" });
  if (isWaiting) steps.push({ kind: "reply", item: question });
  if (hasTask && BROKEN_KINDS.has(kind)) steps.push({ kind: "compare-task" });
  if (!clean && resendable !== null) steps.push({ kind: "resend", exchange: resendable });
  if (!clean && resendable !== null) steps.push({ kind: "compare-good" });
  // A healthy run needs nothing; what can be done with any run is in the bar above it.
  if (clean && !isWaiting && steps.length === 0) return [];
  return [...steps, { kind: "share" }];
}
