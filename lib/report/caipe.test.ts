import { describe, expect, test } from "vitest";
import { createLogReport, createStreamLog, foldRecords } from "../../fixtures/event-builders.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import {
  createSupervisorFlow,
  SUPERVISOR_ANSWER,
  SUPERVISOR_PLAN,
  splitTokens,
} from "../../fixtures/supervisor.ts";
import { compareResultsAt } from "../dialects/compare-results.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { getItemProblems } from "../lint/problems.ts";
import type { Report } from "./json.ts";

const of = (name: string, n?: number): Report =>
  createLogReport(foldRecords(readFixture(`shapes/${name}`).records), n);
const rows = ({ entries }: Report) =>
  entries.filter(({ kind }) => kind !== "http").map((it) => [it.kind, it.title, it.count]);
const rules = ({ findings }: Report) =>
  findings.filter(({ rule }) => rule.startsWith("CAI-")).map((it) => [it.rule, ...it.events]);
const steps = ({ plans }: Report) => plans.map((plan) => plan.steps.map(({ status }) => status));
const tools = (report: Report) =>
  report.tools.map(({ name, agent, step, state }) => [name, agent, step, state]);

describe("the six hundred events of a supervisor", () => {
  const events = createSupervisorFlow();
  const log = createStreamLog(...events);
  const { report } = log;
  const last = events.length - 1;

  test("are grouped into one row per item", () => {
    expect(rows(report)).toEqual([
      ["message", "user", 1],
      ["state", "submitted", 1],
      ["plan", "execution_plan_streaming", splitTokens(SUPERVISOR_PLAN).length],
      ["plan", "execution_plan_update", 1],
      ["tool", "argocd", 1],
      ["tool", "releases", 1],
      ["result", "streaming_result", splitTokens(SUPERVISOR_ANSWER).length],
      ["result", "partial_result", 1],
      ["state", "completed", 1],
    ]);
    expect(report.entries.slice(3, 5).map(({ text }) => text)).toEqual([
      SUPERVISOR_PLAN,
      SUPERVISOR_PLAN,
    ]);
    expect(report.entries.slice(7, 9).map(({ text }) => text)).toEqual([
      SUPERVISOR_ANSWER,
      SUPERVISOR_ANSWER,
    ]);
    expect(report.entries.slice(3, 9).every(({ dialect }) => dialect === "caipe")).toBe(true);
  });

  test("contain one plan, as far as it was streamed", () => {
    const titles = (n: number) => log.reportAt(n).plans[0]?.steps.map(({ title }) => title);
    expect(report.plans).toHaveLength(1);
    expect(report.plans[0]).toMatchObject({ entry: 3, text: SUPERVISOR_PLAN });
    expect(titles(last)).toEqual([
      "📋 Ask the Argo CD agent for every release",
      "🔎 Compare each with the newest stable one",
      "✍️ Write it down, with what to do next",
    ]);
    expect(log.reportAt(1).plans[0]).toMatchObject({
      text: splitTokens(SUPERVISOR_PLAN)[0],
      steps: [],
    });
    expect(log.reportAt(0).plans).toEqual([]);
    const half = Math.floor(SUPERVISOR_PLAN.length / 2);
    const typed = log.reportAt(1 + half / 5).plans[0]?.text ?? "";
    expect(SUPERVISOR_PLAN.startsWith(typed)).toBe(true);
  });

  test("contain tool calls that never ended", () => {
    expect(report.tools.map(({ state }) => state)).toEqual(["never-ended", "never-ended"]);
    expect(log.reportAt(last - 1).tools.map(({ state }) => state)).toEqual(["running", "running"]);
    expect(rules(report)).toEqual([
      ["CAI-PLAN-NEWID", 53],
      ["CAI-TOOL-UNPAIRED", last],
    ]);
  });

  test("contain one answer, sent twice and identical", () => {
    const interpretation = new Interpretation(log.timeline).update();
    const answers = interpretation.items.filter(({ kind }) => kind === "result");
    const facets = new Set(answers.map((item) => interpretation.details.get(item)));
    expect([answers.length, facets.size]).toEqual([2, 1]);
    const [facet] = facets;
    if (facet?.kind !== "result") throw new Error("no answer");
    expect(compareResultsAt(facet, last)?.relation).toBe("identical");
    expect(compareResultsAt(facet, last - 2)).toBeNull();
    const tool = interpretation.tools[0]?.item;
    const found = tool ? getItemProblems(tool, last) : [];
    expect(found).toMatchObject([{ rule: "CAI-TOOL-UNPAIRED", label: "unpaired tool notice" }]);
    expect(tool ? getItemProblems(tool, last - 1) : null).toEqual([]);
  });
});

