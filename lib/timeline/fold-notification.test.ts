import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createLogReport,
  createSendMessageParams,
  createTask,
  type ExampleJson,
  foldRecords,
  LAST_CHUNK,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { getExchangeVerdict } from "../lint/verdict/exchange-verdict.ts";
import { OrderIssue } from "./timeline.ts";

const INBOX = "http://127.0.0.1:4100/inbox/r/k";
let count = 0;

/** What an agent posts to the inbox, as one exchange. */
function notify(log: ReportLog, event: unknown, refused?: string): ReportLog {
  count += 1;
  const x = `n${count}`;
  const body = typeof event === "string" ? event : JSON.stringify(event);
  log.addOpen(x, { url: INBOX, inbound: true, ...(refused !== undefined && { refused }) });
  if (body !== "") log.addText(body, x);
  return log.addEnd("complete", x);
}

const notifyAll = (log: ReportLog, ...events: unknown[]) =>
  events.reduce((all: ReportLog, event) => notify(all, event), log);

const streaming = () =>
  new ReportLog().addRequest("message/stream", createSendMessageParams("go", "m1")).addHead();
const sent = () =>
  new ReportLog()
    .addRequest("message/send", createSendMessageParams("go", "m1"))
    .addHead(200, "application/json");
const answer = (result: ExampleJson) => JSON.stringify({ jsonrpc: "2.0", id: 1, result });

const texts = (log: ReportLog) =>
  log.report.tasks.flatMap(({ artifacts }) => artifacts.map(({ text }) => text));
const states = (log: ReportLog) =>
  log.report.tasks.map(({ transitions }) => transitions.map(({ state }) => state));
const verdictsOf = ({ timeline }: ReportLog) =>
  timeline.exchanges.map((exchange) => getExchangeVerdict(timeline, exchange, timeline.lastEvent));
const rules = (log: ReportLog) => log.report.findings.map(({ rule }) => rule);
const rows = (log: ReportLog) =>
  log.report.entries.filter(({ title }) => title.startsWith("Notification"));

const FLOW = [
  createTask("submitted"),
  status("working"),
  createArtifactUpdate("a", "one "),
  createArtifactUpdate("a", "two", LAST_CHUNK),
  status("completed", undefined, { final: true }),
];

describe("beside a stream, notifications", () => {
  test("do not change the task, and each has its row", () => {
    const log = streaming();
    for (const event of FLOW) notify(log.addEvents(event), event);
    log.addEnd();
    expect(texts(log)).toEqual(["one two"]);
    expect(states(log)).toEqual([["submitted", "working", "completed"]]);
    expect(rows(log).map(({ title }) => title)).toEqual([
      "Notification received: task submitted",
      "Notification received: state working",
      "Notification received: artifact a",
      "Notification received: artifact a",
      "Notification received: state completed",
    ]);
    expect(rows(log).every(({ kind, events }) => kind === "http" && events.length === 2)).toBe(
      true,
    );
    expect(log.report.verdict.kind).toBe("completed");
    expect(rules(log)).toEqual([]);
  });

  test("may be ahead of it without duplicates", () => {
    const log = streaming();
    for (const event of FLOW.slice(0, 3)) notify(log, event);
    for (const event of FLOW) log.addEvents(event);
    log.addEnd();
    notifyAll(log, ...FLOW.slice(3));
    expect(texts(log)).toEqual(["one two"]);
    expect(states(log)).toEqual([["submitted", "working", "completed"]]);
    expect(rules(log)).toEqual([]);
  });

  test("may be late, repeated and in any order", () => {
    const log = streaming()
      .addEvents(...FLOW)
      .addEnd();
    notifyAll(log, ...FLOW.toReversed(), ...FLOW);
    expect(texts(log)).toEqual(["one two"]);
    expect(states(log)).toEqual([["submitted", "working", "completed"]]);
    expect(rules(log)).toEqual([]);
    expect(log.report.verdict.kind).toBe("completed");
  });

  test("belong to their task, but are not calls", () => {
    const log = streaming().addEvents(createTask("working"));
    notify(log, status("working"));
    const { timeline } = log;
    expect(timeline.calls).toBe(1);
    expect(timeline.exchanges[1]?.tasks).toMatchObject([{ task: 0 }]);
    expect(timeline.tasks).toHaveLength(1);
  });
});

test("ahead of the response, they do not hide that a new task responded to a message for a finished one", () => {
  const log = streaming().addEvents(createTask("completed")).addEnd();
  const again = { taskId: "t1" };
  log
    .addRequest("message/stream", createSendMessageParams("more", "m2", again), "x2")
    .addHead(200, "text/event-stream", "x2");
  notify(log, createTask("submitted", { id: "t2" }));
  log.addEventsTo("x2", createTask("submitted", { id: "t2" })).addEnd("complete", "x2");
  const { timeline } = log;
  expect(timeline.events.orderIssues.at(timeline.lastEvent)).toBe(OrderIssue.SilentNewTask);
});

