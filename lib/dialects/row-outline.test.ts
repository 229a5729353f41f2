// The spans of a joined trace among the lines of the list.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords } from "../../fixtures/arbitrary.ts";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import type { WireRecord } from "../wire/record.ts";
import { Interpretation } from "./interpretation.ts";
import { type CallSpans, RowOutline } from "./row-outline.ts";
import { RowList } from "./rows.ts";
import { type Filter, NO_FILTER } from "./settings.ts";
import { getSpanKey, getSpansKey } from "./span-key.ts";

function listRows(records: readonly WireRecord[], filter: Filter = NO_FILTER): RowList {
  const { timeline } = foldRecords(records);
  return new RowList(new Interpretation(timeline), "all", filter).update();
}

/** Some spans below every exchange. */
const createSpans = (rows: RowList, count: number): CallSpans[] =>
  rows.interpretation.timeline.exchanges.map((exchange) => ({
    exchange,
    spans: Array.from({ length: count }, (_, span) => span * 2),
  }));

const listLines = (outline: RowOutline) =>
  Array.from({ length: outline.count }, (_, line) => outline.lineAt(line));

/** Without its spans, an outline is the one that has none; each line is found by its key. */
function expectSpansBetweenRows(rows: RowList, collapsed: ReadonlySet<string>): void {
  const plain = new RowOutline(rows, collapsed);
  const outline = new RowOutline(rows, collapsed, undefined, createSpans(rows, 3));
  const lines = listLines(outline);
  expect(lines).not.toContain(undefined);
  const isSpan = (line: (typeof lines)[number]) => line?.kind === "spans" || line?.kind === "span";
  expect(lines.filter((line) => !isSpan(line))).toEqual(listLines(plain));
  for (const [index, line] of lines.entries()) {
    expect(outline.findLine(outline.keyAt(index))).toBe(index);
    if (line?.kind !== "spans") continue;
    const above = lines[index - 1];
    expect(above?.kind === "row" && above.item.exchange).toBe(line.exchange);
    const isOpen = !collapsed.has(getSpansKey(line.exchange));
    const below = lines.slice(index + 1, index + 4).map((one) => one?.kind);
    if (isOpen) expect(below).toEqual(["span", "span", "span"]);
    // Rows of a call may be in several groups: its first row is the first in time.
    const first = above?.kind === "row" ? above.item.index : -1;
    const isEarlier = (one: (typeof lines)[number]) =>
      one?.kind === "row" && one.item.exchange === line.exchange && one.item.index < first;
    expect(lines.some(isEarlier)).toBe(false);
  }
  expect(outline.lineAt(lines.length)).toBeUndefined();
  expect(outline.lineAt(-1)).toBeUndefined();
  const { lastEvent } = rows.interpretation.timeline;
  for (const n of [-1, 0, lastEvent >> 1, lastEvent]) {
    const before = listLines(outline).slice(0, outline.countUpToEvent(n));
    expect(before.filter((line) => !isSpan(line))).toHaveLength(plain.countUpToEvent(n));
  }
}

describe("spans are below the first row of their call", () => {
  test.each(FIXTURE_NAMES)("in %s", (name) => {
    const rows = listRows(readFixture(name).records);
    expectSpansBetweenRows(rows, new Set());
    expectSpansBetweenRows(rows, new Set(["0", getSpansKey(0), getSpansKey(1)]));
  });

  test("whatever agents send", () => {
    const property = fc.property(arbitraryRecords, (records) =>
      expectSpansBetweenRows(listRows(records), new Set([getSpansKey(1)])),
    );
    fc.assert(property, { numRuns: 100 });
  });

  test("that the filter shows", () => {
    const { records } = readFixture("recorded/1.0/input-required.jsonl");
    const rows = listRows(records, { ...NO_FILTER, hidden: ["message"] });
    expectSpansBetweenRows(rows, new Set());
    const none = listRows(records, { ...NO_FILTER, query: "nothing like this" });
    const outline = new RowOutline(none, new Set(), undefined, createSpans(none, 3));
    expect(outline.count).toBe(0);
  });
});

test("a span is found by its index among the spans of its call", () => {
  const rows = listRows(readFixture("recorded/1.0/stream.jsonl").records);
  const all = createSpans(rows, 4).map((one) => ({ ...one, spans: [1, 5] }));
  const outline = new RowOutline(rows, new Set(), undefined, all);
  const [heading] = listLines(outline).filter((line) => line?.kind === "spans");
  if (heading?.kind !== "spans") throw new Error("no spans");
  const line = outline.findLine(getSpansKey(heading.exchange));
  expect(outline.countSpans(heading.exchange)).toBe(2);
  expect(outline.findLine(getSpanKey(heading.exchange, 5))).toBe(line + 2);
  expect(outline.findLine(getSpanKey(heading.exchange, 4))).toBe(-1);
});

test("the layout changes when spans come and go, and not otherwise", () => {
  const rows = listRows(readFixture("recorded/1.0/stream.jsonl").records);
  const plain = new RowOutline(rows);
  const spans = createSpans(rows, 2);
  const joined = new RowOutline(rows, new Set(), plain, spans);
  expect(joined.layout).not.toBe(plain.layout);
  expect(new RowOutline(rows, new Set(), joined, spans).layout).toBe(joined.layout);
  expect(new RowOutline(rows, new Set(), joined).layout).not.toBe(joined.layout);
});
