import { describe, expect, test } from "vitest";
import {
  createArtifact,
  createArtifactUpdate,
  createLogReport,
  createMessage,
  createSendMessageParams,
  createStreamLog,
  createTask,
  type ExampleJson,
  foldRecords,
  LAST_CHUNK,
  more,
  ReportLog,
  request,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { getLintedCardsAt } from "./card-problems.ts";
import { isCardProblem } from "./problems.ts";

const rpc = (over: ExampleJson) => ({ jsonrpc: "2.0", id: 1, ...over });
const answer = (...events: unknown[]) =>
  new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "u1"))
    .addHead()
    .addEvents(...events);

/** A task that has ended, a message for it by ID, and its response. */
const followUp = (...answered: ExampleJson[]) =>
  answer(status("completed"))
    .addEnd()
    .addRequest(
      "message/stream",
      createSendMessageParams("more", "u2", { taskId: "t1", contextId: "c1" }),
      "x2",
    )
    .addHead(200, "text/event-stream", "x2")
    .addEventsTo("x2", ...answered);

describe("a problem", () => {
  test("with text before the JSON does not prevent parsing", () => {
    const frame = `data: \u001e${JSON.stringify({ jsonrpc: "2.0", result: createArtifactUpdate("a", "x") })}\n\n`;
    const { tasks } = createStreamLog().addText(frame).report;
    expect(tasks[0]?.artifacts[0]?.text).toBe("x");
  });

  test("exists from the event that shows it", () => {
    const log = createStreamLog(
      status("working"),
      status("completed"),
      createArtifactUpdate("a", "x"),
    );
    expect([0, 1, 2].map((n) => log.reportAt(n).findings.map(({ rule }) => rule))).toEqual([
      [],
      [],
      ["STR-AFTER-TERM"],
    ]);
  });

  test("is one per rule, however often the rule is broken", () => {
    const late = Array.from({ length: 50 }, () => createArtifactUpdate("a", "x", more));
    const log = createStreamLog(createArtifactUpdate("a", "x", { lastChunk: true }), ...late);
    expect(log.report.findings).toMatchObject([
      { rule: "ART-AFTER-LAST", count: 50, events: [1, 50] },
    ]);
    expect(log.reportAt(7).findings).toMatchObject([{ count: 7, events: [1, 7] }]);
  });

  test("comes before those of later events", () => {
    const log = createStreamLog(
      createArtifactUpdate("a", "x", more),
      status("thinking"),
      status("completed"),
      status("completed"),
    );
    const firsts = log.report.findings.map(({ events: [first] }) => first ?? -1);
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    expect(firsts.length).toBeGreaterThan(2);
  });
});

const findingsOf = (name: string) =>
  createLogReport(foldRecords(readFixture(name).records)).findings;
const rulesOf = (name: string) =>
  findingsOf(name)
    .filter((finding) => !isCardProblem(finding))
    .map(({ rule }) => rule);

