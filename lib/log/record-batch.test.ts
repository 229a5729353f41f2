import fc from "fast-check";
import { expect, test } from "vitest";
import type { WireRecord } from "../wire/record.ts";
import { type RecordBatch, RecordBatchReader, RecordBatchWriter } from "./record-batch.ts";

type Handed = readonly [record: WireRecord, at: number];

function unpacked(packed: RecordBatch, atOnce: number): Handed[] {
  const all: Handed[] = [];
  const records = new RecordBatchReader(packed);
  while (records.take(atOnce, (record, at) => all.push([record, at])))
    expect(all.length % atOnce).toBe(0);
  return all;
}

const text = fc.string({ unit: "grapheme" });
const record: fc.Arbitrary<WireRecord> = fc.oneof(
  fc.record(
    {
      r: fc.constant("data" as const),
      x: fc.constantFrom("a", "b", "__proto__"),
      t: fc.oneof(fc.double({ noNaN: true }), fc.constant(null)),
      text,
      n: fc.nat(),
    },
    { requiredKeys: ["r", "x", "t", "text"] },
  ),
  fc.record({ r: fc.constant("data" as const), x: text, t: fc.double({ noNaN: true }), b64: text }),
  fc.record({ r: fc.constant("note" as const), t: fc.constant(null), text }),
);

test("records are unchanged, in batches of any size", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(record, fc.integer({ min: -1, max: 1e12 }), fc.boolean())),
      fc.integer({ min: 1, max: 9 }),
      (added, atOnce) => {
        const packer = new RecordBatchWriter();
        const out: Handed[] = [];
        for (const [one, at, isLast] of added) {
          packer.add(one, at);
          for (const pack of isLast ? packer.takeAll() : packer.takeFull())
            out.push(...unpacked(pack, atOnce));
        }
        for (const pack of packer.takeAll()) out.push(...unpacked(pack, atOnce));
        expect(out).toEqual(added.map(([one, at]) => [one, at]));
      },
    ),
  );
});

test("a full batch is closed, with its skipped lines", () => {
  const packer = new RecordBatchWriter();
  const notes: WireRecord[] = Array.from({ length: 10_000 }, (_, i) => ({
    r: "note",
    t: null,
    text: String(i),
  }));
  for (const note of notes) packer.add(note);
  packer.skip({ at: 3, reason: "not a record", text: "x" });
  const full = packer.takeFull();
  expect(full.length).toBeGreaterThan(1);
  const packs = [...full, ...packer.takeAll()];
  expect(packs.flatMap((pack) => unpacked(pack, 100).map(([one]) => one))).toEqual(notes);
  expect(packs.at(-1)?.skipped).toEqual([{ at: 3, reason: "not a record", text: "x" }]);
  expect(packer.takeAll()).toEqual([]);
});

test("for an unreadable file, no batch exceeds its limit", () => {
  const packer = new RecordBatchWriter();
  for (let at = 0; at < 300_000; at++) packer.skip({ at, reason: "not a record", text: "x" });
  const packs = packer.takeAll();
  expect(packs.flatMap(({ skipped }) => skipped)).toHaveLength(300_000);
  expect(Math.max(...packs.map(({ skipped }) => skipped.length))).toBeLessThanOrEqual(4096);
});
