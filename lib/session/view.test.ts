import fc from "fast-check";
import { expect, test } from "vitest";
import type { Filter } from "../dialects/settings.ts";
import { NO_DIALECTS } from "../dialects/settings.ts";
import { ENTRY_KINDS } from "../timeline/timeline.ts";
import { MAIN_VIEWS } from "./settings.ts";
import {
  formatViewQuery,
  INITIAL_VIEW,
  parseViewQuery,
  SETTINGS_SECTIONS,
  TABS,
  type View,
} from "./view.ts";

const number = fc.integer({ min: 0, max: 999_999_999 });
const filters: fc.Arbitrary<Filter> = fc
  .record({
    hidden: fc.subarray([...ENTRY_KINDS]),
    task: fc.option(number),
    calls: fc.option(
      fc.constantFrom(
        { from: null, to: "127.0.0.1:9001" },
        { from: "program:python planner.py", to: null },
        { from: "127.0.0.1:9001", to: "127.0.0.1:9002" },
      ),
    ),
    problems: fc.boolean(),
    query: fc.string(),
    regex: fc.boolean(),
    hidesNoise: fc.boolean(),
  })
  .map((filter) => ({ ...filter, regex: filter.regex && filter.query !== "" }));
const views: fc.Arbitrary<View> = fc
  .record({
    mainView: fc.option(fc.constantFrom(...MAIN_VIEWS)),
    scope: fc.oneof(number, fc.constant("all" as const)),
    cursor: fc.option(number),
    filter: filters,
    selected: fc.option(number),
    pinned: fc.uniqueArray(number, { maxLength: 12 }),
    event: fc.option(number),
    openRule: fc.option(fc.constantFrom("all", "STR-FIRST", "card/signature")),
    openSettings: fc.option(fc.constantFrom(...SETTINGS_SECTIONS)),
    isTapOpen: fc.boolean(),
    tab: fc.constantFrom(...TABS),
  })
  .map((view) => ({
    ...INITIAL_VIEW,
    ...view,
    following: view.selected === null && view.cursor === null,
  }));

test("a link restores the view it was copied from", () => {
  fc.assert(
    fc.property(fc.option(fc.string({ minLength: 1 })), views, (recording, view) => {
      expect(parseViewQuery(formatViewQuery(recording, view))).toEqual({ recording, view });
    }),
  );
});

test("the initial view has an empty query", () => {
  expect(formatViewQuery(null, INITIAL_VIEW)).toBe("");
  expect(parseViewQuery("")).toEqual({ recording: null, view: INITIAL_VIEW });
});

test("the URL does not change during playback", () => {
  const playing = { ...INITIAL_VIEW, cursor: 4, playing: true };
  expect(formatViewQuery("r", playing)).toBe("?run=r");
});

test.each([
  "?row=-1",
  "?row=1e9",
  "?event=x",
  "?tab=nope",
  "?exchange=1.5",
  "?row=",
  "?hide=x",
  "?at=-2",
  "?match=",
])("the invalid query %s is ignored", (query) => {
  expect(parseViewQuery(query).view).toEqual(INITIAL_VIEW);
});

test("a link stores that dialects are off", () => {
  const plain = { ...INITIAL_VIEW, dialects: NO_DIALECTS };
  expect(formatViewQuery("r", plain)).toBe("?run=r&dialects=off");
  expect(parseViewQuery("?run=r&dialects=off").view).toEqual(plain);
});
