// Connects the calls of tapped agents, and says what failed first.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTask, foldRecords, ReportLog } from "../../../fixtures/event-builders.ts";
import {
  arbitraryHopRecords,
  type CallOptions,
  createHop,
  HopLog,
  OTHER_TRACE,
  PLANNER,
  TRACE,
  USER,
} from "../../../fixtures/hop-log.ts";
import { getVerdictAt } from "../../lint/verdict.ts";
import type { CallEdge } from "../../timeline/hops/tapped-call.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { WireRecord } from "../../wire/record.ts";
import { formatSummary } from "../text.ts";

const findEdge = (log: HopLog, x: string): [string | null, CallEdge | null] => {
  const { callTree, lastEvent } = log.timeline;
  const found = callTree.calls.find(({ exchange }) => exchange.id === x);
  return [found?.parentAt(lastEvent)?.exchange.id ?? null, found?.edgeAt(lastEvent) ?? null];
};

describe("a call is connected to a running one", () => {
  test("by its trace, which proves it", () => {
    const log = new HopLog().plan({ trace: TRACE }).begin({ x: "ask", port: 9002, trace: TRACE });
    expect(findEdge(log, "ask")).toEqual([
      "plan",
      expect.objectContaining({ kind: "recorded", rule: "trace", certainty: "certain" }),
    ]);
  });

  test("by a task that its message refers to", () => {
    const log = new HopLog()
      .plan()
      .addEventsTo("plan", createTask("working", { id: "t-plan" }))
      .begin({ x: "ask", port: 9002, message: { referenceTaskIds: ["t-plan"] } });
    expect(findEdge(log, "ask")).toEqual([
      "plan",
      expect.objectContaining({ kind: "recorded", rule: "reference-task" }),
    ]);
  });

  test.each<[string, Partial<CallOptions>, Partial<CallOptions>]>([
    ["caller-program", {}, { program: PLANNER }],
    ["context-id", { message: { contextId: "c9" } }, { message: { contextId: "c9" } }],
    ["text", { text: "the weather in Rome" }, { text: "Find out the weather in Rome." }],
    ["time", {}, {}],
  ])("by %s, which is inferred", (rule, planned, asked) => {
    const log = new HopLog().plan(planned).begin({ x: "ask", port: 9002, ...asked });
    expect(findEdge(log, "ask")).toEqual([
      "plan",
      expect.objectContaining({ kind: "inferred", rule }),
    ]);
  });

  test("of nothing that Loupe sends itself, also while another message is answered", () => {
    const own = { trace: TRACE, text: "the weather in Rome", message: { contextId: "c9" } };
    const log = new HopLog()
      .plan({ ...own, via: "direct" })
      .begin({ ...own, x: "book", port: 9003 })
      .begin({ ...own, x: "again", port: 9001, via: "direct" });
    expect(findEdge(log, "book")[0]).toBe("plan");
    expect(findEdge(log, "again")).toEqual([null, null]);
  });

  test("of the same agent, which calls itself", () => {
    const log = new HopLog()
      .plan()
      .begin({ x: "again", port: 9001, program: PLANNER })
      .begin({ x: "ask", port: 9002, program: PLANNER });
    const byProgram = expect.objectContaining({ kind: "inferred", rule: "caller-program" });
    expect(findEdge(log, "again")).toEqual(["plan", byProgram]);
    expect(findEdge(log, "ask")[0]).toBe("again");
  });

  test("of the same agent also by what the wire proves", () => {
    const log = new HopLog()
      .plan({ trace: TRACE })
      .begin({ x: "again", port: 9001, program: PLANNER, trace: TRACE });
    expect(findEdge(log, "again")).toEqual([
      "plan",
      expect.objectContaining({ kind: "recorded", rule: "trace" }),
    ]);
  });

  test("which one is inferred where a trace has several", () => {
    const log = new HopLog()
      .plan({ trace: TRACE })
      .begin({ x: "book", port: 9003, trace: TRACE, program: PLANNER })
      .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER });
    expect(findEdge(log, "ask")).toEqual([
      "plan",
      expect.objectContaining({ kind: "inferred", rule: "trace", certainty: "near-certain" }),
    ]);
  });
});

