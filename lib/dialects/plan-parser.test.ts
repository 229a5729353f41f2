import { describe, expect, test } from "vitest";
import { isWholePlan, parsePlan, parsePlanData } from "./plan-parser.ts";

const told = (text: string) =>
  parsePlan(text).steps.map(({ status, agent, title }) => [status, agent, title]);

describe("a plan that is text", () => {
  test.each([
    ["⏳ [Argo] look", "pending", "Argo", "look"],
    ["- 🔄 [Argo CD] look", "in-progress", "Argo CD", "look"],
    ["2. ✅ [Argo] look", "completed", "Argo", "look"],
    ["- ⏳ look", "pending", null, "look"],
    ["- ⏸️ look", "pending", null, "look"],
    ["- ⏸ look", "pending", null, "look"],
    ["- 🔄 look", "in-progress", null, "look"],
    ["- ✅\uFE0F look", "completed", null, "look"],
    ["- ❌ look", "failed", null, "look"],
    ["- [x] look", "completed", null, "look"],
    ["- [X] look", "completed", null, "look"],
    ["- [ ] look", "pending", null, "look"],
    ["  1) look twice  ", "pending", null, "look twice"],
    ["1. ✅ look", "completed", null, "look"],
  ])("has a step in %j", (line, status, agent, title) => {
    expect(told(`📋 Execution Plan\n${line}\n`)).toEqual([[status, agent, title]]);
  });

  test.each(["✅ look", "- look", "look", "1.look", "-", "⟦", ""])("has none in %j", (line) => {
    expect(told(line)).toEqual([]);
  });

  test("has numbered steps only where it has no marked ones", () => {
    expect(told("1. first\n2. second")).toHaveLength(2);
    expect(told("1. first\n- ⏳ second")).toEqual([["pending", null, "second"]]);
  });

  test("stands between its marks, whatever is glued to them", () => {
    const plan = parsePlan("Sure.⟦- ⏳ one⟧Now to work:\n- ⏳ two");
    expect(plan).toMatchObject({ body: "- ⏳ one", marks: "closed" });
    expect(plan.steps.map(({ title, position: at }) => [title, at])).toEqual([["one", 6]]);
    expect(parsePlan("⟦1. on")).toMatchObject({ body: "1. on", marks: "open" });
    expect(parsePlan("1. on⟧")).toMatchObject({ body: "1. on⟧", marks: "none" });
    expect(parsePlan("⟦1. old⟧ ⟦1. new⟧").steps.map(({ title }) => title)).toEqual(["new"]);
  });

  test("says where each step begins", () => {
    const text = "⟦Plan\n1. one\n2. two⟧";
    const places = parsePlan(text).steps.map(({ position: at }) => text.slice(at, at + 6));
    expect(places).toEqual(["1. one", "2. two"]);
  });

  test("is a whole one by its look", () => {
    const whole = ["⟦", "x ⟦", "📋 Execution Plan", "🎯 Execution Plan", "- ⏳ a", "- [ ] a"];
    expect(whole.map(isWholePlan)).toEqual(whole.map(() => true));
    expect(["⟧", " step two", "1. a", ""].map(isWholePlan)).toEqual([false, false, false, false]);
  });
});

describe("a plan that is data", () => {
  test("has its steps in their order", () => {
    const step = (order: number, status: unknown, more = {}) => ({
      step_id: `step-${order}`,
      title: `t${order}`,
      status,
      order,
      ...more,
    });
    const steps = [
      step(2, "in_progress", { agent: "Supervisor" }),
      step(0, "completed"),
      step(1, "failed"),
      step(3, "no such word"),
    ];
    expect(parsePlanData({ steps })).toEqual([
      { id: "step-0", title: "t0", agent: null, status: "completed", position: -1 },
      { id: "step-1", title: "t1", agent: null, status: "failed", position: -1 },
      { id: "step-2", title: "t2", agent: "Supervisor", status: "in-progress", position: -1 },
      { id: "step-3", title: "t3", agent: null, status: "pending", position: -1 },
    ]);
  });

  test.each([null, 5, "steps", [], {}, { steps: {} }])("is none in %j", (data) => {
    expect(parsePlanData(data)).toBeNull();
  });

  test("takes nothing for a step or a status that is none", () => {
    const steps = [null, "a", { title: 5, status: "constructor", order: "1" }];
    expect(parsePlanData({ steps })).toEqual([
      { id: null, title: "", agent: null, status: "pending", position: -1 },
    ]);
  });
});
