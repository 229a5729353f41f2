import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMessage, createStreamLog, foldRecords } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import {
  ALL_DIALECTS,
  type DialectSettings,
  NO_DIALECTS,
  NO_FILTER,
} from "../dialects/settings.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getRowList, interpretInSlices } from "./interpretation-cache.ts";
import { getCurrentInterpretation } from "./playback.ts";
import { createRunStore } from "./run.ts";
import { setDialects, transferSelection } from "./set-dialects.ts";
import { readSetting, SETTINGS } from "./settings.ts";
import { createViewStore, getDialectSettings } from "./view.ts";

const closed = () => false;

/** A message with two tool calls beside its text: two rows nested in one. */
const CALLS = createStreamLog({
  kind: "message",
  role: "agent",
  messageId: "m-1",
  parts: [
    { kind: "text", text: "I look it up" },
    { kind: "data", data: { name: "search", args: { q: "a" } } },
    { kind: "data", data: { name: "weather", args: { q: "b" } } },
  ],
}).timeline;

function readings(timeline: Timeline) {
  const interpretation = new Interpretation(timeline, ALL_DIALECTS).update();
  const plain = new Interpretation(timeline, NO_DIALECTS).update();
  return { told: interpretation, plain };
}

describe("another interpretation of a run", () => {
  test.each(FIXTURE_NAMES)("of %s keeps the selection", (log) => {
    const { told: interpretation, plain } = readings(
      foldRecords(readFixture(log).records).timeline,
    );
    for (const { index, entry } of interpretation.items) {
      const there = transferSelection(
        interpretation,
        plain,
        { selected: index, expanded: new Set() },
        closed,
      );
      expect(plain.items[there.selected ?? -1]?.entry).toBe(entry);
    }
    for (const { index, entry } of plain.items) {
      const back = transferSelection(
        plain,
        interpretation,
        { selected: index, expanded: new Set() },
        closed,
      );
      const item = interpretation.items[back.selected ?? -1];
      expect(item?.mergedInto).toBe(null);
      expect(item).toBe(
        interpretation.getEntryItem(entry.index)?.getRowItemAt(Number.POSITIVE_INFINITY),
      );
    }
  });

  test("keeps rows expanded and collapsed", () => {
    const { told: interpretation, plain } = readings(
      foldRecords(readFixture("shapes/caipe.sse").records).timeline,
    );
    const isCurrent = (one: Interpretation) => interpretation === one;
    const [a, b] = plain.items.filter(({ kind }) => kind === "artifact").slice(1);
    // One interpretation has all rows expanded by default, the other none.
    const place = { selected: null, expanded: new Set([a?.index ?? -1]) };
    const { expanded } = transferSelection(plain, interpretation, place, isCurrent);
    const indexOf = (entry = -1) => interpretation.getEntryItem(entry)?.index ?? -1;
    expect(expanded.has(indexOf(a?.entry.index))).toBe(false);
    const back = transferSelection(interpretation, plain, { selected: null, expanded }, isCurrent);
    expect(back.expanded.has(a?.index ?? -1)).toBe(expanded.has(a?.index ?? -1));
    const none = transferSelection(
      interpretation,
      plain,
      { selected: null, expanded: new Set([indexOf(b?.entry.index)]) },
      isCurrent,
    );
    expect(none.expanded.has(b?.index ?? -1)).toBe(false);
  });

  test("finds the same tool call nested in a message", () => {
    const { told: interpretation } = readings(CALLS);
    const other = new Interpretation(CALLS, { ...ALL_DIALECTS, frameworks: ["caipe"] }).update();
    for (const item of interpretation.items) {
      const place = { selected: item.index, expanded: new Set<number>() };
      expect(transferSelection(interpretation, other, place, closed).selected).toBe(item.index);
    }
  });

  test("keeps the row of a link that does not exist yet", () => {
    const { told: interpretation, plain } = readings(CALLS);
    const place = { selected: 4000, expanded: new Set<number>() };
    expect(transferSelection(interpretation, plain, place, closed).selected).toBe(4000);
  });
});

test("an interpretation that is no longer wanted is abandoned", async () => {
  const { timeline } = createStreamLog(
    ...Array.from({ length: 1000 }, (_, i) => createMessage(`${i}`, `m-${i}`)),
  );
  const shown = [{ scope: "all" as const, filter: NO_FILTER }];
  const read = (isWanted: () => boolean) =>
    interpretInSlices(timeline, ALL_DIALECTS, shown, isWanted);
  let asked = 0;
  expect(await read(() => ++asked < 3)).toBe(null);
  expect(asked).toBe(3);
  const interpretation = await read(() => true);
  expect(interpretation?.items).toHaveLength(timeline.entries.length);
  expect(interpretation && getRowList(interpretation, "all", NO_FILTER).count).toBe(
    interpretation?.items.length,
  );
});

describe("changing the dialect settings", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  function stageOf(timeline: Timeline) {
    const run = createRunStore();
    run.setState({ timeline });
    const view = createViewStore();
    const set = (settings: DialectSettings) => setDialects({ run, view }, settings, closed);
    return { run, view, set };
  }

  test("and undoing the change restores the exact selection", async () => {
    const { run, view, set } = stageOf(CALLS);
    const calls = getCurrentInterpretation({ run, view }).items.filter(
      ({ kind }) => kind === "tool",
    );
    const call = calls[1]?.index ?? -1;
    expect(call).toBeGreaterThan(0);
    view.setState({ selected: call });
    await set(NO_DIALECTS);
    expect(getCurrentInterpretation({ run, view }).settings).toBe(NO_DIALECTS);
    const whole = getCurrentInterpretation({ run, view }).items[view.getState().selected ?? -1];
    expect(whole?.kind).toBe("message");
    await set(ALL_DIALECTS);
    expect(view.getState().selected).toBe(call);
    await set(NO_DIALECTS);
    view.setState({ selected: null });
    await set(ALL_DIALECTS);
    expect(view.getState().selected).toBe(null);
  });

  test("applies the last change and stores it, except for whether dialects are on", async () => {
    const { view, set } = stageOf(foldRecords(readFixture("shapes/caipe.sse").records).timeline);
    const last = { on: false, frameworks: ["caipe"], kinds: [], rules: [] };
    const all = [set(NO_DIALECTS), set(ALL_DIALECTS), set(last)];
    expect(getDialectSettings(view.getState())).toBe(last);
    await Promise.all(all);
    expect(view.getState().dialects).toBe(last);
    expect(view.getState().pendingDialects).toBe(null);
    expect(readSetting(SETTINGS.dialects)).toEqual({ ...last, on: true });
  });
});
