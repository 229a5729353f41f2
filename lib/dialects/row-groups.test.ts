import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords } from "../../fixtures/arbitrary.ts";
import { arbitraryCaipeRecords } from "../../fixtures/arbitrary-caipe.ts";
import { foldRecords } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { WireRecord } from "../wire/record.ts";
import { Interpretation } from "./interpretation.ts";
import type { RowGroup } from "./row-groups.ts";
import { RowOutline } from "./row-outline.ts";
import { createRow, RowList } from "./rows.ts";
import { NO_FILTER } from "./settings.ts";

function openExchange(x: string, method: string, params: object): WireRecord[] {
  const body = JSON.stringify({ jsonrpc: "2.0", id: x, method, params });
  const headers: [string, string][] = [["content-type", "text/event-stream"]];
  return [
    { r: "open", x, t: 0, method: "POST", url: "http://a.test/", headers: [], body },
    { r: "head", x, t: 1, status: 200, headers },
  ];
}

const ask = (x: string, text: string, more: object = {}) =>
  openExchange(x, "message/stream", {
    message: { role: "user", messageId: `m-${x}`, parts: [{ kind: "text", text }], ...more },
  });

const lookUp = (x: string, id: string) => openExchange(x, "tasks/get", { id });

const end = (x: string): WireRecord => ({ r: "end", x, t: 2, cause: "complete" });

function respond(x: string, taskId: string, state: string): WireRecord {
  const result = { kind: "status-update", taskId, contextId: "c", status: { state } };
  return {
    r: "data",
    x,
    t: 2,
    text: `data: ${JSON.stringify({ jsonrpc: "2.0", id: x, result })}\n\n`,
  };
}

function push(x: string, taskId: string, state: string): WireRecord[] {
  const body = JSON.stringify({ id: taskId, contextId: "c", kind: "task", status: { state } });
  return [
    { r: "open", x, t: 3, method: "POST", url: "http://inbox.test/", headers: [], inbound: true },
    { r: "data", x, t: 3, text: body },
    end(x),
  ];
}

function listRows(records: readonly WireRecord[], filter = NO_FILTER): RowList {
  const ingest = new Ingest();
  for (const record of records) ingest.push(record);
  return new RowList(new Interpretation(ingest.timeline), "all", filter).update();
}

function readGroups(rows: RowList): Record<string, string[]> {
  const { items, timeline } = rows.interpretation;
  return Object.fromEntries(
    rows.groups.list.map((group) => [
      group.key,
      Array.from({ length: group.rowCount }, (_, row) => {
        const item = items[group.itemAt(row)];
        if (!item) throw new Error("no item");
        return createRow(rows.interpretation, item, timeline.lastEvent).title;
      }),
    ]),
  );
}

const HEAD = "200 text/event-stream";

describe("the groups of a run", () => {
  test("are its turns, each with its exchange", () => {
    const rows = listRows([
      ...ask("x1", "one"),
      respond("x1", "t1", "completed"),
      ...ask("x2", "two"),
      respond("x2", "t2", "failed"),
      end("x2"),
      end("x1"),
    ]);
    expect(readGroups(rows)).toEqual({
      0: ["one", HEAD, "completed", "stream ended"],
      1: ["two", HEAD, "failed", "stream ended"],
    });
    const [first] = rows.groups.list;
    expect(first?.taskAt(rows.interpretation.timeline.lastEvent)).toBe(0);
    expect(first?.taskAt(-1)).toBe(-1);
    expect(first?.parts.map(({ events }) => events.count)).toEqual([1]);
  });

  test("keep what happens to a task later with its newest turn", () => {
    const rows = listRows([
      ...ask("x1", "one"),
      respond("x1", "t1", "input-required"),
      end("x1"),
      ...ask("x2", "reply", { taskId: "t1" }),
      respond("x2", "t1", "working"),
      ...ask("x3", "other"),
      respond("x3", "t2", "working"),
      ...lookUp("x4", "t1"),
      respond("x4", "t1", "completed"),
      end("x4"),
      ...push("x5", "t2", "completed"),
    ]);
    expect(Object.values(readGroups(rows)).map(([title]) => title)).toEqual([
      "one",
      "reply",
      "other",
    ]);
    const [, reply, other] = rows.groups.list;
    expect(reply?.parts.map(({ exchange }) => exchange.id)).toEqual(["x2", "x4"]);
    expect(other?.parts.map(({ exchange }) => exchange.id)).toEqual(["x3", "x5"]);
  });

  test("separate the tasks of one exchange, and their events", () => {
    const rows = listRows([
      ...ask("x1", "both"),
      respond("x1", "t1", "working"),
      respond("x1", "t2", "working"),
      respond("x1", "t1", "completed"),
      respond("x1", "t2", "failed"),
      end("x1"),
    ]);
    expect(readGroups(rows)).toEqual({
      0: ["both", HEAD, "working", "completed", "stream ended"],
      "0.1": ["working", "failed"],
    });
    const ordinals = rows.groups.list.map(({ parts }) =>
      parts.map(({ events }) => Array.from({ length: events.count }, (_, i) => events.at(i))),
    );
    expect(ordinals).toEqual([[[0, 2]], [[1, 3]]]);
  });
});