describe("a conforming agent", () => {
  const untold: Readonly<Record<string, readonly string[]>> = {
    replace: ["ART-REPLACE"],
    // These SDKs name another task in the status that reports an exception.
    throw: ["STR-TASK-SWITCH"],
  };

  test.each(FIXTURE_NAMES.filter((name) => /^recorded\/\d/.test(name)))(
    "breaks no rule: %s",
    (name) => {
      const [, generation, log = ""] = /([^/]+)\/([^/.]+)\.jsonl$/.exec(name) ?? [];
      const isTrue = log === "throw" && generation === "1.0" ? [] : (untold[log] ?? []);
      expect(rulesOf(name)).toEqual(isTrue);
    },
  );

  test.each([
    "shapes/array.json",
    "shapes/generation-1.1.sse",
    "shapes/rest-0.3.sse",
    "shapes/0.1.sse",
    "shapes/envelopes.jsonl",
    "shapes/crlf-keep-alive.sse",
  ])("breaks no rule: %s", (name) => expect(rulesOf(name)).toEqual([]));

  test.each([
    // The result is the streamed message.
    ["shapes/streaming-extension.sse", "LC-RESULT-IN-MSG"],
    // One message per token.
    ["shapes/sub-agent.sse", "LC-TOKEN-STATUS"],
  ])("is told its one habit: %s", (name, rule) => expect(rulesOf(name)).toEqual([rule]));

  test("may refuse a message for a task that has ended, or respond with a message", () => {
    for (const answered of [
      rpc({ error: { code: -32004, message: "over" } }),
      createMessage("no", "a1"),
    ]) {
      const rules = followUp(answered).report.findings.map(({ rule }) => rule);
      expect(rules).not.toContain("CTX-SILENT-NEW");
    }
  });

  test("may respond with a new task if only the context was named, or the task has not ended", () => {
    const asking = (state: string, of: ExampleJson) =>
      answer(createTask("submitted"), status(state, undefined, { final: state === "completed" }))
        .addEnd()
        .addRequest("message/stream", createSendMessageParams("more", "u2", of), "x2")
        .addHead(200, "text/event-stream", "x2")
        .addEventsTo("x2", createTask("submitted", { id: "t2" }));
    const rules = (log: ReportLog) => log.report.findings.map(({ rule }) => rule);
    expect(rules(asking("completed", { contextId: "c1" }))).toEqual([]);
    expect(rules(asking("working", { taskId: "t1" }))).toEqual(["STR-TRUNC", "STR-TASK-SWITCH"]);
  });

  test("may close a stream and send the task once more", () => {
    const artifacts = [createArtifact("a", "xy")];
    const log = createStreamLog(
      createTask("submitted"),
      createArtifactUpdate("a", "x"),
      createArtifactUpdate("a", "y", LAST_CHUNK),
      status("completed"),
      createTask("completed", { artifacts }),
    );
    expect(log.report.findings).toEqual([]);
  });
});

describe("a framework agent", () => {
  const REPEATED = ["ART-APPEND-UNKNOWN", "ART-REPLACE"];
  const AGAIN = ["ART-REPLACE", "ART-REPLACE-SHRINK"];
  const told: Readonly<Record<string, readonly string[]>> = {
    // The first fragment is appended to an unknown artifact; the last one repeats all.
    "adk-js-tools": REPEATED,
    "adk-js-approval": REPEATED,
    "adk-js-long-running": REPEATED,
    "adk-js-transfer": REPEATED,
    "adk-js-parallel": REPEATED,
    // Two tasks in one stream, and the submitted one again before the end.
    "beeai-tools": ["STR-TASK-SWITCH", "LC-BACK-SUBMITTED"],
    // The output of a command.
    "gemini-cli-approval": ["ART-APPEND-UNKNOWN"],
    // The response of the second turn replaces the first one.
    "mastra-approval": AGAIN,
    // With final, which 1.0 does not have.
    "mastra-approval-1.0": ["STR-FINAL-IN-1", ...AGAIN],
    "mastra-tools-1.0": ["STR-FINAL-IN-1"],
    "strands-failed": ["STR-TASK-SWITCH"],
    // A record separator before each payload, and tasks without kind.
    "voltagent-tools": ["FRM-SEPARATOR", "DM-TASK-REQ", "HIST-DUP"],
    "voltagent-failed": ["FRM-SEPARATOR", "DM-TASK-REQ"],
  };
  const names = FIXTURE_NAMES.filter((name) => name.startsWith("recorded/frameworks/"));

  test.each(names)("gets its problems: %s", (name) => {
    const [, log = ""] = /([^/]+)\.jsonl$/.exec(name) ?? [];
    expect(rulesOf(name)).toEqual(told[log] ?? []);
  });
});

