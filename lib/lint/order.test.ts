// Streams that seem to break a rule about order but do not: only what the log shows is reported.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createLogReport,
  createMessage,
  createSendMessageParams,
  createTask,
  type ExampleJson,
  foldRecords,
  LAST_CHUNK,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../fixtures/read-fixture.ts";

const rules = (log: ReportLog) => log.report.findings.map(({ rule }) => rule);
const final: ExampleJson = { final: true };
const message = { message: { role: "user", messageId: "u1", parts: [] } };

/** A 1.0 request, up to the response head. */
const recordRequest = (method: string, params: ExampleJson, x = "x1", log = new ReportLog()) =>
  log.addRequest(method, params, x, [["A2A-Version", "1.0"]]).addHead(200, undefined, x);
const rpc = (result: ExampleJson) => ({ jsonrpc: "2.0", id: 1, result });
const state = (name: string) => ({ state: `TASK_STATE_${name}` });
const task1 = (name: string, over: ExampleJson = {}) =>
  rpc({ task: { id: "t1", contextId: "c1", status: state(name), ...over } });
const status1 = (name: string, text?: string, over: ExampleJson = {}) => {
  const message = { messageId: `m-${text}`, role: "ROLE_AGENT", parts: [{ text }] };
  const now = { ...state(name), ...(text !== undefined && { message }) };
  return rpc({ statusUpdate: { taskId: "t1", contextId: "c1", status: now, ...over } });
};

/** The events of a conforming agent, the same for each stream. */
const RUN: readonly ExampleJson[] = [
  status1("WORKING", "Looking the harbour up."),
  ...["High water ", "is at 14:20, ", "low water at 20:35."].map((text, i) =>
    rpc({
      artifactUpdate: {
        taskId: "t1",
        contextId: "c1",
        artifact: { artifactId: "a", parts: [{ text }] },
        ...(i > 0 && { append: true }),
        ...(i === 2 && { lastChunk: true }),
      },
    }),
  ),
  status1("WORKING", "That was the tide."),
  status1("COMPLETED"),
];

