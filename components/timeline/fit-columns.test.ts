import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  COLUMN_IDS,
  type ColumnChoices,
  type ColumnId,
  isColumnWanted,
  NO_COLUMN_CHOICES,
} from "../../lib/session/columns.ts";
import {
  COMFORTABLE_ENTRY_PX,
  type ColumnLayout,
  fitColumns,
  formatGridTemplate,
  GAP_PX,
  getColumnOffset,
  getWidthLimit,
  LEAST_ENTRY_PX,
  PADDING_END_PX,
  PADDING_START_PX,
} from "./fit-columns.ts";

const layOut = (width: number, choices: ColumnChoices = NO_COLUMN_CHOICES, isTimed = true) =>
  fitColumns(width, { choices, isTimed });
const idsOf = ({ columns }: ColumnLayout) => columns.map(({ id }) => id);
const widthOf = ({ columns }: ColumnLayout, id: ColumnId) =>
  columns.find((column) => column.id === id)?.width;

describe("by width alone", () => {
  test.each([
    [1280, ["time", "kind", "entry", "waterfall", "frames", "bytes"]],
    [850, ["time", "kind", "entry", "waterfall", "frames"]],
    [798, ["time", "kind", "entry", "waterfall"]],
    [640, ["time", "kind", "entry"]],
  ])("a list of %i pixels shows %j", (width, ids) => {
    expect(idsOf(layOut(width))).toEqual(ids);
  });

  test("the names of the kinds go last", () => {
    expect(layOut(600).namesKinds).toBe(true);
    expect(layOut(500).namesKinds).toBe(false);
    expect(widthOf(layOut(500), "kind")).toBe(16);
  });

  test("the waterfall grows with the list, and the entry keeps a comfortable width", () => {
    const widths = [900, 1200, 1700].map((width) => widthOf(layOut(width), "waterfall") ?? 0);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(widths.at(-1)).toBeGreaterThan(500);
    expect(widthOf(layOut(900), "entry")).toBeGreaterThanOrEqual(COMFORTABLE_ENTRY_PX);
  });

  test("a log without times has no columns for them", () => {
    const shown: ColumnChoices = { shown: { duration: true }, widths: {} };
    expect(idsOf(layOut(1280, shown, false))).toEqual(["kind", "entry", "frames", "bytes"]);
  });
});

describe("by choice", () => {
  test("a shown column outlasts the others", () => {
    const layout = layOut(640, { shown: { bytes: true }, widths: {} });
    expect(idsOf(layout)).toEqual(["time", "kind", "entry", "bytes"]);
    expect(layout.unfit).toEqual(["waterfall", "frames"]);
  });

  test("a hidden column stays hidden at every width", () => {
    const choices: ColumnChoices = { shown: { waterfall: false, time: false }, widths: {} };
    expect(idsOf(layOut(3000, choices))).toEqual(["kind", "entry", "frames", "bytes"]);
  });

  test("the waterfall has the chosen width where the entry can spare it", () => {
    const choices: ColumnChoices = { shown: {}, widths: { waterfall: 500 } };
    expect(widthOf(layOut(1280, choices), "waterfall")).toBe(500);
    expect(widthOf(layOut(798, choices), "entry")).toBe(LEAST_ENTRY_PX);
  });

  test("a kind is wide enough for its name, or an icon", () => {
    const kind = (width: number) => layOut(1280, { shown: {}, widths: { kind: width } });
    expect(widthOf(kind(30), "kind")).toBe(16);
    expect(kind(30).namesKinds).toBe(false);
    expect(widthOf(kind(60), "kind")).toBe(78);
    expect(kind(60).namesKinds).toBe(true);
  });

  test("a column can be widened until the entry has its least width", () => {
    const limit = getWidthLimit(layOut(798), "waterfall");
    const layout = layOut(798, { shown: {}, widths: { waterfall: limit } });
    expect(widthOf(layout, "waterfall")).toBe(limit);
    expect(widthOf(layout, "entry")).toBe(LEAST_ENTRY_PX);
  });
});

test("the template names a line for each column, at its offset", () => {
  const layout = layOut(640);
  expect(formatGridTemplate(layout)).toBe("[time] 60px [kind] 84px [entry] minmax(0,1fr)");
  expect(getColumnOffset(layout, "kind")).toBe(PADDING_START_PX + 60 + GAP_PX);
  expect(getColumnOffset(layout, "bytes")).toBeNull();
});

describe("whatever the user chose", () => {
  const choices = fc.record({
    shown: fc.dictionary(fc.constantFrom(...COLUMN_IDS), fc.boolean()),
    widths: fc.dictionary(
      fc.constantFrom(...COLUMN_IDS),
      fc.oneof(fc.integer({ min: -50, max: 2000 }), fc.double({ noNaN: true })),
    ),
  });
  const widths = fc.integer({ min: 420, max: 3000 });

  test("the columns fill the list exactly", () => {
    fc.assert(
      fc.property(widths, choices, fc.boolean(), (width, chosen, isTimed) => {
        const { columns } = layOut(width, chosen, isTimed);
        const taken = columns.reduce((sum, column) => sum + column.width, 0);
        const gaps = (columns.length - 1) * GAP_PX;
        const entry = columns.find(({ id }) => id === "entry")?.width ?? 0;
        const whole = PADDING_START_PX + PADDING_END_PX + gaps + taken;
        if (entry > 0) expect(whole).toBe(width);
        else expect(whole).toBeGreaterThanOrEqual(width);
      }),
    );
  });

  test("a narrower list shows no column that a wider one hides", () => {
    fc.assert(
      fc.property(widths, widths, choices, (one, other, chosen) => {
        const [narrow, wide] = [
          layOut(Math.min(one, other), chosen),
          layOut(Math.max(one, other), chosen),
        ];
        expect(idsOf(wide)).toEqual(expect.arrayContaining(idsOf(narrow)));
        expect(Number(narrow.namesKinds)).toBeLessThanOrEqual(Number(wide.namesKinds));
      }),
    );
  });

  test("what is hidden by the user is hidden, and what is missing was wanted", () => {
    fc.assert(
      fc.property(widths, choices, (width, chosen) => {
        const layout = layOut(width, chosen);
        const wanted = COLUMN_IDS.filter((id) => isColumnWanted(chosen, id));
        expect(new Set([...idsOf(layout), ...layout.unfit])).toEqual(new Set(wanted));
      }),
    );
  });
});
