// The rows of a call between agents are inside those of the call it was made for.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { arbitraryHopRecords, HopLog, PLANNER, TRACE } from "../../fixtures/hop-log.ts";
import type { WireRecord } from "../wire/record.ts";
import { Interpretation } from "./interpretation.ts";
import { RowOutline } from "./row-outline.ts";
import { RowList } from "./rows.ts";

const listRows = (records: readonly WireRecord[], limit?: number) =>
  new RowList(new Interpretation(foldRecords(records, limit).timeline), "all").update();

const listLines = (outline: RowOutline) =>
  Array.from({ length: outline.count }, (_, line) => outline.lineAt(line));

/** `2` for a header at depth 2, `.` for a row. */
const draw = (outline: RowOutline) =>
  listLines(outline)
    .map((line) => (line?.kind === "header" ? String(line.depth) : "."))
    .join("");

function expectTree(records: readonly WireRecord[]): void {
  const rows = listRows(records);
  const { callTree, lastEvent } = rows.interpretation.timeline;
  const outline = new RowOutline(rows);
  const lines = listLines(outline);
  expect(lines.filter((line) => line?.kind === "row")).toHaveLength(rows.count);
  for (const [index, line] of lines.entries()) {
    expect(outline.findLine(outline.keyAt(index))).toBe(index);
    if (line?.kind !== "header") continue;
    const parent = callTree.find(line.group.exchange.index)?.parentAt(lastEvent);
    const [, around] = outline.listGroupsAround(line.group);
    expect(around?.exchange).toBe(parent?.exchange);
    expect(line.depth).toBe(outline.listGroupsAround(line.group).length - 1);
    if (around) expect(outline.findLine(around.key)).toBeLessThan(index);
    // Collapsed, it hides its rows and the calls that were made for it, and nothing else.
    const collapsed = new RowOutline(rows, new Set([line.group.key]));
    expect(collapsed.findLine(line.group.key)).toBe(index);
    for (const other of outline.groups) {
      const isInside = other !== line.group && outline.listGroupsAround(other).includes(line.group);
      expect(collapsed.findLine(other.key) < 0).toBe(isInside);
      if (isInside) expect(collapsed.findPlace(other.itemAt(0))).toBe(index);
    }
  }
  for (let n = 0; n < lastEvent; n += 3) {
    const early = new RowOutline(listRows(records, n + 1));
    for (const group of early.groups) {
      const same = outline.groups.find(({ key }) => key === group.key);
      const keys = (of: RowOutline, one = same) =>
        one && of.listGroupsAround(one).map(({ key }) => key);
      if (early.hasHeaders) expect(keys(early, group)).toEqual(keys(outline));
    }
  }
}

describe("calls between agents", () => {
  test("are below the call they were made for, among its rows", () => {
    const log = new HopLog()
      .plan({ trace: TRACE })
      .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
      .begin({ x: "look", port: 9003, program: { pid: 3, name: "weather", listens: [9002] } })
      .wait(5)
      .finish("look", "completed")
      .finish("ask", "completed")
      .finish("plan", "completed")
      .plan({ x: "plan2" })
      .finish("plan2", "completed");
    const outline = new RowOutline(listRows(log.records));
    expect(draw(outline)).toMatch(/^0\.+1\.+2\.+0\.+$/);
  });

  test("form a tree, whatever calls there are", () => {
    fc.assert(fc.property(arbitraryHopRecords, expectTree), { numRuns: 100 });
  });

  test("below a collapsed call are not shown, and neither are its rows", () => {
    const log = new HopLog()
      .plan({ trace: TRACE })
      .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
      .finish("ask", "completed")
      .finish("plan", "completed");
    expect(draw(new RowOutline(listRows(log.records), new Set(["0"])))).toBe("0");
    expect(draw(new RowOutline(listRows(log.records), new Set(["1"])))).toMatch(/^0\.+1\.*$/);
  });
});
