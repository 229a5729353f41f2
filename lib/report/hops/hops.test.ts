// Connects the calls of tapped agents, and says what failed first.
import { describe, expect, test } from "vitest";
import {
  createSendMessageParams,
  createTask,
  type ExampleJson,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import type { CallEdge } from "../../timeline/hops/tapped-call.ts";
import { Ingest } from "../../timeline/ingest.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { CallerProgram, OpenHop } from "../../wire/record.ts";
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
