import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Draft } from "./draft.ts";
import {
  applyEvents,
  createAddPatch,
  createInsertPatch,
  createRootPatch,
  createTextPart,
  getDraftTexts,
  type PatchOperation,
} from "./streaming-messages.testkit.ts";

/** A draft that these operations made, an event each, and what each showed. */
function made(...ops: unknown[]) {
  const draft = new Draft("d", 0);
  const noticed = applyEvents(
    draft,
    ops.map((op) => [op]),
  );
  return { draft, noticed };
}

describe("a position", () => {
  const inserted = (said: string, pos: unknown) => {
    const { draft, noticed } = made(
      createRootPatch("d", [createTextPart(said)]),
      createInsertPatch("/parts/0/text", pos, "-"),
    );
    return [draft.getPartText(0, 9), ...(noticed[1] ?? [])];
  };

  test.each([
    ["ab", 1, ["a-b"]],
    ["ab", 0, ["-ab"]],
    ["ab", 2, ["ab-"]],
    ["ab", 1.0, ["a-b"]],
    ["ab", undefined, ["ab-"]],
    ["ab", null, ["ab-"]],
    ["👍b", 1, ["👍-b"]],
    ["👍b", 3, ["👍b-", "Utf16"]],
    ["ab", 3, ["ab-", "Range"]],
    ["ab", -1, ["ab-", "Range"]],
    ["ab", 1e308, ["ab-", "Range"]],
    ["ab", Number.NaN, ["ab-", "Range"]],
    ["ab", Number.POSITIVE_INFINITY, ["ab-", "Range"]],
    ["ab", "1", ["ab-", "Range"]],
  ])("in %j at %s", (said, pos, expected) => {
    expect(inserted(said, pos)).toEqual(expected);
  });
});

describe("what a patch does to the parts", () => {
  const begun = createRootPatch("d", [
    createTextPart("a"),
    { data: { list: [1] } },
    createTextPart("c"),
  ]);

  test.each<[string, PatchOperation, unknown[], string[]]>([
    [
      "adds in the middle",
      createAddPatch("/parts/1", createTextPart("b")),
      ["a", "b", null, "c"],
      [],
    ],
    ["adds at the end", createAddPatch("/parts/3", createTextPart("d")), ["a", null, "c", "d"], []],
    [
      "adds far off",
      createAddPatch("/parts/4000000000", createTextPart("d")),
      ["a", null, "c", "d"],
      ["Path"],
    ],
    ["adds nowhere", createAddPatch("/parts/01", createTextPart("d")), ["a", null, "c"], ["Path"]],
    [
      "replaces",
      { op: "replace", path: "/parts/1", value: createTextPart("b") },
      ["a", "b", "c"],
      [],
    ],
    ["replaces all", { op: "replace", path: "/parts", value: [createTextPart("z")] }, ["z"], []],
    ["replaces nothing", { op: "replace", path: "/parts/9", value: 1 }, ["a", null, "c"], ["Path"]],
    ["removes", { op: "remove", path: "/parts/0" }, [null, "c"], []],
    [
      "types into a missing part",
      createInsertPatch("/parts/7/text", 0, "x"),
      ["a", null, "c"],
      ["Path"],
    ],
    ["types into data", createInsertPatch("/parts/1/data", 0, "x"), ["a", null, "c"], ["Path"]],
  ])("%s", (_, op, expected, notes) => {
    const { draft, noticed } = made(begun, op);
    expect(getDraftTexts(draft, 1)).toEqual(expected);
    expect(noticed).toEqual([[], notes]);
    expect(getDraftTexts(draft, 0)).toEqual(["a", null, "c"]);
  });
});

