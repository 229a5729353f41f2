import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createLogReport,
  createSendMessageParams,
  createTask,
  foldRecords,
  request,
  status,
} from "../../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../../fixtures/read-fixture.ts";
import { UnreadableLog } from "../importer.ts";
import { LogClock, parseInstant, parseLeadingInstant } from "./instant.ts";

const opened = (...lines: string[]) => {
  const { records, skipped, importer } = openFixtureLog(
    Buffer.from(lines.map((line) => `${line}\n`).join("")),
  );
  const { timeline } = foldRecords(records);
  const exchanges = timeline.exchanges.map(({ open, body }) => ({
    asked: open.record.body ?? null,
    call: `${open.record.method} ${open.record.url}`.trim(),
    said: body.slice(0, body.length).trim().split("\n").filter(Boolean),
    t: open.record.t,
  }));
  return { records, skipped, importer, exchanges, report: createLogReport(foldRecords(records)) };
};

const json = (value: unknown) => JSON.stringify(value);
const answer = (result: unknown, id: unknown = 1) => json({ jsonrpc: "2.0", id, result });
const ASK = request("message/stream", createSendMessageParams("hello", "u1"));
const DONE = answer(status("completed"));

describe("a time", () => {
  const AT = Date.UTC(2026, 10, 20, 16, 41, 26, 120);
  test.each<[unknown, number]>([
    ["2026-11-20T16:41:26.120Z", AT],
    ["2026-11-20T17:41:26,120456+01:00", AT + 0.456],
    ["2026-11-20 16:41:26.120 UTC", AT],
    ["2026/11/20 16:41:26.12", AT],
    [AT, AT],
    [AT / 1000, AT],
    [`${AT}120300`, AT + 0.1203],
    [`${AT}456`, AT + 0.456],
    [String(AT / 1000), AT],
  ])("%j is read", (value, ms) => {
    expect(parseInstant(value)?.ms).toBeCloseTo(ms, 2);
  });

  test.each([
    12,
    0.5,
    "12",
    "yesterday",
    "2026-11-20",
    null,
    true,
    {},
    "2026-11-20T16:41:26Zebra",
    1e30,
  ])("%j is not a time", (value) => {
    expect(parseInstant(value)).toBe(null);
  });

  test("without a zone is relative, not absolute", () => {
    const clock = new LogClock();
    const times = ["11:59:59 PM", "12:00:01 AM", "12:00:02 AM"].map((text) =>
      clock.toRecordTime(parseLeadingInstant(text)?.instant ?? null),
    );
    expect(times).toEqual([0, 2000, 3000]);
    expect(clock.startDate).toBe(null);
    expect(parseLeadingInstant("Nov 20 16:41:26 host x: y")?.length).toBe(15);
  });

  test("of another kind than the first is not compared to it", () => {
    const clock = new LogClock();
    clock.toRecordTime(parseInstant(AT));
    expect(clock.toRecordTime(parseLeadingInstant("16:41:26 x")?.instant ?? null)).toBe(null);
  });
});

