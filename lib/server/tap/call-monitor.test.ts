// The facts of a call when it has ended, compared with the whole log as of that event.
import { describe, expect, test } from "vitest";
import { createArtifactUpdate, createTask, status } from "../../../fixtures/event-builders.ts";
import { HopLog } from "../../../fixtures/hop-log.ts";
import { FIXTURE_NAMES, readFixture } from "../../../fixtures/read-fixture.ts";
import { Interpretation } from "../../dialects/interpretation.ts";
import { createLinter } from "../../lint/linter.ts";
import { getProblemsAt } from "../../lint/problems.ts";
import { getExchangeVerdict } from "../../lint/verdict/exchange-verdict.ts";
import { Ingest } from "../../timeline/ingest.ts";
import type { OpenHop, WireRecord } from "../../wire/record.ts";
import { CallMonitor, type TapCall } from "./call-monitor.ts";

const HOP: OpenHop = {
  via: "takeover",
  listen: "127.0.0.1:1",
  target: "127.0.0.1:2",
  connection: 1,
  caller: { address: "127.0.0.1", port: 3 },
  firstByte: null,
};

/** The same log as a tap records it. */
const toTapped = (records: readonly WireRecord[]): WireRecord[] =>
  records.map((record) => (record.r === "open" ? { ...record, hop: record.hop ?? HOP } : record));

function monitor(records: readonly WireRecord[]): TapCall[] {
  const calls: TapCall[] = [];
  const monitor = new CallMonitor({ routes: [], proxy: null }, (call) => calls.push(call));
  for (const record of records) monitor.push(record);
  return calls;
}

/** What the commands would say of the log up to the end of each exchange. */
function inspectEach(records: readonly WireRecord[]) {
  const ingest = new Ingest({ observer: createLinter() });
  const interpretation = new Interpretation(ingest.timeline);
  return records.flatMap((record) => {
    ingest.push(record);
    const { timeline } = ingest;
    const exchange = record.r === "end" ? timeline.exchangeById.get(record.x) : undefined;
    if (!exchange) return [];
    interpretation.update();
    const n = timeline.lastEvent;
    const problems = getProblemsAt(timeline, n, interpretation).filter(({ rule }) =>
      getProblemsAt(timeline, n, interpretation, exchange.index).some((own) => own.rule === rule),
    );
    const findings = { error: 0, warning: 0, info: 0 };
    for (const { severity } of problems) findings[severity] += 1;
    const verdict = getExchangeVerdict(timeline, exchange, n, interpretation);
    const { because, kind } = verdict;
    return { exchange: exchange.id, events: exchange.events.count, findings, because, kind };
  });
}

test.each(FIXTURE_NAMES)(
  "%s: each call has the events, findings and verdict of the log",
  (name) => {
    const records = toTapped(readFixture(name).records);
    const calls = monitor(records).map(({ exchange, events, findings, verdict, error }) => ({
      exchange,
      events,
      findings,
      kind: verdict.kind,
      error,
    }));
    const inspected = inspectEach(records).map(({ because, ...rest }) => rest);
    expect(calls).toMatchObject(inspected);
  },
);

describe("a call", () => {
  const interrupted = () =>
    new HopLog()
      .begin({ x: "first", port: 9001 })
      .addEventsTo("first", createTask("working"), createArtifactUpdate("a", "one "));

  test("that appends to what another call began breaks no rule by that", () => {
    const log = interrupted().addEnd("reset", "first");
    log.addRequest("tasks/resubscribe", { id: "t1" }, "second");
    log.addHead(200, "text/event-stream", "second");
    log.addEventsTo(
      "second",
      createTask("working"),
      createArtifactUpdate("a", "two", { append: true, lastChunk: true }),
      status("completed", undefined, { final: true }),
    );
    log.addEnd("complete", "second");
    const [, second] = monitor(toTapped(log.records));
    expect(second).toMatchObject({ events: 3, findings: { error: 0, warning: 0, info: 0 } });
  });

  test("has its own events alone, also while others are running", () => {
    const log = interrupted().begin({ x: "second", port: 9002 }).finish("second", "completed");
    log.addEventsTo("first", status("completed")).addEnd("complete", "first");
    const calls = monitor(log.records);
    expect(calls.map(({ exchange, events }) => [exchange, events])).toEqual([
      ["second", 2],
      ["first", 3],
    ]);
  });

  test("in a new log knows nothing of those before", () => {
    const calls: TapCall[] = [];
    const monitor = new CallMonitor({ routes: [], proxy: null }, (call) => calls.push(call));
    const log = new HopLog().plan().finish("plan", "completed").begin({ x: "ask", port: 9002 });
    for (const record of log.finish("ask", "failed").records) {
      if (record.r === "open" && record.x === "ask") monitor.startLog();
      monitor.push(record);
    }
    expect(calls.map(({ events, verdict }) => [events, verdict.kind])).toEqual([
      [2, "completed"],
      [2, "failed"],
    ]);
  });
});
