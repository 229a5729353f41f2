import fc from "fast-check";
import { expect, test } from "vitest";
import type { WireRecord } from "../../wire/record.ts";
import { RecordInterleaver } from "./record-interleaver.ts";

const note = (t: number | null, text: string): WireRecord => ({ r: "note", t, text });

test("records are sorted by time, and each exchange keeps its order", () => {
  const exchange = fc.tuple(fc.nat(50), fc.array(fc.option(fc.nat(30)), { maxLength: 6 }));
  const property = fc.property(fc.array(exchange, { maxLength: 12 }), (drawn) => {
    const exchanges = drawn
      .sort(([a], [b]) => a - b)
      .map(([begin, rest], x) =>
        [begin, ...rest.map((after) => after && begin + after)].map((t, at) =>
          note(t, `${x}.${at}`),
        ),
      );
    const out: WireRecord[] = [];
    const overlap = new RecordInterleaver((record) => void out.push(record));
    for (const records of exchanges) overlap.push(records);
    overlap.end();
    const keyed = exchanges.flatMap((records) => {
      const times = records.map((record) => ("t" in record ? record.t : null));
      // The latest time up to the record, or up to the next one that has a time.
      return records.map((record, at) => {
        const next = times.findIndex((time, i) => i >= at && time !== null);
        // Of several in a row without a time, all but the last belong to the one before them.
        const isEarly = times[at] === null && times[at + 1] === null;
        const until = isEarly ? times.slice(0, at) : next < 0 ? times : times.slice(0, next + 1);
        return { key: Math.max(...until.filter((time) => time !== null)), record };
      });
    });
    // Sorting keeps the order of what is equal.
    expect(out).toEqual(keyed.sort((a, b) => a.key - b.key).map(({ record }) => record));
  });
  fc.assert(property, { numRuns: 500 });
});
