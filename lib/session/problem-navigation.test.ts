import { expect, test } from "vitest";
import {
  createArtifactUpdate,
  createStreamLog,
  createTask,
  foldRecords,
  more,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { NO_FILTER } from "../dialects/settings.ts";
import { getItemProblems, getProblemsAt, isCardProblem } from "../lint/problems.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getRowList } from "./interpretation-cache.ts";
import { getCurrentInterpretation, getPlayheadEvent } from "./playback.ts";
import { goToEvidence, stepProblem } from "./problem-navigation.ts";
import { createRunStore } from "./run.ts";
import { createViewStore } from "./view.ts";

function stageOf(timeline: Timeline) {
  const run = createRunStore();
  run.setState({ timeline });
  return { run, view: createViewStore() };
}

/** A row without problems between two with some. */
const MIXED = createStreamLog(
  createTask("working"),
  createArtifactUpdate("a", "more", more),
  createArtifactUpdate("b", "all is well"),
  createArtifactUpdate("c", "even more", more),
  status("completed"),
).timeline;

test("steps through problems in both directions and wraps around", () => {
  const stage = stageOf(MIXED);
  const step = (delta: 1 | -1) => {
    stepProblem(stage, delta);
    return stage.view.getState().selected;
  };
  const first = step(1);
  const second = step(1);
  expect(first).not.toBe(second);
  expect(step(-1)).toBe(first);
  expect(step(-1)).toBe(second);
  expect(step(1)).toBe(first);
  // Muted problems are skipped.
  stage.view.setState({ mutes: [{ rule: "ART-APPEND-UNKNOWN", agent: null }], selected: null });
  expect(step(1)).toBe(null);
});

test("a problem after the playhead moves it forward", () => {
  const stage = stageOf(MIXED);
  stage.view.setState({ cursor: 0 });
  stepProblem(stage, 1);
  expect(getPlayheadEvent(stage)).toBe(1);
  stage.view.setState({ cursor: 3 });
  stepProblem(stage, -1);
  expect(getPlayheadEvent(stage)).toBe(3);
});

test.each(FIXTURE_NAMES)("all evidence of %s leads to a shown row with the problem", (name) => {
  const { timeline } = foldRecords(readFixture(name).records);
  const stage = stageOf(timeline);
  const interpretation = getCurrentInterpretation(stage);
  const findings = getProblemsAt(timeline, timeline.lastEvent, interpretation).filter(
    (it) => !isCardProblem(it),
  );
  for (const { rule, evidence } of findings) {
    for (const one of evidence) {
      stage.view.setState({ filter: { ...NO_FILTER, query: "nothing says this" }, selected: null });
      goToEvidence(stage, rule, one);
      const { selected, scope, filter, mutes, tab, event } = stage.view.getState();
      const item = interpretation.items[selected ?? -1];
      const playhead = getPlayheadEvent(stage);
      expect(item && getItemProblems(item, playhead).map((finding) => finding.rule)).toContain(
        rule,
      );
      expect(
        getRowList(interpretation, scope, filter, mutes)
          .update()
          .findRow(selected ?? -1),
      ).not.toBe(-1);
      expect(playhead).toBeGreaterThanOrEqual(one.event);
      expect(event).toBe(one.phase === undefined && one.event >= 0 ? one.event : null);
      expect(tab).toBe("problems");
    }
  }
});
