// Connects the calls of tapped agents, and says what failed first.
import { describe, expect, test } from "vitest";
import {
  createSendMessageParams,
  createTask,
  type ExampleJson,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { getVerdictAt } from "../../lint/verdict.ts";
import type { CallEdge } from "../../timeline/hops/tapped-call.ts";
import { Ingest } from "../../timeline/ingest.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { CallerProgram, OpenHop, WireRecord } from "../../wire/record.ts";
import { formatSummary } from "../summary.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const OTHER_TRACE = "0af7651916cd43dd8448eb211c80319c";

const USER: CallerProgram = { pid: 1, name: "user", listens: [] };
const PLANNER: CallerProgram = { pid: 2, name: "planner", listens: [9001] };

interface CallOptions {
  readonly x: string;
  readonly port: number;
  readonly program?: CallerProgram;
  readonly trace?: string;
  readonly text?: string;
  readonly message?: ExampleJson;
}

class HopLog extends ReportLog {
  #time = 0;

  begin({ x, port, program, trace, text = x, message = {} }: CallOptions): this {
    const hop: OpenHop = {
      via: "takeover",
      listen: `127.0.0.1:${port + 1000}`,
      target: `127.0.0.1:${port}`,
      connection: ++this.#time,
      caller: { address: "127.0.0.1", port: 40000, ...(program && { program }) },
      firstByte: null,
    };
    const params = createSendMessageParams(text, `m-${x}`, message);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params });
    const headers = trace ? [["traceparent", `00-${trace}-00f067aa0ba902b7-01`] as const] : [];
    return this.addOpen(x, { url: `http://127.0.0.1:${port}/`, headers, body, hop }).addHead(
      200,
      "text/event-stream",
      x,
    );
  }

  finish(x: string, state: string, taskId = `t-${x}`): this {
    const own = { id: taskId, contextId: `c-${x}` };
    const update = { taskId, contextId: `c-${x}`, final: true };
    return this.addEventsTo(x, createTask("working", own), status(state, undefined, update)).addEnd(
      "complete",
      x,
    );
  }

  /** A call of the user to the planner that is still running. */
  plan(of: Partial<CallOptions> = {}): this {
    return this.begin({ x: "plan", port: 9001, program: USER, ...of });
  }
}

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

describe("a call is connected to none", () => {
  test("that has ended", () => {
    const log = new HopLog().plan().finish("plan", "completed").begin({ x: "ask", port: 9002 });
    expect(findEdge(log, "ask")).toEqual([null, null]);
  });

  test("to the same agent", () => {
    expect(findEdge(new HopLog().plan().begin({ x: "ask", port: 9001 }), "ask")[0]).toBeNull();
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

  test("counts each call of a user as a turn", () => {
    const log = new HopLog().plan({ trace: TRACE }).plan({ x: "plan2", trace: OTHER_TRACE });
    log.begin({ x: "ask", port: 9002, trace: TRACE, program: PLANNER }).wait(5);
    for (const x of ["ask", "plan", "plan2"]) log.finish(x, "completed").wait(5);
    expect(log.report.verdict.turns?.map(({ exchange }) => exchange)).toEqual(["plan", "plan2"]);
  });

  test("as of an event is that of a log that ends there", () => {
    const { records, timeline } = createFailedRun();
    for (let count = 1; count <= records.length; count++) {
      const ingest = new Ingest();
      for (const record of records.slice(0, count)) ingest.push(record);
      const n = ingest.timeline.lastEvent;
      if (count < records.length && isSameEvent(records, count, n)) continue;
      expect(getVerdictAt(timeline, n)).toEqual(getVerdictAt(ingest.timeline, n));
    }
  });
});

/** Whether more records follow before the next event. */
function isSameEvent(records: readonly WireRecord[], count: number, n: number): boolean {
  const ingest = new Ingest();
  for (const record of records.slice(0, count + 1)) ingest.push(record);
  return ingest.timeline.lastEvent === n;
}

test("the summary is a tree", () => {
  const lines = formatSummary(createFailedRun().report).split("\n");
  const start = lines.indexOf("Calls between agents");
  expect(lines.slice(start + 1, start + 5)).toEqual([
    expect.stringMatching(
      /^ {2}user → 127\.0\.0\.1:9001 {2}message\/stream {2}failed .*waiting.* plan$/,
    ),
    expect.stringMatching(
      /^ {4}planner → 127\.0\.0\.1:9002 {2}message\/stream {2}failed .* recorded: trace$/,
    ),
    expect.stringMatching(/^Failed first: 127\.0\.0\.1:9002 \(ask\): /),
    "  called by 127.0.0.1:9001 (failed)",
  ]);
});

test("the calls as of an event are those of a log that ends there", () => {
  const { records, timeline } = createFailedRun();
  const states = records.map((_, count) => {
    const ingest = new Ingest();
    for (const record of records.slice(0, count + 1)) ingest.push(record);
    return { n: ingest.timeline.lastEvent, edges: listEdges(ingest.timeline, Infinity) };
  });
  for (const { n, edges } of new Map(states.map((state) => [state.n, state])).values()) {
    expect(listEdges(timeline, n)).toEqual(edges);
  }
});

function listEdges({ callTree: { calls } }: Timeline, n: number) {
  return calls
    .filter(({ firstEvent }) => firstEvent <= n)
    .map((call) => [call.exchange.id, call.parentAt(n)?.exchange.id, call.edgeAt(n)]);
}

test("a log without a tap has no hops", () => {
  expect(new ReportLog().addRequest("message/send", {}).addEnd().report.hops).toBeUndefined();
});
