// Round trips: every export that can be reopened contains the same run.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  arbitraryRecords as anyRecords,
  arbitraryBody,
  eventPayload,
} from "../../fixtures/arbitrary.ts";
import { createLogReport, foldRecords, ReportLog } from "../../fixtures/event-builders.ts";
import {
  FIXTURE_NAMES,
  FORMAT_NAMES,
  openFixtureLog,
  readFixture,
} from "../../fixtures/read-fixture.ts";
import { removeWireDetails } from "../../fixtures/report-subsets.ts";
import type { Report } from "../report/json.ts";
import type { WireRecord } from "../wire/record.ts";
import { findExportFeatures } from "./export-features.ts";
import { type Exporter, writeExport } from "./exporter.ts";
import { EXPORTERS } from "./formats.ts";

const CONTEXT = { name: "a run", by: "loupe/0.1.0" };
/** Formats embedded in a page are tested in `html.test.ts`. */
const REOPENABLE = EXPORTERS.filter(({ canReopen, isPage }) => canReopen && !isPage);

const exportRecords = (exporter: Exporter, records: readonly WireRecord[]) =>
  Buffer.from([...writeExport(exporter, records, CONTEXT)].join(""));

const reopen = (exporter: Exporter, records: readonly WireRecord[]) =>
  foldRecords(openFixtureLog(exportRecords(exporter, records)).records);

/** What the agent did, without details of the log. */
function summarizeReport({ tasks, tools, plans }: Report) {
  return {
    tasks: tasks.map(({ id, contextId, state, transitions, artifacts, drafts }) => ({
      id,
      contextId,
      state,
      transitions: transitions.map((one) => one.state),
      artifacts: artifacts.map(({ events, ...artifact }) => artifact),
      drafts,
    })),
    tools: tools.map(({ name, callId, args, result, state }) => ({
      name,
      callId,
      args,
      result,
      state,
    })),
    plans: plans.map(({ steps, text }) => ({ steps, text })),
  };
}

/** Whether two responses contain the same task; joined into one, they report it twice. */
function hasSharedTask(records: readonly WireRecord[]): boolean {
  const { exchanges } = foldRecords(records).timeline;
  const seen = new Set<number>();
  return exchanges.some(({ taskSet }) =>
    [...taskSet].some((task) => seen.size === seen.add(task).size),
  );
}

describe.each(REOPENABLE.map((exporter) => [exporter.id, exporter] as const))(
  "%s",
  (_, exporter) => {
    test.each([...FIXTURE_NAMES, ...FORMAT_NAMES])("%s opens again to the same report", (name) => {
      const { records } = readFixture(name);
      const before = foldRecords(records);
      const after = reopen(exporter, records);
      const lost = findExportFeatures(before.timeline, exporter.missingFeatures);
      const normalize =
        exporter.missingFeatures.length === 0 ? (report: Report) => report : removeWireDetails;
      if (lost.length === 0)
        expect(normalize(createLogReport(after))).toEqual(normalize(createLogReport(before)));
      else if (!(lost.includes("exchanges") && hasSharedTask(records))) {
        expect({ name, lost, ...summarizeReport(createLogReport(after)) }).toEqual({
          name,
          lost,
          ...summarizeReport(createLogReport(before)),
        });
      }
    });

    test("is lossless for some of the recorded runs", () => {
      const lossless = [...FIXTURE_NAMES, ...FORMAT_NAMES].filter((name) => {
        return (
          findExportFeatures(
            foldRecords(readFixture(name).records).timeline,
            exporter.missingFeatures,
          ).length === 0
        );
      });
      expect(lossless.length).toBeGreaterThan(5);
    });
  },
);

const LOSSLESS = REOPENABLE.filter(({ missingFeatures }) => missingFeatures.length === 0).map(
  (exporter) => [exporter.id, exporter] as const,
);

test.each(LOSSLESS)("%s: arbitrary records open again to the same report", (_, exporter) => {
  const property = fc.property(anyRecords, (records) => {
    expect(createLogReport(reopen(exporter, records))).toEqual(
      createLogReport(foldRecords(records)),
    );
  });
  fc.assert(property, { numRuns: 200 });
});

test("an event stream is exported byte for byte", () => {
  const property = fc.property(arbitraryBody, (frames) => {
    const bytes = `: a stream\n\n${frames.join("")}`;
    const { records } = openFixtureLog(Buffer.from(bytes));
    const exporter = EXPORTERS.find(({ id }) => id === "sse");
    fc.pre(exporter !== undefined && foldRecords(records).timeline.lastEvent >= 0);
    if (exporter) expect(exportRecords(exporter, records).toString()).toBe(bytes);
  });
  fc.assert(property, { numRuns: 200 });
});

