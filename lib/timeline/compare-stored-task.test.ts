import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
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
import { compareStoredTask } from "./compare-stored-task.ts";

/** A turn that was streamed, taken up again, and looked up. */
const createLog = (x = "x1") =>
  new ReportLog().addRequest("message/stream", createSendMessageParams("go", "u1"), x).addHead();
const takeUp = (log: ReportLog, ...events: unknown[]) =>
  log
    .addRequest("tasks/resubscribe", { id: "t1" }, "x2")
    .addHead(200, "text/event-stream", "x2")
    .addEventsTo("x2", ...events)
    .addEnd("complete", "x2");
const lookUp = (log: ReportLog, stored: unknown, x = "x3") =>
  log
    .addRequest("tasks/get", { id: "t1" }, x)
    .addHead(200, "application/json", x)
    .addText(JSON.stringify(stored), x)
    .addEnd("complete", x);

const done = (...artifacts: ExampleJson[]) => createTask("completed", { artifacts });

function compared(log: ReportLog, n = Number.POSITIVE_INFINITY) {
  const { timeline } = log;
  const [lane] = timeline.tasks;
  const found = lane && compareStoredTask(timeline, lane, Math.min(n, timeline.lastEvent));
  if (!found) throw new Error("nothing to compare");
  return found;
}
const pieces = (log: ReportLog, index = 0) =>
  compared(log).artifacts[index]?.text.segments.map(({ kind, text }) => `${kind} ${text}`);
const verdicts = (log: ReportLog) =>
  compared(log).artifacts.map(
    ({ artifactId, deliveryStatus }) => `${artifactId} ${deliveryStatus}`,
  );

describe("an artifact is", () => {
  const begun = () =>
    createLog().addEvents(
      createTask("working"),
      createArtifactUpdate("a", "one "),
      createArtifactUpdate("a", "two ", more),
    );

  test("complete when its stream delivered it", () => {
    const log = begun()
      .addEvents(createArtifactUpdate("a", "three", LAST_CHUNK), status("completed"))
      .addEnd();
    expect(verdicts(lookUp(log, done(createArtifact("a", "one two three"))))).toEqual([
      "a complete",
    ]);
    expect(compared(log)).toMatchObject({
      isProvisional: false,
      state: { deliveryStatus: "complete" },
    });
  });

  test("recovered if only resubscribing delivered it", () => {
    const log = takeUp(begun().addEnd("reset"), done(createArtifact("a", "one two three")));
    lookUp(log, done(createArtifact("a", "one two three")));
    expect(verdicts(log)).toEqual(["a recovered"]);
    expect(pieces(log)).toEqual(["same one two ", "lost three"]);
    expect(compared(log)).toMatchObject({
      state: { deliveryStatus: "recovered", stored: "completed", delivered: "completed" },
      artifacts: [{ recovered: 5, stored: 13, gapEvents: [{ segment: 1, event: 2 }] }],
    });
  });

  test("lost if no stream delivered it, although a lookup returned it", () => {
    const log = begun().addEnd("reset");
    lookUp(log, done(createArtifact("a", "one two three"), createArtifact("b", "other")));
    expect(verdicts(log)).toEqual(["a lost", "b lost"]);
    expect(pieces(log)).toEqual(["same one two ", "lost three"]);
    expect(pieces(log, 1)).toEqual(["lost other"]);
    expect(compared(log)).toMatchObject({
      state: { deliveryStatus: "lost", stored: "completed", delivered: "working" },
      artifacts: [{ text: { lost: 5 }, gapEvents: [{ event: 2 }] }, { gapEvents: [{ event: -1 }] }],
    });
  });

  test("partly lost if the stream continues after a gap", () => {
    const log = takeUp(
      begun().addEnd("reset"),
      createArtifactUpdate("a", "four", LAST_CHUNK),
      status("completed"),
    );
    lookUp(log, done(createArtifact("a", "one two three four")));
    expect(pieces(log)).toEqual(["same one two ", "lost three ", "same four"]);
    expect(compared(log)).toMatchObject({
      artifacts: [{ deliveryStatus: "lost", recovered: 4, gapEvents: [{ segment: 1, event: 2 }] }],
    });
  });

  test("only delivered if it is not stored", () => {
    const log = begun().addEvents(createArtifactUpdate("b", "aside"), status("completed")).addEnd();
    lookUp(log, done(createArtifact("a", "one ")));
    expect(verdicts(log)).toEqual(["a only", "b only"]);
    expect(pieces(log)).toEqual(["same one ", "only two "]);
  });

  test("also compared by its non-text parts", () => {
    const data = { kind: "data", data: { n: 1 } };
    const event = createArtifactUpdate("a", "");
    const inside = { artifactId: "a", parts: [data] };
    const log = createLog()
      .addEvents(createTask("working"), { ...event, artifact: inside }, status("completed"))
      .addEnd();
    lookUp(log, done({ artifactId: "a", parts: [data, { kind: "data", data: { n: 2 } }] }));
    expect(compared(log).artifacts[0]).toMatchObject({
      deliveryStatus: "lost",
      parts: { stored: 2, lost: 1, only: 0 },
    });
  });
});

