import fc from "fast-check";
import { expect, test } from "vitest";
import { Histogram } from "./histogram.ts";

const events = fc.array(
  fc.record({ time: fc.integer({ min: 0, max: 5_000_000 }), kind: fc.integer({ min: 0, max: 2 }) }),
  { maxLength: 300 },
);

const total = (counts: Uint32Array) => counts.reduce((sum, count) => sum + count, 0);

test("no event is lost, for any run length and column count", () => {
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 500 }), (list, columns) => {
      const sorted = list.toSorted((a, b) => a.time - b.time);
      const histogram = new Histogram(3);
      for (const { time, kind } of sorted) histogram.add(time, kind);
      const last = sorted[sorted.length - 1]?.time ?? 0;
      const first = sorted[0]?.time ?? 0;
      const counts = histogram.sumColumns({ from: first, to: last + histogram.width }, columns);
      expect(total(counts)).toBe(list.length);
      for (let kind = 0; kind < 3; kind++) {
        const ofKind = counts.filter((_, i) => i % 3 === kind);
        expect(total(ofKind)).toBe(list.filter((event) => event.kind === kind).length);
      }
    }),
  );
});

test("events are in the column of their time, within one bin width", () => {
  const histogram = new Histogram(1);
  for (let time = 0; time < 1000; time += 10) histogram.add(time, 0);
  expect([...histogram.sumColumns({ from: 0, to: 1000 }, 4)]).toEqual([25, 25, 25, 25]);
  expect([...histogram.sumColumns({ from: 500, to: 600 }, 2)]).toEqual([5, 5]);
});

test("a run of a day takes no more memory than one of a second", () => {
  const histogram = new Histogram(2);
  for (let second = 0; second < 86_400; second++) histogram.add(second * 1000, second % 2);
  const counts = histogram.sumColumns({ from: 0, to: 86_400_000 + histogram.width }, 24);
  expect(total(counts)).toBe(86_400);
  expect(histogram.width).toBeLessThanOrEqual(32_768);
});

test("events without a time, or before the first one, are handled", () => {
  const histogram = new Histogram(1);
  histogram.add(Number.NaN, 0);
  expect(total(histogram.sumColumns({ from: 0, to: 10 }, 5))).toBe(0);
  histogram.add(100, 0);
  histogram.add(50, 0);
  expect(total(histogram.sumColumns({ from: 100, to: 110 }, 5))).toBe(2);
});
