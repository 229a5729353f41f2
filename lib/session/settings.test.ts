import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import type { UserRule } from "../dialects/user-rules.ts";
import { readSetting, SETTINGS, writeSetting } from "./settings.ts";

const kept = new Map<string, string>();
const { dialects } = SETTINGS;

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const rule: UserRule = { where: "artifact.name", match: "^final_", kind: "result" };

test("how the dialects are set comes back as it was", () => {
  const settings = { on: true, families: ["caipe"], kinds: ["plan" as const], rules: [rule] };
  writeSetting(dialects, settings);
  expect(readSetting(dialects)).toEqual(settings);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "3",
  '"on"',
  "{}",
  '{"families":[],"kinds":[]}',
  '{"families":{},"kinds":[],"rules":[]}',
  '{"families":[],"kinds":"plan","rules":[]}',
])("of what is stored as %s nothing is believed", (text) => {
  kept.set(dialects.key, text);
  expect(readSetting(dialects)).toEqual(ALL_DIALECTS);
});

test("what is wrong in a list is left out, what another version knows is kept", () => {
  const stored = {
    on: false,
    families: ["caipe", 3, null, "of-tomorrow"],
    kinds: ["plan", "dream", {}],
    rules: [{ ...rule, match: "(" }, null, rule, { where: "nowhere" }],
  };
  kept.set(dialects.key, JSON.stringify(stored));
  expect(readSetting(dialects)).toEqual({
    on: true,
    families: ["caipe", "of-tomorrow"],
    kinds: ["plan"],
    rules: [rule],
  });
});

test("more rules than there may be are cut", () => {
  const rules = Array.from({ length: 300 }, (_, i) => ({ ...rule, name: `rule ${i}` }));
  kept.set(dialects.key, JSON.stringify({ families: [], kinds: [], rules }));
  expect(readSetting(dialects).rules).toHaveLength(200);
});

test("of muted rules only what names a rule and an agent is believed", () => {
  const { mutes } = SETTINGS;
  const everywhere = { rule: "ART-DUP", agent: null };
  const there = { rule: "of-tomorrow", agent: "https://a.example" };
  kept.set(
    mutes.key,
    JSON.stringify([everywhere, null, "ART-DUP", { rule: 3, agent: null }, there]),
  );
  expect(readSetting(mutes)).toEqual([everywhere, there]);
  kept.set(mutes.key, JSON.stringify([{ rule: "ART-DUP" }]));
  expect(readSetting(mutes)).toEqual([]);
  kept.set(mutes.key, '{"rule":"ART-DUP"}');
  expect(readSetting(mutes)).toEqual([]);
});
