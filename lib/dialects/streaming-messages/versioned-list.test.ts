import fc from "fast-check";
import { expect, test } from "vitest";
import { buildRope, forEachLeaf, getHeight, joinRopes } from "./rope.ts";
import { VersionedValue } from "./versioned-json.ts";
import { VersionedList } from "./versioned-list.ts";

const step = fc.record({
  wait: fc.nat({ max: 2 }),
  place: fc.nat({ max: 50 }),
  removed: fc.nat({ max: 2 }),
  puts: fc.boolean(),
});

const contents = (slots: readonly VersionedValue[]) => slots.map(({ content }) => content);

test("a growing list reads as a copied array does, at every event", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 5 }),
      fc.array(step, { maxLength: 40, size: "max" }),
      (size, steps) => {
        let items = Array.from({ length: size }, (_, i): unknown => `first ${i}`);
        const list = new VersionedList(
          items.map((item) => new VersionedValue(item, 0)),
          0,
        );
        let event = 0;
        const after = new Map([[0, items]]);
        for (const [i, { wait, place, removed, puts }] of steps.entries()) {
          event += wait;
          const at = place % (items.length + 1);
          const slot = puts ? new VersionedValue(i, event) : null;
          if (at === items.length && slot) list.append(slot);
          else list.splice(at, removed, slot, event);
          items = items.toSpliced(at, removed, ...(slot ? [i] : []));
          after.set(event, items);
        }
        expect(list.count).toBe(items.length);
        items = [];
        for (let n = -1; n <= event + 1; n++) {
          items = after.get(n) ?? items;
          expect(contents(list.itemsAt(n))).toEqual(items);
          expect(list.countAt(n)).toBe(items.length);
          for (let i = -1; i <= items.length; i++) {
            expect(list.itemAt(i, n)?.content).toBe(items[i]);
          }
        }
      },
    ),
  );
});

test("a rope stays flat however it is put together", () => {
  const leaf = (i: number) => new VersionedValue(i, 0);
  let rope = buildRope([leaf(0)]);
  for (let i = 1; i < 5_000; i++)
    rope = i % 3 ? joinRopes(rope, leaf(i)) : joinRopes(leaf(i), rope);
  const big = buildRope(Array.from({ length: 1_000 }, (_, i) => leaf(i)));
  for (let i = 0; i < 5; i++) rope = joinRopes(joinRopes(big, rope), big);
  if (!rope) throw new Error("nothing put together");
  let count = 0;
  forEachLeaf(rope, () => count++);
  expect(count).toBe(15_000);
  expect(rope.units).toBe(15_000);
  expect(getHeight(rope)).toBeLessThanOrEqual(1.45 * Math.log2(15_000));
});
