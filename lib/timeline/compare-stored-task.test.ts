import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  artifact,
  asks,
  type ExampleJson,
  folded,
  held,
  Log,
  last,
  more,
  says,
  status,
  task,
} from "../../fixtures/compose.ts";
import { compareStoredTask } from "./compare-stored-task.ts";

/** A turn that was streamed, taken up again, and looked up. */
const asked = (x = "x1") => new Log().addRequest("message/stream", asks("go", "u1"), x).addHead();
const takeUp = (log: Log, ...events: unknown[]) =>
  log
    .addRequest("tasks/resubscribe", { id: "t1" }, "x2")
    .addHead(200, "text/event-stream", "x2")
    .addEventsTo("x2", ...events)
    .addEnd("complete", "x2");
const lookUp = (log: Log, stored: unknown, x = "x3") =>
  log
    .addRequest("tasks/get", { id: "t1" }, x)
    .addHead(200, "application/json", x)
    .addText(JSON.stringify(stored), x)
    .addEnd("complete", x);

const done = (...artifacts: ExampleJson[]) => task("completed", { artifacts });

function compared(log: Log, n = Number.POSITIVE_INFINITY) {
  const { timeline } = log;
  const [lane] = timeline.tasks;
  const found = lane && compareStoredTask(timeline, lane, Math.min(n, timeline.lastEvent));
  if (!found) throw new Error("nothing to compare");
  return found;
}
const pieces = (log: Log, index = 0) =>
  compared(log).artifacts[index]?.text.segments.map(({ kind, text }) => `${kind} ${text}`);
const verdicts = (log: Log) =>
  compared(log).artifacts.map(
    ({ artifactId, deliveryStatus: verdict }) => `${artifactId} ${verdict}`,
  );

describe("an artifact is", () => {
  const begun = () =>
    asked().addEvents(task("working"), artifact("a", "one "), artifact("a", "two ", more));

  test("complete when its stream delivered it", () => {
    const log = begun()
      .addEvents(artifact("a", "three", last), status("completed"))
      .addEnd();
    expect(verdicts(lookUp(log, done(held("a", "one two three"))))).toEqual(["a complete"]);
    expect(compared(log)).toMatchObject({ isProvisional: false, state: { verdict: "complete" } });
  });

  test("recovered when only taking the task up again delivered it", () => {
    const log = takeUp(begun().addEnd("reset"), done(held("a", "one two three")));
    lookUp(log, done(held("a", "one two three")));
    expect(verdicts(log)).toEqual(["a recovered"]);
    expect(pieces(log)).toEqual(["same one two ", "lost three"]);
    expect(compared(log)).toMatchObject({
      state: { verdict: "recovered", stored: "completed", delivered: "completed" },
      artifacts: [{ recovered: 5, stored: 13, before: [{ piece: 1, event: 2 }] }],
    });
  });

  test("lost here when no stream delivered it, though looking it up showed it", () => {
    const log = begun().addEnd("reset");
    lookUp(log, done(held("a", "one two three"), held("b", "other")));
    expect(verdicts(log)).toEqual(["a lost", "b lost"]);
    expect(pieces(log)).toEqual(["same one two ", "lost three"]);
    expect(pieces(log, 1)).toEqual(["lost other"]);
    expect(compared(log)).toMatchObject({
      state: { verdict: "lost", stored: "completed", delivered: "working" },
      artifacts: [{ text: { lost: 5 }, before: [{ event: 2 }] }, { before: [{ event: -1 }] }],
    });
  });

  test("partly lost when the stream goes on after the hole", () => {
    const log = takeUp(begun().addEnd("reset"), artifact("a", "four", last), status("completed"));
    lookUp(log, done(held("a", "one two three four")));
    expect(pieces(log)).toEqual(["same one two ", "lost three ", "same four"]);
    expect(compared(log)).toMatchObject({
      artifacts: [{ verdict: "lost", recovered: 4, before: [{ piece: 1, event: 2 }] }],
    });
  });

  test("only here when it was delivered and is not stored", () => {
    const log = begun().addEvents(artifact("b", "aside"), status("completed")).addEnd();
    lookUp(log, done(held("a", "one ")));
    expect(verdicts(log)).toEqual(["a only", "b only"]);
    expect(pieces(log)).toEqual(["same one ", "only two "]);
  });

  test("compared by its other parts too", () => {
    const data = { kind: "data", data: { n: 1 } };
    const event = artifact("a", "");
    const inside = { artifactId: "a", parts: [data] };
    const log = asked()
      .addEvents(task("working"), { ...event, artifact: inside }, status("completed"))
      .addEnd();
    lookUp(log, done({ artifactId: "a", parts: [data, { kind: "data", data: { n: 2 } }] }));
    expect(compared(log).artifacts[0]).toMatchObject({
      verdict: "lost",
      parts: { stored: 2, lost: 1, only: 0 },
    });
  });
});

