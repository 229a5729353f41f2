import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowSlots } from "./virtual-list.tsx";

const rows = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, i) => first + i);
const slotsOf = (slots: RowSlots, keys: number[]) => [...slots.assign(keys).values()];

describe("RowSlots", () => {
  it("reuses elements for the rows after a jump", () => {
    const slots = new RowSlots();
    const before = slotsOf(slots, rows(0, 20));
    expect(slotsOf(slots, rows(500, 520))).toEqual(before);
    expect(slotsOf(slots, rows(300, 310))).toEqual(before.slice(0, 10));
  });

  it("creates elements for rows that enter at one end and keeps the others", () => {
    const slots = new RowSlots();
    const before = slotsOf(slots, rows(0, 20));
    const after = slotsOf(slots, rows(5, 25));
    expect(after.slice(0, 15)).toEqual(before.slice(5));
    for (const slot of after.slice(15)) expect(before).not.toContain(slot);
  });

  it("keeps a row's element, uses no element twice and never changes their order", () => {
    const drawn = fc.uniqueArray(fc.nat(60), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 2, maxLength: 8 }), (windows) => {
        const slots = new RowSlots();
        let before = new Map<string | number, number>();
        for (const keys of windows.map((window) => window.toSorted((a, b) => a - b))) {
          const now = slots.assign(keys);
          expect([...now.keys()]).toEqual(keys);
          expect(new Set(now.values()).size).toBe(keys.length);
          const order = [...before.values()];
          const places = [...now.values()].map((slot) => order.indexOf(slot)).filter((p) => p >= 0);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
          for (const key of keys) {
            const slot = before.get(key);
            if (slot !== undefined) expect(now.get(key)).toBe(slot);
          }
          expect(slots.assign(keys)).toEqual(now);
          before = now;
        }
      }),
    );
  });
});