describe("the verdict of a run is that of its user's calls", () => {
  /** A call that failed and was made for no other, after one that completed. */
  const createRun = (stray: Partial<CallOptions>, begin = (log: HopLog) => log.plan()): HopLog =>
    begin(new HopLog())
      .finish("plan", "completed")
      .begin({ x: "stray", port: 9002, text: "something else", ...stray })
      .finish("stray", "failed");
  const judge = ({ timeline }: HopLog) => getVerdictAt(timeline, timeline.lastEvent);

  test("not that of a call whose caller is not known", () => {
    const log = createRun({});
    expect(findEdge(log, "stray")[0]).toBeNull();
    expect(judge(log)).toMatchObject({ kind: "completed", clean: true });
    expect(judge(log)).not.toHaveProperty("turns");
  });

  test("not that of a call that an agent makes by itself", () => {
    expect(judge(createRun({ program: PLANNER }))).toMatchObject({ kind: "completed" });
  });

  test("not that of one that began before the user's", () => {
    const log = new HopLog().begin({ x: "stray", port: 9002 }).finish("stray", "failed");
    log.plan().finish("plan", "completed");
    expect(judge(log)).toMatchObject({ kind: "completed" });
  });

  test.each<[string, (log: HopLog) => HopLog]>([
    ["no program is known", (log) => log.begin({ x: "plan", port: 9001 })],
    [
      "only cards were fetched by programs that are known",
      (log) =>
        log
          .addOpen("card", {
            method: "GET",
            url: "http://127.0.0.1:9001/.well-known/agent-card.json",
            hop: createHop({ port: 9001, program: USER }),
          })
          .addHead(404, "text/html", "card")
          .addEnd("complete", "card")
          .begin({ x: "plan", port: 9001 }),
    ],
    ["only agents are known", (log) => log.plan({ program: PLANNER })],
  ])("but of all that were made for no other, where %s", (_, begin) => {
    expect(judge(createRun({}, begin))).toMatchObject({ kind: "failed" });
  });

  test("and of those from another machine, which are known by its address", () => {
    expect(judge(createRun({ address: "192.0.2.7" }))).toMatchObject({ kind: "failed" });
  });

  test("and of those that the user says were made for no other", () => {
    const log = createRun({});
    const { timeline } = log;
    timeline.callTree.setDecisions(new Map([["stray", null]]));
    expect(getVerdictAt(timeline, timeline.lastEvent)).toMatchObject({ kind: "failed" });
  });
});

describe("a call is connected to none", () => {
  test("that has ended", () => {
    const log = new HopLog().plan().finish("plan", "completed").begin({ x: "ask", port: 9002 });
    expect(findEdge(log, "ask")).toEqual([null, null]);
  });

  test("to the same agent, if nothing tells that the agent made it", () => {
    const same = { trace: TRACE, text: "the weather in Rome", message: { contextId: "c9" } };
    for (const program of [undefined, { pid: 7, name: "other", listens: [] }]) {
      const log = new HopLog()
        .plan(same)
        .begin({ ...same, x: "ask", port: 9001, ...(program && { program }) });
      expect(findEdge(log, "ask")[0]).toBeNull();
    }
  });

  test("to the same agent, if one program is that agent and its client", () => {
    const log = new HopLog()
      .plan({ program: PLANNER })
      .begin({ x: "ask", port: 9001, program: PLANNER });
    expect(findEdge(log, "ask")[0]).toBeNull();
  });

  test("that the same program made, whatever both have in common", () => {
    const same = {
      trace: TRACE,
      text: "the weather in Rome",
      message: { contextId: "c9" },
      program: USER,
    };
    const log = new HopLog().plan(same).begin({ ...same, x: "ask", port: 9002 });
    expect(findEdge(log, "ask")).toEqual([null, null]);
  });

  test("only because it came meanwhile, if its program is known or several were running", () => {
    const byUser = new HopLog().plan().begin({ x: "ask", port: 9002, program: USER });
    expect(findEdge(byUser, "ask")[0]).toBeNull();
    const two = new HopLog().plan().begin({ x: "book", port: 9003, program: USER });
    expect(findEdge(two.begin({ x: "ask", port: 9002 }), "ask")[0]).toBeNull();
  });
});

