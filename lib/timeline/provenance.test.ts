import fc from "fast-check";
import { expect, test } from "vitest";
import type { Part } from "../protocol/model.ts";
import { Revision } from "./artifact.ts";
import { findChunkAtShare, findChunkOfEvent, findChunkStarts } from "./provenance.ts";

/** Chunks of text with empty ones, split surrogate pairs and parts that are no text among them. */
const text = fc.oneof(
  fc.constantFrom("", "\ud83d", "\ude00", "\n", "**"),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);
const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 5, arbitrary: text.map((it): Part => ({ kind: "text", text: it })) },
  fc.constant<Part>({ kind: "data", data: [1] }),
);
const revision = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(part, { maxLength: 3 })), {
    minLength: 1,
    maxLength: 30,
  })
  .map((steps) => {
    const made = new Revision(0, "update", "first");
    let event = -1;
    for (const [step, parts] of steps) {
      event += step;
      made.add(event, parts);
    }
    return made;
  });

test("every character maps to its chunk, its event, and back", () => {
  fc.assert(
    fc.property(revision, (it) => {
      for (let position = 0; position < it.textLength; position++) {
        const index = it.chunkOfCharacter(position);
        const { event, from, to } = it.chunkAt(index);
        expect(from <= position && position < to).toBe(true);
        expect(findChunkOfEvent(it, event)).toBe(index);
      }
    }),
  );
});

test("every chunk, even an empty one, is found only by its event", () => {
  fc.assert(
    fc.property(revision, (it) => {
      const events = Array.from({ length: it.chunkCount }, (_, i) => it.chunkAt(i).event);
      const last = events[events.length - 1] ?? 0;
      for (let event = -1; event <= last + 1; event++) {
        expect(findChunkOfEvent(it, event)).toBe(events.indexOf(event));
      }
    }),
  );
});

test("the strip marks each chunk it has room for, and a position on it maps to that chunk", () => {
  fc.assert(
    fc.property(revision, fc.integer({ min: 1, max: 400 }), (it, columns) => {
      const starts = findChunkStarts(it, columns);
      expect(starts.length).toBe(columns);
      let chunk = -1;
      for (let column = 0; column < columns; column++) {
        const here = findChunkAtShare(it, column / columns);
        if (it.textLength > 0) expect(starts[column] === 1).toBe(here !== chunk);
        chunk = here;
      }
      expect(findChunkAtShare(it, 1)).toBeLessThan(it.chunkCount);
    }),
  );
});