describe("the supervisor of October 2025", () => {
  test("is interpreted as its documentation describes", () => {
    const [, , ...told] = rows(of("caipe.sse"));
    const printed = rows(of("caipe-shorthand.jsonl")).slice(1);
    const named = (all: typeof told) =>
      all.map(([kind, title, count]) => [kind, String(title).toLowerCase(), count]);
    expect(named(printed)).toEqual(named(told));
    expect(steps(of("caipe-shorthand.jsonl"))).toEqual([["pending", "pending"]]);
  });

  test("may resend the plan under its id, which is one plan with a problem", () => {
    const report = of("caipe-resent-plan.sse", 4);
    const plan = "⟦**🎯 Plan:** restart the cache\n1. drain it\n2. restart it⟧";
    expect(report.plans).toMatchObject([{ text: plan, steps: [{ title: "drain it" }, {}] }]);
    expect(report.entries.find(({ kind }) => kind === "plan")?.text).toBe(plan);
    expect(report.tasks[0]?.artifacts[0]?.text).toContain(`Sure. ${plan.slice(0, -1)}${plan}`);
    expect(rules(report)).toEqual([
      ["CAI-PLAN-RESEND", 4],
      ["CAI-PLAN-UNCLOSED", 4],
    ]);
    const later = of("caipe-resent-plan.sse");
    expect(later.plans.map((it) => it.steps.map(({ title }) => title))).toEqual([["restart it"]]);
    expect(rules(later)).toContainEqual(["CAI-PLAN-UNCLOSED", 4, 8]);
  });

  test("has sub-agents that send each token as a message", () => {
    const sub = of("sub-agent.sse");
    expect(rows(sub)).toEqual([
      ["state", "working", 15],
      ["tool", "release_info", 1],
      ["message", "agent", 14],
      ["result", "current_result", 1],
      ["state", "completed", 1],
    ]);
    expect(sub.entries[2]?.text).toBe("Release v2.14.3 is installed.");
    expect(tools(sub)).toEqual([["release_info", null, null, "never-ended"]]);
    expect(rules(sub)).toEqual([]);
  });

  test("has sub-agents whose tokens have no id, so that equal tokens may follow each other", () => {
    const report = of("sub-agent-shorthand.jsonl");
    const said = report.entries.filter(({ kind }) => kind === "message");
    expect(said.map(({ text }) => text)).toEqual(["all is well", "It is 3.3.3."]);
    expect(tools(report)).toEqual([["version_lookup", null, null, "completed"]]);
  });
});

describe("the supervisor of November 2025", () => {
  const at = (n: number) => of("caipe-checklist.sse", n);

  test("replaces its plan with each update, even if append is set", () => {
    expect(steps(at(1))).toEqual([["in-progress", "pending", "pending"]]);
    expect(steps(at(2))).toEqual([["completed", "in-progress", "pending"]]);
    expect(steps(at(3))).toEqual([["completed", "in-progress", "pending"]]);
    expect(at(3).entries.filter(({ kind }) => kind === "plan")).toMatchObject([
      { text: expect.stringMatching(/^📋 Execution Plan\n- ✅ Read the runbook\n(?!.*📋)/su) },
    ]);
    expect(rules(at(3))).toEqual([["CAI-PLAN-RESEND", 3]]);
  });

  test("asks with a form", () => {
    const { timeline } = foldRecords(readFixture("shapes/caipe-checklist.sse").records);
    const { items } = new Interpretation(timeline).update();
    const forms = items.flatMap(({ attachments }) =>
      attachments.filter((it) => it.meaning === "form"),
    );
    expect(forms).toMatchObject([
      { firstEvent: 5, dialect: "caipe", why: "data has input_fields" },
    ]);
  });
});

