import fc from "fast-check";
import { expect, test } from "vitest";
import { packNumbers } from "./packed-block.ts";

const lengths = { minLength: 1, maxLength: 50 };
const uneven = fc.array(fc.double(), lengths);
const whole = fc.array(fc.maxSafeInteger(), lengths);
const small = fc.array(fc.integer({ min: -9, max: 9 }), lengths);
const times = fc.array(fc.nat(1e9), lengths).map((all) => all.map((value) => value / 1000));
const ascending = fc
  .tuple(fc.nat(2 ** 50), fc.array(fc.nat(300), lengths))
  .map(([from, steps]) => steps.map((_, i) => from + steps.slice(0, i).reduce((a, b) => a + b, 0)));

test("packing is lossless, including the sign of zero", () => {
  const all = fc.oneof(uneven, whole, small, times, ascending);
  fc.assert(
    fc.property(all, (values) => {
      const array = Float64Array.from(values);
      const block = packNumbers(array) ?? array;
      expect(values.map((_, i) => block.at(i))).toEqual([...array]);
      expect(block.byteLength).toBeLessThanOrEqual(array.byteLength);
    }),
    { numRuns: 2000 },
  );
});

test.each([Uint8Array, Uint16Array, Uint32Array])("%o is packed as exactly", (Type) => {
  fc.assert(
    fc.property(fc.array(fc.nat(2 ** 32 - 1), lengths), (values) => {
      const array = Type.from(values);
      const block = packNumbers(array) ?? array;
      expect(values.map((_, i) => block.at(i))).toEqual([...array]);
    }),
  );
});