test("a stream that continues after a lookup is still compared by its own text", () => {
  const log = createLog().addEvents(createTask("working"), createArtifactUpdate("a", "one "));
  lookUp(log, createTask("working", { artifacts: [createArtifact("a", "one two ")] }));
  expect(compared(log)).toMatchObject({
    isProvisional: true,
    artifacts: [{ deliveryStatus: "lost" }],
  });
  log
    .addEvents(
      createArtifactUpdate("a", "two ", more),
      createArtifactUpdate("a", "three", LAST_CHUNK),
      status("completed"),
    )
    .addEnd();
  lookUp(log, done(createArtifact("a", "one two three")), "x4");
  expect(verdicts(log)).toEqual(["a complete"]);
  expect(compared(log, 2)).toMatchObject({
    artifacts: [{ deliveryStatus: "lost", text: { lost: 4 } }],
  });
});

test("without a stream, notifications deliver the task", () => {
  const log = new ReportLog()
    .addRequest("message/send", createSendMessageParams("go", "u1"))
    .addHead(200, "application/json");
  log.addText(JSON.stringify(createTask("submitted"))).addEnd();
  const url = "http://127.0.0.1:4100/inbox/r/k";
  for (const event of [
    createArtifactUpdate("a", "one "),
    createArtifactUpdate("a", "two", LAST_CHUNK),
    status("completed"),
  ]) {
    const x = `n${log.records.length}`;
    log.addOpen(x, { url, inbound: true }).addText(JSON.stringify(event), x).addEnd("complete", x);
  }
  lookUp(log, done(createArtifact("a", "one two and more")));
  expect(pieces(log)).toEqual(["same one two", "lost  and more"]);
  expect(compared(log).artifacts[0]).toMatchObject({ deliveryStatus: "lost", recovered: 7 });
});

test("messages are complete if they were sent or streamed, and lost if only stored", () => {
  const log = createLog()
    .addEvents(
      createTask("working"),
      status("working", createMessage("looking", "m1")),
      status("completed"),
    )
    .addEnd();
  const [user] = [createSendMessageParams("go", "u1").message];
  const history = [user, createMessage("looking", "m1"), createMessage("never heard", "m2")];
  lookUp(
    log,
    createTask("completed", {
      history,
      status: { state: "completed", message: createMessage("bye") },
    }),
  );
  const { history: found, statusMessage } = compared(log);
  expect(found.map(({ deliveryStatus }) => deliveryStatus)).toEqual([
    "complete",
    "complete",
    "lost",
  ]);
  expect(statusMessage).toMatchObject({ text: "bye", deliveryStatus: "lost" });
});

test("nothing is compared before the task is looked up", () => {
  const { timeline } = createLog().addEvents(createTask("completed")).addEnd();
  const [lane] = timeline.tasks;
  expect(lane && compareStoredTask(timeline, lane, timeline.lastEvent)).toBeNull();
});

const token = fc.nat(999).map((n) => `token ${n} `);
const run = fc
  .tuple(fc.array(token, { minLength: 1, maxLength: 12 }), fc.nat(12), fc.nat(12))
  .map(([tokens, cut, skipped]) => {
    const at = Math.min(cut, tokens.length);
    return { tokens, at, next: Math.min(at + skipped, tokens.length) };
  });

function cutRun({
  tokens,
  at,
  next,
}: {
  tokens: readonly string[];
  at: number;
  next: number;
}): ReportLog {
  const chunk = (text: string, i: number) => createArtifactUpdate("a", text, i > 0 ? more : {});
  const chunks = tokens.map(chunk);
  const log = createLog()
    .addEvents(createTask("working"), ...chunks.slice(0, at))
    .addEnd("reset");
  takeUp(log, ...chunks.slice(next), status("completed"));
  return lookUp(log, done(createArtifact("a", tokens.join(""))));
}

test("what was sent while disconnected is reported as lost, to the character", () => {
  fc.assert(
    fc.property(run, (shape) => {
      const [found] = compared(cutRun(shape)).artifacts;
      const { tokens, at, next } = shape;
      const length = (from: number, to: number) => tokens.slice(from, to).join("").length;
      expect(found).toMatchObject({ text: { only: 0 } });
      if (found?.deliveryStatus === "recovered") expect(next).toBe(at);
      else expect(found?.text.lost).toBe(length(at, next));
      expect(found?.recovered).toBe(length(next, tokens.length));
    }),
  );
});

test("as of any event it equals the result without later events", () => {
  fc.assert(
    fc.property(run, fc.nat(30), (shape, n) => {
      const { records, timeline } = cutRun(shape);
      const at = Math.min(n, timeline.lastEvent);
      const early = foldRecords(records, at + 1).timeline;
      const comparisonOf = (of: typeof timeline) => {
        const found = of.tasks[0] && compareStoredTask(of, of.tasks[0], at);
        return found && { ...found, task: found.task.id, exchange: found.exchange.id };
      };
      expect(comparisonOf(timeline)).toEqual(comparisonOf(early));
    }),
  );
});
