/** What to do next with a run, by how it ended and what is wrong with it. */

import type { Severity } from "../lint/rules/rule.ts";
import type { Verdict, VerdictKind } from "../lint/verdict.ts";
import { createNextOperation, type NextOperation } from "./next-operation.ts";

/** The run stopped somewhere. */
const UNENDED_KINDS: ReadonlySet<VerdictKind> = new Set<VerdictKind>([
  "cut",
  "timeout",
  "ended-while-working",
]);

interface RunState {
  readonly run: string;
  readonly verdict: Pick<Verdict, "kind" | "clean" | "evidence" | "caveats">;
  readonly findings: readonly { readonly severity: Severity }[];
  /** The number of the last event; −1 if there is none. */
  readonly lastEvent: number;
}

export function getNextAfterRun({ run, verdict, findings, lastEvent }: RunState): NextOperation[] {
  const next: NextOperation[] = [];
  const isBad = !verdict.clean || findings.some(({ severity }) => severity !== "info");
  if (isBad) next.push(createNextOperation("list_findings", { run }, "see which rules it breaks"));
  const shown = verdict.evidence.find(({ event }) => event !== null)?.event ?? lastEvent;
  if ((!verdict.clean || verdict.caveats.length > 0) && lastEvent >= 0) {
    // Without an end, the last event says how far the agent came.
    const isBroken = UNENDED_KINDS.has(verdict.kind);
    const n = isBroken ? lastEvent : shown;
    const why = isBroken ? "see the last thing that the agent sent" : "see what shows it";
    next.push(createNextOperation("get_event", { run, n }, why));
  }
  if (lastEvent >= 0) next.push(createNextOperation("list_events", { run }, "see what came when"));
  return next;
}
