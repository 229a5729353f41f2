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
  stream,
  task,
} from "../../fixtures/compose.ts";
import { called } from "../../fixtures/grpc.ts";
import { FIXTURES, fixture } from "../../fixtures/read.ts";
import { framed } from "../wire/grpc.ts";
import { RULES } from "./findings.ts";

const rpc = (over: Json) => ({ jsonrpc: "2.0", id: 1, ...over });
const answer = (...events: unknown[]) =>
  new Log()
    .ask("message/stream", asks("go", "u1"))
    .head()
    .say(...events);
const long = "a chunk that is long enough";

const named = (name: string, artifactId: string, text: string, over: Json = {}): Json =>
  artifact(artifactId, text, { ...over, artifact: { ...held(artifactId, text), name } });
const PLAN = "⟦1. look\n2. tell⟧";

const URI = "https://extensions.example/ui/streaming/v1";
const root = (message_id: string | undefined, text: string): Json => ({
  op: "replace",
  path: "",
  value: { message_id, parts: [{ text }] },
});
const typed = (pos: number, value: string): Json => ({
  op: "str_ins",
  path: "/parts/0/text",
  pos,
  value,
});
const updates = (message_id: string | undefined, ...message_update: Json[]): Json => ({
  [URI]: { message_update, message_id },
});
const patch = (id: string | undefined, ...ops: Json[]): Json =>
  status("working", undefined, { metadata: updates(id, ...ops) });

const OTHER = { taskId: "t2" };
/** A task that is over, a message for it by its id, and what is answered to that. */
const followUp = (...answered: Json[]) =>
  answer(status("completed"))
    .end()
    .ask("message/stream", asks("more", "u2", { taskId: "t1", contextId: "c1" }), "x2")
    .head(200, "text/event-stream", "x2")
    .sayIn("x2", ...answered);

