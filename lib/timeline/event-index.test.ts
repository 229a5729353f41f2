import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countUpToEvent, EventIndex, ValueHistory } from "./event-index.ts";

/** Ascending ordinals from −1 on, repeats included. */
const ordinals = fc.array(fc.nat({ max: 3 }), { maxLength: 60, size: "max" }).map((steps) => {
  let at = -1;
  return steps.map((step) => {
    at += step;
    return at;
  });
});

const everyMoment = (items: readonly number[]) =>
  Array.from({ length: (items.at(-1) ?? 0) + 4 }, (_, i) => i - 2);

describe("an event index", () => {
  test("equals a list of distinct events, as of every event", () => {
    fc.assert(
      fc.property(ordinals, (added) => {
        const track = new EventIndex();
        for (const ordinal of added) track.add(ordinal, ordinal + 2);
        const distinct = [...new Set(added)];
        expect(track.count).toBe(distinct.length);
        expect(distinct.map((_, i) => track.at(i))).toEqual(distinct);
        for (const n of everyMoment(added)) {
          const before = distinct.filter((ordinal) => ordinal <= n);
          expect(track.countAt(n)).toBe(before.length);
          expect(track.lastAt(n)).toBe(before.at(-1) ?? null);
          expect(track.bytesAt(n)).toBe(before.reduce((sum, ordinal) => sum + ordinal + 2, 0));
        }
      }),
    );
  });

  test("holds one event without allocating columns", () => {
    const track = new EventIndex();
    track.add(5);
    expect(track.byteLength).toBe(0);
  });
});

describe("a value history", () => {
  const changes = fc.tuple(ordinals, fc.infiniteStream(fc.constantFrom("a", "b", undefined)));

  test("returns the value last set, as of every event", () => {
    fc.assert(
      fc.property(changes, ([added, values]) => {
        const history = new ValueHistory<string | undefined>();
        const set = added.map((ordinal) => ({ ordinal, value: values.next().value }));
        for (const { ordinal, value } of set) history.set(ordinal, value);
        expect(history.latest).toBe(set.at(-1)?.value);
        for (const n of everyMoment(added)) {
          expect(history.at(n)).toBe(set.findLast(({ ordinal }) => ordinal <= n)?.value);
        }
      }),
    );
  });

  test("stores each change once", () => {
    const history = new ValueHistory<string>();
    expect([history.set(0, "a"), history.set(1, "a"), history.set(4, "b")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(history.valuesUntil(3)).toEqual(["a"]);
    expect(history.valuesUntil(4)).toEqual(["a", "b"]);
  });
});

test("counting items up to an event equals filtering", () => {
  fc.assert(
    fc.property(ordinals, (firstEvents) => {
      const items = firstEvents.map((firstEvent) => ({ firstEvent }));
      for (const n of everyMoment(firstEvents)) {
        expect(countUpToEvent(items, n)).toBe(firstEvents.filter((birth) => birth <= n).length);
      }
    }),
  );
});
