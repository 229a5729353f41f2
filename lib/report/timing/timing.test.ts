import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  createSendMessageParams,
  createTask,
  foldRecords,
  formatSseEvent,
  more,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { openFixtureLog, readFixture } from "../../../fixtures/read-fixture.ts";
import type { WireRecord } from "../../wire/record.ts";
import { formatSummary } from "../text.ts";
import type { ExchangeTiming } from "./exchange-timing.ts";
import { GapHistogram, StreamTiming, TopN } from "./stream-timing.ts";

type Said = readonly [time: number | null, ...events: unknown[]];

/** A stream whose request is at 100 ms; each line is one read of the socket. */
function records(lines: readonly Said[], end: number | null = null): WireRecord[] {
  const [open] = new ReportLog().addRequest(
    "message/stream",
    createSendMessageParams("go", "u1"),
  ).records;
  if (open?.r !== "open") throw new Error("no request");
  const text = (said: unknown) => (typeof said === "string" ? said : formatSseEvent(said));
  const timing = { dns: 5, connect: 12, tls: 30, firstByte: 80 };
  const isTimed = lines[0]?.[0] !== null;
  return [
    { ...open, t: isTimed ? 100 : null },
    { r: "head", x: "x1", t: isTimed ? 180 : null, status: 200, headers: [], timing },
    ...lines.map(
      ([t, ...said]): WireRecord => ({ r: "data", x: "x1", t, text: said.map(text).join("") }),
    ),
    ...(end === null ? [] : [{ r: "end", x: "x1", t: end, cause: "complete" } as const]),
  ];
}

function timed(lines: readonly Said[], end: number | null = null, n?: number): ExchangeTiming {
  const [found] = createLogReport(foldRecords(records(lines, end)), n).timing.exchanges;
  if (!found) throw new Error("no call");
  return found;
}

const PING = ": ping\n\n";
const WORKS: Said = [200, createTask("working")];
const chunk = (text: string) => createArtifactUpdate("a", text, more);
/** `count` chunks of five characters at the given intervals. */
const chunks = (count: number, from: number, apart: (i: number) => number): Said[] => {
  let time = from;
  return Array.from({ length: count }, (_, i) => {
    const line: Said = [time, chunk("12345")];
    time += apart(i);
    return line;
  });
};

