import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  createTask,
  foldRecords,
  formatSseEvent,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { openFixtureLog, readFixture, readFixtureBytes } from "../../fixtures/read-fixture.ts";
import { getNewerFormatWarning, type UpgradeStep, upgradeRecord } from "./importers/loupe.ts";
import { LogOpener } from "./log-opener.ts";
import { parseRecord } from "./record-shape.ts";

const HEADER = { r: "loupe", version: 1, id: "test", at: null, by: "test" };
const lines = (...records: unknown[]) =>
  records.map((it) => `${typeof it === "string" ? it : JSON.stringify(it)}\n`).join("");
const open = (...records: unknown[]) =>
  openFixtureLog(new TextEncoder().encode(lines(HEADER, ...records)));

describe("a truncated log", () => {
  test("yields all its records, and reports the incomplete one by its byte offset", () => {
    const { records, skipped } = readFixture("shapes/torn.jsonl");
    const bytes = readFixtureBytes("shapes/torn.jsonl");
    const at = bytes.lastIndexOf(10) + 1;
    expect(skipped).toMatchObject([{ at, reason: "incomplete last record" }]);
    expect(skipped[0]?.text).toBe(bytes.subarray(at).toString().slice(0, 200));
    const { tasks, verdict } = createLogReport(foldRecords(records));
    expect(tasks).toMatchObject([{ artifacts: [{ text: "Grüße aus 東京 🗼" }] }]);
    expect(verdict.kind).toBe("ended-while-working");
  });

  test("truncated anywhere in its last record yields the same", () => {
    const bytes = readFixtureBytes("shapes/torn.jsonl");
    const start = bytes.lastIndexOf(10) + 1;
    const whole = createLogReport(foldRecords(readFixture("shapes/torn.jsonl").records));
    for (let end = start + 1; end < bytes.length; end++) {
      const { records, skipped } = openFixtureLog(bytes.subarray(0, end));
      expect(skipped).toMatchObject([{ at: start, reason: "incomplete last record" }]);
      expect(createLogReport(foldRecords(records))).toEqual(whole);
    }
  });

  test("whose last record lacks only its line end is complete", () => {
    const end = { r: "end", x: "x1", t: 1, cause: "reset" };
    const text = lines(HEADER, end).trimEnd();
    expect(openFixtureLog(new TextEncoder().encode(text))).toMatchObject({
      records: [HEADER, end],
      skipped: [],
    });
  });
});

describe("a log of a newer version", () => {
  const { records, skipped } = readFixture("shapes/future.jsonl");

  test("is reported, with each unknown kind once", () => {
    expect(skipped.map(({ reason }) => reason)).toEqual([
      getNewerFormatWarning(7),
      'records of the unknown kind "quic"',
      'records of the unknown kind "verdict"',
      'an end with the unknown cause "migrated"',
    ]);
    expect(skipped[0]?.reason).toContain("log version 7");
  });

  test("is read as far as possible", () => {
    const { tasks, exchanges } = createLogReport(foldRecords(records));
    expect(tasks).toMatchObject([
      { state: "completed", artifacts: [{ text: "Grüße aus 東京 🗼" }] },
    ]);
    expect(exchanges).toMatchObject([{ status: 200, end: "unknown" }]);
  });
});

describe("an old log", () => {
  const step = (from: number): UpgradeStep => ({
    from,
    upgrade: (record) => ({ ...record, r: `${record.r}>${from + 1}` }),
  });
  const steps = [step(1), step(2), step(3)];

  test("is upgraded step by step from its version", () => {
    expect(upgradeRecord({ r: "a" }, 1, steps)?.r).toBe("a>2>3>4");
    expect(upgradeRecord({ r: "a" }, 3, steps)?.r).toBe("a>4");
    expect(upgradeRecord({ r: "a" }, 4, steps)?.r).toBe("a");
  });

  test("loses a record that a step drops, before later steps", () => {
    const drop: UpgradeStep = { from: 1, upgrade: () => null };
    expect(upgradeRecord({ r: "a" }, 1, [drop, step(2)])).toBeNull();
  });

  test("of this version or older gives no warning", () => {
    expect(getNewerFormatWarning(1)).toBeNull();
  });
});

