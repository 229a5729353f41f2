import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMetadata } from "../../api/recording-metadata.ts";
import { hashMetadata, mergeMetadata } from "./merge-metadata.ts";

const time = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const name = (text: string, second: number) =>
  JSON.stringify({ a: "name", at: time(second), name: text });
const note = (id: string, text: string, second: number) =>
  JSON.stringify({ a: "note", id, x: "x1", event: 0, text, at: time(second) });
const edge = (x: string, parent: string | null | undefined, second: number) =>
  JSON.stringify({ a: "edge", at: time(second), x, parent });

const anyLine = fc.oneof(
  fc.tuple(fc.constantFrom("a", "b", "c"), fc.nat(9)).map(([text, at]) => name(text, at)),
  fc
    .tuple(fc.constantFrom("n-1", "n-2"), fc.constantFrom("x", "y", ""), fc.nat(9))
    .map(([id, text, at]) => note(id, text, at)),
  fc
    .tuple(fc.subarray(["red", "blue"]), fc.subarray(["red", "blue"]), fc.nat(9))
    .map(([add, remove, at]) => JSON.stringify({ a: "tags", at: time(at), add, remove })),
  fc
    .tuple(fc.constantFrom("x1", "x2"), fc.constantFrom("x0", null, undefined), fc.nat(9))
    .map(([x, parent, at]) => edge(x, parent, at)),
  fc.constantFrom("", "{", '{"a":"verdict"}', '{"a":"name"', '{"a":7,"at":[]}'),
);
const anyText = fc.array(anyLine, { maxLength: 8 }).map((lines) => lines.join("\n"));

test("after both have merged, both have the same changes, whoever was first", () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const first = mergeMetadata(one, "", "one").lines.join("\n");
      const second = mergeMetadata(other, first, "other");
      const store = second.lines.join("\n");
      const back = mergeMetadata(one, store, "one");
      expect(back.hasNewForStore).toBe(false);
      const atOne = [one, ...back.newHere].join("\n");
      const atOther = [other, ...second.newHere].join("\n");
      expect(hashMetadata(atOne)).toBe(hashMetadata(store));
      expect(hashMetadata(atOther)).toBe(hashMetadata(store));
      expect(mergeMetadata(atOther, store, "other")).toMatchObject({ newHere: [], lost: [] });
    }),
  );
});

test("the later name wins, and the one who lost is told, whoever comes to the store first", () => {
  const early = name("Early", 1);
  const late = name("Late", 2);
  const expected = { kind: "name", yours: "Early", theirs: "Late" };
  const store = mergeMetadata(early, "", "A").lines.join("\n");
  const atB = mergeMetadata(late, store, "B");
  expect(atB.lost).toEqual([]);
  const atA = mergeMetadata(early, atB.lines.join("\n"), "A");
  expect(atA.lost).toEqual([{ ...expected, by: "B" }]);
  expect(parseMetadata([early, ...atA.newHere].join("\n")).name).toBe("Late");
  const lateFirst = mergeMetadata(late, "", "B").lines.join("\n");
  expect(mergeMetadata(early, lateFirst, "A").lost).toEqual([{ ...expected, by: "B" }]);
});

test("a change by someone who knew of the one before is no conflict", () => {
  const store = mergeMetadata(name("Early", 1), "", "A").lines.join("\n");
  const knowing = mergeMetadata(store, store, "B");
  const atB = mergeMetadata(`${store}\n${name("Late", 2)}`, knowing.lines.join("\n"), "B");
  expect(mergeMetadata(name("Early", 1), atB.lines.join("\n"), "A").lost).toEqual([]);
});

test("different notes, equal names and tags do not conflict", () => {
  const tag = (add: string) => JSON.stringify({ a: "tags", at: time(1), add: [add], remove: [] });
  const here = [note("n-1", "mine", 1), name("same", 1), tag("red")].join("\n");
  const there = [note("n-2", "theirs", 2), name("same", 2), tag("blue")].join("\n");
  const merged = mergeMetadata(here, there, "A");
  expect(merged.lost).toEqual([]);
  const { notes, tags } = parseMetadata(merged.lines.join("\n"));
  expect([notes.length, tags.toSorted()]).toEqual([2, ["blue", "red"]]);
});

test("of the decisions about one call, the last one wins at both, and that is no conflict", () => {
  const store = mergeMetadata(edge("x2", null, 2), "", "A").lines.join("\n");
  const atB = mergeMetadata([edge("x2", "x1", 1), edge("x3", "x1", 1)].join("\n"), store, "B");
  expect(atB.lost).toEqual([]);
  const all = parseMetadata(atB.lines.join("\n")).edges;
  expect(new Map(all.map(({ x, parent }) => [x, parent]))).toEqual(
    new Map([
      ["x2", null],
      ["x3", "x1"],
    ]),
  );
});
