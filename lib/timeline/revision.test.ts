import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Part } from "../protocol/model.ts";
import { Revision } from "./artifact.ts";

const part: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: "grapheme" }).map((text): Part => ({ kind: "text", text })),
  },
  fc.string().map((text): Part => ({ kind: "text", text, metadata: { n: 1 } })),
  fc.constantFrom<Part>(
    { kind: "data", data: 1 },
    { kind: "file", name: "f" },
    { kind: "other", raw: 0 },
  ),
);

interface Chunk {
  event: number;
  parts: Part[];
}

/** Updates at ascending events; −1 means before the first event. */
const chunks: fc.Arbitrary<Chunk[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.array(part, { maxLength: 3 })))
  .map((steps) => {
    let event = -2;
    return steps.map(([step, parts]) => {
      event += step;
      return { event, parts };
    });
  });

function revisionOf(added: readonly Chunk[]): Revision {
  const revision = new Revision(added[0]?.event ?? 0, "update", "first");
  for (const { event, parts } of added) revision.add(event, parts);
  return revision;
}

const textOf = (parts: readonly Part[]) =>
  parts.map((it) => (it.kind === "text" ? it.text : "")).join("");

describe("a revision of an artifact", () => {
  test("equals the joined updates, as of every event", () => {
    const order = fc.array(fc.nat({ max: 40 }));
    fc.assert(
      fc.property(chunks, order, (added, moments) => {
        const revision = revisionOf(added);
        // In any order: reading ahead must not change what was before.
        for (const n of moments) {
          const before = added.filter(({ event }) => event <= n);
          const parts = before.flatMap((chunk) => chunk.parts);
          expect(revision.chunksAt(n)).toBe(before.length);
          expect(revision.partCountAt(n)).toBe(parts.length);
          expect(revision.textAt(n)).toBe(textOf(parts));
          expect(revision.textLengthAt(n)).toBe(textOf(parts).length);
          expect(revision.nonTextPartsAt(n)).toEqual(parts.filter(({ kind }) => kind !== "text"));
        }
      }),
    );
  });

  test("maps every character to its event", () => {
    fc.assert(
      fc.property(chunks, (added) => {
        const revision = revisionOf(added);
        const events = added.flatMap(({ event, parts }) =>
          Array.from({ length: textOf(parts).length }, () => event),
        );
        expect(revision.textLength).toBe(events.length);
        for (const [position, event] of events.entries()) {
          const chunk = revision.chunkAt(revision.chunkOfCharacter(position));
          expect(chunk.event).toBe(event);
          expect(chunk.from <= position && position < chunk.to).toBe(true);
        }
      }),
    );
  });

  test("reports the text and part count of each event", () => {
    fc.assert(
      fc.property(chunks, (added) => {
        const revision = revisionOf(added);
        const text = revision.textAt(Number.MAX_SAFE_INTEGER);
        for (const [index, { event, parts }] of added.entries()) {
          const chunk = revision.chunkAt(index);
          expect(chunk).toMatchObject({ event, parts: parts.length });
          expect(text.slice(chunk.from, chunk.to)).toBe(textOf(parts));
        }
      }),
    );
  });

  test("has no event for a missing character", () => {
    const revision = revisionOf([{ event: 3, parts: [{ kind: "text", text: "ab" }] }]);
    expect([-1, 0, 1, 2].map((at) => revision.chunkOfCharacter(at))).toEqual([-1, 0, 0, -1]);
  });

  test("returns its start without the rest", () => {
    const updates = ["one ", "two ", "three"].map(
      (text, event): Chunk => ({ event, parts: [{ kind: "text", text }] }),
    );
    const revision = revisionOf(updates);
    expect(revision.textPreviewAt(2, 6)).toBe("one tw");
    expect(revision.textPreviewAt(0, 6)).toBe("one ");
  });
});
