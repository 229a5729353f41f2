import { expect, test } from "vitest";
import { toAxisShare } from "../../lib/timeline/axis.ts";
import { Ingest } from "../../lib/timeline/ingest.ts";
import { createFoldedGapMarks } from "./folded-gaps.ts";
import { createAxis } from "./use-axis.ts";

/** Exchanges from one time to another. */
function timelineOf(...ranges: readonly (readonly [from: number, to: number])[]) {
  const ingest = new Ingest();
  for (const [index, [from, to]] of ranges.entries()) {
    const x = `x${index}`;
    ingest.push({ r: "open", x, t: from, method: "POST", url: "http://a/", headers: [] });
    ingest.push({ r: "end", x, t: to, cause: "complete" });
  }
  return ingest.timeline;
}

const ENDED = { live: false, zoom: null, folds: true };

test.each([0.4, 12, 99, 5000])("a run of %d ms fills its axis", (length) => {
  const axis = createAxis(timelineOf([1000, 1000 + length]), "all", ENDED);
  if (!axis) throw new Error("no axis");
  expect(toAxisShare(axis, 1000 + length)).toBeGreaterThan(0.98);
});

test("a run of a moment has an axis", () => {
  const axis = createAxis(timelineOf([1000, 1000]), "all", ENDED);
  expect(axis).toMatchObject({ from: 1000, origin: 1000, now: 1000 });
  expect((axis?.to ?? 0) - 1000).toBeGreaterThan(0);
});

test("the axis of a live run has room to grow, and is seldom extended", () => {
  const ends = new Set<number>();
  for (let now = 1; now < 100_000; now += 20) {
    const axis = createAxis(timelineOf([0, now]), "all", { ...ENDED, live: true });
    if (!axis) throw new Error("no axis");
    ends.add(axis.to);
    expect(axis.to).toBeGreaterThanOrEqual(now * 1.02);
    if (now > 100) expect(axis.to).toBeLessThan(now * 1.25);
  }
  expect(ends.size).toBeLessThan(45);
});

test.each([
  [1200, "⋯ 1 min idle"],
  [600, "⋯ 1 min"],
  [380, "1 min"],
  [300, "⋯"],
  [50, ""],
])("on an axis of %d px a fold is labelled %j", (width, label) => {
  const axis = createAxis(timelineOf([0, 1000], [61_000, 62_000]), "all", ENDED);
  expect(axis && createFoldedGapMarks(axis, width).map((mark) => mark.label)).toEqual([label]);
});

test("idle time is folded or true, and the rest keeps one scale", () => {
  const timeline = timelineOf([0, 1000], [61_000, 62_000]);
  const folded = createAxis(timeline, "all", ENDED);
  const whole = createAxis(timeline, "all", { ...ENDED, folds: false });
  if (!folded || !whole) throw new Error("no axis");
  expect(folded.folds).toMatchObject([{ from: 1000, to: 61_000 }]);
  expect(toAxisShare(folded, 1000)).toBeCloseTo(
    toAxisShare(folded, 62_000) - toAxisShare(folded, 61_000),
  );
  expect(toAxisShare(folded, 61_000) - toAxisShare(folded, 1000)).toBeCloseTo(0.1, 1);
  expect(whole.folds).toEqual([]);
  expect(toAxisShare(whole, 1000)).toBeLessThan(0.02);
});