describe("parallel streams of one task", () => {
  test("break no rule, however they interleave", () => {
    const property = fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (turns) => {
      const log = recordRequest("SendStreamingMessage", message).addEvents(task1("SUBMITTED"));
      recordRequest("SubscribeToTask", { id: "t1" }, "x2", log).addEventsTo(
        "x2",
        task1("SUBMITTED"),
      );
      const rest = { x1: [...RUN], x2: [...RUN] };
      const sendNext = (x: "x1" | "x2") => {
        const event = rest[x].shift();
        if (event) log.addEventsTo(x, event);
        if (event && rest[x].length === 0) log.addEnd("complete", x);
      };
      for (const isFirst of turns) sendNext(isFirst ? "x1" : "x2");
      for (const x of ["x1", "x2"] as const) while (rest[x].length > 0) sendNext(x);
      expect(rules(log)).toEqual([]);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test("may miss events of another stream, and repeat the same text", () => {
    const log = recordRequest("SendStreamingMessage", message).addEvents(task1("WORKING"));
    recordRequest("SubscribeToTask", { id: "t1" }, "x2", log).addEventsTo("x2", task1("WORKING"));
    const again = status1("WORKING", "Still looking.");
    log.addEvents(again, status1("WORKING", "Found it."), again);
    log.addEventsTo("x2", status1("WORKING", "Found it."), again, again);
    expect(rules(log)).not.toContain("STR-ORDER-DIFF");
  });

  test("each deliver the end, or are cut off", () => {
    const log = recordRequest("SendStreamingMessage", message).addEvents(task1("WORKING"));
    recordRequest("SubscribeToTask", { id: "t1" }, "x2", log).addEventsTo("x2", task1("WORKING"));
    log.addEventsTo("x2", status1("COMPLETED")).addEnd("complete", "x2");
    expect(rules(log)).toEqual([]);
    expect(rules(log.addEnd())).toEqual(["STR-TRUNC"]);
  });
});

describe("a resumed stream", () => {
  test("may continue an artifact that started before the log", () => {
    const log = new ReportLog().addRequest("tasks/resubscribe", { id: "t1" }).addHead();
    log.addEvents(status("working"), createArtifactUpdate("a", "water", LAST_CHUNK));
    log.addEvents(status("completed", undefined, final)).addEnd();
    expect(rules(log)).toEqual([]);
  });

  test("is not assumed if clients assign task IDs, as in 0.1", () => {
    const answered = (result: ExampleJson) => ({ jsonrpc: "2.0", id: 1, result });
    const part = { index: 0, append: true, parts: [{ type: "text", text: "water" }] };
    const asking = (method: string) =>
      new ReportLog()
        .addRequest(method, {
          id: "t1",
          message: { role: "user", parts: [{ type: "text", text: "go" }] },
        })
        .addHead()
        .addEvents(
          answered({ id: "t1", status: { state: "working" }, final: false }),
          answered({ id: "t1", artifact: part }),
          answered({ id: "t1", status: { state: "completed" }, final: true }),
        )
        .addEnd();
    expect(rules(asking("tasks/sendSubscribe"))).toContain("ART-APPEND-FIRST-0.1");
    expect(rules(asking("tasks/resubscribe"))).not.toContain("ART-APPEND-FIRST-0.1");
  });

  test("may have been closed by the client before a terminal or waiting state", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead();
    log.addEvents(createTask("working")).addEnd("aborted");
    log.addRequest("tasks/resubscribe", { id: "t1" }, "x2").addHead(200, undefined, "x2");
    log
      .addEventsTo("x2", createTask("working"), status("completed", undefined, final))
      .addEnd("complete", "x2");
    expect(rules(log)).toEqual([]);
  });

  test("allows for skipped generations", () => {
    const of = (generation: string) => ({ generation });
    const log = recordRequest("SendStreamingMessage", message)
      .addEvents(task1("WORKING", of("1")))
      .addEnd("aborted");
    recordRequest("SubscribeToTask", { id: "t1" }, "x2", log);
    log.addEventsTo("x2", task1("WORKING", of("9")), status1("COMPLETED", undefined, of("10")));
    expect(rules(log.addEnd("complete", "x2"))).toEqual([]);
  });
});

describe("a task that waits for the client", () => {
  const asking = (...events: ExampleJson[]) =>
    new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead()
      .addEvents(createTask("working"), ...events)
      .addEnd();

  test("may close the stream, final or not", () => {
    for (const flags of [final, { final: false }]) {
      expect(rules(asking(status("input-required", createMessage("Which?", "m1"), flags)))).toEqual(
        [],
      );
    }
  });

  test("may ask in an extension or in the history of the task", () => {
    const form = { metadata: { "https://forms.example/v1": { fields: [] } } };
    expect(rules(asking(status("input-required", undefined, form)))).toEqual([]);
    const history = [createMessage("Which?", "m1")];
    expect(rules(asking(createTask("input-required", { history })))).toEqual([]);
    expect(rules(asking(createTask("input-required")))).toEqual(["LC-INPUT-NOMSG"]);
  });

  test("may continue after the reply in a new stream, without the task", () => {
    const log = asking(status("input-required", createMessage("Which?", "m1")));
    log.addRequest(
      "message/stream",
      createSendMessageParams("blue", "u2", { taskId: "t1", contextId: "c1" }),
      "x2",
    );
    log.addHead(200, undefined, "x2").addEventsTo("x2", status("working"));
    log.addEventsTo("x2", status("completed", undefined, final)).addEnd("complete", "x2");
    expect(rules(log)).toEqual([]);
  });
});

describe("a log without requests", () => {
  const bare = (...events: ExampleJson[]) => {
    const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
    const { records } = openFixtureLog(new TextEncoder().encode(text));
    return createLogReport(foldRecords(records)).findings.map(({ rule }) => rule);
  };

  test("may start in the middle", () => {
    expect(
      bare(createArtifactUpdate("a", "water", more), createArtifactUpdate("a", " is", more)),
    ).toEqual([]);
    expect(bare(status("working"), createArtifactUpdate("a", " is", more))).toEqual([]);
    expect(bare(...RUN.slice(1))).toEqual([]);
  });

  test("may hold several streams, one after the other", () => {
    const of = (id: string) => [
      createTask("working", { id }),
      status("completed", undefined, { taskId: id, final: true }),
    ];
    expect(bare(...of("t1"), ...of("t2"), createMessage("And a reply", "m1"))).toEqual([]);
  });

  test("still shows violations within itself", () => {
    const late = createArtifactUpdate("a", "too late");
    const told = bare(createTask("working"), status("completed", undefined, final), late);
    expect(told).toEqual(["STR-AFTER-TERM"]);
  });
});

describe("notifications to an inbox", () => {
  const notified = (...events: ExampleJson[]) => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead();
    log.addEvents(createTask("working"), status("completed", undefined, final)).addEnd();
    events.forEach((event, i) => {
      const url = "http://loupe.example/inbox/1";
      log.addOpen(`n${i}`, { url, inbound: true, body: JSON.stringify(event) });
      log.addText(JSON.stringify(event), `n${i}`).addEnd("complete", `n${i}`);
    });
    return log;
  };

  test("may be late and in any order", () => {
    const log = notified(
      status("completed", undefined, final),
      status("working"),
      createArtifactUpdate("a", "water", more),
      createTask("working", { artifacts: [createArtifact("a", "High water")] }),
    );
    expect(rules(log)).toEqual([]);
  });
});

describe("a completed task", () => {
  const completing = (...events: ExampleJson[]) =>
    new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead()
      .addEvents(createTask("working"), ...events, status("completed", undefined, final))
      .addEnd();

  test.each([
    ["Errors are counted from one.", false],
    ["The harbour reported no error: all is well.", false],
    ["❌ Error: no such harbour", true],
    ["An error occurred while calling the tide table", true],
    ["ValueError: no such harbour", true],
    ["Traceback (most recent call last):\n", true],
  ])("%s", (text, isError) => {
    expect(rules(completing(createArtifactUpdate("a", text)))).toEqual(
      isError ? ["LC-ERR-AS-DONE"] : [],
    );
  });

  test("may have had equal texts before, and different texts at the end", () => {
    const log = completing(
      createArtifactUpdate("a", "High water at 14:20"),
      createArtifactUpdate("b", "High water at 14:21"),
    );
    expect(rules(log)).toEqual([]);
  });
});

test("a stream that closes late differs from one that waits long", () => {
  const opened = () =>
    new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead()
      .addEvents(createTask("working"));
  const over = status("completed", undefined, final);
  const late = opened().addEvents(over);
  late.wait(5_500).addEnd();
  expect(rules(late)).toEqual(["STR-NOCLOSE"]);
  const long = opened();
  long.wait(60_000).addEvents(over).addEnd();
  expect(rules(long)).toEqual([]);
});

test("0.3 over REST has final in the format of 1.0", () => {
  const log = new ReportLog()
    .addOpen("x1", { url: "http://agent.example/v1/message:stream" })
    .addHead();
  const said = { taskId: "t1", contextId: "c1", status: state("COMPLETED"), final: true };
  log.addEvents(
    { task: { id: "t1", contextId: "c1", status: state("WORKING") } },
    { statusUpdate: said },
  );
  expect(rules(log)).not.toContain("STR-FINAL-IN-1");
});