/** The smallest log that breaks each rule, and the events that show it. */
const BREACHES: Readonly<Record<string, readonly [log: Log, ...events: number[]]>> = {
  "FRM-BADJSON": [stream().text("data: {not json\n\n"), 0],
  "FRM-SEPARATOR": [
    stream().text(
      `data: \u001e${JSON.stringify({ result: status("working"), jsonrpc: "2.0" })}\n\n`,
    ),
    0,
  ],
  "GRPC-UNKNOWN-FIELD": [called().bytes(framed(Uint8Array.from([0x78, 1]))), 0],
  "GRPC-BROKEN": [called().bytes(framed(Uint8Array.from([0x0a, 5, 1]))), 0],
  "GRPC-COMPRESSED": [called().bytes(Uint8Array.from([1, 0, 0, 0, 1, 9])), 0],
  "FRM-DOUBLE": [stream(JSON.stringify(task("working"))), 0],
  "FRM-TRUNC": [stream(task("working")).text(`data: ${JSON.stringify(status("completed"))}`), 1],
  "ENV-NOJSONRPC": [stream({ id: 1, result: task("working") }), 0],
  "ENV-ID": [answer(rpc({ id: 2, result: task("working") })), 0],
  "ENV-BOTH": [
    answer(rpc({ result: task("working"), error: { code: -32603, message: "broke" } })),
    0,
    1,
  ],
  "DM-WRAP-MULTI": [
    stream({ statusUpdate: status("working"), artifactUpdate: artifact("a", "x") }),
    0,
    1,
  ],
  "DM-WRAP-NONE": [stream({ hello: "world" }), 0],
  "DM-SNAKE": [stream({ ...status("working"), taskId: undefined, task_id: "t1" }), 0],
  "DM-STATE-UNKNOWN": [stream(status("thinking")), 0],
  "DM-STATE-SPELL": [stream(status("input_required")), 0],
  "DM-ENUM-INT": [stream({ ...status("working"), status: { state: 2 } }), 0],
  "DM-ROLE": [stream(says("x", "m1", { role: "assistant" })), 0],
  "ART-FLAGS-INSIDE": [
    stream(artifact("a", "x", { artifact: { ...held("a", "x"), append: false } })),
    0,
  ],
  "ART-APPEND-UNKNOWN": [stream(artifact("a", "x", more)), 0],
  "ART-AFTER-LAST": [stream(artifact("a", "x", { lastChunk: true }), artifact("a", "y", more)), 1],
  "ART-DUP": [stream(artifact("a", "x"), artifact("a", long, more), artifact("a", long, more)), 2],
  "ART-RESEND": [
    stream(
      artifact("a", "half and "),
      artifact("a", "the other", more),
      artifact("a", "half and the other", more),
    ),
    2,
  ],
  "DM-ART-REQ": [stream({ ...artifact("a", "x"), artifact: { parts: [] } }), 0],
  "ART-ID-REUSE-NAME": [
    stream(
      artifact("a", "x", { artifact: { ...held("a", "x"), name: "one" } }),
      artifact("a", "x", { ...more, artifact: { ...held("a", "x"), name: "two" } }),
    ),
    1,
  ],
  "ART-REPLACE": [stream(artifact("a", "x"), artifact("a", "x and more")), 1],
  "ART-REPLACE-SHRINK": [stream(artifact("a", "a long beginning"), artifact("a", "an end")), 1],
  "DM-STATUS-REQ": [stream({ ...status("working"), taskId: undefined }), 0],
  "STR-TASK-SWITCH": [stream(status("working"), artifact("a", "x", { taskId: "t2" })), 1],
  "STR-CTX-SWITCH": [stream(status("working"), artifact("a", "x", { contextId: "c2" })), 1],
  "CTX-SILENT-NEW": [
    followUp(task("submitted", { id: "t2" }), status("working", undefined, OTHER)),
    1,
  ],
  "STR-AFTER-TERM": [stream(status("completed"), artifact("a", "x")), 1],
  "LC-TERM-CHANGE": [stream(task("failed"), task("completed")), 1],
  "LC-BACK-SUBMITTED": [stream(status("working"), status("submitted")), 1],
  "STR-AFTER-FINAL": [stream(status("working", undefined, { final: true }), status("working")), 1],
  "STR-MSG-IN-TASK": [stream(status("working"), says("x", "m1")), 1],
  "HIST-DUP": [stream(says("x", "m1"), says("y", "m1")), 1],
  "SNAP-LOST": [stream(artifact("a", "x"), task("working", { artifacts: [held("b", "y")] })), 1],
  "CAI-PLAN-NEWID": [
    stream(
      named("execution_plan_streaming", "p", PLAN),
      named("execution_plan_update", "q", PLAN, more),
    ),
    1,
  ],
  "CAI-PLAN-RESEND": [
    stream(
      named("execution_plan_streaming", "p", PLAN),
      named("execution_plan_update", "p", PLAN, more),
      named("execution_plan_update", "p", PLAN, more),
    ),
    1,
    2,
  ],
  "CAI-PLAN-UNCLOSED": [
    stream(named("execution_plan_streaming", "p", "⟦1. look"), status("completed")),
    1,
  ],
  "CAI-PLAN-AUTO-DONE": [
    stream(
      named("execution_plan_update", "p", "- 🔄 look\n- ⏳ tell"),
      named("execution_plan_status_update", "p", "- ✅ look\n- ✅ tell"),
      named("final_result", "f", "done"),
    ),
    2,
  ],
  "CAI-TOOL-UNPAIRED": [
    stream(
      named("tool_notification_end", "n", "✅ look completed"),
      named("tool_notification_start", "m", "🔧 Calling tool: look"),
      status("completed"),
    ),
    0,
    2,
  ],
  "CAI-ERR-DONE": [stream(named("error_result", "e", "it broke"), status("completed")), 1],
  "CAI-FINAL-DIFF": [
    stream(
      named("streaming_result", "s", "one thing"),
      named("final_result", "f", "another", { lastChunk: true }),
    ),
    1,
  ],
  "CAI-FOREIGN-APPEND": [
    stream(
      named("tool_notification_start", "m", "🔧 Calling tool: look"),
      named("streaming_result", "s", "Here", more),
    ),
    1,
  ],
  "SNAP-DIFF": [stream(artifact("a", "x"), task("working", { artifacts: [held("a", "y")] })), 1],
  "KST-NO-ROOT": [stream(patch("d1", typed(0, "x"))), 0],
  "KST-ID-DIFF": [stream(patch("d2", root("d1", "x"))), 0],
  "KST-NO-ID": [stream(patch(undefined, root(undefined, "x"))), 0],
  "KST-MSG-PRESENT": [
    stream(status("working", says("y", "m1"), { metadata: updates("d1", root("d1", "x")) })),
    0,
  ],
  "KST-STATE": [
    stream(status("input-required", undefined, { metadata: updates("d1", root("d1", "x")) })),
    0,
  ],
  "KST-RANGE": [stream(patch("d1", root("d1", "x")), patch("d1", typed(7, "y"))), 1],
  "KST-UTF16": [stream(patch("d1", root("d1", "👍")), patch("d1", typed(2, "y"))), 1],
  "KST-PATH": [
    stream(patch("d1", root("d1", "x")), patch("d1", { op: "remove", path: "/parts/3" })),
    1,
  ],
  "KST-MISMATCH": [stream(patch("d1", root("d1", "x")), status("working", says("y", "d1"))), 1],
  "KST-NO-FINAL": [stream(patch("d1", root("d1", "x")), status("completed")), 1],
  "KST-LOST-DRAFT": [stream(patch("d1", root("d1", "x")), status("failed")), 1],
  "KST-EMPTY-FIRST": [
    stream(
      patch("d1", root("d1", "")),
      patch("d1", { op: "add", path: "/parts/-", value: { text: "x" } }),
      patch("d1", typed(1, "y")),
    ),
    2,
  ],
  "KST-NOT-REQUESTED": [
    new Log()
      .open("x1", { headers: [["A2A-Extensions", "https://other.example/v1"]] })
      .head()
      .say(patch("d1", root("d1", "x"))),
    0,
  ],
  "KST-BARE-OP": [
    stream(
      status("working", undefined, { metadata: { [URI]: { message_update: root("d1", "x") } } }),
    ),
    0,
  ],
  "KST-BAD-OP": [stream(patch("d1", root("d1", "x")), patch("d1", { op: "copy", path: "/x" })), 1],
};

