import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createSendMessageParams,
  foldRecords,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import {
  createAxisTicks,
  findTickColumns,
  foldGaps,
  getDrawnLength,
  type TimeAxis,
  toAxisShare,
  toAxisTime,
} from "./axis.ts";
import { Histogram } from "./histogram.ts";
import { findIdleGaps } from "./time-range.ts";
import type { Timeline } from "./timeline.ts";

/** Busy spans and the gaps between them, in order, from 0 on. */
const axes = fc
  .array(
    fc.record({
      busy: fc.integer({ min: 1, max: 20_000 }),
      idle: fc.integer({ min: 1, max: 500_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((pieces) => {
    let at = 0;
    const gaps = pieces.map(({ busy, idle }) => {
      const from = at + busy;
      at = from + idle;
      return { from, to: at };
    });
    const to = at + 1000;
    return { from: 0, to, folds: foldGaps({ from: 0, to }, gaps) } satisfies TimeAxis;
  });

describe("a folded axis", () => {
  test("maps times to positions and back, in order", () => {
    fc.assert(
      fc.property(axes, fc.double({ min: 0, max: 1, noNaN: true }), (axis, share) => {
        const time = toAxisTime(axis, share);
        expect(toAxisShare(axis, time)).toBeCloseTo(share, 6);
        expect(time).toBeGreaterThanOrEqual(axis.from);
        expect(time).toBeLessThanOrEqual(axis.to + 1e-6);
        expect(toAxisShare(axis, Math.min(axis.to, time + 1))).toBeGreaterThanOrEqual(share - 1e-9);
      }),
    );
  });

  test("draws everything else to one scale, and folds only long gaps", () => {
    fc.assert(
      fc.property(axes, (axis) => {
        const scale = 1 / getDrawnLength(axis);
        let busyFrom = axis.from;
        let folded = 0;
        for (const fold of axis.folds) {
          const [from, to] = [toAxisShare(axis, fold.from), toAxisShare(axis, fold.to)];
          expect(from - toAxisShare(axis, busyFrom)).toBeCloseTo((fold.from - busyFrom) * scale, 6);
          expect(fold.to - fold.from).toBeGreaterThan(2000);
          expect((to - from) * getDrawnLength(axis)).toBeLessThanOrEqual(fold.to - fold.from);
          folded += to - from;
          busyFrom = fold.to;
        }
        expect(folded).toBeLessThanOrEqual(0.4 + 1e-6);
      }),
    );
  });

  test("has no folds if no gap is long, or if only a gap is visible", () => {
    expect(foldGaps({ from: 0, to: 10_000 }, [{ from: 1000, to: 2500 }])).toEqual([]);
    expect(foldGaps({ from: 3000, to: 9000 }, [{ from: 1000, to: 10_000 }])).toEqual([]);
    expect(toAxisShare({ from: 0, to: 10 }, 5)).toBe(0.5);
  });

  test("has no tick in a fold, one at its end, and space between ticks", () => {
    fc.assert(
      fc.property(axes, fc.integer({ min: 2, max: 12 }), (axis, most) => {
        const { ticks, step } = createAxisTicks(axis, 0, most);
        for (const [i, { share }] of ticks.entries()) {
          const inside = axis.folds.some(
            ({ from, to }) =>
              share > toAxisShare(axis, from) + 1e-9 && share < toAxisShare(axis, to) - 1e-9,
          );
          expect(inside).toBe(false);
          const before = ticks[i - 1]?.share ?? -1;
          expect(share - before).toBeGreaterThanOrEqual(0.8 * step - 1e-9);
        }
      }),
    );
    const to = 51_000;
    const folds = foldGaps({ from: 0, to }, [{ from: 5000, to: 46_854 }]);
    const labels = createAxisTicks({ from: 0, to, folds }, 0, 12).ticks.map(({ label }) => label);
    expect(labels).toContain("46.9 s");
  });
});

/** Two responses of 20 ms, with a pause between the end of one and the next request. */
function pausedBy(ms: number): Timeline {
  const log = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("one", "u1"), "x1")
    .addHead()
    .addEvents(status("working"));
  log.addEvents(status("completed")).addEnd("complete", "x1");
  const first = log.records.length;
  log
    .addRequest("message/stream", createSendMessageParams("two", "u2"), "x2")
    .addHead(200, "text/event-stream", "x2");
  log.addEventsTo("x2", status("completed", undefined, { taskId: "t2" })).addEnd("complete", "x2");
  const records = log.records.map((record, i) =>
    i >= first && "t" in record ? { ...record, t: (record.t ?? 0) + ms } : record,
  );
  return foldRecords(records).timeline;
}

test("idle time is between the end of an exchange and the next request", () => {
  const timeline = pausedBy(40_000);
  const [gap, ...others] = findIdleGaps(timeline, "all", false);
  expect(others).toEqual([]);
  expect((gap?.to ?? 0) - (gap?.from ?? 0)).toBeGreaterThanOrEqual(40_000);
  expect(gap?.from).toBe(timeline.exchanges[0]?.end?.time);
  expect(findIdleGaps(timeline, 0, false)).toEqual([]);
});

test("histogram and row ticks follow the folded axis", () => {
  const timeline = pausedBy(3_600_000);
  const to = timeline.exchanges[1]?.end?.time ?? 0;
  const axis = {
    from: 0,
    to: to + 1,
    folds: foldGaps({ from: 0, to: to + 1 }, findIdleGaps(timeline, "all", false)),
  };
  const histogram = new Histogram(1);
  const times = Array.from({ length: timeline.events.length }, (_, i) =>
    timeline.events.time.at(i),
  );
  for (const time of times) histogram.add(time, 0);
  const filled = [...histogram.sumColumns(axis, 100)].flatMap((count, i) => (count > 0 ? [i] : []));
  const expected = times.map((time) => Math.floor(toAxisShare(axis, time + 0.5) * 100));
  expect(filled).toEqual([...new Set(expected)]);
  const [exchange] = timeline.exchanges;
  if (!exchange) throw new Error("no exchange");
  const columns = findTickColumns(timeline, exchange.events, timeline.lastEvent, axis, 100);
  expect(columns).toEqual([0, 1].map((i) => Math.floor(toAxisShare(axis, times[i] ?? 0) * 100)));
});

test("a pause of hours does not make the histogram coarser", () => {
  const histogram = new Histogram(1);
  for (let i = 0; i < 100; i++) histogram.add(i * 10, 0);
  for (let i = 0; i < 100; i++) histogram.add(36_000_000 + i * 10, 0);
  expect(histogram.width).toBe(1);
  expect([...histogram.sumColumns({ from: 36_000_000, to: 36_001_000 }, 4)]).toEqual([
    25, 25, 25, 25,
  ]);
});
