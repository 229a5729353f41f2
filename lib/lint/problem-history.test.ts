import { describe, expect, test, vi } from "vitest";
import {
  createArtifactUpdate,
  createSendMessageParams,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";
import { createLinter } from "./linter.ts";
import {
  collectProblemHistories,
  groupProblemHistories,
  type ProblemHistory,
} from "./problem-history.ts";

function lint(records: readonly WireRecord[]) {
  const ingest = new Ingest({ observer: createLinter() });
  for (const record of records) ingest.push(record);
  ingest.finish();
  return ingest.timeline;
}

const summarize = (histories: readonly ProblemHistory[], n: number) =>
  histories.map(({ rule, countAt, evidenceAt }) => [rule.id, countAt(n), evidenceAt(n)]);

describe("problems by exchange", () => {
  test.each(FIXTURE_NAMES)("of %s are those of each exchange alone, as of any event", (name) => {
    const timeline = lint(readFixture(name).records);
    const interpretation = new Interpretation(timeline).update();
    const groups = groupProblemHistories(timeline, interpretation);
    for (const { index } of timeline.exchanges) {
      const own = collectProblemHistories(timeline, interpretation, index);
      const group = groups.get(index) ?? [];
      for (const n of [-1, timeline.lastEvent >> 1, timeline.lastEvent]) {
        expect(summarize(group, n)).toEqual(summarize(own, n));
      }
    }
  });

  test("are found in one pass over the violations, however many exchanges there are", () => {
    const log = new ReportLog();
    const calls = 40;
    for (let call = 0; call < calls; call++) {
      const x = `x${call}`;
      const ids = { taskId: `t${call}` };
      log.addRequest("message/stream", createSendMessageParams("go", x), x);
      log.addHead(200, "text/event-stream", x);
      const unknown = createArtifactUpdate("a", "late", { ...ids, append: true });
      log.addEventsTo(x, status("working", undefined, ids), unknown).addEnd("complete", x);
    }
    const timeline = lint(log.records);
    const violations = collectProblemHistories(timeline).reduce(
      (sum, { countAt }) => sum + countAt(timeline.lastEvent),
      0,
    );
    const reads = vi.spyOn(timeline.events.exchange, "at");
    const groups = groupProblemHistories(timeline);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(violations);
    expect(groups.size).toBe(calls);
  });
});