describe("a finding", () => {
  test("can be had for every rule", () => {
    expect(Object.keys(BREACHES).sort()).toEqual([...RULES].sort());
  });

  test.each(Object.entries(BREACHES))(
    "%s points at the events that show it",
    (rule, [log, ...events]) => {
      const found = log.report.findings.filter((finding) => finding.rule === rule);
      expect(found).toMatchObject([{ events, count: events.length }]);
      expect(found[0]?.message).toMatch(/\S\.$/);
    },
  );

  test("of what stands before the JSON does not keep it from being read", () => {
    const frame = `data: \u001e${JSON.stringify({ jsonrpc: "2.0", result: artifact("a", "x") })}\n\n`;
    const { tasks } = stream().text(frame).report;
    expect(tasks[0]?.artifacts[0]?.text).toBe("x");
  });

  test("is there from the event on that shows it", () => {
    const log = stream(status("working"), status("completed"), artifact("a", "x"));
    expect([0, 1, 2].map((n) => log.at(n).findings.map(({ rule }) => rule))).toEqual([
      [],
      [],
      ["STR-AFTER-TERM"],
    ]);
  });

  test("is one, however often its rule is broken", () => {
    const late = Array.from({ length: 50 }, () => artifact("a", "x", more));
    const log = stream(artifact("a", "x", { lastChunk: true }), ...late);
    expect(log.report.findings).toMatchObject([
      { rule: "ART-AFTER-LAST", count: 50, events: [1, 50] },
    ]);
    expect(log.at(7).findings).toMatchObject([{ count: 7, events: [1, 7] }]);
  });

  test("comes before those of later events", () => {
    const log = stream(
      artifact("a", "x", more),
      status("thinking"),
      status("completed"),
      status("completed"),
    );
    const firsts = log.report.findings.map(({ events: [first] }) => first ?? -1);
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    expect(firsts.length).toBeGreaterThan(2);
  });
});

