/** What to do next with a run, by how it ended and what is wrong with it. */

import type { Severity } from "../lint/rules/rule.ts";
import type { Verdict } from "../lint/verdict.ts";
import { createNextOperation, type NextOperation } from "./next-operation.ts";

interface RunState {
  readonly run: string;
  readonly verdict: Pick<Verdict, "clean" | "evidence">;
  readonly findings: readonly { readonly severity: Severity }[];
  /** The number of the last event; −1 if there is none. */
  readonly lastEvent: number;
}

export function getNextAfterRun({ run, verdict, findings, lastEvent }: RunState): NextOperation[] {
  const next: NextOperation[] = [];
  const isBad = !verdict.clean || findings.some(({ severity }) => severity !== "info");
  if (isBad) next.push(createNextOperation("list_findings", { run }, "see which rules it breaks"));
  const shown = verdict.evidence.find(({ event }) => event !== null)?.event;
  if (!verdict.clean && lastEvent >= 0) {
    const n = shown ?? lastEvent;
    next.push(
      createNextOperation("get_event", { run, n }, "see the last thing that the agent sent"),
    );
  }
  if (lastEvent >= 0) next.push(createNextOperation("list_events", { run }, "see what came when"));
  return next;
}
