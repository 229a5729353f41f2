import fc from "fast-check";
import { expect, test } from "vitest";
import { folded, Log, task } from "../../fixtures/compose.ts";
import { FIXTURES, fixture } from "../../fixtures/read.ts";
import { DialectReading } from "../dialects/reading.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import { isTrouble, problemsIn, problemsOfItem } from "./heard.ts";
import { agentsOf, type Mute, mutedFor, withMute, withoutMute } from "./muting.ts";

const A = "https://a.example";
const B = "https://b.example";
const EVER = Number.POSITIVE_INFINITY;

const rules = fc.constantFrom("FRM-TRUNC", "STR-FIRST", "DM-ROLE");
const agents = fc.uniqueArray(fc.constantFrom(A, B, "http://127.0.0.1:4000"));
const mutes: fc.Arbitrary<Mute[]> = fc.array(
  fc.record({ rule: rules, agent: fc.option(fc.constantFrom(A, B)) }),
);

test("what is muted is silent, and what is heard again is not", () => {
  fc.assert(
    fc.property(mutes, rules, agents, fc.boolean(), (before, rule, all, isEverywhere) => {
      fc.pre(isEverywhere || all.length > 0);
      const muted = withMute(before, rule, isEverywhere ? null : all);
      const others = (list: readonly Mute[]) => list.filter((one) => one.rule !== rule);
      expect(mutedFor(muted, all).has(rule)).toBe(true);
      expect(others(muted)).toEqual(others(before));
      expect(new Set(muted.map(({ rule, agent }) => `${rule} ${agent}`)).size).toBeLessThanOrEqual(
        new Set(before.map(({ rule, agent }) => `${rule} ${agent}`)).size + all.length + 1,
      );
      const heard = withoutMute(muted, rule, all);
      expect(mutedFor(heard, all).has(rule)).toBe(false);
      expect(others(heard)).toEqual(others(before));
    }),
  );
});

test("what one agent breaks is not hidden by what was muted of another", () => {
  const mutes = [{ rule: "STR-FIRST", agent: A }];
  expect(mutedFor(mutes, [A])).toEqual(new Set(["STR-FIRST"]));
  expect(mutedFor(mutes, [A, B])).toEqual(new Set());
  expect(mutedFor(mutes, [])).toEqual(new Set());
  expect(mutedFor([{ rule: "STR-FIRST", agent: null }], [])).toEqual(new Set(["STR-FIRST"]));
});

test("agents are those that are called, by their origins", () => {
  const log = new Log()
    .open("card", { method: "GET", url: `${B}/.well-known/agent-card.json` })
    .head(200, "application/json", "card")
    .open("x1", { url: `${A}/rpc`, body: "{}" })
    .head()
    .say(task("completed"))
    .open("x2", { url: `${A}/other`, body: "{}" });
  expect(agentsOf(log.timeline)).toEqual([A]);
  expect(agentsOf(new Log().open("x1", { url: "" }).timeline)).toEqual([]);
});

test.each(FIXTURES)("rows, strip and filter agree about %s", (name) => {
  const { timeline } = folded(fixture(name).records);
  const reading = new DialectReading(timeline, ALL_DIALECTS).update();
  const items = reading.items.filter((item) => !item.absorbed);
  const ofRows = (muted: ReadonlySet<string>) =>
    new Set(items.flatMap((item) => problemsOfItem(item, EVER, muted)).map(({ rule }) => rule));
  const ofRun = (muted: ReadonlySet<string>) =>
    new Set(problemsIn(reading, muted).map(({ rule }) => rule.rule));
  const all = ofRun(new Set());
  expect(ofRows(new Set())).toEqual(all);
  for (const rule of all) {
    expect(ofRun(new Set([rule]))).not.toContain(rule);
    expect(ofRows(new Set([rule]))).toEqual(ofRun(new Set([rule])));
  }
  const isError = ({ kind, entry }: (typeof items)[number]) =>
    kind === "error" || entry.kind === "error";
  expect(items.filter((item) => isTrouble(item, all)).every(isError)).toBe(true);
});
