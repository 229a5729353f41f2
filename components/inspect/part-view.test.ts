import { expect, test } from "vitest";
import { toTabularData } from "./part-view.tsx";

test("a list of flat objects is a table of all their members", () => {
  expect(
    toTabularData([
      { a: 1, b: "x" },
      { b: null, c: true },
    ]),
  ).toEqual({
    columns: ["a", "b", "c"],
    rows: [
      [1, "x", undefined],
      [undefined, null, true],
    ],
  });
});

test("a list that is the only member of an object is a table", () => {
  expect(toTabularData({ pods: [{ name: "p" }] })?.columns).toEqual(["name"]);
});

test.each([
  ["nothing", []],
  ["no objects", [1, 2]],
  ["deep objects", [{ a: { b: 1 } }]],
  ["lists in it", [{ a: [] }]],
  ["a mix", [{ a: 1 }, 2]],
  ["empty objects", [{}, {}]],
  ["more members", { list: [{ a: 1 }], total: 1 }],
  ["too wide", [Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, i]))]],
  ["a text", "[{}]"],
  ["null", null],
])("%s: no table", (_, value) => {
  expect(toTabularData(value)).toBeNull();
});

test("members named like Object.prototype members are ordinary columns", () => {
  const rows: unknown = JSON.parse('[{"__proto__":1},{"constructor":2}]');
  expect(toTabularData(rows)).toEqual({
    columns: ["__proto__", "constructor"],
    rows: [
      [1, undefined],
      [undefined, 2],
    ],
  });
});
