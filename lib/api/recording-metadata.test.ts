import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MAX_EDGES,
  MAX_NOTES,
  MAX_TAGS,
  NAME_LIMIT,
  parseMetadata,
  sanitizeLine,
  TAG_LIMIT,
  toMetadataChanges,
} from "./recording-metadata.ts";

const metadataOf = (...changes: object[]) =>
  parseMetadata(changes.map((saying) => JSON.stringify(saying)).join("\n"));
const at = "2026-11-20T10:00:00.000Z";
const note = { a: "note", at, id: "n-1", x: "x-1", event: 3, text: "odd" };

describe("metadata lines", () => {
  test("the last name counts, and an empty one removes it", () => {
    expect(metadataOf({ a: "name", at, name: "One" }, { a: "name", at, name: "Two" }).name).toBe(
      "Two",
    );
    expect(
      metadataOf({ a: "name", at, name: "One" }, { a: "name", at, name: " " }).name,
    ).toBeNull();
  });

  test("tags of concurrent writers are all kept", () => {
    const tags = metadataOf(
      { a: "tags", at, add: ["bug", "Slow"], remove: [] },
      { a: "tags", at, add: ["slow", "v2"], remove: ["BUG"] },
    );
    expect(tags.tags).toEqual(["slow", "v2"]);
  });

  test("a note is changed in place, and removed", () => {
    const other = { ...note, id: "n-2", text: "second" };
    const changes = [note, other, { ...note, text: "very odd" }];
    const changed = metadataOf(...changes);
    expect(changed.notes.map(({ text }) => text)).toEqual(["very odd", "second"]);
    expect(metadataOf(...changes, { ...note, text: "" }).notes).toHaveLength(1);
  });

  test("the last decision about a call counts, and one without a parent removes it", () => {
    const cut = { a: "edge", at, x: "x2", parent: null };
    const verdict = {
      ...{ a: "verdict", at, kind: "completed", clean: true, because: "It ended.", endedBy: null },
      ...{ bytes: 7, by: "loupe/0.1.0" },
    };
    const changes = [verdict, cut, { ...cut, x: "x3" }, { ...cut, parent: "x1" }];
    const decided = metadataOf(...changes);
    expect(decided.edges).toEqual([
      { x: "x3", parent: null },
      { x: "x2", parent: "x1" },
    ]);
    // It was the verdict of another tree.
    expect(decided.verdict).toBeNull();
    const { parent: _parent, ...removed } = cut;
    const restored = metadataOf(...changes, removed);
    expect(restored.edges).toEqual([{ x: "x3", parent: null }]);
    expect(metadataOf(...changes, { ...cut, parent: 7 })).toEqual(decided);
  });

  test("control and bidi characters are removed from a line", () => {
    expect(sanitizeLine("a\u202e\nb\u0007  c", 20)).toBe("a b c");
    expect(sanitizeLine("😀".repeat(9), 3)).toBe("😀😀😀");
  });
});

test("an incomplete, foreign or hostile line changes nothing", () => {
  const lines = [note, { a: "name", at, name: "Kept" }].map((line) => JSON.stringify(line));
  const before = parseMetadata(lines.join("\n"));
  for (const line of [
    '{"a":"name","na',
    "null",
    "[]",
    "",
    '{"a":"later","name":"x"}',
    '{"a":"name","name":7}',
    '{"a":"note","id":"n-3","x":"x","event":-1,"text":"t","at":"t"}',
    '{"a":"verdict","kind":"completed","clean":"yes","because":"","bytes":1,"by":"x"}',
    '{"__proto__":{"a":"name"},"name":"x"}',
  ]) {
    expect(parseMetadata([...lines, line].join("\n")), line).toEqual(before);
  }
});

test("with any file content, the state stays within its limits", () => {
  const anything = fc.oneof(fc.json(), fc.string(), fc.constant(JSON.stringify(note)));
  const tagging = fc.record({
    a: fc.constant("tags"),
    add: fc.array(fc.string({ maxLength: 80 }), { maxLength: 40 }),
    remove: fc.array(fc.string()),
  });
  const deciding = fc.record({ a: fc.constant("edge"), x: fc.string(), parent: fc.json() });
  const line = fc.oneof(
    anything,
    tagging.map((one) => JSON.stringify(one)),
    deciding.map((one) => JSON.stringify(one)),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const about = parseMetadata(lines.join("\n"));
      expect(about.tags.length).toBeLessThanOrEqual(MAX_TAGS);
      expect(about.notes.length).toBeLessThanOrEqual(MAX_NOTES);
      expect(about.edges.length).toBeLessThanOrEqual(MAX_EDGES);
      for (const tag of about.tags) expect([...tag].length).toBeLessThanOrEqual(TAG_LIMIT);
      expect((about.name ?? "").length).toBeLessThanOrEqual(NAME_LIMIT * 2);
    }),
  );
});

test("a state can be written again and is the same", () => {
  const text = fc.string({ minLength: 1, maxLength: 30 });
  const notes = fc.uniqueArray(
    fc.record({
      id: text,
      x: text,
      event: fc.nat(),
      text: text.filter((one) => one.trim() !== ""),
      at: fc.constant(at),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  );
  fc.assert(
    fc.property(text, fc.array(text), notes, (name, add, all) => {
      const about = metadataOf(
        { a: "name", at, name },
        { a: "tags", at, add, remove: [] },
        ...all.map((one) => ({ a: "note", ...one })),
        ...all.map(({ x }, i) => ({ a: "edge", at, x, parent: i % 2 === 0 ? null : name })),
        {
          a: "verdict",
          at,
          kind: "cut",
          clean: false,
          because: "b",
          endedBy: "loupe",
          bytes: 4,
          by: "loupe/0",
        },
      );
      expect(metadataOf(...toMetadataChanges(about, at))).toEqual(about);
    }),
  );
});