describe("A2A among other lines", () => {
  test("is found, and other lines are counted with the first one", () => {
    const { skipped, exchanges, report, records } = opened(
      "booting {worker}",
      `2026-11-20T16:41:26Z INFO got ${ASK}`,
      "2026-11-20T16:41:27Z INFO {'kind': 'status-update'}",
      `2026-11-20T16:41:28.5Z INFO sent ${answer(createTask("working"))} in 3 ms`,
      '{"level":"debug","msg":"nothing"}',
      `2026-11-20T16:41:29Z INFO sent ${DONE}`,
    );
    expect(skipped).toEqual([
      { at: 0, reason: "3 lines that are not A2A", text: "booting {worker}", beside: true },
    ]);
    expect(exchanges).toEqual([
      { asked: ASK, call: "", said: [answer(createTask("working")), DONE], t: 0 },
    ]);
    expect(report.tasks).toMatchObject([{ id: "t1", state: "completed" }]);
    expect(records.flatMap((record) => (record.r === "data" ? [record.t] : []))).toEqual([
      2500, 3000,
    ]);
  });

  test("is not other JSON-RPC, or other messages with roles and parts", () => {
    const { exchanges, skipped } = opened(
      "a log",
      ASK,
      json({ jsonrpc: "2.0", id: 9, method: "tools/call", params: { name: "x" } }),
      answer({ content: [{ type: "text", text: "from a tool" }] }, 9),
      json({ role: "user", content: "a prompt" }),
      json({ role: "model", parts: [{ text: "a reply" }] }),
      json({ id: "run_1", object: "thread.run", status: "completed" }),
      DONE,
    );
    expect(exchanges.map(({ said }) => said)).toEqual([[DONE]]);
    expect(skipped[0]?.reason).toBe("6 lines that are not A2A");
  });

  test("responses go to their requests, events to the exchange of their task", () => {
    const ask = (id: string) =>
      json({
        jsonrpc: "2.0",
        id,
        method: "message/stream",
        params: createSendMessageParams("a", id),
      });
    const of = (taskId: string, id: string) => answer(createTask("working", { id: taskId }), id);
    const bare = (taskId: string) => json(createArtifactUpdate("a", "x", { taskId }));
    const { exchanges } = opened(
      "x",
      ask("1"),
      ask("2"),
      of("t1", "1"),
      of("t2", "2"),
      bare("t1"),
      bare("t2"),
    );
    expect(exchanges.map(({ said }) => said)).toEqual([
      [of("t1", "1"), bare("t1")],
      [of("t2", "2"), bare("t2")],
    ]);
    const failed = json({ jsonrpc: "2.0", id: "1", error: { code: -32001, message: "no" } });
    expect(opened("x", ask("1"), failed).report.verdict.kind).toBe("rpc-error");
  });

  test("over HTTP+JSON is detected by method and path", () => {
    const line = (more: object) => json({ time: "2026-11-20T16:41:26Z", ...more });
    const { exchanges } = opened(
      line({ direction: "request", method: "GET", url: "/v1/tasks/t1" }),
      line({
        direction: "response",
        method: "GET",
        url: "/v1/tasks/t1",
        body: createTask("completed"),
      }),
      line({
        method: "POST",
        path: "/v1/message:send",
        request: createSendMessageParams("hi", "u2"),
        response: { task: createTask("completed") },
      }),
    );
    expect(exchanges).toEqual([
      { asked: null, call: "GET /v1/tasks/t1", said: [json(createTask("completed"))], t: 0 },
      {
        asked: json(createSendMessageParams("hi", "u2")),
        call: "POST /v1/message:send",
        said: [json({ task: createTask("completed") })],
        t: 0,
      },
    ]);
  });

  test("in a nested string, or twice in one line, is read once", () => {
    const twice = json({
      time: "2026-11-20T16:41:26Z",
      msg: `got ${DONE}`,
      data: JSON.parse(DONE),
    });
    expect(opened(twice).exchanges[0]?.said).toEqual([DONE]);
    const quoted = `level=info ts=1 body=${json(DONE)} done`;
    expect(opened(quoted).exchanges[0]?.said).toEqual([DONE]);
  });

  test.each<[string, (line: string, i: number) => string]>([
    ["behind other words", (line, i) => `2026-11-20T16:41:2${i}Z INFO got ${line}`],
    ["with a time", (line, i) => `{"timestamp":"2026-11-20T16:41:2${i}Z","event":${line}}`],
    [
      "from a container",
      (log, i) => json({ log: `${log}\n`, stream: "out", time: `2026-11-20T16:41:2${i}Z` }),
    ],
    ["twice over", (line, i) => `${i}: {"root":${line}}`],
  ])("in the root of a model is found %s", (_, around) => {
    const said = [answer(createTask("working")), DONE];
    const { exchanges, skipped, report } = opened(
      ...[ASK, ...said].map((line, i) => around(`{"root":${line}}`, i)),
    );
    expect(exchanges).toMatchObject([{ asked: ASK, said }]);
    expect(skipped).toEqual([]);
    expect(report.tasks).toMatchObject([{ id: "t1", state: "completed" }]);
  });

  test("in alternating roots and wrappers is found in all of them", () => {
    const { report, skipped } = opened(
      `{"root":${answer(createTask("working"))}}`,
      `{"root":{"root":${answer(createArtifactUpdate("a", "x"))}}}`,
      json({ event: "update", data: createArtifactUpdate("a", "y", { append: true }) }),
      json({ type: "sse", payload: JSON.parse(DONE) }),
    );
    expect(report.tasks).toMatchObject([{ state: "completed", artifacts: [{ text: "xy" }] }]);
    expect(skipped).toEqual([]);
    // A log of nothing but roots needs no unwrapping: it is passed on as is.
    const { importer, exchanges } = opened(`{"root":${DONE}}`);
    expect([importer, exchanges[0]?.said]).toEqual(["jsonl", [`{"root":${DONE}}`]]);
  });

  test("next to a member named root is not searched in it", () => {
    expect(() => opened(`2026-11-20T16:41:26Z INFO {"root":${DONE},"level":"info"}`)).toThrow(
      UnreadableLog,
    );
  });

  test("over several lines, truncated, and complete again", () => {
    const pretty = JSON.stringify(JSON.parse(DONE), null, 2);
    const torn = pretty.split("\n").slice(0, 4);
    const { exchanges, skipped } = opened("first", ...torn, "then", ...pretty.split("\n"), "last");
    expect(exchanges[0]?.said.join("\n")).toBe(pretty);
    expect(skipped[0]?.reason).toBe("7 lines that are not A2A");
    const atEnd = opened("first", DONE, ...pretty.split("\n").slice(0, 6));
    expect(foldRecords(atEnd.records).skipped[0]?.reason).toContain("cut off");
  });
});

describe("a text without A2A", () => {
  test("is rejected with its first line", () => {
    expect(() => opened("Dear Sir or Madam,", "", "hello {you}")).toThrow(UnreadableLog);
    expect(() => opened("Dear Sir or Madam,")).toThrow(/^1 line: .* line 1, column 1 \("Dear Sir/);
  });

  test("takes linear time with any brackets", () => {
    const open = Array.from({ length: 3000 }, () => 'it {"a":');
    expect(() => opened("x", ...open)).toThrow(UnreadableLog);
    expect(() => opened("x".repeat(10), `x${"{".repeat(200_000)}`)).toThrow(UnreadableLog);
    expect(() => opened("x", `x${'{"'.repeat(100_000)}`)).toThrow(UnreadableLog);
  });
});
