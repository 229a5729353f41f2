/** The rules that a response breaks, so that a smaller or respelled one does not break more. */

import { createLinter } from "../../lint/linter.ts";
import { getProblemsAt } from "../../lint/problems.ts";
import { Ingest } from "../../timeline/ingest.ts";
import { type ClientExchange, listRecords } from "./client-exchange.ts";

/** The ids of the rules whose violation is an error. */
export function findBrokenRules({ recorded }: ClientExchange): string[] {
  const ingest = new Ingest({ observer: createLinter() });
  for (const record of listRecords(recorded)) ingest.push(record);
  ingest.finish();
  const { timeline } = ingest;
  return getProblemsAt(timeline, timeline.lastEvent)
    .filter(({ severity }) => severity === "error")
    .map(({ rule }) => rule);
}