describe("the timing of a call", () => {
  test("measures from the request", () => {
    const found = timed(
      [WORKS, [260, createArtifactUpdate("a", "x")], [300, status("completed")]],
      310,
    );
    expect(found).toMatchObject({
      id: "x1",
      connectMs: { dns: 5, connect: 12, tls: 30 },
      headMs: 80,
      firstByteMs: 100,
      firstEventMs: 100,
      firstTokenMs: 160,
      durationMs: 210,
      gapMs: { p50: 60, p95: 60, max: 60 },
      stalls: [],
      keepAlive: null,
    });
  });

  test("is missing if the log has no times, but bytes and characters are counted", () => {
    const found = timed([
      [null, createTask("working")],
      [null, createArtifactUpdate("a", "12345")],
    ]);
    expect(found).toMatchObject({ headMs: null, durationMs: null, rate: null, reads: null });
    expect(found.stalls).toEqual([]);
    expect(found.overhead?.characters).toBe(5);
  });

  describe("without its request", () => {
    const lines = [
      WORKS,
      [260, createArtifactUpdate("a", "x")],
      [300, status("completed")],
    ] as const;
    const bare = (told: WireRecord[]): WireRecord[] =>
      told.map((record) => {
        if (record.r !== "open") return record;
        const { body, ...open } = record;
        return { ...open, method: "", url: "" };
      });
    const UNKNOWN = { firstByteMs: null, firstEventMs: null, firstTokenMs: null };

    test("has a duration and gaps, but no times since the request", () => {
      const { timing } = createLogReport(foldRecords(bare(records(lines, 310))));
      const known = { ...UNKNOWN, durationMs: 210, gapMs: { p50: 60, p95: 60, max: 60 } };
      expect(timing).toMatchObject(known);
      expect(timing.exchanges).toMatchObject([{ ...known, headMs: null }]);
      expect(
        createLogReport(foldRecords(bare(records([[null, createTask("working")]])))).timing,
      ).toMatchObject({
        ...UNKNOWN,
        durationMs: null,
        gapMs: null,
      });
    });

    test("is superseded by a call with a request", () => {
      const asked = records([[400, createTask("working", { id: "t2" })]], 500).map((record) =>
        "x" in record ? { ...record, x: "x2" } : record,
      );
      const { timing } = createLogReport(foldRecords([...bare(records(lines, 310)), ...asked]));
      expect(timing).toMatchObject({ firstEventMs: 300, durationMs: 400 });
    });

    test("has no gaps if the newest line is first", () => {
      const said = [createTask("working"), createArtifactUpdate("a", "x"), status("completed")];
      const log = said.map(
        (event, i) => `2026-11-20T16:41:2${9 - i}Z INFO got ${JSON.stringify(event)}`,
      );
      const { timing } = createLogReport(
        foldRecords(openFixtureLog(Buffer.from(log.join("\n"))).records),
      );
      expect(timing.gapMs).toBeNull();
    });

    test("uses the times of the log's lines", () => {
      const said = [createTask("working"), createArtifactUpdate("a", "x"), status("completed")];
      const log = said.map(
        (event, i) => `2026-11-20T16:41:2${i}Z INFO got ${JSON.stringify(event)}`,
      );
      const { timing } = createLogReport(
        foldRecords(openFixtureLog(Buffer.from(log.join("\n"))).records),
      );
      expect(timing).toMatchObject({ ...UNKNOWN, durationMs: 2000, gapMs: { max: 1000 } });
    });
  });

  test("has the rate of content without stalls", () => {
    const fast = chunks(6, 1_000, () => 100);
    const late = chunks(5, 6_500, () => 100);
    const { rate, stalls } = timed([WORKS, ...fast, ...late, [7_000, status("completed")]], 7_010);
    expect(stalls).toEqual([{ after: 6, before: 7, ms: 5_000, keptAlive: 0 }]);
    expect(rate).toEqual({
      chunks: 11,
      characters: 55,
      streamingMs: 900,
      chunksPerSecond: 11.11,
      charactersPerSecond: 55.56,
    });
  });

  test("has the bytes per character, counting repeated text once", () => {
    const whole = [
      chunk("12345"),
      createArtifactUpdate("a", "1234567890"),
      createArtifactUpdate("a", "1234567890"),
    ];
    const { overhead } = timed([WORKS, ...whole.map((said, i): Said => [300 + i, PING, said])]);
    const bytes =
      [createTask("working"), ...whole].map(formatSseEvent).join("").length + 3 * PING.length;
    expect(overhead).toEqual({ bytes, characters: 10, bytesPerCharacter: bytes / 10 });
  });

  test("counts a message that is streamed as patches once", () => {
    const { records: told } = readFixture("shapes/streaming-extension.sse");
    const report = createLogReport(foldRecords(told));
    const said = report.entries.filter(
      ({ kind, title }) => kind === "message" && title === "agent",
    );
    const length = said.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    expect(report.timing.exchanges[0]?.overhead?.characters).toBe(length);
  });

  test("counts the text of agent messages", () => {
    const said = { kind: "message", role: "agent", messageId: "m", parts: [] };
    const parts = [{ kind: "text", text: "Hello" }];
    const found = timed([WORKS, [300, status("working", { ...said, parts })]]);
    expect(found.overhead?.characters).toBe(5);
  });
});

