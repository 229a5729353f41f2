import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  artifact,
  asks,
  folded,
  held,
  type Json,
  Log,
  last,
  more,
  says,
  status,
  task,
} from "../../fixtures/compose.ts";
import { compareStored } from "./stored.ts";

/** A turn that was streamed, taken up again, and looked up. */
const asked = (x = "x1") => new Log().ask("message/stream", asks("go", "u1"), x).head();
const takeUp = (log: Log, ...events: unknown[]) =>
  log
    .ask("tasks/resubscribe", { id: "t1" }, "x2")
    .head(200, "text/event-stream", "x2")
    .sayIn("x2", ...events)
    .end("complete", "x2");
const lookUp = (log: Log, stored: unknown, x = "x3") =>
  log
    .ask("tasks/get", { id: "t1" }, x)
    .head(200, "application/json", x)
    .text(JSON.stringify(stored), x)
    .end("complete", x);

const done = (...artifacts: Json[]) => task("completed", { artifacts });

function compared(log: Log, n = Number.POSITIVE_INFINITY) {
  const { timeline } = log;
  const [lane] = timeline.tasks;
  const found = lane && compareStored(timeline, lane, Math.min(n, timeline.lastEvent));
  if (!found) throw new Error("nothing to compare");
  return found;
}
const pieces = (log: Log, index = 0) =>
  compared(log).artifacts[index]?.text.pieces.map(({ kind, text }) => `${kind} ${text}`);
const verdicts = (log: Log) =>
  compared(log).artifacts.map(({ artifactId, verdict }) => `${artifactId} ${verdict}`);

describe("an artifact is", () => {
  const begun = () =>
    asked().say(task("working"), artifact("a", "one "), artifact("a", "two ", more));

  test("complete when its stream delivered it", () => {
    const log = begun()
      .say(artifact("a", "three", last), status("completed"))
      .end();
    expect(verdicts(lookUp(log, done(held("a", "one two three"))))).toEqual(["a complete"]);
    expect(compared(log)).toMatchObject({ isProvisional: false, state: { verdict: "complete" } });
  });

  test("recovered when only taking the task up again delivered it", () => {
    const log = takeUp(begun().end("reset"), done(held("a", "one two three")));
    lookUp(log, done(held("a", "one two three")));
    expect(verdicts(log)).toEqual(["a recovered"]);
    expect(pieces(log)).toEqual(["same one two ", "lost three"]);
    expect(compared(log)).toMatchObject({
      state: { verdict: "recovered", stored: "completed", delivered: "completed" },
      artifacts: [{ recovered: 5, stored: 13, before: [{ piece: 1, event: 2 }] }],
    });
  });

  test("lost here when no stream delivered it, though looking it up showed it", () => {
    const log = begun().end("reset");
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
    const log = takeUp(begun().end("reset"), artifact("a", "four", last), status("completed"));
    lookUp(log, done(held("a", "one two three four")));
    expect(pieces(log)).toEqual(["same one two ", "lost three ", "same four"]);
    expect(compared(log)).toMatchObject({
      artifacts: [{ verdict: "lost", recovered: 4, before: [{ piece: 1, event: 2 }] }],
    });
  });

  test("only here when it was delivered and is not stored", () => {
    const log = begun().say(artifact("b", "aside"), status("completed")).end();
    lookUp(log, done(held("a", "one ")));
    expect(verdicts(log)).toEqual(["a only", "b only"]);
    expect(pieces(log)).toEqual(["same one ", "only two "]);
  });

  test("compared by its other parts too", () => {
    const data = { kind: "data", data: { n: 1 } };
    const event = artifact("a", "");
    const inside = { artifactId: "a", parts: [data] };
    const log = asked()
      .say(task("working"), { ...event, artifact: inside }, status("completed"))
      .end();
    lookUp(log, done({ artifactId: "a", parts: [data, { kind: "data", data: { n: 2 } }] }));
    expect(compared(log).artifacts[0]).toMatchObject({
      verdict: "lost",
      parts: { stored: 2, lost: 1, only: 0 },
    });
  });
});

test("a stream that goes on after somebody looked is still compared by its own text", () => {
  const log = asked().say(task("working"), artifact("a", "one "));
  lookUp(log, task("working", { artifacts: [held("a", "one two ")] }));
  expect(compared(log)).toMatchObject({ isProvisional: true, artifacts: [{ verdict: "lost" }] });
  log.say(artifact("a", "two ", more), artifact("a", "three", last), status("completed")).end();
  lookUp(log, done(held("a", "one two three")), "x4");
  expect(verdicts(log)).toEqual(["a complete"]);
  expect(compared(log, 2)).toMatchObject({ artifacts: [{ verdict: "lost", text: { lost: 4 } }] });
});

test("where no stream tells, notifications deliver", () => {
  const log = new Log().ask("message/send", asks("go", "u1")).head(200, "application/json");
  log.text(JSON.stringify(task("submitted"))).end();
  const url = "http://127.0.0.1:4100/inbox/r/k";
  for (const event of [artifact("a", "one "), artifact("a", "two", last), status("completed")]) {
    const x = `n${log.records.length}`;
    log.open(x, { url, inbound: true }).text(JSON.stringify(event), x).end("complete", x);
  }
  lookUp(log, done(held("a", "one two and more")));
  expect(pieces(log)).toEqual(["same one two", "lost  and more"]);
  expect(compared(log).artifacts[0]).toMatchObject({ verdict: "lost", recovered: 7 });
});

test("messages are complete when they were sent or said, and lost when only stored", () => {
  const log = asked()
    .say(task("working"), status("working", says("looking", "m1")), status("completed"))
    .end();
  const [user] = [asks("go", "u1").message];
  const history = [user, says("looking", "m1"), says("never heard", "m2")];
  lookUp(log, task("completed", { history, status: { state: "completed", message: says("bye") } }));
  const { history: found, statusMessage } = compared(log);
  expect(found.map(({ verdict }) => verdict)).toEqual(["complete", "complete", "lost"]);
  expect(statusMessage).toMatchObject({ text: "bye", verdict: "lost" });
});

test("nothing is compared before the task was looked up", () => {
  const { timeline } = asked().say(task("completed")).end();
  const [lane] = timeline.tasks;
  expect(lane && compareStored(timeline, lane, timeline.lastEvent)).toBeNull();
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
    .say(task("working"), ...chunks.slice(0, at))
    .end("reset");
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
      if (found?.verdict === "recovered") expect(next).toBe(at);
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
        const found = of.tasks[0] && compareStored(of, of.tasks[0], at);
        return found && { ...found, task: found.task.id, exchange: found.exchange.id };
      };
      expect(said(timeline)).toEqual(said(early));
    }),
  );
});
