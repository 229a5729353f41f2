/** What drafts cost: counted in characters looked at or copied and numbers kept, never in time. */

import { expect, test } from "vitest";
import { NumberColumn } from "../../collections/number-column.ts";
import { Draft } from "./draft.ts";
import {
  createAddPatch,
  createInsertPatch,
  createRootPatch,
  createTextPart,
} from "./streaming-messages.testkit.ts";

/** Characters looked at or copied, and numbers kept, while something is done. */
function work(run: () => void): number {
  let done = 0;
  const strings = String.prototype;
  const columns = NumberColumn.prototype;
  const { charCodeAt, slice } = strings;
  const { push } = columns;
  strings.charCodeAt = function (this: string, at) {
    done++;
    return charCodeAt.call(this, at);
  };
  strings.slice = function (this: string, from, to) {
    const cut = slice.call(this, from, to);
    done += cut.length;
    return cut;
  };
  columns.push = function (this: NumberColumn, value) {
    done++;
    push.call(this, value);
  };
  try {
    run();
  } finally {
    Object.assign(strings, { charCodeAt, slice });
    columns.push = push;
  }
  return done;
}

function typed(count: number): { draft: Draft; done: number } {
  const draft = new Draft("d", 0);
  draft.apply(createRootPatch("d", [createTextPart("👍")]), 0);
  const done = work(() => {
    for (let i = 1; i <= count; i++) draft.apply(createInsertPatch("/parts/0/text", i, "é"), i);
  });
  return { draft, done };
}

test("typing at the end costs the same at every length", () => {
  const [half, whole] = [typed(50_000), typed(100_000)];
  expect(half.done / 50_000).toBeLessThan(40);
  expect(whole.done / 100_000).toBeCloseTo(half.done / 50_000, 1);
  expect(whole.draft.getPartTextLength(0, 100_000)).toBe(100_002);
  expect(whole.draft.findCharacterEvent(0, 77_001, 100_000)).toBe(77_000);
  expect(half.draft.getPartText(0, 3)).toBe("👍ééé");
});

test("a list in the metadata grows at the same cost at every length", () => {
  const grown = (count: number) => {
    const draft = new Draft("d", 0);
    draft.apply(createRootPatch("d", [], { metadata: { steps: [] } }), 0);
    const done = work(() => {
      for (let i = 0; i < count; i++) {
        draft.apply(createAddPatch(`/metadata/steps/${i}`, { title: i }), i + 1);
      }
    });
    return { draft, done };
  };
  const [some, many] = [grown(5_000), grown(10_000)];
  expect(many.done / 10_000).toBeCloseTo(some.done / 5_000, 0);
  expect(many.draft.metadataAt(10_000)).toHaveProperty("steps.length", 10_000);
  expect(many.draft.metadataAt(1)).toEqual({ steps: [{ title: 0 }] });
});

test("typing in the middle copies no more than a leaf", () => {
  const draft = new Draft("d", 0);
  draft.apply(createRootPatch("d", [createTextPart("x".repeat(1_000_000))]), 0);
  const done = work(() => {
    for (let i = 1; i <= 1_000; i++)
      draft.apply(createInsertPatch("/parts/0/text", i * 900, "é"), i);
  });
  expect(done / 1_000).toBeLessThan(10_000);
  expect(draft.getPartTextLength(0, 500)).toBe(1_000_500);
  expect(draft.getPartText(0, 1)).toBe(`${"x".repeat(900)}é${"x".repeat(999_100)}`);
});