describe("a stall", () => {
  const steady = chunks(20, 300, () => 40);
  const silentFor = (ms: number): Said => [300 + 19 * 40 + ms, chunk("end")];

  test.each([
    [999, 0],
    [1_001, 1],
    [40_000, 1],
  ])("among gaps of 40 ms: %d ms are one: %d", (ms, count) => {
    expect(timed([WORKS, ...steady, silentFor(ms)]).stalls).toHaveLength(count);
  });

  test("is not reported if the gap is usual for the stream", () => {
    expect(timed([WORKS, ...chunks(20, 300, () => 2_000)]).stalls).toEqual([]);
    const pairs = chunks(20, 300, (i) => (i % 2 === 0 ? 10 : 2_000));
    expect(timed([WORKS, ...pairs]).stalls).toEqual([]);
  });

  test("is reported with its keep-alives", () => {
    const pings: Said[] = [[5_000, PING], [9_000, PING], silentFor(30_000)];
    const [stall] = timed([WORKS, [250, PING], ...steady, ...pings]).stalls;
    expect(stall).toEqual({ after: 20, before: 21, ms: 30_000, keptAlive: 2 });
  });

  test("may be the gap before the end, once that is known", () => {
    const lines = [WORKS, ...steady];
    expect(timed(lines).stalls).toEqual([]);
    expect(timed(lines, 9_060).stalls).toEqual([
      { after: 20, before: null, ms: 8_000, keptAlive: 0 },
    ]);
    expect(timed(lines, 9_060, 19).stalls).toEqual([]);
  });
});

describe("keep-alives", () => {
  test("have an interval from the second one on", () => {
    const pings = [15_000, 30_000, 45_100].map((t): Said => [t, PING]);
    expect(timed([WORKS, ...pings, [46_000, status("completed")]]).keepAlive).toEqual({
      count: 3,
      everyMs: 15_100,
    });
    expect(timed([WORKS, [300, PING], [400, status("completed")]]).keepAlive).toEqual({
      count: 1,
      everyMs: null,
    });
  });
});

describe("signs of buffering", () => {
  const burst = (time: number, count: number): Said => [
    time,
    ...Array.from({ length: count }, () => chunk("12345")),
  ];

  test("are many frames per read at noticeable intervals", () => {
    expect(timed([WORKS, burst(1_000, 8), burst(2_000, 12), burst(3_000, 6)]).reads).toEqual({
      count: 4,
      frames: 27,
      together: 26,
      largest: { event: 9, frames: 12 },
      buffered: true,
    });
  });

  test("are not single frames, or bursts too fast to notice", () => {
    const single = timed([WORKS, ...chunks(30, 300, () => 100)]);
    expect(single.reads).toMatchObject({ together: 0, largest: null, buffered: false });
    const fast = Array.from({ length: 10 }, (_, i) => burst(300 + i * 20, 8));
    expect(timed([WORKS, ...fast]).reads).toMatchObject({ together: 80, buffered: false });
  });

  test("are found after a phase of single frames", () => {
    const single = chunks(20, 300, () => 20);
    expect(timed([WORKS, ...single, burst(2_000, 30)]).reads).toMatchObject({ buffered: true });
  });

  test("are all frames in one late read", () => {
    expect(timed([burst(6_000, 12)]).reads).toMatchObject({ count: 1, buffered: true });
    expect(timed([burst(300, 12)]).reads).toMatchObject({ count: 1, buffered: false });
  });
});

describe("a server that slows down", () => {
  test("takes longer for each chunk", () => {
    const { slowing } = timed([WORKS, ...chunks(60, 300, (i) => 10 + i)]);
    expect(slowing).toMatchObject({ slows: true, grows: false, gapMs: { first: 19, last: 59 } });
  });

  test("is not one with occasional delays, or one that is only slightly slower", () => {
    const stumbles = chunks(60, 300, (i) => (i % 9 === 0 ? 400 : 20));
    expect(timed([WORKS, ...stumbles]).slowing).toMatchObject({ slows: false });
    const lazy = chunks(60, 300, (i) => (i < 30 ? 20 : 30));
    expect(timed([WORKS, ...lazy]).slowing).toMatchObject({ slows: false });
  });

  test("may repeat all previous content with each chunk", () => {
    const lines = Array.from(
      { length: 40 },
      (_, i): Said => [300 + i * 20, createArtifactUpdate("a", "12345".repeat((i + 1) * 10))],
    );
    const { slowing, overhead } = timed([WORKS, ...lines]);
    expect(slowing).toMatchObject({ slows: false, grows: true });
    expect(overhead?.characters).toBe(2_000);
  });

  test("is not detected from a few chunks", () => {
    expect(timed([WORKS, ...chunks(10, 300, (i) => 10 + i)]).slowing).toBeNull();
  });
});

