import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutLabels } from "./axis-labels.ts";

/** Upper bound of a label's width: a digit of the UI font at 10.5 px takes 6.1 px. */
const drawn = (label: string) => label.length * 6.1 + 4;

const ticks = fc
  .array(fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), n: fc.nat(100_000) }), {
    maxLength: 30,
  })
  .map((list) =>
    list
      .map(({ share, n }) => ({ share, label: `${n} ms` }))
      .sort((one, other) => one.share - other.share),
  );

test("labels never overlap each other, the playhead's label or the ends of the axis", () => {
  fc.assert(
    fc.property(ticks, fc.integer({ min: 0, max: 3000 }), fc.nat(3000), (list, width, playhead) => {
      const taken = { from: playhead, to: playhead + 50 };
      const boxes = layOutLabels(list, width, [taken]).flatMap(({ share, label, side }) => {
        const line = share * width;
        if (side === null) return [];
        const size = drawn(label);
        return [
          side === "after" ? { from: line, to: line + size } : { from: line - size, to: line },
        ];
      });
      for (const [i, box] of boxes.entries()) {
        expect(box.from).toBeGreaterThanOrEqual(0);
        expect(box.to).toBeLessThanOrEqual(width);
        for (const other of [...boxes.slice(i + 1), taken]) {
          expect(box.from < other.to && other.from < box.to).toBe(false);
        }
      }
    }),
  );
});

test("a label near the end is placed before its line, and ticks without room have no label", () => {
  const list = [
    { share: 0, label: "0 s" },
    { share: 0.5, label: "5 s" },
    { share: 0.55, label: "6 s" },
    { share: 1, label: "10 s" },
  ];
  const sides = layOutLabels(list, 200).map(({ side }) => side);
  expect(sides).toEqual(["after", "after", null, "before"]);
  expect(layOutLabels(list, 0).map(({ side }) => side)).toEqual([null, null, null, null]);
});
