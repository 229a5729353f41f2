// What leaves comes back: every export that opens again tells the same run.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { records as anyRecords } from "../../fixtures/arbitrary.ts";
import { folded, reportOf } from "../../fixtures/compose.ts";
import { FIXTURES, FORMATS, fixture, openLog } from "../../fixtures/read.ts";
import type { Report } from "../report/report.ts";
import type { WireRecord } from "../wire/record.ts";
import { type Exporter, written } from "./exporter.ts";
import { factsIn } from "./facts.ts";
import { EXPORTERS } from "./formats.ts";

const CONTEXT = { name: "a run", by: "loupe/0.1.0" };
const OPENING = EXPORTERS.filter(({ opens }) => opens);

const exported = (exporter: Exporter, records: readonly WireRecord[]) =>
  Buffer.from([...written(exporter, records, CONTEXT)].join(""));

const reopened = (exporter: Exporter, records: readonly WireRecord[]) =>
  folded(openLog(exported(exporter, records)).records);

/** What the agent did, whatever the log kept beside it. */
function gist({ tasks, tools, plans }: Report) {
  return {
    tasks: tasks.map(({ id, contextId, state, transitions, artifacts, drafts }) => ({
      id,
      contextId,
      state,
      transitions: transitions.map((one) => one.state),
      artifacts: artifacts.map(({ events: _, ...artifact }) => artifact),
      drafts,
    })),
    tools: tools.map(({ name, callId, args, result, state }) => ({
      name,
      callId,
      args,
      result,
      state,
    })),
    plans: plans.map(({ steps, text }) => ({ steps, text })),
  };
}

/** A task that two answers tell of at once is told twice where these are one. */
function hasTwiceTold(records: readonly WireRecord[]): boolean {
  const { exchanges } = folded(records).timeline;
  const seen = new Set<number>();
  return exchanges.some(({ taskSet }) =>
    [...taskSet].some((task) => seen.size === seen.add(task).size),
  );
}

describe.each(OPENING.map((exporter) => [exporter.id, exporter] as const))("%s", (_, exporter) => {
  test.each([...FIXTURES, ...FORMATS])("%s opens again to the same report", (name) => {
    const { records } = fixture(name);
    const before = folded(records);
    const after = reopened(exporter, records);
    const lost = factsIn(before.timeline, exporter.lacks);
    if (lost.length === 0) expect(reportOf(after)).toEqual(reportOf(before));
    else if (!(lost.includes("exchanges") && hasTwiceTold(records))) {
      expect({ name, lost, ...gist(reportOf(after)) }).toEqual({
        name,
        lost,
        ...gist(reportOf(before)),
      });
    }
  });

  test.runIf(exporter.lacks.length === 0)("whatever agents say opens again", () => {
    const property = fc.property(anyRecords, (records) => {
      expect(reportOf(reopened(exporter, records))).toEqual(reportOf(folded(records)));
    });
    fc.assert(property, { numRuns: 200 });
  });
});
