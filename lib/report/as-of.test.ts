import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords as anyRecords, arbitraryBody } from "../../fixtures/arbitrary.ts";
import { arbitraryCaipeRecords } from "../../fixtures/arbitrary-caipe.ts";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import {
  FIXTURE_NAMES,
  openFixtureLog,
  readFixture,
  readFixtureBytes,
} from "../../fixtures/read-fixture.ts";
import { removeEndProblems } from "../../fixtures/report-subsets.ts";
import { getRunCount } from "../../fixtures/run-count.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import type { WireRecord } from "../wire/record.ts";

/** Compares with `toEqual`, which is slow, only what is not equal in the strictest sense. */
function expectEqual(report: object, expected: object): void {
  if (!isDeepStrictEqual(report, expected)) expect(report).toEqual(expected);
}

/** Checks that the report as of every event equals that of a fold up to that event. */
function expectTimeTravel(records: readonly WireRecord[]): void {
  const whole = foldRecords(records);
  const interpretation = new Interpretation(whole.timeline).update();
  for (let n = -1; n <= whole.timeline.lastEvent; n++) {
    const early = foldRecords(records, n + 1);
    expect(early.timeline.lastEvent).toBe(n);
    expectEqual(
      { n, ...createLogReport(whole, n, interpretation) },
      { n, ...createLogReport(early) },
    );
  }
}

/** Where a saved stream can be cut so that it contains exactly the first n + 1 events. */
function cuts(bytes: Uint8Array): { n: number; at: number }[] {
  const { timeline } = foldRecords(openFixtureLog(bytes).records);
  const { events, exchanges } = timeline;
  const found: { n: number; at: number }[] = [];
  for (let n = 0; n <= timeline.lastEvent; n++) {
    const isLast = n === timeline.lastEvent;
    // A cut cannot separate several events of one frame.
    if (!isLast && events.start.at(n + 1) === events.start.at(n)) continue;
    const at = exchanges[0]?.body.byteOffset(events.end.at(n)) ?? 0;
    found.push({ n, at: isLast ? bytes.length : at });
  }
  return found;
}

function expectTruncation(bytes: Uint8Array): void {
  const whole = foldRecords(openFixtureLog(bytes).records);
  const interpretation = new Interpretation(whole.timeline).update();
  for (const { n, at } of cuts(bytes)) {
    const truncated = foldRecords(openFixtureLog(bytes.subarray(0, at)).records);
    const isLast = n === whole.timeline.lastEvent;
    const report = createLogReport(truncated);
    expectEqual(
      { n, ...createLogReport(whole, n, interpretation) },
      { n, ...(isLast ? report : removeEndProblems(report)) },
    );
  }
}

describe("the report as of event n", () => {
  test.each(FIXTURE_NAMES)("%s: equals that of folding the first n + 1 events", (name) => {
    expectTimeTravel(readFixture(name).records);
  });

  test("equals that of folding the first n + 1 events, whatever agents send", () => {
    fc.assert(fc.property(anyRecords, expectTimeTravel), { numRuns: getRunCount(300) });
  });

  test("equals that of folding the first n + 1 events, whatever names a supervisor uses", () => {
    fc.assert(fc.property(arbitraryCaipeRecords, expectTimeTravel), { numRuns: getRunCount(60) });
  });

  test.each(FIXTURE_NAMES.filter((name) => readFixture(name).importer !== "loupe"))(
    "%s: equals that of the file cut off after its event n",
    (name) => expectTruncation(readFixtureBytes(name)),
  );

  test("equals that of the file cut off after its event n, whatever the file contains", () => {
    const property = fc.property(arbitraryBody, (frames) => {
      expectTruncation(new TextEncoder().encode(`: a stream\n\n${frames.join("")}`));
    });
    fc.assert(property, { numRuns: getRunCount(300) });
  });
});

describe("the same bytes", () => {
  test.each(FIXTURE_NAMES)("%s: give the same report in chunks of any length", (name) => {
    const bytes = readFixtureBytes(name);
    const { importer, skipped, records } = openFixtureLog(bytes);
    const whole = createLogReport(foldRecords(records));
    for (const length of [1, 3, 64]) {
      const pieces = openFixtureLog(bytes, length);
      expect(pieces.importer).toBe(importer);
      expect(pieces.skipped).toEqual(skipped);
      expect(createLogReport(foldRecords(pieces.records))).toEqual(whole);
    }
  });

  test("give the same report regardless of the reads of the socket", () => {
    const property = fc.property(
      arbitraryBody,
      fc.array(fc.nat({ max: 2000 })),
      (frames, places) => {
        const bytes = new TextEncoder().encode(`data: 1\n\n${frames.join("")}`);
        expect(createLogReport(read(bytes, places))).toEqual(createLogReport(read(bytes, [])));
      },
    );
    fc.assert(property, { numRuns: getRunCount(300) });
  });
});

/** One exchange whose body is read in chunks that end at these offsets. */
function read(bytes: Uint8Array, places: readonly number[]) {
  const ends = [...new Set([...places.filter((it) => it < bytes.length), bytes.length])];
  ends.sort((a, b) => a - b);
  const pieces = ends.map((end, i): WireRecord => {
    const b64 = Buffer.from(bytes.subarray(ends[i - 1] ?? 0, end)).toString("base64");
    return { r: "data", x: "x1", t: null, b64 };
  });
  const open = { r: "open", x: "x1", t: null, method: "", url: "", headers: [] } as const;
  return foldRecords([open, ...pieces]);
}