describe("metadata", () => {
  const begun = createRootPatch("d", [], { metadata: { "a/b": { "c~d": ["one"] }, s: "👍" } });

  test("is reached by escaped paths and keeps its old states", () => {
    const { draft, noticed } = made(
      begun,
      createAddPatch("/metadata/a~1b/c~0d/-", "two"),
      createInsertPatch("/metadata/s", 1, "!"),
      { op: "replace", path: "/metadata/s", value: 5 },
      { op: "remove", path: "/metadata/a~1b" },
      { op: "move", from: "/metadata/s", path: "/metadata/t" },
    );
    expect([0, 1, 2, 3, 4, 5].map((n) => draft.metadataAt(n))).toEqual([
      { "a/b": { "c~d": ["one"] }, s: "👍" },
      { "a/b": { "c~d": ["one", "two"] }, s: "👍" },
      { "a/b": { "c~d": ["one", "two"] }, s: "👍!" },
      { "a/b": { "c~d": ["one", "two"] }, s: 5 },
      { s: 5 },
      { t: 5 },
    ]);
    expect(noticed.flat()).toEqual([]);
  });

  test("is read anew when one event changes it twice", () => {
    const { draft } = made(begun);
    draft.apply(createAddPatch("/metadata/s", 1), 1);
    expect(draft.metadataAt(1)).toHaveProperty("s", 1);
    draft.apply(createAddPatch("/metadata/s", 2), 1);
    expect(draft.metadataAt(1)).toHaveProperty("s", 2);
  });

  test("that is missing is made for what is added to it, and that is noted", () => {
    const { draft, noticed } = made(createRootPatch("d", []), createAddPatch("/metadata/k", 1));
    expect(draft.metadataAt(1)).toEqual({ k: 1 });
    expect(noticed[1]).toEqual(["Path"]);
  });

  test("cannot be moved into itself or to nowhere", () => {
    const into = { op: "move", from: "/metadata/a~1b", path: "/metadata/a~1b/x" };
    const nowhere = { op: "move", from: "/metadata/s", path: "/metadata/no/where" };
    const { draft, noticed } = made(begun, into, nowhere);
    expect(draft.metadataAt(2)).toEqual({ "a/b": { "c~d": ["one"] }, s: "👍" });
    expect(noticed.slice(1)).toEqual([["Path"], ["Path"]]);
  });
});

test("text for an empty first part goes to the last one, as the reference server means it", () => {
  const { draft, noticed } = made(
    createRootPatch("d", [createTextPart("")]),
    createAddPatch("/parts/-", createTextPart("ab👍")),
    createInsertPatch("/parts/0/text", 3, "d"),
    createInsertPatch("/parts/0/text", 4, "e"),
    createInsertPatch("/parts/0/text", 9, "f"),
  );
  expect(getDraftTexts(draft, 9)).toEqual(["f", "ab👍de"]);
  expect(noticed).toEqual([[], [], ["EmptyFirst"], ["EmptyFirst"], ["Range"]]);
});

test("without a root, what comes is shown all the same", () => {
  const { draft, noticed } = made(
    createInsertPatch("/parts/2/text", 57, "late "),
    createInsertPatch("/parts/2/text", 62, "comer"),
    createAddPatch("/parts/-", { data: 1 }),
    createInsertPatch("/parts/4/text", 3, "more"),
    createAddPatch("/metadata/k", 1),
    createRootPatch("d", [createTextPart("the root")]),
  );
  expect(getDraftTexts(draft, 4)).toEqual(["late comer", null, "more"]);
  expect(draft.metadataAt(4)).toEqual({ k: 1 });
  expect(getDraftTexts(draft, 5)).toEqual(["the root"]);
  expect(noticed.map(([note]) => note)).toEqual([...Array(5).fill("NoRoot"), undefined]);
});

