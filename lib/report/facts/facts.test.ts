import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRecords } from "../../../fixtures/arbitrary.ts";
import { arbitraryCaipeRecords } from "../../../fixtures/arbitrary-caipe.ts";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  type ExampleJson,
  foldRecords,
  LAST_CHUNK,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../../fixtures/read-fixture.ts";
import { getRunCount } from "../../../fixtures/run-count.ts";
import { Interpretation } from "../../dialects/interpretation.ts";
import type { Item } from "../../dialects/item.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { WireRecord } from "../../wire/record.ts";
import { getRunFacts, type RunFacts } from "./facts.ts";
import { type RunPart, WHOLE_RUN } from "./part.ts";

interface Options extends Partial<RunPart> {
  readonly n?: number;
  readonly isGrowing?: boolean;
}

function summarize(timeline: Timeline, options: Options = {}): RunFacts {
  const { n = timeline.lastEvent, isGrowing = false, ...part } = options;
  const interpretation = new Interpretation(timeline).update();
  const muted = new Set<string>();
  return getRunFacts(interpretation, { ...WHOLE_RUN, ...part }, n, { isGrowing, muted });
}

/** Adds a turn: a message, the response to it, and the end of its stream. */
function addTurn(log: ReportLog, x: string, prompt: string, ...events: ExampleJson[]): ReportLog {
  log
    .addRequest("message/stream", createSendMessageParams(prompt, `u-${x}`), x)
    .addHead(200, "text/event-stream", x);
  return log.addEventsTo(x, ...events).addEnd("complete", x);
}

const answer = (text: string, taskId: string, state = "completed", message?: ExampleJson) => [
  createTask("working", { id: taskId }),
  createArtifactUpdate("a", text, { taskId }),
  status(state, message, { taskId }),
];

const kindsOf = ({ nextSteps }: RunFacts) => nextSteps.map(({ kind }) => kind);

describe("the summary of a run", () => {
  test("has the answer and the times; of a healthy run there is nothing to do", () => {
    const { timeline } = addTurn(new ReportLog(), "x1", "go", ...answer("It is done.", "t1"));
    const { exchanges, events } = timeline;
    const found = summarize(timeline);
    expect(found).toMatchObject({ outcome: { kind: "completed" }, turns: [], plan: null });
    expect(found.answer).toMatchObject({ text: "It is done.", length: 11, isQuestion: false });
    expect(found.answer?.item.kind).toBe("artifact");
    const asked = exchanges[0]?.open.time ?? 0;
    expect(found.times).toMatchObject({
      begun: "x1",
      ended: "x1",
      answerMs: events.time.at(1) - asked,
    });
    expect(found.durationMs).toBe((exchanges[0]?.end?.time ?? 0) - asked);
    expect(found.activeMs).toBe(found.durationMs);
    expect(kindsOf(found)).toEqual([]);
  });

  test("has only the beginning of a long answer", () => {
    const { timeline } = addTurn(new ReportLog(), "x1", "go", ...answer("x".repeat(9_000), "t1"));
    expect(summarize(timeline).answer).toMatchObject({ text: "x".repeat(4_000), length: 9_000 });
  });

  test("says why it failed, and does not take the reason for an answer", () => {
    const failed = status("failed", createMessage("The weather service did not answer.", "m1"));
    const { timeline } = addTurn(new ReportLog(), "x1", "go", createTask("working"), failed);
    const found = summarize(timeline);
    expect(found.outcome).toMatchObject({
      kind: "failed",
      reason: "The weather service did not answer.",
    });
    expect(found.answer).toBeNull();
    expect(kindsOf(found)).toEqual(["resend", "compare-good", "share"]);
    expect(found.nextSteps[0]).toMatchObject({ exchange: "x1" });
  });

  test("has the question that the agent waits for, and how to reply", () => {
    const question = createMessage("Which city?", "m1");
    const events = answer("A draft.", "t1", "input-required", question);
    const found = summarize(addTurn(new ReportLog(), "x1", "go", ...events).timeline);
    expect(found.answer).toMatchObject({ text: "Which city?", isQuestion: true });
    expect(kindsOf(found)).toEqual(["reply", "share"]);
  });

  test("suggests the stored task if the stream broke off", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("go", "u1"))
      .addHead()
      .addEvents(createTask("working"), createArtifactUpdate("a", "half"))
      .addEnd("reset");
    const found = summarize(log.timeline);
    expect(found.outcome?.kind).toBe("cut");
    expect(found.answer?.text).toBe("half");
    expect(kindsOf(found)).toEqual(["compare-task", "resend", "compare-good", "share"]);
  });

  test("of a run without exchanges is empty", () => {
    const found = summarize(new ReportLog().timeline);
    expect(found).toMatchObject({ outcome: { kind: "empty" }, answer: null, problems: [] });
    expect(kindsOf(found)).toEqual(["share"]);
  });

  test("lists errors before warnings, each with its first violation", () => {
    const late = createArtifactUpdate("never-begun", "late", { append: true });
    const { timeline } = addTurn(
      new ReportLog(),
      "x1",
      "go",
      ...answer("One", "t1"),
      late,
      status("working"),
    );
    const { problems } = summarize(timeline);
    const severities = problems.map(({ rule }) => rule.severity);
    expect(severities).toContain("error");
    expect(severities).toEqual(severities.toSorted());
    for (const { count, evidence } of problems) {
      expect(count).toBeGreaterThan(0);
      expect(evidence.exchange).toBe("x1");
    }
  });
});

