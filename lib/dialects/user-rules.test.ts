import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createStreamLog,
  status,
} from "../../fixtures/event-builders.ts";
import { Interpretation } from "./interpretation.ts";
import { ALL_DIALECTS } from "./settings.ts";
import { formatUserRules, parseUserRules, type UserRule } from "./user-rules.ts";

const kinds = (rules: readonly UserRule[], ...events: unknown[]) => {
  const { timeline } = createStreamLog(...events);
  return new Interpretation(timeline, { ...ALL_DIALECTS, rules })
    .update()
    .items.filter(({ entry }) => entry.kind === "artifact" || entry.kind === "message")
    .map(({ kind, reasons }) => [kind, reasons[0]?.dialect ?? null]);
};

const named = (name: string, metadata?: object) => {
  const event = createArtifactUpdate("a1", "words");
  return { ...event, artifact: { ...(event.artifact as object), name, metadata } };
};

describe("a user's rule", () => {
  test("takes precedence over stronger detectors of frameworks", () => {
    const event = named("reasoning", { type: "x" });
    expect(kinds([], event)).toEqual([["thought", "habits"]]);
    const rule: UserRule = { where: "text", match: "^wor", kind: "result" };
    expect(kinds([rule], event)).toEqual([["result", "yours"]]);
  });

  test("finds names, keys, paths and the beginning of texts", () => {
    const byKey: UserRule = { where: "metadata", key: "step.kind", match: "^plan$", kind: "plan" };
    expect(kinds([byKey], named("x", { step: { kind: "plan" } }))).toEqual([["plan", "yours"]]);
    expect(kinds([byKey], named("x", { step: { kind: "other" } }))).toEqual([["artifact", null]]);
    const byName: UserRule = { where: "artifact.name", match: "^out_\\d+$", kind: "result" };
    expect(kinds([byName], named("out_7"))).toEqual([["result", "yours"]]);
    const byText: UserRule = { where: "text", match: "late", kind: "thought" };
    const early = status("working", createMessage("late", "m1"));
    const late = status("working", createMessage(`${"x".repeat(200)}late`, "m2"));
    expect(kinds([byText], early, late)).toEqual([
      ["thought", "yours"],
      ["message", null],
    ]);
  });

  test("that is invalid is left out, whatever its origin", () => {
    const wrong = { where: "text", match: "(", kind: "plan" } as const;
    expect(kinds([wrong], named("x"))).toEqual([["artifact", null]]);
  });
});

describe("imported rules", () => {
  test("come back as they were exported", () => {
    const rules: UserRule[] = [
      { name: "Notes", where: "artifact.name", match: "^note", kind: "thought" },
      { where: "metadata", key: "https://x.example/v1", kind: "tool" },
    ];
    expect(parseUserRules(formatUserRules(rules))).toEqual({ rules, errors: [] });
  });

  test("report the error of each invalid rule and accept the others", () => {
    const good = { where: "text", match: "^a", kind: "plan" };
    const given = [
      good,
      7,
      { ...good, where: "moon" },
      { ...good, kind: "state" },
      { ...good, kind: "dream" },
      { ...good, match: "(" },
      { ...good, match: "a".repeat(201) },
      { ...good, match: 7 },
      { where: "text", kind: "plan" },
      { where: "metadata", kind: "plan" },
      { ...good, match: "(a+)+$" },
    ];
    const { rules, errors: problems } = parseUserRules(JSON.stringify(given));
    expect(rules).toEqual([good]);
    expect(problems.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(problems.map(({ message }) => message)).toEqual([
      "A rule must be an object.",
      "“where” must be one of artifact.name, metadata, text.",
      "A rule cannot assign the kind “state”; “kind” must be one of plan, tool, result, thought, message.",
      "“kind” must be one of plan, tool, result, thought, message.",
      expect.stringContaining("“match” is not a valid regular expression"),
      "“match” is longer than 200 characters.",
      "“match” must be text.",
      "This rule needs a “match”.",
      "A metadata rule needs a “key”.",
      expect.stringContaining("could take forever"),
    ]);
  });

  test.each(["", "{", "7", '{"rules":7}', "null"])("%j are none", (json) => {
    const { rules, errors: problems } = parseUserRules(json);
    expect(rules).toEqual([]);
    expect(problems).toMatchObject([{ index: -1 }]);
  });
});