/** Keys of the groups with their rows, of every list that grew with the records. */
function expectGroupsHold(records: readonly WireRecord[]): void {
  const ingest = new Ingest();
  const often = new RowList(new Interpretation(ingest.timeline), "all");
  const firstGroups = new Map<number, string | undefined>();
  let before: RowOutline | undefined;
  for (const record of records) {
    ingest.push(record);
    before = new RowOutline(often.update(), new Set(), before);
    for (const item of often.interpretation.items) {
      const key = often.groups.groupOf(item)?.key;
      // What came before an item decides its group, not what came later.
      if (!firstGroups.has(item.index)) firstGroups.set(item.index, key);
      expect(key).toBe(firstGroups.get(item.index));
    }
    expectPartition(often);
  }
  const once = listRows(records);
  expect(readGroups(often)).toEqual(readGroups(once));
  expectCounts(once);
  expectTimeTravel(records, once);
  for (const filter of [
    { ...NO_FILTER, hidesNoise: true },
    { ...NO_FILTER, query: "a" },
  ]) {
    const some = listRows(records, filter);
    expectPartition(some);
    for (const group of some.groups.list) expect(readGroups(once)).toHaveProperty([group.key]);
  }
}

/** The groups as of some events are those of a run that ends there. */
function expectTimeTravel(records: readonly WireRecord[], whole: RowList): void {
  const { timeline, items } = whole.interpretation;
  const { lastEvent } = timeline;
  for (let n = 0; n < lastEvent; n += Math.ceil(lastEvent / 6)) {
    const early = new RowList(new Interpretation(foldRecords(records, n + 1).timeline), "all");
    early.update();
    const keys = (list: RowList) =>
      early.interpretation.items.map(({ index }) => {
        const item = list.interpretation.items[index];
        return item && list.groups.groupOf(item)?.key;
      });
    expect(keys(whole)).toEqual(keys(early));
    expect(items.findLastIndex(({ firstEvent }) => firstEvent < n)).toBeLessThan(
      early.interpretation.items.length,
    );
    for (const group of early.groups.list) {
      const same = whole.groups.list.find(({ key }) => key === group.key);
      expect(same?.taskAt(n)).toBe(group.taskAt(n));
      const counts = (of?: RowGroup) => of?.parts.map(({ events }) => events.countAt(n));
      expect(counts(same)?.slice(0, group.parts.length)).toEqual(counts(group));
    }
  }
}

/** Every row is in exactly one group, and every line of the outline is found where it is. */
function expectPartition(rows: RowList): void {
  const grouped = rows.groups.list.flatMap((group) =>
    Array.from({ length: group.rowCount }, (_, row) => group.itemAt(row)),
  );
  const listed = Array.from({ length: rows.count }, (_, row) => rows.itemAt(row)?.index);
  expect(grouped.toSorted((a, b) => a - b)).toEqual(listed);
  const [first] = rows.groups.list;
  for (const collapsed of [new Set<string>(), new Set(first ? [first.key] : [])]) {
    const outline = new RowOutline(rows, collapsed);
    for (let line = 0; line < outline.count; line++) {
      expect(outline.findLine(outline.keyAt(line))).toBe(line);
    }
    const shown = Array.from({ length: outline.count }, (_, line) => outline.itemAt(line)?.index);
    const hidden = outline.hasHeaders && collapsed.size > 0 ? (first?.rowCount ?? 0) : 0;
    expect(shown.filter((index) => index !== undefined)).toHaveLength(rows.count - hidden);
  }
}

