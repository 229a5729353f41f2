import { expect, test } from "vitest";
import { readFixture } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { NO_DIALECTS, NO_FILTER } from "../dialects/settings.ts";
import { createLinter } from "../lint/linter.ts";
import { Ingest } from "../timeline/ingest.ts";
import { getInterpretedRun } from "./interpreted-run.ts";
import { createRunStore, createRunVersion } from "./run.ts";
import { createViewStore } from "./view.ts";

const { records } = readFixture("shapes/caipe.sse");

function openRun() {
  const ingest = new Ingest({ observer: createLinter() });
  const { timeline } = ingest;
  const run = createRunStore();
  const publish = () => run.setState({ timeline, version: createRunVersion(timeline) });
  const view = createViewStore();
  publish();
  return { ingest, run, view, publish, interpreted: getInterpretedRun({ run, view }) };
}

test("each version of a growing run has the rows of all events until then", () => {
  const { ingest, publish, interpreted } = openRun();
  for (const record of records) {
    ingest.push(record);
    publish();
    const { interpretation, allRows, version } = interpreted.getState();
    const whole = new Interpretation(ingest.timeline, interpretation.settings).update();
    expect(interpretation.items).toHaveLength(whole.items.length);
    expect(allRows.count).toBe(whole.items.filter(({ mergedInto }) => !mergedInto).length);
    expect(version.lastEvent).toBe(ingest.timeline.lastEvent);
  }
  expect(interpreted.getState().allRows.count).toBeGreaterThan(5);
});

test("nothing changes between two versions", () => {
  const { ingest, publish, interpreted } = openRun();
  const half = records.length >> 1;
  for (const record of records.slice(0, half)) ingest.push(record);
  publish();
  const before = interpreted.getState();
  const [items, rows] = [before.interpretation.items.length, before.rows.count];
  for (const record of records.slice(half)) ingest.push(record);
  expect(interpreted.getState()).toBe(before);
  expect([before.interpretation.items.length, before.rows.count]).toEqual([items, rows]);
  publish();
  expect(interpreted.getState()).not.toBe(before);
  expect(interpreted.getState().rows.count).toBeGreaterThan(rows);
});

test("a change of scope, filter, mutes or dialects is applied at once", () => {
  const { ingest, publish, view, interpreted } = openRun();
  for (const record of records) ingest.push(record);
  publish();
  const all = interpreted.getState();
  view.setState({ filter: { ...NO_FILTER, hidden: ["tool"] } });
  const filtered = interpreted.getState();
  expect(filtered.rows.count).toBe(all.allRows.count - all.allRows.countKind("tool"));
  expect(filtered.allRows).toBe(all.allRows);
  view.setState({ dialects: NO_DIALECTS, filter: NO_FILTER });
  expect(interpreted.getState().allRows.count).toBe(ingest.timeline.entries.length);
  const before = interpreted.getState();
  view.setState({ cursor: 3, selected: 1 });
  expect(interpreted.getState()).toBe(before);
});

test("an error is kept for the screen until an update succeeds", () => {
  const { ingest, publish, view, interpreted } = openRun();
  for (const record of records) ingest.push(record);
  publish();
  const { rows } = interpreted.getState();
  const filter = new Proxy(NO_FILTER, {
    get() {
      throw new Error("no filter");
    },
  });
  view.setState({ filter });
  expect(interpreted.getState()).toMatchObject({ error: new Error("no filter") });
  expect(interpreted.getState().rows).toBe(rows);
  view.setState({ filter: NO_FILTER });
  expect(interpreted.getState().error).toBeNull();
});

test("another run is interpreted from its first version on", () => {
  const { ingest, run, publish, interpreted } = openRun();
  for (const record of records) ingest.push(record);
  publish();
  run.close();
  expect(interpreted.getState().allRows.count).toBe(0);
  expect(interpreted.getState().version.timeline).toBe(run.getState().timeline);
});
