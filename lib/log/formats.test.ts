import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import {
  FORMAT_NAMES,
  openFixtureLog,
  readFixture,
  readFixtureBytes,
} from "../../fixtures/read-fixture.ts";
import { concatBytes, decodeBase64 } from "../text/utf8.ts";
import type { WireRecord } from "../wire/record.ts";

/** What the agent sent, independent of the log format. */
const saidIn = (name: string) => {
  const { tasks } = createLogReport(foldRecords(readFixture(name).records));
  return tasks.map(({ id, contextId, state, artifacts }) => {
    // A log of payloads has its requests among the events.
    const held = artifacts.map(({ events, ...artifact }) => artifact);
    return { id, contextId, state, artifacts: held };
  });
};

/** Reads of one exchange as one: where they were cut is the reader's doing. */
function joined(records: readonly WireRecord[]): unknown[] {
  const out: unknown[] = [];
  let data: { x: string; t: unknown; bytes: Uint8Array } | null = null;
  for (const record of records) {
    if (record.r !== "data") {
      data = null;
      out.push(record);
      continue;
    }
    const { x, t, text, b64 } = record;
    const bytes = b64 === undefined ? new TextEncoder().encode(text) : decodeBase64(b64);
    if (data && data.x === x && data.t === t) data.bytes = concatBytes(data.bytes, bytes);
    else {
      data = { x, t, bytes };
      out.push(data);
    }
  }
  return out;
}

describe("the same run", () => {
  test.each(FORMAT_NAMES)("of %s has the same tasks, artifacts and text", (name) => {
    const expected = saidIn("formats/run.jsonl");
    // A task that was asked for afterwards has come in one piece.
    const isWhole = name === "formats/task.json";
    const whole = { chunks: 1, closed: false };
    for (const { artifacts } of expected) if (isWhole) Object.assign(artifacts[0] ?? {}, whole);
    expect(saidIn(name)).toEqual(expected);
    const damage = readFixture(name).skipped.filter(
      ({ reason }) => !/not A2A$|not opened$/.test(reason),
    );
    expect(damage).toEqual([]);
  });

  test.each(FORMAT_NAMES)("of %s does not depend on how its bytes were split", (name) => {
    const bytes = readFixtureBytes(name);
    const whole = openFixtureLog(bytes);
    for (const length of [1, 7, 1000]) {
      const pieces = openFixtureLog(bytes, length);
      expect(joined(pieces.records)).toEqual(joined(whole.records));
      expect(pieces.skipped).toEqual(whole.skipped);
    }
  });
});

describe("times", () => {
  /** When each event of the stream came, from the first on. */
  const timesIn = (name: string) => {
    const { events } = foldRecords(readFixture(name).records).timeline;
    const times = Array.from({ length: events.length }, (_, i) => events.time.at(i));
    const from = times[0] ?? 0;
    return times.map((time) => Math.round(time - from));
  };
  const expected = timesIn("formats/run.jsonl");

  test.each([
    ...FORMAT_NAMES.filter(
      (name) => /collector|times-|a2a-ui|pretty/.test(name) && !/verbose|compose/.test(name),
    ),
  ])("of %s are those of the run", (name) => {
    const times = timesIn(name);
    expect(times).toHaveLength(expected.length);
    for (const [i, time] of times.entries()) {
      expect(Math.abs(time - (expected[i] ?? 0))).toBeLessThanOrEqual(2);
    }
    const { records } = readFixture(name);
    expect(records[0]).toMatchObject(
      /insights|pretty/.test(name) ? { r: "open", t: 0 } : { r: "loupe" },
    );
  });

  test.each([
    "formats/envelopes.jsonl",
    "formats/http-capture.bin",
    "formats/collector-compose.log",
  ])("that %s does not have are not invented", (name) => {
    for (const record of readFixture(name).records) if ("t" in record) expect(record.t).toBe(null);
  });
});

describe("damage", () => {
  test("two formats in one file: the first is read, whatever follows", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMAT_NAMES),
        fc.constantFrom(...FORMAT_NAMES),
        (first, second) => {
          const both = Buffer.concat([readFixtureBytes(first), readFixtureBytes(second)]);
          const { tasks } = createLogReport(foldRecords(openFixtureLog(both).records));
          expect(tasks[0]?.artifacts[0]?.text).toBe(saidIn(first)[0]?.artifacts[0]?.text);
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each(FORMAT_NAMES)("to %s of any kind is survived", (name) => {
    const bytes = readFixtureBytes(name);
    const damage = fc.array(
      fc.record({
        at: fc.nat(bytes.length - 1),
        cut: fc.integer({ min: 0, max: 40 }),
        put: fc.uint8Array({ maxLength: 6 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(damage, fc.nat(bytes.length), (wounds, end) => {
        let hurt: Buffer = bytes;
        for (const { at, cut, put } of wounds) {
          hurt = Buffer.concat([hurt.subarray(0, at), put, hurt.subarray(at + cut)]);
        }
        for (const source of [hurt, hurt.subarray(0, end)]) {
          try {
            foldRecords(openFixtureLog(source).records);
          } catch (error) {
            expect(error).toHaveProperty("name", "UnreadableLog");
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
