import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonChanges } from "./json-changes.ts";
import { editJson } from "./json-edit.ts";

const value = fc.jsonValue({ maxDepth: 4 });
const object = fc.dictionary(fc.string({ maxLength: 3 }), value, { maxKeys: 5 });

test("the edits give the second value", () => {
  fc.assert(
    fc.property(object, object, (before, after) => {
      const text = JSON.stringify(before);
      const changes = findJsonChanges(JSON.parse(text), JSON.parse(JSON.stringify(after)));
      const edited = editJson(text, changes ?? {});
      expect(edited.missing).toEqual([]);
      expect(JSON.parse(edited.text)).toEqual(JSON.parse(JSON.stringify(after)));
    }),
  );
});

test("equal values have none, and only what changed is named", () => {
  const event = { status: { state: "working" }, parts: [{ text: "a" }, { text: "b" }], id: 1 };
  expect(findJsonChanges(event, structuredClone(event))).toEqual({});
  const changed = { status: { state: "failed" }, parts: [{ text: "a" }], "a/b": [1] };
  expect(findJsonChanges(event, changed)).toEqual({
    set: { "/status/state": "failed", "/a~1b": [1] },
    remove: ["/parts/1", "/id"],
  });
  expect(findJsonChanges(event, [event])).toBeNull();
});