test("users who overlap are kept apart by their traces", () => {
  const log = new HopLog()
    .plan({ trace: TRACE })
    .plan({ x: "plan2", trace: OTHER_TRACE })
    .begin({ x: "ask2", port: 9002, trace: OTHER_TRACE, program: PLANNER })
    .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER });
  expect(findEdge(log, "ask")[0]).toBe("plan");
  expect(findEdge(log, "ask2")[0]).toBe("plan2");
});

const createFailedRun = () =>
  new HopLog()
    .plan({ trace: TRACE })
    .begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER })
    .wait(100)
    .finish("ask", "failed")
    .wait(50)
    .finish("plan", "failed");

test("what failed first, for whom, and how long was spent waiting for it", () => {
  const { hops } = createFailedRun().report;
  expect(hops?.failedFirst).toEqual(["plan", "ask"]);
  const [plan, ask] = hops?.calls ?? [];
  expect(plan).toMatchObject({ parent: null, verdict: { kind: "failed", clean: false } });
  expect(ask).toMatchObject({ parent: "plan", edge: { kind: "recorded" }, waitingMs: 0 });
  expect(plan?.waitingMs).toBe(ask?.durationMs);
  expect(plan?.durationMs).toBeGreaterThan(150);
});

describe("the verdict of a run with calls between agents", () => {
  test("is that of the call of the user, with the agent at fault and its callers", () => {
    const { verdict, timing, hops } = createFailedRun().report;
    expect(verdict).toMatchObject({
      kind: "failed",
      clean: false,
      fault: { exchange: "ask", agent: "127.0.0.1:9002", calledBy: ["127.0.0.1:9001"] },
    });
    expect(verdict.turns).toBeUndefined();
    expect(verdict.because).toMatch(
      /^The agent reported the task as failed\. 127\.0\.0\.1:9002 failed, called by 127\.0\.0\.1:9001\.$/,
    );
    expect(verdict.evidence[0]?.exchange).toBe("ask");
    expect(timing.durationMs).toBe(hops?.calls[0]?.durationMs);
  });

  test("ends the words of an agent with a full stop", () => {
    const log = new HopLog().plan({ trace: TRACE });
    log.begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER }).wait(5);
    log.finish("ask", "failed", "t-ask", "no rooms").wait(5);
    log.finish("plan", "failed", "t-plan", "the hotel agent failed");
    expect(log.report.verdict.because).toBe(
      "The agent reported the task as failed: “the hotel agent failed”. 127.0.0.1:9002 failed (“no rooms”), called by 127.0.0.1:9001.",
    );
  });

  test("is not changed by calls that were made for it", () => {
    const log = new HopLog().plan({ trace: TRACE });
    log.begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER }).wait(5);
    log.finish("ask", "failed").wait(5).finish("plan", "completed");
    const { verdict } = log.report;
    expect(verdict).toMatchObject({ kind: "completed", clean: true });
    expect(verdict.turns).toBeUndefined();
  });

  test("blames no agent whose failure was made good", () => {
    const log = new HopLog().plan({ trace: TRACE });
    for (const [x, state] of Object.entries({ ask: "failed", again: "completed" })) {
      log.begin({ x, port: 9002, trace: TRACE, program: PLANNER }).wait(5).finish(x, state);
    }
    const { verdict, hops } = log.wait(5).finish("plan", "failed").report;
    expect(verdict.fault).toBeUndefined();
    expect(hops?.failedFirst).toEqual(["plan", "ask"]);
  });

  test("names the whole chain", () => {
    const log = new HopLog()
      .plan({ trace: TRACE })
      .begin({ x: "ask", port: 9002, program: PLANNER })
      .begin({ x: "look", port: 9003, program: { pid: 3, name: "travel", listens: [9002] } })
      .wait(5);
    for (const x of ["look", "ask", "plan"]) log.finish(x, "failed").wait(5);
    expect(log.report.verdict.fault).toMatchObject({
      agent: "127.0.0.1:9003",
      because: "127.0.0.1:9003 failed, called by 127.0.0.1:9002 for 127.0.0.1:9001.",
    });
  });

  const TRAVEL = { pid: 3, name: "travel", listens: [9002] };

  /** The planner asks travel, which looks at hotels. */
  const createChain = () =>
    new HopLog()
      .plan()
      .wait(5)
      .begin({ x: "ask", port: 9002, program: PLANNER })
      .wait(5)
      .begin({ x: "look", port: 9003, program: TRAVEL })
      .wait(5);

  test("names an agent that had not finished when its caller gave up, even if that is seen later", () => {
    const log = createChain()
      .finish("ask", "failed")
      .addEnd("aborted", "look", "Closed.", "client");
    const { verdict, hops } = log.finish("plan", "failed").report;
    expect(hops?.failedFirst).toEqual(["plan", "ask", "look"]);
    expect(verdict.fault).toMatchObject({
      agent: "127.0.0.1:9003",
      because:
        "127.0.0.1:9003 had not finished when its caller closed the connection, called by 127.0.0.1:9002 for 127.0.0.1:9001.",
    });
  });

  test("names the agent that everybody waited for when a caller gave up", () => {
    const log = createChain()
      .addEnd("aborted", "ask", "Closed.", "client")
      .wait(5)
      .finish("plan", "failed");
    expect(log.wait(5).finish("look", "completed").report.verdict.fault).toMatchObject({
      agent: "127.0.0.1:9003",
      because:
        "127.0.0.1:9003 had not finished when 127.0.0.1:9001 closed its connection to 127.0.0.1:9002, called by 127.0.0.1:9002 for 127.0.0.1:9001.",
    });
  });

  test("names nobody for what an agent does after its caller gave up", () => {
    const log = new HopLog().plan().wait(5).begin({ x: "ask", port: 9002, program: PLANNER });
    log.addEnd("aborted", "ask", "Closed.", "client").wait(5);
    log.begin({ x: "look", port: 9003, program: TRAVEL }).wait(5).finish("plan", "failed");
    expect(log.report.verdict.fault?.agent).toBe("127.0.0.1:9002");
  });

  test("blames an agent that is gone, and not what it left behind", () => {
    const log = createChain().addEnd("aborted", "look", "Closed.", "client").wait(1);
    log.addEnd("reset", "ask", "Closed.", "agent");
    const { verdict, hops } = log.wait(5).finish("plan", "failed").report;
    expect(verdict.fault).toMatchObject({ agent: "127.0.0.1:9002", calledBy: ["127.0.0.1:9001"] });
    expect(hops?.failedFirst).toEqual(["plan", "ask"]);
  });

  test("blames nobody for what the tap cut off", () => {
    const log = createChain();
    for (const x of ["look", "ask", "plan"]) log.addEnd("aborted", x, "Stopped.", "loupe");
    const { verdict, hops } = log.report;
    expect(verdict).toMatchObject({ kind: "cut", by: "loupe" });
    expect(verdict.because).toMatch(/^The tap was stopped /);
    expect(verdict.fault).toBeUndefined();
    expect(hops?.failedFirst).toBeNull();
  });

  test("prefers the failure that the caller gives as its reason", () => {
    const log = new HopLog().plan().wait(5);
    for (const port of [9002, 9003]) log.begin({ x: `ask${port}`, port, program: PLANNER });
    log.wait(5).finish("ask9002", "failed").wait(5).finish("ask9003", "failed").wait(5);
    log.finish("plan", "failed", undefined, "no result of 127.0.0.1:9003");
    expect(log.report.verdict.fault?.agent).toBe("127.0.0.1:9003");
  });

  test("prefers the failure after which the caller did not go on to another agent", () => {
    const log = new HopLog().plan().wait(5);
    for (const port of [9002, 9003]) {
      log.begin({ x: `ask${port}`, port, program: PLANNER }).wait(5);
      log.finish(`ask${port}`, "failed").wait(5);
    }
    expect(log.finish("plan", "failed").report.verdict.fault?.agent).toBe("127.0.0.1:9003");
  });

  test("is careful where it is not sure which call was made for which", () => {
    const log = new HopLog().plan().plan({ x: "plan2" });
    log.begin({ x: "ask", port: 9002, program: PLANNER }).wait(5);
    for (const x of ["ask", "plan2", "plan"]) log.finish(x, "failed").wait(5);
    expect(log.report.verdict.turns?.map(({ fault }) => fault?.because)).toEqual([
      undefined,
      "127.0.0.1:9002 failed, likely called by 127.0.0.1:9001.",
    ]);
  });

  test("counts each call of a user as a turn", () => {
    const log = new HopLog().plan({ trace: TRACE }).plan({ x: "plan2", trace: OTHER_TRACE });
    log.begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER }).wait(5);
    for (const x of ["ask", "plan", "plan2"]) log.finish(x, "completed").wait(5);
    expect(log.report.verdict.turns?.map(({ exchange }) => exchange)).toEqual(["plan", "plan2"]);
  });
});