test("a stream that goes on after somebody looked is still compared by its own text", () => {
  const log = asked().addEvents(task("working"), artifact("a", "one "));
  lookUp(log, task("working", { artifacts: [held("a", "one two ")] }));
  expect(compared(log)).toMatchObject({ isProvisional: true, artifacts: [{ verdict: "lost" }] });
  log
    .addEvents(artifact("a", "two ", more), artifact("a", "three", last), status("completed"))
    .addEnd();
  lookUp(log, done(held("a", "one two three")), "x4");
  expect(verdicts(log)).toEqual(["a complete"]);
  expect(compared(log, 2)).toMatchObject({ artifacts: [{ verdict: "lost", text: { lost: 4 } }] });
});

test("where no stream tells, notifications deliver", () => {
  const log = new Log()
    .addRequest("message/send", asks("go", "u1"))
    .addHead(200, "application/json");
  log.addText(JSON.stringify(task("submitted"))).addEnd();
  const url = "http://127.0.0.1:4100/inbox/r/k";
  for (const event of [artifact("a", "one "), artifact("a", "two", last), status("completed")]) {
    const x = `n${log.records.length}`;
    log.addOpen(x, { url, inbound: true }).addText(JSON.stringify(event), x).addEnd("complete", x);
  }
  lookUp(log, done(held("a", "one two and more")));
  expect(pieces(log)).toEqual(["same one two", "lost  and more"]);
  expect(compared(log).artifacts[0]).toMatchObject({ verdict: "lost", recovered: 7 });
});

test("messages are complete when they were sent or said, and lost when only stored", () => {
  const log = asked()
    .addEvents(task("working"), status("working", says("looking", "m1")), status("completed"))
    .addEnd();
  const [user] = [asks("go", "u1").message];
  const history = [user, says("looking", "m1"), says("never heard", "m2")];
  lookUp(log, task("completed", { history, status: { state: "completed", message: says("bye") } }));
  const { history: found, statusMessage } = compared(log);
  expect(found.map(({ deliveryStatus: verdict }) => verdict)).toEqual([
    "complete",
    "complete",
    "lost",
  ]);
  expect(statusMessage).toMatchObject({ text: "bye", verdict: "lost" });
});

test("nothing is compared before the task was looked up", () => {
  const { timeline } = asked().addEvents(task("completed")).addEnd();
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
}): Log {
  const chunk = (text: string, i: number) => artifact("a", text, i > 0 ? more : {});
  const chunks = tokens.map(chunk);
  const log = asked()
    .addEvents(task("working"), ...chunks.slice(0, at))
    .addEnd("reset");
  takeUp(log, ...chunks.slice(next), status("completed"));
  return lookUp(log, done(held("a", tokens.join(""))));
}

test("what was told while nobody listened is what is lost, to the character", () => {
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

test("as of any event it is what it would be had nothing come after", () => {
  fc.assert(
    fc.property(run, fc.nat(30), (shape, n) => {
      const { records, timeline } = cutRun(shape);
      const at = Math.min(n, timeline.lastEvent);
      const early = folded(records, at + 1).timeline;
      const said = (of: typeof timeline) => {
        const found = of.tasks[0] && compareStoredTask(of, of.tasks[0], at);
        return found && { ...found, task: found.task.id, exchange: found.exchange.id };
      };
      expect(said(timeline)).toEqual(said(early));
    }),
  );
});
