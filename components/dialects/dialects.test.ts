import { describe, expect, test } from "vitest";
import { createMessage, createStreamLog, foldRecords } from "../../fixtures/event-builders.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import { FRAMEWORKS } from "../../lib/dialects/frameworks.ts";
import { Interpretation } from "../../lib/dialects/interpretation.ts";
import { ALL_DIALECTS } from "../../lib/dialects/settings.ts";
import { checkUserRule, formatUserRules, type UserRule } from "../../lib/dialects/user-rules.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { countRowsByFramework, describeDetectors } from "./framework-list.tsx";
import { createRuleForItem } from "./reinterpret.ts";
import { EMPTY_RULE_DRAFT, findProblemField, parseRuleDraft, toRuleDraft } from "./rule-form.tsx";
import { parseRuleFile } from "./user-rule-section.tsx";

const describeFramework = (id: string) =>
  FRAMEWORKS.filter((framework) => framework.id === id).map(describeDetectors)[0];

describe("framework list", () => {
  test("describes how each framework is detected", () => {
    expect(describeFramework("strands")).toBe("artifact names agent_response; beginning of texts");
    expect(describeFramework("gemini-cli")).toBe(
      "metadata coderAgent.kind, error, model; artifact ids tool-…-output",
    );
    expect(describeFramework("kagenti")).toBe(
      "extensions /ui/trajectory/v…, /ui/citation/v…, /ui/error/v…, /ui/form_request/v… and 7 more",
    );
    expect(describeFramework("extensions")).toBe("all other extensions");
    for (const framework of FRAMEWORKS)
      expect(describeDetectors(framework), framework.id).toMatch(/\w/);
  });

  test("counts the rows of each framework once", () => {
    const { timeline } = foldRecords(readFixture("shapes/caipe.sse").records);
    const interpretation = new Interpretation(timeline, ALL_DIALECTS).update();
    const rows = interpretation.items.filter(
      ({ mergedInto, reasons, attachments }) =>
        !mergedInto && [...reasons, ...attachments].some(({ dialect }) => dialect === "caipe"),
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(countRowsByFramework(interpretation).get("caipe")).toBe(rows.length);
    expect(countRowsByFramework(interpretation).get("mastra")).toBe(undefined);
  });
});

describe("createRuleForItem", () => {
  const ruleOf = (timeline: Timeline, entry: number) => {
    const interpretation = new Interpretation(timeline, ALL_DIALECTS).update();
    const item = interpretation.getEntryItem(entry);
    return item && createRuleForItem(interpretation, item, timeline.lastEvent);
  };
  const artifact = (more: object) => ({
    kind: "artifact-update",
    taskId: "t1",
    contextId: "c1",
    artifact: { artifactId: "a", parts: [{ kind: "text", text: "words" }], ...more },
  });
  const atArtifact = (more: object) => {
    const { timeline } = createStreamLog(artifact(more));
    const entry = timeline.entries.find(({ kind }) => kind === "artifact");
    return { rule: ruleOf(timeline, entry?.index ?? -1), timeline, entry };
  };

  test("matches the artifact name exactly, with special characters", () => {
    const { rule, timeline, entry } = atArtifact({ name: "step (1/2)-a.b" });
    expect(rule).toEqual({
      where: "artifact.name",
      match: "^step \\(1\\/2\\)-a\\.b$",
      kind: "result",
    });
    const rules = [{ ...(checkUserRule(rule) as UserRule), kind: "thought" as const }];
    const again = new Interpretation(timeline, { ...ALL_DIALECTS, rules }).update();
    expect(again.getEntryItem(entry?.index ?? -1)?.kind).toBe("thought");
  });

  test("falls back to metadata, then to the beginning of the text", () => {
    expect(atArtifact({ metadata: { "step.kind": 1 } }).rule).toEqual({
      where: "metadata",
      key: "step.kind",
      kind: "result",
    });
    const { timeline } = createStreamLog(createMessage("Calling search?", "m-1"));
    expect(
      ruleOf(
        timeline,
        timeline.entries.findIndex(({ kind }) => kind === "message"),
      ),
    ).toEqual({
      where: "text",
      match: "^Calling search\\?",
      kind: "message",
    });
  });
});

describe("rule draft", () => {
  const draft = { ...EMPTY_RULE_DRAFT, match: "^a$" };

  test("becomes a rule when it is complete, and names the invalid field", () => {
    expect(parseRuleDraft(draft)).toEqual({ where: "artifact.name", match: "^a$", kind: "result" });
    expect(findProblemField(String(parseRuleDraft(EMPTY_RULE_DRAFT)))).toBe("match");
    expect(findProblemField(String(parseRuleDraft({ ...draft, match: "(" })))).toBe("match");
    expect(findProblemField(String(parseRuleDraft({ ...draft, match: "(a+)+" })))).toBe("match");
    expect(findProblemField(String(parseRuleDraft({ ...draft, where: "metadata" })))).toBe("key");
    expect(findProblemField(String(parseRuleDraft({ ...draft, name: "n".repeat(201) })))).toBe(
      "name",
    );
  });

  test("drops an unused key and round-trips", () => {
    expect(parseRuleDraft({ ...draft, key: "left" })).not.toHaveProperty("key");
    const rule = { name: "n", where: "metadata", key: "a.b", match: "x", kind: "tool" } as const;
    expect(parseRuleDraft(toRuleDraft(rule))).toEqual(rule);
  });
});

describe("parseRuleFile", () => {
  const one: UserRule = { where: "artifact.name", match: "a", kind: "plan" };
  const two: UserRule = { where: "text", match: "b", kind: "tool", name: "n" };

  test("separates new, duplicate and invalid rules", () => {
    const json = JSON.stringify({ rules: [one, { where: "text" }, two] });
    const { rules, duplicateCount, problems, room } = parseRuleFile("f", json, [one]);
    expect({ rules, known: duplicateCount, room }).toEqual({ rules: [two], known: 1, room: 199 });
    expect(problems.map(({ index }) => index)).toEqual([1]);
    expect(parseRuleFile("f", formatUserRules([one, two]), []).rules).toEqual([one, two]);
  });

  test("reports an unreadable file once", () => {
    expect(parseRuleFile("f", "{", []).problems).toHaveLength(1);
    expect(parseRuleFile("f", "{", []).problems[0]?.index).toBe(-1);
  });
});