const rulesOf = (name: string) =>
  reportOf(folded(fixture(name).records)).findings.map(({ rule }) => rule);

describe("an agent that does as the protocol says", () => {
  const untold: Readonly<Record<string, readonly string[]>> = {
    replace: ["ART-REPLACE"],
    // These SDKs name another task in the status that reports an exception.
    throw: ["STR-TASK-SWITCH"],
  };

  test.each(FIXTURES.filter((name) => /^recorded\/\d/.test(name)))(
    "is accused of nothing: %s",
    (name) => {
      const [, generation, log = ""] = /([^/]+)\/([^/.]+)\.jsonl$/.exec(name) ?? [];
      const isTrue = log === "throw" && generation === "1.0" ? [] : (untold[log] ?? []);
      expect(rulesOf(name)).toEqual(isTrue);
    },
  );

  test.each([
    "shapes/array.json",
    "shapes/generation-1.1.sse",
    "shapes/streaming-extension.sse",
    "shapes/rest-0.3.sse",
    "shapes/0.1.sse",
    "shapes/sub-agent.sse",
    "shapes/envelopes.jsonl",
    "shapes/crlf-keep-alive.sse",
  ])("is accused of nothing: %s", (name) => expect(rulesOf(name)).toEqual([]));

  test("may refuse a message for a task that is over, or answer it with a message", () => {
    for (const answered of [rpc({ error: { code: -32004, message: "over" } }), says("no", "a1")]) {
      const rules = followUp(answered).report.findings.map(({ rule }) => rule);
      expect(rules).not.toContain("CTX-SILENT-NEW");
    }
  });

  test("may answer in a new task where only the context was named, or the task is not over", () => {
    const asking = (state: string, of: Json) =>
      answer(status(state))
        .end()
        .ask("message/stream", asks("more", "u2", of), "x2")
        .head(200, "text/event-stream", "x2")
        .sayIn("x2", task("submitted", { id: "t2" }));
    const rules = (log: Log) => log.report.findings.map(({ rule }) => rule);
    expect(rules(asking("completed", { contextId: "c1" }))).toEqual([]);
    expect(rules(asking("working", { taskId: "t1" }))).toEqual(["STR-TASK-SWITCH"]);
  });

  test("may close a stream and show the task once more", () => {
    const artifacts = [held("a", "xy")];
    const log = stream(
      task("submitted"),
      artifact("a", "x"),
      artifact("a", "y", last),
      status("completed"),
      task("completed", { artifacts }),
    );
    expect(log.report.findings).toEqual([]);
  });
});

describe("the agent of a framework", () => {
  const REPEATED = ["ART-APPEND-UNKNOWN", "ART-REPLACE"];
  const AGAIN = ["ART-REPLACE", "ART-REPLACE-SHRINK"];
  const told: Readonly<Record<string, readonly string[]>> = {
    // The first fragment is appended to an artifact that nobody has seen; the last one repeats all.
    "adk-js-tools": REPEATED,
    "adk-js-approval": REPEATED,
    "adk-js-long-running": REPEATED,
    "adk-js-transfer": REPEATED,
    "adk-js-parallel": REPEATED,
    // Two tasks in one stream, and the submitted one once more before the end.
    "beeai-tools": ["STR-TASK-SWITCH", "LC-BACK-SUBMITTED"],
    // What a command prints.
    "gemini-cli-approval": ["ART-APPEND-UNKNOWN"],
    // The answer of the second turn takes the place of the first one's.
    "mastra-approval": AGAIN,
    "mastra-approval-1.0": AGAIN,
    "strands-failed": ["STR-TASK-SWITCH"],
    // A record separator before each payload.
    "voltagent-tools": ["FRM-SEPARATOR", "HIST-DUP"],
    "voltagent-failed": ["FRM-SEPARATOR"],
  };
  const names = FIXTURES.filter((name) => name.startsWith("recorded/frameworks/"));

  test.each(names)("is told what it does: %s", (name) => {
    const [, log = ""] = /([^/]+)\.jsonl$/.exec(name) ?? [];
    expect(rulesOf(name)).toEqual(told[log] ?? []);
  });
});
