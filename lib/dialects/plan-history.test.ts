import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createStreamLog,
  foldRecords,
  more,
} from "../../fixtures/event-builders.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { Interpretation } from "./interpretation.ts";
import { getItemChunkedTextAt, getItemTextAt } from "./item-content.ts";
import { getStepHistories, getStepItemsAt } from "./plan-history.ts";

function planOf(timeline: Timeline) {
  const interpretation = new Interpretation(timeline).update();
  const [lead] = interpretation.plans;
  const plan = lead && interpretation.details.get(lead);
  if (!lead || plan?.kind !== "plan") throw new Error("no plan");
  return { reading: interpretation, lead, plan };
}

const told = (name: string, id: string, text: string, over = {}) =>
  createArtifactUpdate(id, text, { ...over, artifact: { ...createArtifact(id, text), name } });

describe("the steps of a plan over time", () => {
  const { timeline } = foldRecords(readFixture("shapes/caipe-structured.sse").records);
  const { plan } = planOf(timeline);

  test("are known with the events that told each status", () => {
    expect(getStepHistories(plan, 37)).toMatchObject([
      {
        title: "List the open reviews",
        states: [
          { firstEvent: 4, status: "in-progress" },
          { firstEvent: 18, status: "completed" },
        ],
        removedIn: null,
      },
      {
        states: [
          { firstEvent: 4, status: "pending" },
          { firstEvent: 18, status: "in-progress" },
          { firstEvent: 35, status: "completed" },
        ],
      },
      {
        states: [
          { firstEvent: 4, status: "pending" },
          { firstEvent: 35, status: "completed" },
        ],
      },
    ]);
  });

  test("are known as of any event", () => {
    expect(getStepHistories(plan, 3)).toEqual([]);
    for (let n = 0; n <= 37; n++) {
      const early = getStepHistories(plan, n).map(({ states }) => states);
      const later = getStepHistories(plan, 37).map(({ states }) => states);
      expect(early).toEqual(
        later
          .slice(0, early.length)
          .map((states) => states.filter(({ firstEvent }) => firstEvent <= n)),
      );
    }
  });

  test("have what was done for them", () => {
    const served = (n: number) =>
      getStepItemsAt(plan, "step-0a6f2c9d41b7", n).map(({ firstEvent }) => firstEvent);
    expect([served(5), served(6), served(16)]).toEqual([[], [6], [6, 7, 16]]);
    // The tool's end at event 17 is told by its start.
    expect(served(37)).toEqual([6, 7, 16]);
    expect(getStepItemsAt(plan, "no such step", 37)).toEqual([]);
  });

  test("are others once they have another id, and gone once they are left out", () => {
    const step = (step_id: string, title: string) => ({ step_id, title, status: "pending" });
    const update = (...steps: unknown[]) => ({
      ...createArtifactUpdate("e", ""),
      artifact: {
        artifactId: "e",
        name: "execution_plan_update",
        parts: [{ kind: "data", data: { steps } }],
      },
    });
    const log = createStreamLog(
      update(step("s1", "look"), step("s2", "tell")),
      update(step("s1", "look"), step("s3", "tell all")),
    );
    const history = getStepHistories(planOf(log.timeline).plan, 1);
    expect(history.map(({ id, title, removedIn }) => [id, title, removedIn])).toEqual([
      ["s1", "look", null],
      ["s2", "tell", 1],
      ["s3", "tell all", null],
    ]);
  });
});

test("typed steps are born with their lines, not with each token", () => {
  const log = createStreamLog(
    told("execution_plan_streaming", "p", "⟦1. lo"),
    told("execution_plan_streaming", "p", "ok\n", more),
    told("execution_plan_streaming", "p", "2. tell⟧", more),
    told("execution_plan_update", "q", "⟦1. look\n2. tell⟧"),
  );
  const { plan } = planOf(log.timeline);
  const births = (n: number) =>
    getStepHistories(plan, n).map(({ title, states }) => [
      title,
      ...states.map(({ firstEvent }) => firstEvent),
    ]);
  expect(births(0)).toEqual([["lo", 0]]);
  expect(births(1)).toEqual([["look", 0]]);
  expect(births(3)).toEqual([
    ["look", 0],
    ["tell", 2],
  ]);
});

test("a plan sent again under its id is the new text, each character with its event", () => {
  const again = "⟦1. look⟧";
  const log = createStreamLog(
    told("execution_plan_streaming", "p", "⟦1. lo"),
    told("execution_plan_streaming", "p", "ok⟧", more),
    told("execution_plan_update", "p", again, more),
  );
  const { reading: interpretation, lead } = planOf(log.timeline);
  expect(getItemTextAt(interpretation, lead, 1)).toBe(again);
  expect(getItemTextAt(interpretation, lead, 2)).toBe(again);
  const text = getItemChunkedTextAt(interpretation, lead, 2);
  expect(text?.textAt(2)).toBe(again);
  expect(text?.chunkCount).toBe(1);
  expect(text?.chunkAt(text.chunkOfCharacter(3))).toMatchObject({ event: 2, from: 0, to: 9 });
  expect(text?.chunkOfCharacter(again.length)).toBe(-1);
});