describe("the supervisor of 2026", () => {
  const at = (n: number) => of("caipe-structured.sse", n);
  const last = 37;
  const step = "step-0a6f2c9d41b7";

  test("sends its plan as data, each version replacing the one before", () => {
    expect(steps(at(3))).toEqual([]);
    expect(steps(at(17))).toEqual([["in-progress", "pending", "pending"]]);
    expect(steps(at(34))).toEqual([["completed", "in-progress", "pending"]]);
    expect(steps(at(35))).toEqual([["completed", "completed", "completed"]]);
    expect(at(last).plans[0]?.steps[1]).toEqual({
      id: "step-5be81d03c6f2",
      title: "Find who is on call",
      status: "completed",
      agent: "pagerduty",
    });
  });

  test("marks steps as done that never completed", () => {
    expect(rules(at(35))).toEqual([["CAI-PLAN-RESEND", 35]]);
    expect(rules(at(last))).toEqual([
      ["CAI-PLAN-RESEND", 35],
      ["CAI-PLAN-AUTO-DONE", 36],
    ]);
  });

  test("ends its tool calls and names their plan steps", () => {
    expect(tools(at(16))).toEqual([
      ["write_todos", null, null, "completed"],
      ["github", "Github", step, "running"],
    ]);
    expect(tools(at(last))[1]).toEqual(["github", "Github", step, "completed"]);
    const { timeline } = foldRecords(readFixture("shapes/caipe-structured.sse").records);
    const { plans, details } = new Interpretation(timeline).update();
    const plan = plans[0] && details.get(plans[0]);
    const served = plan?.kind === "plan" ? plan.itemsByStep.get(step) : undefined;
    expect(served?.map(({ item }) => item.kind)).toEqual(["tool", "result", "result", "tool"]);
  });

  test("sends its own answer and its sub-agent's once each", () => {
    const { timeline } = foldRecords(readFixture("shapes/caipe-structured.sse").records);
    const interpretation = new Interpretation(timeline).update();
    const answers = interpretation.items.flatMap((item) => {
      const facet = interpretation.details.get(item);
      return facet?.kind === "result" ? [facet] : [];
    });
    expect(
      [...new Set(answers)].map((it) => [it.agent, compareResultsAt(it, last)?.relation ?? null]),
    ).toEqual([
      ["supervisor", null],
      ["github", "identical"],
      [null, "identical"],
    ]);
  });
});

describe("a supervisor that forwards the output of its sub-agents", () => {
  test("does not nest its own text inside the calls that it makes", () => {
    const said = (artifactId: string, name: string, text: string, description?: string) => ({
      kind: "artifact-update",
      taskId: "t1",
      contextId: "c1",
      artifact: {
        artifactId,
        name,
        description,
        metadata: { sourceAgent: "supervisor" },
        parts: [{ kind: "text", text }],
      },
    });
    const { entries } = createStreamLog(
      said("s1", "tool_notification_start", "🔧 Calling tool: **look**", "Tool call started: look"),
      said("r1", "streaming_result", "I am looking."),
    ).report;
    expect(entries.filter(({ parent }) => parent !== null)).toEqual([]);
  });

  test("has errors that do not fail the task, and a final answer that differs", () => {
    const report = of("caipe-nested.sse");
    expect(tools(report)).toEqual([
      ["queues", "queues", null, "completed"],
      ["owners", "Owners", null, "failed"],
    ]);
    expect(report.tools[0]?.result).toBe("depth=12 oldest=4s");
    expect(rows(report)).toContainEqual(["error", "error_result", 1]);
    // The output of a called agent is nested under the call.
    const under = report.entries
      .filter(({ parent }) => parent !== null && report.entries[parent]?.kind === "tool")
      .map(({ title, parent }) => [title, report.entries[parent ?? -1]?.title]);
    expect(under).toEqual([
      ["streaming_result", "queues"],
      ["complete_result", "queues"],
      ["error_result", "owners"],
    ]);
    expect(rules(report)).toEqual([
      ["CAI-FOREIGN-APPEND", 2, 7],
      ["CAI-FINAL-DIFF", 25],
      ["CAI-ERR-DONE", 26],
    ]);
  });
});
