import fc from "fast-check";
import { expect, test } from "vitest";
import { createTask, foldRecords, ReportLog } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import {
  collectActiveProblems,
  getActiveItemProblems,
  hasActiveProblem,
} from "./active-problems.ts";
import {
  addMute,
  getAgentOrigins,
  getRulesMutedForAgents,
  type Mute,
  removeMute,
} from "./muting.ts";

const A = "https://a.example";
const B = "https://b.example";
const EVER = Number.POSITIVE_INFINITY;

const rules = fc.constantFrom("FRM-TRUNC", "STR-FIRST", "DM-ROLE");
const agents = fc.uniqueArray(fc.constantFrom(A, B, "http://127.0.0.1:4000"));
const mutes: fc.Arbitrary<Mute[]> = fc.array(
  fc.record({ rule: rules, agent: fc.option(fc.constantFrom(A, B)) }),
);

test("a muted rule is inactive, and an unmuted rule is active", () => {
  fc.assert(
    fc.property(mutes, rules, agents, fc.boolean(), (before, rule, all, isEverywhere) => {
      fc.pre(isEverywhere || all.length > 0);
      const muted = addMute(before, rule, isEverywhere ? null : all);
      const others = (list: readonly Mute[]) => list.filter((one) => one.rule !== rule);
      expect(getRulesMutedForAgents(muted, all).has(rule)).toBe(true);
      expect(others(muted)).toEqual(others(before));
      expect(new Set(muted.map(({ rule, agent }) => `${rule} ${agent}`)).size).toBeLessThanOrEqual(
        new Set(before.map(({ rule, agent }) => `${rule} ${agent}`)).size + all.length + 1,
      );
      const unmuted = removeMute(muted, rule, all);
      expect(getRulesMutedForAgents(unmuted, all).has(rule)).toBe(false);
      expect(others(unmuted)).toEqual(others(before));
    }),
  );
});

test("a mute for one agent does not hide the problems of another", () => {
  const mutes = [{ rule: "STR-FIRST", agent: A }];
  expect(getRulesMutedForAgents(mutes, [A])).toEqual(new Set(["STR-FIRST"]));
  expect(getRulesMutedForAgents(mutes, [A, B])).toEqual(new Set());
  expect(getRulesMutedForAgents(mutes, [])).toEqual(new Set());
  expect(getRulesMutedForAgents([{ rule: "STR-FIRST", agent: null }], [])).toEqual(
    new Set(["STR-FIRST"]),
  );
});

test("agents are identified by the origins of calls", () => {
  const log = new ReportLog()
    .addOpen("card", { method: "GET", url: `${B}/.well-known/agent-card.json` })
    .addHead(200, "application/json", "card")
    .addOpen("x1", { url: `${A}/rpc`, body: "{}" })
    .addHead()
    .addEvents(createTask("completed"))
    .addOpen("x2", { url: `${A}/other`, body: "{}" });
  expect(getAgentOrigins(log.timeline)).toEqual([A]);
  expect(getAgentOrigins(new ReportLog().addOpen("x1", { url: "" }).timeline)).toEqual([]);
});

test.each(FIXTURE_NAMES)("rows, strip and filter agree about %s", (name) => {
  const { timeline } = foldRecords(readFixture(name).records);
  const interpretation = new Interpretation(timeline, ALL_DIALECTS).update();
  const items = interpretation.items.filter((item) => !item.mergedInto);
  const ofRows = (muted: ReadonlySet<string>) =>
    new Set(
      items.flatMap((item) => getActiveItemProblems(item, EVER, muted)).map(({ rule }) => rule),
    );
  const ofRun = (muted: ReadonlySet<string>) =>
    new Set(collectActiveProblems(interpretation, muted).map(({ rule }) => rule.id));
  const all = ofRun(new Set());
  expect(ofRows(new Set())).toEqual(all);
  for (const rule of all) {
    expect(ofRun(new Set([rule]))).not.toContain(rule);
    expect(ofRows(new Set([rule]))).toEqual(ofRun(new Set([rule])));
  }
  const isError = ({ kind, entry }: (typeof items)[number]) =>
    kind === "error" || entry.kind === "error";
  expect(items.filter((item) => hasActiveProblem(item, all)).every(isError)).toBe(true);
});
