import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  foldRecords,
  formatSseEvent,
  status,
} from "../../fixtures/event-builders.ts";
import {
  FIXTURE_NAMES,
  FORMAT_NAMES,
  openFixtureLog,
  readFixture,
  TRACE_NAMES,
} from "../../fixtures/read-fixture.ts";
import { IMPORTERS } from "./importers.ts";
import { LogOpener, UnreadableLog } from "./log-opener.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const report = (text: string) => createLogReport(foldRecords(openFixtureLog(utf8(text)).records));

const EVENTS = [createArtifactUpdate("a", "Grüße"), status("completed")];
const SSE = EVENTS.map(formatSseEvent).join("");
const LINES = EVENTS.map((event) => `${JSON.stringify(event)}\n`).join("");

describe("log formats", () => {
  test.each([
    ["shapes/caipe.sse", "sse"],
    ["shapes/crlf-keep-alive.sse", "sse"],
    ["shapes/caipe-shorthand.jsonl", "jsonl"],
    ["shapes/envelopes.jsonl", "jsonl"],
    ["shapes/blog-task.json", "jsonl"],
    ["shapes/array.json", "json-array"],
    ["shapes/future.jsonl", "loupe"],
    ["recorded/0.2/stream.jsonl", "loupe"],
  ])("%s is detected as %s by its content", (name, importer) => {
    expect(readFixture(name).importer).toBe(importer);
  });

  test("every importer has a fixture", () => {
    const logs = [...FIXTURE_NAMES, ...FORMAT_NAMES, ...TRACE_NAMES];
    const used = new Set(logs.flatMap((name) => readFixture(name).importer.split("+")));
    expect(new Set(IMPORTERS.map(({ id }) => id))).toEqual(used);
  });

  test.each([
    ["an event stream", SSE],
    ["an event stream with CRLF", SSE.replaceAll("\n", "\r\n")],
    ["an event stream that begins with a comment", `: hello\n\n${SSE}`],
    ["an event stream after a progress meter", `  % Total    % Received\n100   12\n${SSE}`],
    ["an event stream without its last blank line", SSE.trimEnd()],
    ["JSON Lines", LINES],
    ["JSON Lines without the last line's end", LINES.trimEnd()],
    ["JSON Lines with blank lines between", LINES.replaceAll("\n", "\n\n")],
    [
      "pretty-printed values after each other",
      EVENTS.map((it) => JSON.stringify(it, null, 2)).join("\n"),
    ],
    ["values with nothing between", EVENTS.map((it) => JSON.stringify(it)).join("")],
    ["an array", JSON.stringify(EVENTS)],
    ["a pretty-printed array", JSON.stringify(EVENTS, null, 2)],
  ])("%s is opened, with and without a byte order mark", (_, text) => {
    for (const bom of ["", "\uFEFF"]) {
      const { tasks, verdict } = report(bom + text);
      expect(tasks).toMatchObject([{ artifacts: [{ text: "Grüße" }], state: "completed" }]);
      expect(verdict.kind).toBe("completed");
    }
  });

  test.each(["\uFEFF", ""])("Loupe's own log is opened after %j", (bom) => {
    const header = { r: "loupe", version: 1, id: "a", at: null, by: "test" };
    const open = { r: "open", x: "x1", t: 0, method: "GET", url: "http://a.example/", headers: [] };
    const { records, skipped } = openFixtureLog(
      utf8(`${bom}${JSON.stringify(header)}\n${JSON.stringify(open)}\n`),
    );
    expect(records).toEqual([header, open]);
    expect(skipped).toEqual([]);
  });
});

describe("not a log", () => {
  const reasonOf = (bytes: Uint8Array) => {
    try {
      openFixtureLog(bytes);
    } catch (error) {
      if (error instanceof UnreadableLog) return error.message;
      throw error;
    }
    return null;
  };

  test.each(["", " \n\t\n", "\uFEFF"])("%j is empty", (text) => {
    expect(reasonOf(utf8(text))).toBe("The log is empty (byte 0).");
  });

  test("an HTML page is reported with its start and position", () => {
    const reason = reasonOf(utf8("<!DOCTYPE html>\n<p>Not here</p>\n"));
    expect(reason).toContain("line 1, column 1");
    expect(reason).toContain("<!DOCTYPE html>");
  });

  test("an image is reported without printing it", () => {
    const png = Uint8Array.from([
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0xff,
    ]);
    expect(reasonOf(png)).toMatch(/^[^\p{Cc}]*line 1, column 1[^\p{Cc}]*$/u);
  });

  test("is rejected before all of it is read", () => {
    const opener = new LogOpener({ record: () => {}, skip: () => {} });
    expect(() => opener.push(new Uint8Array(10_000))).toThrow(UnreadableLog);
  });

  test("any bytes are opened or rejected, without a crash", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: "binary" }).map(utf8),
      fc.string().map((text) => utf8(`{"r":"loupe"${text}`)),
      fc.string().map((text) => utf8(`data:${text}`)),
      fc.json().map(utf8),
    );
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 9 }), (source, length) => {
        const reason = reasonOf(source);
        if (reason !== null) {
          expect(reason).toMatch(/byte|line/);
          return;
        }
        const whole = openFixtureLog(source);
        const pieces = openFixtureLog(source, length);
        expect(createLogReport(foldRecords(pieces.records))).toEqual(
          createLogReport(foldRecords(whole.records)),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("a long line", () => {
  const long = "é".repeat(2_000_000);

  test("of a stream is one event, in chunks of any size", () => {
    const bytes = utf8(formatSseEvent(createArtifactUpdate("a", long)));
    const { timeline } = foldRecords(openFixtureLog(bytes, 65_536).records);
    expect(timeline.tasks[0]?.artifacts[0]?.current?.textLength).toBe(long.length);
    expect(timeline.events.length).toBe(1);
  });

  test("that is not JSON is skipped with only its start", () => {
    const ingest = foldRecords(openFixtureLog(utf8(`{"a":1}\ndata ${long}\n`), 65_536).records);
    expect(ingest.skipped).toMatchObject([{ at: 8 }]);
    expect(ingest.skipped[0]?.text).toHaveLength(200);
  });
});