describe("a hostile line", () => {
  const OPEN = { r: "open", x: "x1", t: 0, method: "POST", url: "http://a.example/", headers: [] };

  test.each<[string, unknown]>([
    ["text", "hello"],
    ["half of JSON", '{"r":"data","x":'],
    ["a number", 5],
    ["null", null],
    ["an array", [HEADER]],
    ["no kind", { x: "x1" }],
    ["a kind that is no text", { r: { r: "open" } }],
    ["an exchange that is no text", { ...OPEN, x: 7 }],
    ["no exchange", { r: "data", t: 0, text: "a" }],
    ["a time that is text", { ...OPEN, t: "now" }],
    ["a body that is no text", { ...OPEN, body: {} }],
    ["no URL", { r: "open", x: "x1", t: 0, method: "POST", headers: [] }],
    ["headers that are no list", { ...OPEN, headers: { a: "b" } }],
    ["a header without a value", { ...OPEN, headers: [["a"]] }],
    ["a header of numbers", { ...OPEN, headers: [[1, 2]] }],
    ["a status that is text", { r: "head", x: "x1", t: 0, status: "200", headers: [] }],
    ["data that is no text", { r: "data", x: "x1", t: 0, text: 5 }],
    ["a length that is text", { r: "data", x: "x1", t: 0, text: "a", n: "1" }],
    ["a length below nothing", { r: "data", x: "x1", t: 0, text: "a", n: -1 }],
    ["a redirect to nowhere", { r: "redirect", x: "x1", t: 0, status: 302, headers: [] }],
    ["an end without a cause", { r: "end", x: "x1", t: 0 }],
    ["an end with an error that is text", { r: "end", x: "x1", t: 0, cause: "reset", error: "no" }],
    ["an error without a message", { r: "end", x: "x1", t: 0, cause: "reset", error: {} }],
  ])("(%s) is skipped by name, and the next is read", (_, hostile) => {
    const { records, skipped } = open(hostile, OPEN);
    expect(records).toEqual([HEADER, OPEN]);
    expect(skipped).toMatchObject([{ at: lines(HEADER).length, reason: "not a record" }]);
  });

  test.each([
    ["too much", "a", 225, 1],
    ["too little", "data: {}", 3, 8],
    ["characters for bytes", "über", 4, 5],
  ])("with %s as its byte count is counted again", (_, text, n, bytes) => {
    const data = { r: "data", x: "x1", t: 0, text };
    expect(open(OPEN, { ...data, n }).records.at(-1)).toEqual({ ...data, n: bytes });
    expect(parseRecord(JSON.stringify({ ...data, n }))).toEqual({ ...data, n: bytes });
  });

  test.each(["__proto__", "constructor", "toString"])("of kind %s is an unknown kind", (r) => {
    const { skipped } = open(`{"r":"${r}"}`, `{"r":"${r}"}`);
    expect(skipped.map(({ reason }) => reason)).toEqual([`records of the unknown kind "${r}"`]);
  });

  test("with a member __proto__ changes nothing but itself", () => {
    const hostile = JSON.stringify(OPEN).replace("{", '{"__proto__":{"polluted":true},');
    expect(createLogReport(foldRecords(open(hostile).records)).exchanges).toHaveLength(1);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("may end in CRLF", () => {
    const text = lines(HEADER, OPEN).replaceAll("\n", "\r\n");
    expect(openFixtureLog(new TextEncoder().encode(text))).toMatchObject({
      records: [HEADER, OPEN],
      skipped: [],
    });
  });
});

describe("records that make no sense together", () => {
  const reasons = (log: ReportLog) => foldRecords(log.records).skipped.map(({ reason }) => reason);
  const begun = () => new ReportLog().addOpen().addHead();

  test("of an exchange never opened are skipped and reported", () => {
    const log = new ReportLog().addHead().addEvents(status("working")).addEnd();
    log.records.push({ r: "redirect", x: "x1", t: 1, status: 302, location: "/", headers: [] });
    const reason = "a record of an exchange that was never opened";
    expect(reasons(log)).toEqual([reason, reason, reason, reason]);
    expect(log.report.exchanges).toEqual([]);
  });

  test("that open an exchange twice do not change it", () => {
    const log = begun()
      .addOpen("x1", { url: "http://elsewhere.example/" })
      .addEvents(status("completed"));
    expect(reasons(log)).toEqual(["an exchange opened twice"]);
    expect(log.report).toMatchObject({
      exchanges: [{ url: "http://agent.example/" }],
      tasks: [{ state: "completed" }],
    });
  });

  test("with two responses keep the first one", () => {
    const log = begun().addEvents(status("working")).addHead(500).addEvents(status("completed"));
    expect(reasons(log)).toEqual(["a second head for one response"]);
    expect(log.report.exchanges[0]?.status).toBe(200);
  });

  test("with two ends keep the first one, and later bytes are reported and read", () => {
    const log = begun()
      .addEvents(status("working"))
      .addEnd("reset")
      .addEnd("complete")
      .addEvents(createArtifactUpdate("a", "late"));
    expect(reasons(log)).toEqual([
      "a second end for one exchange",
      "bytes after the end of their exchange",
    ]);
    expect(log.report.exchanges[0]?.end).toBe("reset");
    expect(log.report.tasks[0]?.artifacts[0]?.text).toBe("late");
  });

  test("with invalid base64 lose only those bytes", () => {
    const log = begun();
    log.records.push({ r: "data", x: "x1", t: 1, b64: "no base64!" });
    log.addEvents(status("completed"));
    expect(reasons(log)).toEqual(["bytes that are not base64"]);
    expect(log.report.tasks[0]?.state).toBe("completed");
  });

  test("continue after a restart of the recorder, which ended all open exchanges", () => {
    const log = begun().addEvents(createTask("working")).addText('data: {"kind":');
    log.records.push({ r: "resume", t: 900, at: "2026-04-02T09:00:00.000Z" });
    log.addOpen("x2").addHead(200, "text/event-stream", "x2");
    log
      .addEventsTo("x2", status("completed", undefined, { taskId: "t2" }))
      .addEnd("complete", "x2");
    const { exchanges, verdict } = log.report;
    expect(exchanges.map(({ end }) => end)).toEqual(["unknown", "complete"]);
    expect(verdict.because).toBe(
      "The agent reported the task as completed. Earlier turns: 1 connection lost.",
    );
  });

  test("with notes are added to their exchange; a note before the first exchange is reported", () => {
    const log = new ReportLog();
    log.records.push({ r: "note", t: 0, text: "too early" });
    log.addOpen();
    log.records.push({ r: "note", t: 20, text: "look here", x: "x1" });
    expect(reasons(log)).toEqual(["a note before the first exchange"]);
    expect(log.report.entries.at(-1)).toMatchObject({ title: "note", text: "look here" });
  });

  test("without times have no times in the report", () => {
    const log = begun().addEvents(status("working"), status("completed")).addEnd();
    const timeless = log.records.map((record) => ("t" in record ? { ...record, t: null } : record));
    const { timing, entries, exchanges } = createLogReport(foldRecords(timeless));
    expect(timing).toMatchObject({
      firstByteMs: null,
      firstEventMs: null,
      firstTokenMs: null,
      durationMs: null,
      gapMs: null,
    });
    expect(entries.every(({ startMs, endMs }) => startMs === null && endMs === null)).toBe(true);
    expect(exchanges[0]?.durationMs).toBeNull();
  });

  test("split inside a character are joined before decoding", () => {
    const bytes = Buffer.from(formatSseEvent(createArtifactUpdate("a", "🗼")));
    const cut = bytes.indexOf(0xf0) + 2;
    const log = begun();
    for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
      log.records.push({ r: "data", x: "x1", t: 1, b64: piece.toString("base64") });
    }
    expect(log.report.tasks[0]?.artifacts[0]?.text).toBe("🗼");
  });
});

test("each record has the offset of its line, however the bytes are split", () => {
  const word = fc.oneof(
    fc.string(),
    fc.string({ unit: "grapheme" }),
    fc.constant("x".repeat(9000)),
  );
  fc.assert(
    fc.property(
      fc.array(word),
      fc.boolean(),
      fc.integer({ min: 1, max: 30_000 }),
      (words, bom, size) => {
        const notes = words.map((text) => ({ r: "note", t: null, text }));
        const all = [HEADER, ...notes].map((record) => `${JSON.stringify(record)}\n`);
        const bytes = new TextEncoder().encode((bom ? "\uFEFF" : "") + all.join(""));
        const found: [at: number | undefined, text: string][] = [];
        const opener = new LogOpener({
          record: (record, at) => {
            if (record.r === "note") found.push([at, record.text]);
          },
          skip: () => undefined,
        });
        for (let from = 0; from < bytes.length; from += size) {
          opener.push(bytes.subarray(from, from + size));
        }
        opener.end();
        expect(found.map(([, text]) => text)).toEqual(words);
        for (const [at = -1, text] of found) {
          const line = new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(10, at)));
          expect(JSON.parse(line)).toEqual({ r: "note", t: null, text });
        }
      },
    ),
  );
});
