import fc from "fast-check";
import { expect, test } from "vitest";
import { countAtMost, countBelow, countFirst } from "./bisect.ts";

const ascending = fc
  .array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 })
  .map((numbers) => numbers.sort((a, b) => a - b));

test("a bisection counts as a filter does, and asks about few elements", () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: -1, max: 21 }), (numbers, limit) => {
      const atMost = numbers.filter((number) => number <= limit).length;
      expect(countAtMost(numbers, limit)).toBe(atMost);
      expect(countBelow(numbers, limit)).toBe(numbers.filter((number) => number < limit).length);
      let asked = 0;
      const count = countFirst(numbers.length, (index) => {
        asked++;
        return (numbers[index] ?? 0) <= limit;
      });
      expect(count).toBe(atMost);
      expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(numbers.length + 1)));
    }),
  );
});