/** The groups share the events of their exchanges, and each event is in one. */
function expectCounts({ groups, interpretation: { timeline } }: RowList): void {
  const parts = groups.list.flatMap((group) => group.parts);
  for (const exchange of new Set(parts.map((part) => part.exchange))) {
    const own = parts.filter((part) => part.exchange === exchange);
    expect(own.reduce((sum, { events }) => sum + events.count, 0)).toBe(exchange.events.count);
    const n = timeline.lastEvent >> 1;
    const early = own.reduce((sum, { events }) => sum + events.countAt(n), 0);
    expect(early).toBe(exchange.events.countAt(n));
  }
}

describe("groups partition the rows, and those of event n are those of the first n events", () => {
  test.each(FIXTURE_NAMES)("in %s", (name) => {
    const { records } = readFixture(name);
    if (records.length < 400) expectGroupsHold(records);
    else expectPartition(listRows(records));
  });

  test("whatever agents send", () => {
    fc.assert(fc.property(arbitraryRecords, expectGroupsHold), { numRuns: 200 });
    fc.assert(fc.property(arbitraryCaipeRecords, expectGroupsHold), { numRuns: 50 });
  });
});

describe("the outline", () => {
  const records = [
    ...ask("x1", "one"),
    respond("x1", "t1", "working"),
    ...ask("x2", "two"),
    respond("x2", "t2", "working"),
    respond("x1", "t1", "completed"),
    end("x1"),
  ];
  const rows = listRows(records);
  const kinds = (outline: RowOutline) =>
    Array.from({ length: outline.count }, (_, line) => outline.lineAt(line)?.kind.charAt(0)).join(
      "",
    );

  test("has a header for each group, and none for a single one", () => {
    expect(kinds(new RowOutline(rows))).toBe("hrrrrrhrrr");
    expect(kinds(new RowOutline(listRows(records.slice(0, 3))))).toBe("rrr");
    expect(new RowOutline(rows).lineAt(10)).toBeUndefined();
    expect(new RowOutline(rows).lineAt(-1)).toBeUndefined();
  });

  test("collapses a group to its header, which stands for its rows", () => {
    const outline = new RowOutline(rows, new Set(["0"]));
    expect(kinds(outline)).toBe("hhrrr");
    const [first] = rows.groups.list;
    const item = first?.itemAt(2) ?? -1;
    expect(outline.findLine(item)).toBe(-1);
    expect(outline.findPlace(item)).toBe(0);
    expect(outline.findLine("0")).toBe(0);
    expect(outline.findLine("no such group")).toBe(-1);
  });

  test("has the playhead below the newest row of an event, in its group", () => {
    const open = new RowOutline(rows);
    expect([-1, 0, 1, 2].map((n) => open.countUpToEvent(n))).toEqual([3, 9, 10, 10]);
    const collapsed = new RowOutline(rows, new Set(["1"]));
    expect([-1, 0, 1, 2].map((n) => collapsed.countUpToEvent(n))).toEqual([3, 7, 7, 7]);
  });

  test("keeps its layout while lines are added at the end only", () => {
    const ingest = new Ingest();
    const growing = new RowList(new Interpretation(ingest.timeline), "all");
    const layouts: object[] = [];
    let outline: RowOutline | undefined;
    for (const record of records) {
      ingest.push(record);
      outline = new RowOutline(growing.update(), new Set(), outline);
      layouts.push(outline.layout);
    }
    const changes = layouts.map((layout, index) => layout !== layouts[index - 1]);
    // The first outline, the headers, and two rows of the first turn while the second one goes on.
    expect(changes).toEqual([true, false, false, true, false, false, true, true]);
    expect(new RowOutline(growing, new Set(["0"]), outline).layout).not.toBe(outline?.layout);
  });
});