describe("after a truncated stream", () => {
  const cut = () =>
    streaming()
      .addEvents(...FLOW.slice(0, 3))
      .addEnd("reset");

  test("they set the final state of the task, but add no text", () => {
    const log = cut();
    expect(log.report.verdict.kind).toBe("cut");
    notifyAll(log, ...FLOW.slice(1));
    expect(states(log)).toEqual([["submitted", "working", "completed"]]);
    expect(texts(log)).toEqual(["one "]);
    expect(log.report.verdict).toMatchObject({ kind: "completed", clean: true });
    expect(rules(log)).not.toContain("STATE-ORDER");
  });

  test("a working state does not complete it", () => {
    const log = notify(cut(), status("working"));
    expect(log.report.verdict.kind).toBe("cut");
  });
});

describe("without a stream, notifications", () => {
  test("are folded: all of one inbox count as one stream", () => {
    const log = sent()
      .addText(answer(createTask("submitted")))
      .addEnd();
    notifyAll(log, ...FLOW.slice(1));
    expect(texts(log)).toEqual(["one two"]);
    expect(states(log)).toEqual([["submitted", "working", "completed"]]);
    expect(log.report.verdict).toMatchObject({ kind: "completed", clean: true });
    expect(log.report.tasks[0]?.artifacts[0]).toMatchObject({ revisions: 1, closed: true });
    expect(rules(log)).toEqual([]);
  });

  test("do not undo the end of a task", () => {
    const log = sent()
      .addText(answer(createTask("completed")))
      .addEnd();
    notifyAll(log, status("working"), status("completed"));
    expect(states(log)).toEqual([["completed"]]);
    expect(rules(log)).toEqual([]);
  });

  test("repeat nothing of a task that was requested meanwhile", () => {
    const log = sent()
      .addText(answer(createTask("submitted")))
      .addEnd();
    notifyAll(log, createArtifactUpdate("a", "one "));
    log.addRequest("tasks/get", { id: "t1" }, "x2").addHead(200, "application/json", "x2");
    log
      .addText(answer(createTask("working", { artifacts: [createArtifact("a", "one two")] })), "x2")
      .addEnd("complete", "x2");
    notifyAll(
      log,
      createArtifactUpdate("a", "two", more),
      createArtifactUpdate("a", " three", LAST_CHUNK),
    );
    expect(texts(log)).toEqual(["one two three"]);
  });

  test("may add a task that nothing else names", () => {
    const log = notify(
      new ReportLog(),
      createTask("completed", { artifacts: [createArtifact("a", "done")] }),
    );
    expect(texts(log)).toEqual(["done"]);
    expect(log.report.verdict.kind).toBe("completed");
    expect(rows(log)[0]).toMatchObject({ taskId: "t1" });
  });
});

test.each<[string, unknown]>([
  [
    "a StreamResponse of 1.0",
    { statusUpdate: { taskId: "t1", contextId: "c1", status: { state: "TASK_STATE_WORKING" } } },
  ],
  ["a bare event of 0.3", status("working")],
  ["a bare task of 0.3", createTask("working")],
  ["an envelope", { jsonrpc: "2.0", id: null, result: status("working") }],
])("%s is understood", (_, event) => {
  const log = notify(new ReportLog(), event);
  expect(states(log)).toEqual([["working"]]);
  expect(verdictsOf(log)).toMatchObject([{ kind: "answered", clean: true }]);
});

test("a rejected notification changes nothing", () => {
  const log = sent()
    .addText(answer(createTask("working")))
    .addEnd();
  notify(
    log,
    createTask("completed", { artifacts: [createArtifact("a", "lies")] }),
    "The token is missing.",
  );
  expect(texts(log)).toEqual([]);
  expect(states(log)).toEqual([["working"]]);
  expect(rows(log)).toMatchObject([{ title: "Notification rejected: task completed" }]);
  expect(log.report.verdict.kind).toBe("answered");
  expect(verdictsOf(log)[1]).toMatchObject({ clean: false, because: /The token is missing/ });
});

test("empty and unreadable notifications have their rows", () => {
  const log = notifyAll(new ReportLog(), "", "{ not json", "[]", { hello: 1 });
  expect(rows(log).map(({ title }) => title)[0]).toBe("Notification received: empty");
  expect(rows(log)).toHaveLength(4);
  expect(log.report.tasks).toEqual([]);
});

test("in any mix of streams and notifications, no text is duplicated, and any earlier state is exact", () => {
  const chunk = fc.string({ minLength: 1, maxLength: 4 });
  const place = fc.nat({ max: 20 });
  fc.assert(
    fc.property(
      fc.array(chunk, { minLength: 1, maxLength: 6 }),
      fc.array(place),
      place,
      (chunks, late, cut) => {
        const flow = [
          createTask("working"),
          ...chunks.map((text, i) => createArtifactUpdate("a", text, i === 0 ? {} : more)),
          status("completed", undefined, { final: true }),
        ];
        const log = streaming();
        const kept = flow.slice(0, Math.max(1, cut));
        kept.forEach((event, i) => {
          log.addEvents(event);
          for (const at of late) if (at === i) notify(log, flow[(at * 7) % flow.length]);
        });
        log.addEnd(kept.length < flow.length ? "reset" : "complete");
        for (const at of late) notify(log, flow[at % flow.length]);
        const expected = chunks.slice(0, kept.length - 1).join("");
        expect(texts(log).join("")).toBe(expected);
        const { timeline } = log;
        for (let n = 0; n <= timeline.lastEvent; n++) {
          expect(log.reportAt(n)).toEqual(createLogReport(foldRecords(log.records, n + 1), n));
        }
      },
    ),
    { numRuns: 60 },
  );
});
