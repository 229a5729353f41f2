import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createArtifactUpdate,
  createSendMessageParams,
  createTask,
  foldRecords,
  LAST_CHUNK,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { comparePush } from "./compare-push.ts";

const INBOX = "http://127.0.0.1:4100/inbox/r/k";
const streaming = () =>
  new ReportLog().addRequest("message/stream", createSendMessageParams("go", "m1")).addHead();

function notify(log: ReportLog, event: unknown, refused?: string): ReportLog {
  const x = `n${log.records.length}`;
  log.addOpen(x, { url: INBOX, inbound: true, ...(refused !== undefined && { refused }) });
  return log.addText(JSON.stringify(event), x).addEnd("complete", x);
}

function compared(log: ReportLog, n?: number) {
  const { timeline } = log;
  const [lane] = timeline.tasks;
  return lane ? comparePush(timeline, lane, n ?? timeline.lastEvent) : null;
}

const FLOW = [
  createTask("submitted"),
  status("working"),
  createArtifactUpdate("a", "one "),
  createArtifactUpdate("a", "two", LAST_CHUNK),
  status("completed"),
];

test("pairs each event of the stream with its notification and the lag", () => {
  const log = streaming();
  for (const event of FLOW) notify(log.addEvents(event), event);
  const found = compared(log.addEnd());
  expect(found).toMatchObject({ streamed: 5, both: 5, only: 0, again: 0, overtaken: 0 });
  expect(found?.events.map(({ label, lagMs }) => `${label} ${lagMs}`)).toEqual([
    "submitted 30",
    "working 30",
    "chunk of a 30",
    "chunk of a 30",
    "completed 30",
  ]);
});

test("reports events that were not pushed, only pushed, pushed again or overtaken", () => {
  const log = streaming()
    .addEvents(...FLOW)
    .addEnd();
  notify(log, FLOW[4]);
  notify(log, FLOW[1]);
  notify(log, FLOW[1]);
  notify(log, status("failed"));
  const found = compared(log);
  expect(found).toMatchObject({ streamed: 5, both: 2, only: 1, again: 1, overtaken: 1 });
  expect(found?.events.map(({ label, pushed }) => `${label} ${pushed !== null}`)).toEqual([
    "submitted false",
    "working true",
    "chunk of a false",
    "chunk of a false",
    "completed true",
    "failed true",
  ]);
});

test("a pushed task counts as its state", () => {
  const log = streaming()
    .addEvents(createTask("submitted"), status("working"), status("completed"))
    .addEnd();
  for (const state of ["submitted", "working", "completed"]) notify(log, createTask(state));
  expect(compared(log)).toMatchObject({ streamed: 3, both: 3, only: 0 });
});

test("a parallel stream adds nothing twice", () => {
  const log = streaming().addEvents(createTask("working"));
  log.addRequest("tasks/resubscribe", { id: "t1" }, "x2").addHead(200, "text/event-stream", "x2");
  for (const event of FLOW.slice(2)) log.addEvents(event).addEventsTo("x2", event);
  log.addEnd().addEnd("complete", "x2");
  for (const event of FLOW.slice(2)) notify(log, event);
  expect(compared(log)).toMatchObject({ streamed: 4, both: 3 });
});

test("a rejected notification is only counted; without any there is nothing to compare", () => {
  const log = streaming()
    .addEvents(...FLOW)
    .addEnd();
  expect(compared(log)).toBeNull();
  notify(log, FLOW[4], "The token is missing.");
  expect(compared(log)).toMatchObject({ streamed: 5, both: 0, refused: 1 });
});

test("in any order, all events are accounted for, and any earlier state is exact", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }), fc.nat(20), (order, n) => {
      const log = streaming()
        .addEvents(...FLOW)
        .addEnd();
      for (const index of order) notify(log, FLOW[index]);
      const found = compared(log);
      const { both = 0, again = 0, only = 0 } = found ?? {};
      expect(both + again + only).toBe(order.length);
      expect(both).toBe(new Set(order).size);
      const at = Math.min(n, log.timeline.lastEvent);
      const early = foldRecords(log.records, at + 1).timeline;
      const [lane] = early.tasks;
      expect(compared(log, at)).toEqual(lane ? comparePush(early, lane, at) : null);
    }),
  );
});
