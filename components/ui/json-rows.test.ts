import { describe, expect, it } from "vitest";
import {
  DEFAULT_OPEN_RULE,
  flattenJson,
  formatPath,
  getNodePath,
  type JsonRow,
  openAll,
  setOpen,
} from "./json-rows.ts";

function outline(rows: readonly JsonRow[]): string[] {
  return rows.map((row) => {
    const name = formatPath(getNodePath(row.node));
    if (row.type === "text") return `${name} text ${row.from}-${row.to}`;
    if (row.type === "close") return `${name} close`;
    return row.open === undefined ? name : `${name} ${row.open ? "open" : "closed"} ${row.size}`;
  });
}

describe("flattenJson", () => {
  it("lists open nodes in order, with closing rows", () => {
    const value = { a: [1, { b: null }], "odd key": {}, c: "x" };
    expect(outline(flattenJson(value, {}))).toEqual([
      "(root) open 3",
      "a open 2",
      "a[0]",
      "a[1] open 1",
      "a[1].b",
      "a[1] close",
      "a close",
      '["odd key"]',
      "c",
      "(root) close",
    ]);
  });

  it("keeps open nodes open when the value changes", () => {
    const tree = {};
    setOpen(tree, ["a"], false);
    expect(outline(flattenJson({ a: [1], b: 2 }, tree))).toContain("a closed 1");
    expect(outline(flattenJson({ a: [1, 2, 3] }, tree))).toContain("a closed 3");
  });

  it("opens 5,000 levels without running out of stack", () => {
    let value: unknown = "deep";
    for (let i = 0; i < 5000; i++) value = i % 2 ? [value] : { in: value };
    const tree = {};
    openAll(tree, [], value, 10_000);
    const rows = flattenJson(value, tree);
    expect(rows).toHaveLength(10_001);
    expect(rows[5000]?.node.depth).toBe(5000);
  });

  it("shows 200,000 keys closed at first, and all of them when opened", () => {
    const wide = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, i]));
    expect(flattenJson(wide, {})).toHaveLength(1);
    expect(flattenJson(wide, { open: true })).toHaveLength(200_002);
  });

  it("stops opening nodes automatically beyond a number of rows", () => {
    const value = Array.from({ length: 90 }, () => Array.from({ length: 90 }, () => [1, 2, 3]));
    expect(flattenJson(value, {}).length).toBeLessThan(DEFAULT_OPEN_RULE.rows + 400);
  });

  it("cuts a long string into rows that join to the whole, pairs unbroken", () => {
    const text = "😀".repeat(5000);
    const rows = flattenJson({ text }, { children: new Map([["text", { open: true }]]) });
    const parts = rows.flatMap((row) =>
      row.type === "text" ? [text.slice(row.from, row.to)] : [],
    );
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.join("")).toBe(text);
    expect(parts.every((part) => Buffer.from(part).toString() === part)).toBe(true);
  });

  it("accepts values that are not JSON", () => {
    for (const value of [undefined, Number.NaN, 1n, () => 0, "", null]) {
      expect(flattenJson(value, {})).toHaveLength(1);
    }
  });
});
