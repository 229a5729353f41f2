import { beforeEach, expect, test } from "vitest";
import { createManyTurnsLog } from "../../e2e/support/logs.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";
import { getInterpretedRun } from "./interpreted-run.ts";
import {
  collapseLine,
  expandLine,
  findCurrentLine,
  getOutline,
  selectLine,
  setAllGroupsExpanded,
  stepLine,
  toggleGroup,
} from "./row-navigation.ts";
import { createRunStore, createRunVersion } from "./run.ts";
import { createViewStore } from "./view.ts";

function openRun(turns: number) {
  const ingest = new Ingest();
  for (const line of createManyTurnsLog(turns).trim().split("\n").slice(1)) {
    ingest.push(JSON.parse(line) as WireRecord);
  }
  const { timeline } = ingest;
  const context = { run: createRunStore(), view: createViewStore() };
  context.run.setState({ timeline, version: createRunVersion(timeline) });
  getInterpretedRun(context);
  return context;
}

let context = openRun(3);
beforeEach(() => {
  context = openRun(3);
});

const current = () => findCurrentLine(getOutline(context), context.view.getState());

test("the arrows move through headers and rows, and stop at the ends", () => {
  const { count } = getOutline(context);
  stepLine(context, 1);
  expect(context.view.getState()).toMatchObject({ selected: null, selectedLine: "0" });
  stepLine(context, 1);
  expect(context.view.getState().selected).toBe(0);
  stepLine(context, 1000);
  expect(current()).toBe(count - 1);
  stepLine(context, 1);
  expect(current()).toBe(count - 1);
  stepLine(context, -1000);
  expect(current()).toBe(0);
});

test("without a current line, the way up starts at the end", () => {
  stepLine(context, -1);
  expect(current()).toBe(getOutline(context).count - 1);
});

test("left leaves a row for its header, and collapses that; right is the way back", () => {
  const { count } = getOutline(context);
  selectLine(context, 2);
  collapseLine(context);
  expect(current()).toBe(0);
  collapseLine(context);
  expect(getOutline(context).count).toBeLessThan(count);
  expect(getOutline(context).lineAt(1)?.kind).toBe("header");
  expandLine(context);
  expect(getOutline(context).count).toBe(count);
  expandLine(context);
  expect(current()).toBe(1);
});

test("left collapses the content of a row first", () => {
  const outline = getOutline(context);
  const line = Array.from({ length: outline.count }, (_, at) => at).find(
    (at) => outline.itemAt(at)?.kind === "artifact",
  );
  if (line === undefined) throw new Error("no artifact");
  selectLine(context, line);
  expandLine(context);
  expect(context.view.getState().expanded.size).toBe(1);
  collapseLine(context);
  expect(context.view.getState().expanded.size).toBe(0);
  expect(current()).toBe(line);
});

test("what collapses the group of the selected row makes its header the current line", () => {
  selectLine(context, 3);
  setAllGroupsExpanded(context, false);
  expect(getOutline(context).count).toBe(3);
  expect(current()).toBe(0);
  setAllGroupsExpanded(context, true);
  expect(current()).toBe(0);
});

test("whatever selects a row expands its group, and no other", () => {
  const { count } = getOutline(context);
  const item = getOutline(context).itemAt(2)?.index ?? -1;
  setAllGroupsExpanded(context, false);
  context.view.setState({ selected: item });
  const outline = getOutline(context);
  expect(outline.findLine(item)).toBe(2);
  expect(outline.count).toBeLessThan(count);
  expect(outline.isCollapsed("1")).toBe(true);
});

test("collapsing another group keeps the selected row", () => {
  selectLine(context, 2);
  toggleGroup(context, "1");
  expect(current()).toBe(2);
  toggleGroup(context, "1");
  expect(getOutline(context).isCollapsed("1")).toBe(false);
});

test("forty tasks and two hundred turns have a header each", () => {
  context = openRun(200);
  const { groups, rows } = getOutline(context);
  expect(groups).toHaveLength(200);
  expect(rows.interpretation.timeline.tasks).toHaveLength(40);
  expect(rows.interpretation.timeline.contexts).toHaveLength(3);
  expect(groups.map((group) => group.taskAt(Number.POSITIVE_INFINITY))).toEqual(
    Array.from({ length: 200 }, (_, turn) => Math.floor(turn / 5)),
  );
});