describe("the summary of several turns", () => {
  const failed = answer("Half", "t1", "failed", createMessage("No berth.", "m1"));
  const log = addTurn(new ReportLog(), "x1", "first", ...failed);
  addTurn(log, "x2", "second", ...answer("Second answer", "t2"));
  log
    .addRequest("tasks/list", {}, "x3")
    .addHead(200, "application/json", "x3")
    .addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tasks: [] } }), "x3")
    .addEnd("complete", "x3");
  const { timeline } = log;

  test("has a line for each, and the answer of the last", () => {
    const found = summarize(timeline);
    expect(found.turns).toMatchObject([
      { number: 1, exchange: "x1", prompt: "first", verdict: { kind: "failed" } },
      { number: 2, exchange: "x2", prompt: "second", verdict: { kind: "completed" } },
    ]);
    expect(found.outcome).toMatchObject({ kind: "completed", clean: false });
    expect(found.answer?.text).toBe("Second answer");
    expect(kindsOf(found)).not.toContain("resend");
    const [first, second] = timeline.exchanges;
    const total = (second?.end?.time ?? 0) - (first?.open.time ?? 0);
    expect(found.durationMs).toBe(total);
    expect(found.activeMs).toBeLessThan(total);
  });

  test("of one exchange is about that exchange only", () => {
    const found = summarize(timeline, { scope: 0 });
    expect(found).toMatchObject({ outcome: { kind: "failed" }, turns: [] });
    expect(found.answer?.text).toBe("Half");
    expect(found.times).toMatchObject({ begun: "x1", ended: "x1" });
  });

  test("of one task is about that task only", () => {
    const found = summarize(timeline, { task: 0 });
    expect(found).toMatchObject({ outcome: { kind: "failed", reason: "No berth." }, turns: [] });
    expect(found.answer?.text).toBe("Half");
  });

  test("does not show the previous answer for a message without a response", () => {
    const asked = new ReportLog();
    asked.records.push(...log.records);
    asked.addRequest("message/stream", createSendMessageParams("third", "u9"), "x9");
    const found = summarize(asked.timeline, { isGrowing: true });
    expect(found.outcome).toBeNull();
    expect(found.answer).toBeNull();
    expect(found.turns.at(-1)).toMatchObject({ number: 3, prompt: "third", verdict: null });
    expect(found.nextSteps).toEqual([]);
  });

  test("has no verdict before the playhead reaches one", () => {
    const found = summarize(timeline, { n: 1 });
    expect(found).toMatchObject({ outcome: null, state: "working" });
    expect(found.answer?.text).toBe("Half");
  });
});

