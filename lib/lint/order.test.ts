// Streams that look as if they broke a rule about order, and do not: nobody is accused of what the
// log does not show.
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
  reportOf,
  says,
  status,
  task,
} from "../../fixtures/compose.ts";
import { openLog } from "../../fixtures/read.ts";

const rules = (log: Log) => log.report.findings.map(({ rule }) => rule);
const final: Json = { final: true };
const message = { message: { role: "user", messageId: "u1", parts: [] } };

/** A call of 1.0, up to the head of its answer. */
const asked = (method: string, params: Json, x = "x1", log = new Log()) =>
  log.ask(method, params, x, [["A2A-Version", "1.0"]]).head(200, undefined, x);
const rpc = (result: Json) => ({ jsonrpc: "2.0", id: 1, result });
const state = (name: string) => ({ state: `TASK_STATE_${name}` });
const task1 = (name: string, over: Json = {}) =>
  rpc({ task: { id: "t1", contextId: "c1", status: state(name), ...over } });
const status1 = (name: string, text?: string, over: Json = {}) => {
  const said = { messageId: `m-${text}`, role: "ROLE_AGENT", parts: [{ text }] };
  const now = { ...state(name), ...(text !== undefined && { message: said }) };
  return rpc({ statusUpdate: { taskId: "t1", contextId: "c1", status: now, ...over } });
};

/** What a well-behaved agent tells, each stream of it alike. */
const RUN: readonly Json[] = [
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

describe("streams of one task side by side", () => {
  test("break no rule, however they interleave", () => {
    const property = fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (turns) => {
      const log = asked("SendStreamingMessage", message).say(task1("SUBMITTED"));
      asked("SubscribeToTask", { id: "t1" }, "x2", log).sayIn("x2", task1("SUBMITTED"));
      const rest = { x1: [...RUN], x2: [...RUN] };
      const say = (x: "x1" | "x2") => {
        const event = rest[x].shift();
        if (event) log.sayIn(x, event);
        if (event && rest[x].length === 0) log.end("complete", x);
      };
      for (const isFirst of turns) say(isFirst ? "x1" : "x2");
      for (const x of ["x1", "x2"] as const) while (rest[x].length > 0) say(x);
      expect(rules(log)).toEqual([]);
    });
    fc.assert(property, { numRuns: 100 });
  });

  test("may lose what another has, and be told the same words again", () => {
    const log = asked("SendStreamingMessage", message).say(task1("WORKING"));
    asked("SubscribeToTask", { id: "t1" }, "x2", log).sayIn("x2", task1("WORKING"));
    const again = status1("WORKING", "Still looking.");
    log.say(again, status1("WORKING", "Found it."), again);
    log.sayIn("x2", status1("WORKING", "Found it."), again, again);
    expect(rules(log)).not.toContain("STR-ORDER-DIFF");
  });

  test("each say the end, or are cut off", () => {
    const log = asked("SendStreamingMessage", message).say(task1("WORKING"));
    asked("SubscribeToTask", { id: "t1" }, "x2", log).sayIn("x2", task1("WORKING"));
    log.sayIn("x2", status1("COMPLETED")).end("complete", "x2");
    expect(rules(log)).toEqual([]);
    expect(rules(log.end())).toEqual(["STR-TRUNC"]);
  });
});

describe("a stream that is taken up again", () => {
  test("goes on in the middle of an artifact that the log has not", () => {
    const log = new Log().ask("tasks/resubscribe", { id: "t1" }).head();
    log.say(status("working"), artifact("a", "water", last));
    log.say(status("completed", undefined, final)).end();
    expect(rules(log)).toEqual([]);
  });

  test("is not one whose task has its id of the client, as all had in 0.1", () => {
    const answered = (result: Json) => ({ jsonrpc: "2.0", id: 1, result });
    const part = { index: 0, append: true, parts: [{ type: "text", text: "water" }] };
    const asking = (method: string) =>
      new Log()
        .ask(method, { id: "t1", message: { role: "user", parts: [{ type: "text", text: "go" }] } })
        .head()
        .say(
          answered({ id: "t1", status: { state: "working" }, final: false }),
          answered({ id: "t1", artifact: part }),
          answered({ id: "t1", status: { state: "completed" }, final: true }),
        )
        .end();
    expect(rules(asking("tasks/sendSubscribe"))).toContain("ART-APPEND-FIRST-0.1");
    expect(rules(asking("tasks/resubscribe"))).not.toContain("ART-APPEND-FIRST-0.1");
  });

  test("may have been hung up by the client before it came to rest", () => {
    const log = new Log().ask("message/stream", asks("go", "u1")).head();
    log.say(task("working")).end("aborted");
    log.ask("tasks/resubscribe", { id: "t1" }, "x2").head(200, undefined, "x2");
    log.sayIn("x2", task("working"), status("completed", undefined, final)).end("complete", "x2");
    expect(rules(log)).toEqual([]);
  });

  test("knows how many generations went by", () => {
    const of = (generation: string) => ({ generation });
    const log = asked("SendStreamingMessage", message)
      .say(task1("WORKING", of("1")))
      .end("aborted");
    asked("SubscribeToTask", { id: "t1" }, "x2", log);
    log.sayIn("x2", task1("WORKING", of("9")), status1("COMPLETED", undefined, of("10")));
    expect(rules(log.end("complete", "x2"))).toEqual([]);
  });
});