describe("the card in a recording", () => {
  const told: Readonly<Record<string, readonly string[]>> = {
    "recorded/0.3/stream.jsonl": [],
    "recorded/frameworks/adk-js-tools.jsonl": ["warning card/mode-type ×2"],
    "recorded/frameworks/beeai-tools.jsonl": [
      "warning card/mode-type ×3",
      "info card/other-version ×2",
    ],
    "recorded/frameworks/mastra-tools.jsonl": ["warning card/preferred-transport ×1"],
    "recorded/frameworks/voltagent-tools.jsonl": [
      "error card/required ×1",
      "warning card/mode-type ×2",
      "info card/version-stated ×1",
    ],
  };

  test.each(Object.entries(told))("is checked with the run: %s", (name, expected) => {
    const found = findingsOf(name).filter(isCardProblem);
    const lines = found.map(({ severity, rule, count }) => `${severity} ${rule} ×${count}`);
    expect(lines).toEqual(expected);
    for (const { card, message, evidence, events } of found) {
      expect([events, evidence.map(({ exchange }) => exchange)]).toEqual([[0], ["x1"]]);
      expect(card?.[0]?.remedy).toMatch(/\S\.$/);
      expect(message).toMatch(/\S\.$/);
    }
  });

  test("is one card however often it is fetched", () => {
    const card = JSON.stringify({ name: "Agent", url: "https://a.example/", skills: [] });
    const url = "https://a.example/.well-known/agent-card.json";
    const log = new ReportLog();
    for (const x of ["a", "b", "c"]) {
      log
        .addOpen(x, { method: "GET", url })
        .addHead(200, "application/json", x)
        .addText(card, x)
        .addEnd("complete", x);
    }
    expect(log.report.findings.filter(({ rule }) => rule === "card/skills")).toMatchObject([
      { count: 1, events: [0, 2], evidence: [{ exchange: "a" }, { exchange: "c" }] },
    ]);
    expect(log.reportAt(0).findings.find(({ rule }) => rule === "card/skills")).toMatchObject({
      events: [0],
    });
  });

  test.each(["name", "url", "skills"])("is recognized without its %s", (member) => {
    const whole = { name: "A", version: "1", url: "https://a.example/", skills: [] };
    const card = { ...whole, description: "", capabilities: {}, [member]: undefined };
    const url = "https://a.example/.well-known/agent-card.json";
    const { findings, verdict } = new ReportLog()
      .addOpen("a", { method: "GET", url })
      .addHead(200, "application/json", "a")
      .addText(JSON.stringify(card), "a")
      .addEnd("complete", "a").report;
    expect(verdict.kind).toBe("answered");
    expect(findings.map(({ rule }) => rule)).toContain("card/required");
    expect(findings.map(({ rule }) => rule)).not.toContain("DM-WRAP-NONE");
  });

  test("has the advice to sign it on its page only, not in a run", () => {
    const url = "https://a.example/.well-known/agent-card.json";
    const card = JSON.stringify({
      name: "A",
      url: "https://a.example/",
      protocolVersion: "0.3.0",
      skills: [],
    });
    const log = new ReportLog()
      .addOpen("a", { method: "GET", url })
      .addHead(200, "application/json", "a");
    const { timeline } = foldRecords(log.addText(card, "a").addEnd("complete", "a").records);
    const rules = getLintedCardsAt(timeline, timeline.lastEvent)
      .flatMap(({ lintResult }) => lintResult.findings)
      .map(({ rule }) => rule);
    expect(rules).toContain("card/signature");
    expect(log.report.findings.map(({ rule }) => rule)).not.toContain("card/signature");
  });

  test("is checked against its agent's behavior from then on", () => {
    const card = JSON.stringify({ name: "Agent", url: "http://a.example/", skills: [] });
    const log = new ReportLog()
      .addOpen("x0", { method: "GET", url: "http://a.example/.well-known/agent-card.json" })
      .addHead(200, "application/json", "x0")
      .addText(card, "x0")
      .addEnd("complete", "x0")
      .addOpen("x1", {
        url: "http://a.example/",
        body: request("message/stream", createSendMessageParams("go", "u1")),
      })
      .addHead()
      .addEvents(createTask("working"));
    const announced = (n: number) =>
      !log.reportAt(n).findings.some(({ rule }) => rule === "card/streaming-unannounced");
    expect([announced(-1), announced(1)]).toEqual([true, false]);
  });
});
