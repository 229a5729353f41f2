import fc from "fast-check";
import { expect, test } from "vitest";
import { fromQuery, INITIAL_VIEW, TABS, toQuery, type View } from "./view.ts";

const number = fc.integer({ min: 0, max: 999_999_999 });
const views: fc.Arbitrary<View> = fc
  .record({
    scope: fc.oneof(number, fc.constant("all" as const)),
    selected: fc.option(number),
    event: fc.option(number),
    tab: fc.constantFrom(...TABS),
  })
  .map((view) => ({ ...view, following: view.selected === null }));

test("a link opens the view it was copied from", () => {
  fc.assert(
    fc.property(fc.option(fc.string({ minLength: 1 })), views, (recording, view) => {
      expect(fromQuery(toQuery(recording, view))).toEqual({ recording, view });
    }),
  );
});

test("nothing chosen leaves the address bare", () => {
  expect(toQuery(null, INITIAL_VIEW)).toBe("");
  expect(fromQuery("")).toEqual({ recording: null, view: INITIAL_VIEW });
});

test.each(["?row=-1", "?row=1e9", "?event=x", "?tab=nope", "?exchange=1.5", "?row="])(
  "%s names nothing and is ignored",
  (query) => {
    expect(fromQuery(query).view).toEqual(INITIAL_VIEW);
  },
);
