import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatPageQuery,
  type NamedRun,
  type PageAddress,
  parsePageQuery,
} from "./page-address.ts";
import { INITIAL_VIEW } from "./view.ts";

const runs: fc.Arbitrary<NamedRun> = fc.record({
  kind: fc.constantFrom("recording", "file"),
  id: fc.uuid(),
});
const addresses: fc.Arbitrary<PageAddress> = fc.record({
  run: fc.option(runs),
  view: fc
    .record({ selected: fc.option(fc.nat(1000)), cursor: fc.option(fc.nat(1000)) })
    .map((view) => ({
      ...INITIAL_VIEW,
      ...view,
      following: view.selected === null && view.cursor === null,
    })),
  hasCard: fc.boolean(),
  comparison: fc.option(fc.record({ left: runs, right: runs })),
  library: fc.option(fc.string()),
  grade: fc.option(fc.string({ minLength: 1 })),
});

test("an address is what it was formatted from", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(parsePageQuery(formatPageQuery(address))).toEqual(address);
    }),
  );
});

test("the start page has no query", () => {
  const start = {
    run: null,
    view: INITIAL_VIEW,
    hasCard: false,
    comparison: null,
    library: null,
    grade: null,
  };
  expect(formatPageQuery(start)).toBe("");
  expect(parsePageQuery("")).toEqual(start);
});

test("a comparison reads as one of two commits", () => {
  const comparison = {
    left: { kind: "recording", id: "a" },
    right: { kind: "file", id: "b" },
  } as const;
  expect(
    formatPageQuery({
      run: comparison.left,
      view: INITIAL_VIEW,
      hasCard: true,
      comparison,
      library: null,
      grade: null,
    }),
  ).toBe("?run=a&card=1&compare=a..file%3Ab");
});

test.each(["?compare=a", "?compare=a..", "?compare=..b", "?compare=a..b..c", "?compare=file:..b"])(
  "the comparison in %s is ignored",
  (query) => {
    expect(parsePageQuery(query).comparison).toBeNull();
  },
);

test.each(["?card=0", "?card=", "?file="])("%s names nothing", (query) => {
  expect(parsePageQuery(query)).toMatchObject({ run: null, hasCard: false });
});
