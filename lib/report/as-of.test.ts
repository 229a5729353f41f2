import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { records as anyRecords, body } from "../../fixtures/arbitrary.ts";
import { caipeRecords } from "../../fixtures/arbitrary-caipe.ts";
import { folded, reportOf } from "../../fixtures/compose.ts";
import { FIXTURES, fixture, fixtureBytes, openLog } from "../../fixtures/read.ts";
import { withoutEnd } from "../../fixtures/without-wire.ts";
import type { WireRecord } from "../wire/record.ts";

/** The report as of every event is the report of a fold that never saw more. */
function expectTimeTravel(records: readonly WireRecord[]): void {
  const whole = folded(records);
  for (let n = -1; n <= whole.timeline.lastEvent; n++) {
    const early = folded(records, n + 1);
    expect(early.timeline.lastEvent).toBe(n);
    expect({ n, ...reportOf(whole, n) }).toEqual({ n, ...reportOf(early) });
  }
}

/** Where a saved stream may be cut so that it holds the first n + 1 events and nothing of more. */
function cuts(bytes: Uint8Array): { n: number; at: number }[] {
  const { timeline } = folded(openLog(bytes).records);
  const { events, exchanges } = timeline;
  const found: { n: number; at: number }[] = [];
  for (let n = 0; n <= timeline.lastEvent; n++) {
    const isLast = n === timeline.lastEvent;
    // Several events of one frame cannot be told apart by a cut.
    if (!isLast && events.start.at(n + 1) === events.start.at(n)) continue;
    const at = exchanges[0]?.body.byteOffset(events.end.at(n)) ?? 0;
    found.push({ n, at: isLast ? bytes.length : at });
  }
  return found;
}

function expectTruncation(bytes: Uint8Array): void {
  const whole = folded(openLog(bytes).records);
  for (const { n, at } of cuts(bytes)) {
    const truncated = folded(openLog(bytes.subarray(0, at)).records);
    const isLast = n === whole.timeline.lastEvent;
    const report = reportOf(truncated);
    expect({ n, ...reportOf(whole, n) }).toEqual({ n, ...(isLast ? report : withoutEnd(report)) });
  }
}

describe("the report as of event n", () => {
  test.each(FIXTURES)("%s: is that of folding the first n + 1 events", (name) => {
    expectTimeTravel(fixture(name).records);
  });

  test("is that of folding the first n + 1 events, whatever agents say", () => {
    fc.assert(fc.property(anyRecords, expectTimeTravel), { numRuns: 300 });
  });

  test("is that of folding the first n + 1 events, whatever a supervisor makes of its names", () => {
    fc.assert(fc.property(caipeRecords, expectTimeTravel), { numRuns: 60 });
  });

  test.each(FIXTURES.filter((name) => fixture(name).importer !== "loupe"))(
    "%s: is that of the file cut off after its event n",
    (name) => expectTruncation(fixtureBytes(name)),
  );

  test("is that of the file cut off after its event n, whatever the file says", () => {
    const property = fc.property(body, (frames) => {
      expectTruncation(new TextEncoder().encode(`: a stream\n\n${frames.join("")}`));
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe("the same bytes", () => {
  test.each(FIXTURES)("%s: give the same report in pieces of any length", (name) => {
    const bytes = fixtureBytes(name);
    const { importer, skipped, records } = openLog(bytes);
    const whole = reportOf(folded(records));
    for (const length of [1, 3, 64]) {
      const pieces = openLog(bytes, length);
      expect(pieces.importer).toBe(importer);
      expect(pieces.skipped).toEqual(skipped);
      expect(reportOf(folded(pieces.records))).toEqual(whole);
    }
  });

  test("give the same report however the socket's reads fell", () => {
    const property = fc.property(body, fc.array(fc.nat({ max: 2000 })), (frames, places) => {
      const bytes = new TextEncoder().encode(`data: 1\n\n${frames.join("")}`);
      expect(reportOf(read(bytes, places))).toEqual(reportOf(read(bytes, [])));
    });
    fc.assert(property, { numRuns: 300 });
  });
});

/** One exchange whose body was read in pieces that end at these places. */
function read(bytes: Uint8Array, places: readonly number[]) {
  const ends = [...new Set([...places.filter((it) => it < bytes.length), bytes.length])];
  ends.sort((a, b) => a - b);
  const pieces = ends.map((end, i): WireRecord => {
    const b64 = Buffer.from(bytes.subarray(ends[i - 1] ?? 0, end)).toString("base64");
    return { r: "data", x: "x1", t: null, b64 };
  });
  const open = { r: "open", x: "x1", t: null, method: "", url: "", headers: [] } as const;
  return folded([open, ...pieces]);
}