describe("the summary of a supervisor's run", () => {
  const { timeline } = foldRecords(readFixture("shapes/caipe.sse").records);
  const found = summarize(timeline);

  test("has its verdict, although the log does not say how the stream ended", () => {
    expect(found.outcome?.kind).toBe("completed");
  });

  test("has its plan, its tools and its whole result", () => {
    expect(found.plan?.item.kind).toBe("plan");
    expect(found.tools.count).toBeGreaterThan(0);
    expect(found.tools.shown.length).toBe(Math.min(8, found.tools.count));
    expect(found.answer?.item.kind).toBe("result");
    expect(found.answer?.firstEvent).toBeLessThanOrEqual(found.answer?.item.firstEvent ?? -1);
  });
});

test("failed tools are listed, however many succeeded", () => {
  const call = (id: string, name: string) =>
    tool({ name, args: {}, id }, "adk_type", "function_call");
  const response = (id: string, name: string, result: ExampleJson) =>
    tool({ name, response: result, id }, "adk_type", "function_response");
  const events = Array.from({ length: 12 }, (_, i) => [
    call(`c${i}`, `tool_${i}`),
    response(`c${i}`, `tool_${i}`, i === 3 ? { error: "503 from upstream" } : { ok: true }),
  ]).flat();
  const failed = status("failed");
  const log = addTurn(new ReportLog(), "x1", "go", createTask("working"), ...events, failed);
  const { tools, nextSteps, outcome } = summarize(log.timeline);
  expect(tools).toMatchObject({ count: 12, failed: 1, lastFailed: { name: "tool_3" } });
  expect(tools.shown).toHaveLength(8);
  const shown = tools.shown.find(({ state }) => state === "failed");
  expect(shown).toMatchObject({ name: "tool_3", failure: "503 from upstream" });
  expect(outcome).toMatchObject({ tool: "tool_3", reason: "503 from upstream" });
  expect(nextSteps[0]).toMatchObject({ kind: "open-tool" });
});

let toolMessages = 0;
function tool(data: ExampleJson, key: string, value: string): ExampleJson {
  const parts = [{ kind: "data", data, metadata: { [key]: value } }];
  return status("working", createMessage("", `tool-${toolMessages++}`, { parts }));
}

describe("the summary as of event n", () => {
  test.each(FIXTURE_NAMES)("%s: equals that of the first n + 1 events", (name) => {
    expectTimeTravel(readFixture(name).records);
  });

  test("equals that of the first n + 1 events, whatever agents send", () => {
    fc.assert(fc.property(arbitraryRecords, expectTimeTravel), { numRuns: getRunCount(100) });
    fc.assert(fc.property(arbitraryCaipeRecords, expectTimeTravel), { numRuns: getRunCount(30) });
  });
});

function expectTimeTravel(records: readonly WireRecord[]): void {
  const whole = foldRecords(records).timeline;
  for (let n = -1; n <= whole.lastEvent; n++) {
    const early = foldRecords(records, n + 1).timeline;
    const found = toPlain(summarize(whole, { n, isGrowing: true }));
    expect({ n, ...found }).toEqual({ n, ...toPlain(summarize(early, { isGrowing: true })) });
  }
}

/** The summary with the index of each item in place of the item, which differs between two folds. */
function toPlain(summary: RunFacts): object {
  const isItem = (value: unknown): value is Item =>
    typeof value === "object" && value !== null && "getRowItemAt" in value;
  const replace = (key: string, value: unknown) => {
    if (isItem(value)) return value.index;
    return key === "call" || key === "rule" || key === "history" || key === "itemsByStep"
      ? null
      : value;
  };
  return JSON.parse(JSON.stringify(summary, replace));
}

test("an unfinished answer grows with the playhead", () => {
  const chunks = ["One ", "two ", "three"].map((text, i) =>
    createArtifactUpdate("a", text, i === 0 ? {} : i === 2 ? LAST_CHUNK : { append: true }),
  );
  const { timeline } = addTurn(new ReportLog(), "x1", "count", createTask("working"), ...chunks);
  const texts = [1, 2, 3].map((n) => summarize(timeline, { n }).answer?.text);
  expect(texts).toEqual(["One ", "One two ", "One two three"]);
});