test("JSON Lines of events open again to the same report, for arbitrary JSON", () => {
  const exporter = EXPORTERS.find(({ id }) => id === "events");
  const property = fc.property(
    fc.array(eventPayload, { minLength: 1, maxLength: 12 }),
    (values) => {
      const { records } = new ReportLog()
        .addOpen()
        .addHead()
        .addEvents(...values);
      const before = summarizeReport(createLogReport(foldRecords(records)));
      if (exporter)
        expect(summarizeReport(createLogReport(reopen(exporter, records)))).toEqual(before);
    },
  );
  fc.assert(property, { numRuns: 200 });
});

describe("a HAR", () => {
  const har = EXPORTERS.find(({ id }) => id === "har");
  const createEntries = (name: string): Entry[] =>
    har ? JSON.parse(exportRecords(har, readFixture(name).records).toString()).log.entries : [];

  test.each(FIXTURE_NAMES)("of %s has every field that HAR 1.2 requires", (name) => {
    for (const entry of createEntries(name)) {
      const { request, response, timings } = entry;
      expect(new Date(entry.startedDateTime).toISOString()).toBe(entry.startedDateTime);
      expect(entry.cache).toEqual({});
      for (const list of [request.cookies, request.headers, request.queryString]) {
        expect(Array.isArray(list)).toBe(true);
      }
      for (const list of [response.cookies, response.headers])
        expect(Array.isArray(list)).toBe(true);
      for (const text of [request.method, request.url, request.httpVersion, response.httpVersion]) {
        expect(typeof text).toBe("string");
      }
      expect([typeof response.redirectURL, typeof response.statusText]).toEqual([
        "string",
        "string",
      ]);
      expect(typeof response.content.mimeType).toBe("string");
      for (const size of [request.headersSize, request.bodySize, response.headersSize]) {
        expect(size).toBeGreaterThanOrEqual(-1);
      }
      expect(response.content.size).toBeGreaterThanOrEqual(0);
      expect([timings.send >= 0, timings.wait >= 0, timings.receive >= 0]).toEqual([
        true,
        true,
        true,
      ]);
      const phases = Object.entries(timings).filter(([phase, ms]) => phase !== "ssl" && ms > 0);
      const sum = phases.reduce((ms, [, phase]) => ms + phase, 0);
      expect(sum).toBeLessThanOrEqual(entry.time + 0.01);
    }
  });

  test("keeps the hops of exchanges that passed a tap", () => {
    const { records } = readFixture("recorded/1.0/stream.jsonl");
    const caller = { address: "127.0.0.1", port: 50_000 };
    const addresses = { listen: "127.0.0.1:1", target: "127.0.0.1:2" };
    const hop = { via: "takeover" as const, ...addresses, connection: 1, caller, firstByte: 0 };
    const delay = { response: { reads: 2, mean: 0.1, max: 0.2 } };
    const tapped = records.map((record): WireRecord => {
      if (record.r === "open") return { ...record, hop };
      return record.r === "end" ? { ...record, hop: { delay } } : record;
    });
    const text = har ? exportRecords(har, tapped) : Buffer.of();
    const listHops = (all: readonly WireRecord[]) =>
      all.flatMap((record) => (record.r === "open" || record.r === "end" ? [record.hop] : []));
    expect(listHops(openFixtureLog(text).records)).toEqual(listHops(tapped));
  });

  test("without Loupe's own fields has the same events and times", () => {
    const { records } = readFixture("recorded/1.0/stream.jsonl");
    const text = har ? exportRecords(har, records).toString() : "";
    const value = JSON.parse(text);
    for (const entry of value.log.entries) delete entry._records;
    const foreign = foldRecords(openFixtureLog(Buffer.from(JSON.stringify(value))).records);
    const { timeline } = foreign;
    const whole = foldRecords(records).timeline;
    const gaps = ({ events }: typeof timeline) =>
      Array.from({ length: events.length }, (_, n) =>
        Math.round(events.time.at(n) - events.time.at(1)),
      );
    expect(summarizeReport(createLogReport(foreign))).toEqual(
      summarizeReport(createLogReport(foldRecords(records))),
    );
    expect(gaps(timeline).slice(1)).toEqual(gaps(whole).slice(1));
  });
});

interface Entry {
  startedDateTime: string;
  time: number;
  cache: object;
  timings: Record<string, number> & { send: number; wait: number; receive: number };
  request: {
    method: string;
    url: string;
    httpVersion: string;
    cookies: object[];
    headers: object[];
    queryString: object[];
    headersSize: number;
    bodySize: number;
  };
  response: {
    statusText: string;
    httpVersion: string;
    cookies: object[];
    headers: object[];
    redirectURL: string;
    headersSize: number;
    content: { size: number; mimeType: string };
  };
}