test("the summary is a tree", () => {
  const lines = formatSummary(createFailedRun().report).split("\n");
  const start = lines.indexOf("Calls between agents");
  expect(lines.slice(start + 1, start + 6)).toEqual([
    expect.stringMatching(
      /^ {2}user → 127\.0\.0\.1:9001 {2}message\/stream {2}failed .*waiting.* plan$/,
    ),
    expect.stringMatching(
      /^ {4}planner → 127\.0\.0\.1:9002 {2}message\/stream {2}failed .* recorded: trace$/,
    ),
    expect.stringMatching(/^Failed first: 127\.0\.0\.1:9002 \(ask\): /),
    "  called by 127.0.0.1:9001 (failed)",
    expect.stringMatching(/^Of \d+ ms, 127\.0\.0\.1:900\d took \d+ ms, 127\.0\.0\.1:900\d \d+ ms$/),
  ]);
});

test("edges and verdict as of an event are those of the first n + 1 events", () => {
  expectTimeTravel(createFailedRun().records);
  fc.assert(fc.property(arbitraryHopRecords, expectTimeTravel), { numRuns: 100 });
});

function expectTimeTravel(records: readonly WireRecord[]): void {
  const { timeline } = foldRecords(records);
  for (let n = -1; n < timeline.lastEvent; n++) {
    const early = foldRecords(records, n + 1).timeline;
    expect(listEdges(timeline, n)).toEqual(listEdges(early, n));
    expect(getVerdictAt(timeline, n)).toEqual(getVerdictAt(early, n));
  }
}

function listEdges({ callTree: { calls } }: Timeline, n: number) {
  return calls
    .filter(({ firstEvent }) => firstEvent <= n)
    .map((call) => [call.exchange.id, call.parentAt(n)?.exchange.id, call.edgeAt(n)]);
}

test("a log without a tap has no hops", () => {
  expect(new ReportLog().addRequest("message/send", {}).addEnd().report.hops).toBeUndefined();
});