test.each<[unknown, string]>([
  [null, "Malformed"],
  ["add", "Malformed"],
  [{ op: "add", value: 1 }, "Malformed"],
  [{ op: "add", path: "/parts/-" }, "Malformed"],
  [{ op: "str_ins", path: "/parts/0/text", value: 5 }, "Malformed"],
  [{ op: "replace", path: "/parts", value: "no list" }, "Malformed"],
  [{ op: "replace", path: "", value: "no message" }, "Malformed"],
  [{ op: "move", path: "/metadata/a" }, "Malformed"],
  [{ op: "test", path: "/parts/0/text", value: "a" }, "UnknownOp"],
  [{ op: "copy", path: "/parts/-", from: "/parts/0" }, "UnknownOp"],
  [{ op: "toString", path: "" }, "UnknownOp"],
  [{ op: "remove", path: "" }, "Path"],
  [{ op: "remove", path: "parts/0" }, "Path"],
  [{ op: "add", path: "/x".repeat(10_000), value: 1 }, "Path"],
  [{ op: "add", path: "/metadata/constructor/prototype/x", value: 1 }, "Path"],
  [{ op: "str_ins", path: "/parts/0/text/length", value: "x" }, "Path"],
  [{ op: "replace", path: "/parts/length", value: 4e9 }, "Path"],
  [createRootPatch("another", [createTextPart("a")]), "IdDiff"],
  [createRootPatch("d", "no list"), "Malformed"],
])("%j is noted as %s", (op, note) => {
  const { draft, noticed } = made(
    createRootPatch("d", [createTextPart("a")], { metadata: {} }),
    op,
  );
  expect(noticed[1]).toEqual([note]);
  if (note !== "IdDiff" && noticed[1]?.[0] !== "Malformed")
    expect(getDraftTexts(draft, 1)).toEqual(["a"]);
});

describe("hostile patches", () => {
  const odd = fc.constantFrom<unknown>("__proto__", "constructor", "toString", 4e9, -1, null);
  const pointer = fc
    .array(fc.constantFrom("parts", "metadata", "0", "-", "text", "__proto__", "constructor"), {
      maxLength: 5,
    })
    .map((tokens) => tokens.map((token) => `/${token}`).join(""));
  const op = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
    fc.record({
      op: fc.constantFrom("add", "replace", "remove", "move", "str_ins", "copy"),
      path: fc.oneof(pointer, fc.string()),
      from: pointer,
      pos: fc.oneof(fc.double(), odd),
      value: fc.oneof(fc.jsonValue(), odd, fc.anything()),
    }),
  );

  test("never throw and never reach a prototype", () => {
    const keys = () => [Object, Array, String].map((it) => Reflect.ownKeys(it.prototype).length);
    const before = keys();
    fc.assert(
      fc.property(fc.array(op, { maxLength: 20 }), (ops) => {
        const { draft } = made(...ops);
        for (let n = -1; n <= ops.length; n++) {
          const parts = draft.partsAt(n);
          expect(draft.countAt(n)).toBe(parts.length);
          for (let i = -1; i <= parts.length; i++) {
            draft.getPartText(i, n);
            draft.findCharacterEvent(i, 0, n);
          }
          draft.metadataAt(n);
        }
        expect(keys()).toEqual(before);
      }),
      { numRuns: 500 },
    );
  });

  test("with keys of prototypes make own keys", () => {
    const untouched = made(createRootPatch("d", [], { metadata: {} })).draft;
    expect(untouched.findEvent(["metadata", "toString"], 9)).toBe(-1);
    const { draft } = made(
      createRootPatch("d", [], { metadata: {} }),
      createAddPatch("/metadata/__proto__", { bad: true }),
      createAddPatch("/metadata/__proto__/worse", 1),
      createAddPatch("/metadata/constructor", "own"),
    );
    expect(draft.findEvent(["metadata", "constructor"], 9)).toBe(3);
    expect(draft.findEvent(["metadata", "toString"], 9)).toBe(-1);
    expect(draft.findEvent(["parts", "length"], 9)).toBe(-1);
    const metadata = draft.metadataAt(9);
    expect(JSON.stringify(metadata)).toBe(
      '{"__proto__":{"bad":true,"worse":1},"constructor":"own"}',
    );
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect("bad" in {}).toBe(false);
  });

  test("nested without end are read as they are", () => {
    const deep = JSON.parse(`${"[".repeat(10_000)}${"]".repeat(10_000)}`);
    const path = `/metadata/deep${"/0".repeat(80)}`;
    const { draft, noticed } = made(
      createRootPatch("d", [{ data: deep }], { metadata: { deep } }),
      createAddPatch(`${path}/-`, "here"),
      createAddPatch(`/metadata/deep${"/0".repeat(9_000)}`, "too deep"),
    );
    expect(draft.findEvent(["metadata", "deep", ...Array<string>(80).fill("0"), "1"], 9)).toBe(1);
    expect(noticed.slice(1)).toEqual([[], ["Path"]]);
    expect(draft.partsAt(9)).toHaveLength(1);
  });
});
