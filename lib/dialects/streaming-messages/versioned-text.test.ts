import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VersionedText } from "./versioned-text.ts";

/** Halves of pairs too: what one event cuts apart the next may join. */
const text = fc.oneof(
  fc.constantFrom("", "a", "bc", "👍", "\ud83d", "\udc4d", "é🎉", "\n"),
  fc.constantFrom("x".repeat(1023), "🌍".repeat(600), `a${"🌍".repeat(600)}`),
);
const step = fc.record({ wait: fc.nat({ max: 2 }), place: fc.nat({ max: 4000 }), text });

interface Unit {
  readonly unit: string;
  readonly event: number;
}

const unitsOf = (said: string, event: number): Unit[] =>
  said.split("").map((unit) => ({ unit, event }));
const joined = (units: readonly Unit[]) => units.map(({ unit }) => unit).join("");

/** The slow way: all units of the text, copied at every event. */
function told(first: string, steps: readonly { wait: number; place: number; text: string }[]) {
  const growing = new VersionedText(first, 0);
  let units = unitsOf(first, 0);
  let event = 0;
  const after = new Map([[0, units]]);
  for (const { wait, place, text } of steps) {
    event += wait;
    const points = [...joined(units)];
    const at = place % (points.length + 1);
    if (at === points.length) growing.append(text, event);
    else growing.insert(at, text, event);
    const unit = points.slice(0, at).join("").length;
    units = [...units.slice(0, unit), ...unitsOf(text, event), ...units.slice(unit)];
    after.set(event, units);
    expect(growing.codePoints).toBe([...joined(units)].length);
    // Reading between the edits must change nothing.
    if (wait > 0) expect(growing.textAt(event)).toBe(joined(units));
  }
  return { growing, after, last: event };
}

describe("a growing text", () => {
  test("reads as the copied units do, at every event", () => {
    fc.assert(
      fc.property(text, fc.array(step, { maxLength: 24, size: "max" }), (first, steps) => {
        const { growing, after, last } = told(first, steps);
        let units: Unit[] = [];
        for (let n = -1; n <= last + 1; n++) {
          units = after.get(n) ?? units;
          expect(growing.textAt(n)).toBe(joined(units));
          expect(growing.unitsAt(n)).toBe(units.length);
          const wrong = units.filter(({ event }, at) => growing.findEvent(at, n) !== event);
          expect(wrong).toEqual([]);
          expect(growing.findEvent(units.length, n)).toBe(-1);
        }
        expect(growing.units).toBe(units.length);
      }),
    );
  });

  test("knows no character at a place that is none", () => {
    const growing = new VersionedText("ab", 0);
    const places = [-1, 2, Number.NaN, Number.POSITIVE_INFINITY, -0.5];
    expect(places.map((at) => growing.findEvent(at, 5))).toEqual([-1, -1, -1, -1, -1]);
    expect(growing.findEvent(0, -1)).toBe(-1);
  });
});
