// What leaves comes back: every export that opens again tells the same run.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { records as anyRecords, body, said } from "../../fixtures/arbitrary.ts";
import { folded, Log, reportOf } from "../../fixtures/compose.ts";
import { FIXTURES, FORMATS, fixture, openLog } from "../../fixtures/read.ts";
import { withoutWire } from "../../fixtures/without-wire.ts";
import type { Report } from "../report/report.ts";
import type { WireRecord } from "../wire/record.ts";
import { type Exporter, written } from "./exporter.ts";
import { factsIn } from "./facts.ts";
import { EXPORTERS } from "./formats.ts";

const CONTEXT = { name: "a run", by: "loupe/0.1.0" };
/** Those in a page have a test of their own. */
const OPENING = EXPORTERS.filter(({ opens, isPage }) => opens && !isPage);

const exported = (exporter: Exporter, records: readonly WireRecord[]) =>
  Buffer.from([...written(exporter, records, CONTEXT)].join(""));

const reopened = (exporter: Exporter, records: readonly WireRecord[]) =>
  folded(openLog(exported(exporter, records)).records);

/** What the agent did, whatever the log kept beside it. */
function gist({ tasks, tools, plans }: Report) {
  return {
    tasks: tasks.map(({ id, contextId, state, transitions, artifacts, drafts }) => ({
      id,
      contextId,
      state,
      transitions: transitions.map((one) => one.state),
      artifacts: artifacts.map(({ events: _, ...artifact }) => artifact),
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

/** A task that two answers tell of at once is told twice where these are one. */
function hasTwiceTold(records: readonly WireRecord[]): boolean {
  const { exchanges } = folded(records).timeline;
  const seen = new Set<number>();
  return exchanges.some(({ taskSet }) =>
    [...taskSet].some((task) => seen.size === seen.add(task).size),
  );
}

describe.each(OPENING.map((exporter) => [exporter.id, exporter] as const))("%s", (_, exporter) => {
  test.each([...FIXTURES, ...FORMATS])("%s opens again to the same report", (name) => {
    const { records } = fixture(name);
    const before = folded(records);
    const after = reopened(exporter, records);
    const lost = factsIn(before.timeline, exporter.lacks);
    const seen = exporter.lacks.length === 0 ? (report: Report) => report : withoutWire;
    if (lost.length === 0) expect(seen(reportOf(after))).toEqual(seen(reportOf(before)));
    else if (!(lost.includes("exchanges") && hasTwiceTold(records))) {
      expect({ name, lost, ...gist(reportOf(after)) }).toEqual({
        name,
        lost,
        ...gist(reportOf(before)),
      });
    }
  });

  test("holds some of the recorded runs wholly, and tells of every other what it lost", () => {
    const held = [...FIXTURES, ...FORMATS].filter((name) => {
      return factsIn(folded(fixture(name).records).timeline, exporter.lacks).length === 0;
    });
    expect(held.length).toBeGreaterThan(5);
  });
});

const EXACT = OPENING.filter(({ lacks }) => lacks.length === 0).map(
  (exporter) => [exporter.id, exporter] as const,
);

test.each(EXACT)("%s: whatever agents say opens again", (_, exporter) => {
  const property = fc.property(anyRecords, (records) => {
    expect(reportOf(reopened(exporter, records))).toEqual(reportOf(folded(records)));
  });
  fc.assert(property, { numRuns: 200 });
});

test("an event stream leaves as the bytes it came as", () => {
  const property = fc.property(body, (frames) => {
    const bytes = `: a stream\n\n${frames.join("")}`;
    const { records } = openLog(Buffer.from(bytes));
    const exporter = EXPORTERS.find(({ id }) => id === "sse");
    fc.pre(exporter !== undefined && folded(records).timeline.lastEvent >= 0);
    if (exporter) expect(exported(exporter, records).toString()).toBe(bytes);
  });
  fc.assert(property, { numRuns: 200 });
});

test("lines of events give back whatever was said in JSON", () => {
  const exporter = EXPORTERS.find(({ id }) => id === "events");
  const property = fc.property(fc.array(said, { minLength: 1, maxLength: 12 }), (values) => {
    const { records } = new Log()
      .addOpen()
      .addHead()
      .addEvents(...values);
    const before = gist(reportOf(folded(records)));
    if (exporter) expect(gist(reportOf(reopened(exporter, records)))).toEqual(before);
  });
  fc.assert(property, { numRuns: 200 });
});

describe("a HAR", () => {
  const har = EXPORTERS.find(({ id }) => id === "har");
  const entriesOf = (name: string): Entry[] =>
    har ? JSON.parse(exported(har, fixture(name).records).toString()).log.entries : [];

  test.each(FIXTURES)("of %s has every field that HAR 1.2 demands", (name) => {
    for (const entry of entriesOf(name)) {
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
      const told = Object.entries(timings).filter(([phase, ms]) => phase !== "ssl" && ms > 0);
      const sum = told.reduce((ms, [, phase]) => ms + phase, 0);
      expect(sum).toBeLessThanOrEqual(entry.time + 0.01);
    }
  });

  test("read by others, without what Loupe put there for itself, has the same events and times", () => {
    const { records } = fixture("recorded/1.0/stream.jsonl");
    const text = har ? exported(har, records).toString() : "";
    const value = JSON.parse(text);
    for (const entry of value.log.entries) delete entry._records;
    const foreign = folded(openLog(Buffer.from(JSON.stringify(value))).records);
    const { timeline } = foreign;
    const whole = folded(records).timeline;
    const gaps = ({ events }: typeof timeline) =>
      Array.from({ length: events.length }, (_, n) =>
        Math.round(events.time.at(n) - events.time.at(1)),
      );
    expect(gist(reportOf(foreign))).toEqual(gist(reportOf(folded(records))));
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