describe("who waits for the client", () => {
  const asking = (...events: Json[]) =>
    new Log()
      .ask("message/stream", asks("go", "u1"))
      .head()
      .say(task("working"), ...events)
      .end();

  test("may close the stream, final or not", () => {
    for (const said of [final, { final: false }]) {
      expect(rules(asking(status("input-required", says("Which?", "m1"), said)))).toEqual([]);
    }
  });

  test("may ask in what an extension says, or in the history of the task", () => {
    const form = { metadata: { "https://forms.example/v1": { fields: [] } } };
    expect(rules(asking(status("input-required", undefined, form)))).toEqual([]);
    const history = [says("Which?", "m1")];
    expect(rules(asking(task("input-required", { history })))).toEqual([]);
    expect(rules(asking(task("input-required")))).toEqual(["LC-INPUT-NOMSG"]);
  });

  test("may go on after the answer in a stream of its own, without the task", () => {
    const log = asking(status("input-required", says("Which?", "m1")));
    log.ask("message/stream", asks("blue", "u2", { taskId: "t1", contextId: "c1" }), "x2");
    log.head(200, undefined, "x2").sayIn("x2", status("working"));
    log.sayIn("x2", status("completed", undefined, final)).end("complete", "x2");
    expect(rules(log)).toEqual([]);
  });
});

describe("a log without requests", () => {
  const bare = (...events: Json[]) => {
    const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
    const { records } = openLog(new TextEncoder().encode(text));
    return reportOf(folded(records)).findings.map(({ rule }) => rule);
  };

  test("may begin in the middle", () => {
    expect(bare(artifact("a", "water", more), artifact("a", " is", more))).toEqual([]);
    expect(bare(status("working"), artifact("a", " is", more))).toEqual([]);
    expect(bare(...RUN.slice(1))).toEqual([]);
  });

  test("may hold several streams, one after the other", () => {
    const of = (id: string) => [
      task("working", { id }),
      status("completed", undefined, { taskId: id, final: true }),
    ];
    expect(bare(...of("t1"), ...of("t2"), says("And a reply", "m1"))).toEqual([]);
  });

  test("shows what is against its own words all the same", () => {
    const late = artifact("a", "too late");
    const told = bare(task("working"), status("completed", undefined, final), late);
    expect(told).toEqual(["STR-AFTER-TERM"]);
  });
});

describe("notifications to an inbox", () => {
  const notified = (...events: Json[]) => {
    const log = new Log().ask("message/stream", asks("go", "u1")).head();
    log.say(task("working"), status("completed", undefined, final)).end();
    events.forEach((event, i) => {
      const url = "http://loupe.example/inbox/1";
      log.open(`n${i}`, { url, inbound: true, body: JSON.stringify(event) });
      log.text(JSON.stringify(event), `n${i}`).end("complete", `n${i}`);
    });
    return log;
  };

  test("come late and in any order", () => {
    const log = notified(
      status("completed", undefined, final),
      status("working"),
      artifact("a", "water", more),
      task("working", { artifacts: [held("a", "High water")] }),
    );
    expect(rules(log)).toEqual([]);
  });
});

describe("what completes", () => {
  const completing = (...events: Json[]) =>
    new Log()
      .ask("message/stream", asks("go", "u1"))
      .head()
      .say(task("working"), ...events, status("completed", undefined, final))
      .end();

  test.each([
    ["Errors are counted from one.", false],
    ["The harbour reported no error: all is well.", false],
    ["❌ Error: no such harbour", true],
    ["An error occurred while calling the tide table", true],
    ["ValueError: no such harbour", true],
    ["Traceback (most recent call last):\n", true],
  ])("%s", (text, isError) => {
    expect(rules(completing(artifact("a", text)))).toEqual(isError ? ["LC-ERR-AS-DONE"] : []);
  });

  test("may have held the same words before, and other words at the end", () => {
    const log = completing(
      artifact("a", "High water at 14:20"),
      artifact("b", "High water at 14:21"),
    );
    expect(rules(log)).toEqual([]);
  });
});

test("a stream that closes late is told from one that waits long", () => {
  const opened = () =>
    new Log().ask("message/stream", asks("go", "u1")).head().say(task("working"));
  const over = status("completed", undefined, final);
  const late = opened().say(over);
  late.wait(5_500).end();
  expect(rules(late)).toEqual(["STR-NOCLOSE"]);
  const long = opened();
  long.wait(60_000).say(over).end();
  expect(rules(long)).toEqual([]);
});

test("0.3 over REST says final in the shape of 1.0", () => {
  const log = new Log().open("x1", { url: "http://agent.example/v1/message:stream" }).head();
  const said = { taskId: "t1", contextId: "c1", status: state("COMPLETED"), final: true };
  log.say(
    { task: { id: "t1", contextId: "c1", status: state("WORKING") } },
    { statusUpdate: said },
  );
  expect(rules(log)).not.toContain("STR-FINAL-IN-1");
});
