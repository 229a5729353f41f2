import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import type { UserRule } from "../dialects/user-rules.ts";
import { readSetting, SETTINGS, sanitizeAddress, watchSetting, writeSetting } from "./settings.ts";

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

test("dialect settings are stored and restored", () => {
  const settings = { on: true, frameworks: ["caipe"], kinds: ["plan" as const], rules: [rule] };
  writeSetting(dialects, settings);
  expect(readSetting(dialects)).toEqual(settings);
});

test("a change of the send keys reaches who watches them, until they stop", () => {
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  const seen: string[] = [];
  const stop = watchSetting(SETTINGS.sendKeys, () => seen.push(readSetting(SETTINGS.sendKeys)));
  writeSetting(SETTINGS.railWidth, 200);
  writeSetting(SETTINGS.sendKeys, "enter");
  stop();
  writeSetting(SETTINGS.sendKeys, "mod+enter");
  expect(seen).toEqual(["enter"]);
  kept.set(SETTINGS.sendKeys.key, '"space"');
  expect(readSetting(SETTINGS.sendKeys)).toBe("mod+enter");
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "3",
  '"on"',
  "{}",
  '{"frameworks":[],"kinds":[]}',
  '{"frameworks":{},"kinds":[],"rules":[]}',
  '{"frameworks":[],"kinds":"plan","rules":[]}',
])("the invalid stored value %s is ignored", (text) => {
  kept.set(dialects.key, text);
  expect(readSetting(dialects)).toEqual(ALL_DIALECTS);
});

test("invalid list items are dropped, unknown values of other versions are kept", () => {
  const stored = {
    on: false,
    frameworks: ["caipe", 3, null, "of-tomorrow"],
    kinds: ["plan", "dream", {}],
    rules: [{ ...rule, match: "(" }, null, rule, { where: "nowhere" }],
  };
  kept.set(dialects.key, JSON.stringify(stored));
  expect(readSetting(dialects)).toEqual({
    on: true,
    frameworks: ["caipe", "of-tomorrow"],
    kinds: ["plan"],
    rules: [rule],
  });
});

test("excess rules are dropped", () => {
  const rules = Array.from({ length: 300 }, (_, i) => ({ ...rule, name: `rule ${i}` }));
  kept.set(dialects.key, JSON.stringify({ frameworks: [], kinds: [], rules }));
  expect(readSetting(dialects).rules).toHaveLength(200);
});

test("only muted rules with a rule and an agent are read", () => {
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

describe("the stored form of an address", () => {
  test.each([
    ["https://agent.example/a2a", "https://agent.example/a2a"],
    ["https://agent.example/a2a?key=s3cret#part", "https://agent.example/a2a"],
    ["https://ann:s3cret@agent.example/a2a", "https://agent.example/a2a"],
    ["localhost:9999/?key=s3cret", "localhost:9999/"],
    ["agent.example/a2a?key=s3cret", "agent.example/a2a"],
  ])("%s is stored as %s", (address, kept) => {
    expect(sanitizeAddress(address)).toBe(kept);
  });
});