describe("the time in each state", () => {
  const statesAt = (lines: readonly Said[], end: number | null, n?: number) =>
    createLogReport(foldRecords(records(lines, end)), n).timing.tasks[0]?.states;
  const lines: Said[] = [
    [200, createTask("submitted")],
    [500, status("working")],
    [900, status("input-required")],
    [1_000, status("working")],
    [3_000, status("completed")],
  ];

  test("adds up repeated states", () => {
    expect(statesAt(lines, 3_010)).toEqual([
      { state: "submitted", label: "submitted", ms: 300, times: 1, open: false },
      { state: "working", label: "working", ms: 2_400, times: 2, open: false },
      { state: "input-required", label: "input-required", ms: 100, times: 1, open: false },
    ]);
  });

  test("lasts until the end of the stream, or the last event before that", () => {
    expect(statesAt(lines.slice(0, 2), 4_500)?.[1]).toMatchObject({ ms: 4_000, open: true });
    expect(statesAt([...lines.slice(0, 2), [900, chunk("x")]], null)?.[1]?.ms).toBe(400);
    expect(statesAt(lines, 3_010, 1)?.[1]).toMatchObject({ ms: 0, open: true });
  });

  test("is unknown without times", () => {
    expect(statesAt([[null, createTask("working")]], null)).toBeNull();
  });
});

test("incremental and complete analysis give the same result", () => {
  const line = fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 9 }));
  const property = fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), (steps) => {
    let time = 300;
    const lines = steps.map(([gap, count]): Said => {
      time += gap;
      return [time, ...Array.from({ length: count }, () => chunk("x"))];
    });
    const { timeline } = foldRecords(records(lines, time + 1_500));
    const [exchange] = timeline.exchanges;
    if (!exchange) throw new Error("no exchange");
    const growing = new StreamTiming(timeline, exchange);
    for (let n = 0; n <= timeline.lastEvent; n++) {
      const now = new StreamTiming(timeline, exchange).advance(n);
      growing.advance(n);
      expect(growing.findStalls(n)).toEqual(now.findStalls(n));
      expect([growing.readCount, growing.frameCount, growing.batchedFrameCount]).toEqual([
        now.readCount,
        now.frameCount,
        now.batchedFrameCount,
      ]);
      expect(growing.bursts).toEqual(now.bursts);
    }
  });
  fc.assert(property, { numRuns: 50 });
});

test("a histogram is accurate to 10 %", () => {
  const property = fc.property(
    fc.array(fc.double({ min: 0.1, max: 1e6, noNaN: true }), { minLength: 1 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    (gaps, share) => {
      const rhythm = new GapHistogram();
      for (const gap of gaps) rhythm.add(gap);
      const exact = gaps.toSorted((a, b) => a - b)[Math.floor(share * (gaps.length - 1))] ?? 0;
      expect(rhythm.getQuantile(share)).toBeGreaterThanOrEqual(exact * 0.999);
      expect(rhythm.getQuantile(share)).toBeLessThanOrEqual(exact * 1.101);
    },
  );
  fc.assert(property);
});

test("the largest values keep their order", () => {
  const property = fc.property(fc.array(fc.integer({ min: 0, max: 50 })), (sizes) => {
    const longest = new TopN<number>(5);
    for (const [i, size] of sizes.entries()) longest.add(i, size);
    const kept = [...sizes.entries()]
      .sort(([i, a], [j, b]) => b - a || i - j)
      .slice(0, 5)
      .map(([i]) => i)
      .sort((a, b) => a - b);
    expect(longest.values).toEqual(kept);
  });
  fc.assert(property);
});

test("the summary describes the timing of a stream", () => {
  const steady = chunks(20, 300, () => 40);
  const lines = [WORKS, ...steady, [9_060, status("completed")] as const];
  const text = formatSummary(createLogReport(foldRecords(records(lines, 9_070))));
  expect(text).toContain("ended by the agent");
  expect(text).toContain(
    "first event after 100 ms, first token after 200 ms, gaps p50 40 ms, p95 100 ms, max 8,000 ms",
  );
  expect(text).toContain("1 stall, the longest 8,000 ms after #20");
});
