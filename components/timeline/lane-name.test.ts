// Places of names in the lanes of agents.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type LaneBar, placeLaneName } from "./lane-name.ts";

const createBar = (from: number, to: number, plain = [{ from, to }]): LaneBar => ({
  from,
  to,
  plain,
});

test.each([
  ["before the first bar", [createBar(80, 150)], { left: 18, on: "lane" }],
  ["after the last bar", [createBar(10, 100)], { left: 102, on: "lane" }],
  ["between two bars", [createBar(0, 40), createBar(120, 200)], { left: 42, on: "lane" }],
  ["on a bar", [createBar(10, 190)], { left: 10, on: "work" }],
  [
    "on the part of a bar in which its agent works",
    [
      createBar(0, 200, [
        { from: 0, to: 20 },
        { from: 90, to: 200 },
      ]),
    ],
    { left: 90, on: "work" },
  ],
  ["on a pattern if there is nothing else", [createBar(5, 200, [])], { left: 5, on: "bars" }],
  ["on a bar that began before the lane does", [createBar(-50, 190)], { left: 0, on: "work" }],
])("the name is %s", (_, bars, place) => {
  expect(placeLaneName(bars, 200, 60)).toEqual(place);
});

test("a name beside the bars covers none of them and is inside the lane", () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: -50, max: 400 }), fc.nat({ max: 120 })), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(spans, fc.integer({ min: 100, max: 400 }), (found, width) => {
      const bars = found.map(([from, length]) => createBar(from, from + length));
      const inOrder = bars.toSorted((a, b) => a.from - b.from);
      const { left, on } = placeLaneName(inOrder, width, 60);
      if (on !== "lane") return;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + 60).toBeLessThanOrEqual(width);
      const shown = inOrder.filter(({ from, to }) => to >= 0 && from <= width);
      expect(shown.some(({ from, to }) => from < left + 60 && to > left)).toBe(false);
    }),
  );
});
