import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  LAST_CHUNK,
  more,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import type { LogHeader, WireRecord } from "../wire/record.ts";
import { createSpans, createTraces, toObject } from "./otlp.testkit.ts";
import type { OtlpSpan } from "./span.ts";
import { SpanSourceBuilder } from "./span-source.ts";

const HEADER: LogHeader = {
  r: "loupe",
  version: 1,
  id: "rec-1",
  at: "2026-11-24T10:00:00.000Z",
  by: "loupe/0.1.0",
};
const START = BigInt(Date.parse("2026-11-24T10:00:00.000Z")) * 1_000_000n;
const atMs = (ms: number) => String(START + BigInt(ms) * 1_000_000n);

const summarizeEvents = ({ events }: OtlpSpan) =>
  events.map(({ name, timeUnixNano }) => [name, Number(BigInt(timeUnixNano) - START) / 1e6]);

const createStream = () =>
  new ReportLog()
    .addRequest("message/stream", createSendMessageParams("the question", "m1"), "x1", [
      ["authorization", "Bearer secret-token"],
    ])
    .addHead()
    .addEvents(
      createTask("submitted"),
      status("working"),
      createArtifactUpdate("a", "the answer ", more),
      createArtifactUpdate("a", "in pieces", LAST_CHUNK),
    )
    .addEvents(status("completed"))
    .addEnd();

const streamRecords = (): WireRecord[] => [HEADER, ...createStream().records];

function expectFirst(spans: readonly OtlpSpan[]): OtlpSpan {
  const [span] = spans;
  if (!span) throw new Error("there is no span");
  return span;
}

describe("spans of any run", () => {
  test.each(FIXTURE_NAMES)("of %s are valid and the same when created again", (name) => {
    const { records } = readFixture(name);
    const traces = createTraces(records);
    expect(JSON.stringify(createTraces(records))).toBe(JSON.stringify(traces));
    const spans = createSpans(records);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(ids.size).toBe(spans.length);
    for (const span of spans) {
      expect(span.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
      expect(span.spanId).toMatch(/^(?!0+$)[0-9a-f]{16}$/);
      for (const time of [span.startTimeUnixNano, span.endTimeUnixNano]) {
        expect(time).toMatch(/^[1-9]\d*$/);
      }
      const [start, end] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
      expect(start <= end).toBe(true);
      const keys = span.attributes.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { timeUnixNano } of span.events) {
        expect({
          span: span.name,
          isWithin: BigInt(timeUnixNano) >= start && BigInt(timeUnixNano) <= end,
        }).toEqual({ span: span.name, isWithin: true });
      }
      expect(span.kind === 3 || ids.has(span.parentSpanId ?? "")).toBe(true);
    }
    const builder = new SpanSourceBuilder();
    for (const record of records) builder.push(record);
    const calls = builder.finish("").timeline.exchanges.filter(isCall);
    expect(spans.filter(({ kind }) => kind === 3)).toHaveLength(calls.length);
  });
});

describe("the span of a call", () => {
  test("lasts from the request to the end of the response", () => {
    const span = expectFirst(createSpans(streamRecords()));
    expect(span).toMatchObject({
      name: "SendStreamingMessage",
      kind: 3,
      startTimeUnixNano: atMs(10),
      endTimeUnixNano: atMs(80),
    });
    expect(toObject(span.attributes)).toEqual({
      "a2a.method.name": "SendStreamingMessage",
      "a2a.message.id": "m1",
      "a2a.protocol.version": "0.3",
      "a2a.task.id": "t1",
      "a2a.task.state": "TASK_STATE_COMPLETED",
      "gen_ai.conversation.id": "c1",
      "server.address": "agent.example",
      "server.port": 80,
      "http.response.status_code": 200,
      "jsonrpc.request.id": "1",
      "loupe.recording": "rec-1",
      "loupe.exchange": "x1",
      "loupe.event.first": 0,
      "loupe.event.last": 4,
      "loupe.end": "complete",
    });
  });

  test("has first byte, first token and states as events at their times", () => {
    const span = expectFirst(createSpans(streamRecords()));
    const own = summarizeEvents(span).filter(([name]) => name !== "loupe.finding");
    expect(own).toEqual([
      ["loupe.first_byte", 30],
      ["loupe.task.state", 30],
      ["loupe.task.state", 40],
      ["loupe.first_token", 50],
      ["loupe.task.state", 70],
    ]);
  });

  test("has stalls and broken rules as events", () => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("hi", "m1"))
      .addHead()
      .addEvents(
        createTask("working"),
        createArtifactUpdate("a", "1"),
        createArtifactUpdate("a", "2", more),
      )
      .wait(9000)
      .addEvents(createArtifactUpdate("b", "3", more), status("completed"))
      .addEnd();
    const span = expectFirst(createSpans([HEADER, ...log.records]));
    const found = span.events.map(({ name, attributes }) => ({ name, ...toObject(attributes) }));
    expect(found).toContainEqual({
      name: "loupe.stall",
      "loupe.event": 2,
      "loupe.duration_ms": 9010,
      "loupe.keep_alives": 0,
    });
    expect(found).toContainEqual({
      name: "loupe.finding",
      "loupe.rule": "ART-APPEND-UNKNOWN",
      "loupe.severity": "error",
      "loupe.message": expect.stringContaining("append: true"),
      "loupe.count": 1,
      "loupe.event": 3,
    });
  });

  test.each([
    ["message/send", "SendMessage"],
    ["tasks/sendSubscribe", "SendStreamingMessage"],
    ["tasks/get", "GetTask"],
    ["tasks/list", "ListTasks"],
    ["tasks/cancel", "CancelTask"],
    ["tasks/resubscribe", "SubscribeToTask"],
    ["tasks/pushNotificationConfig/set", "CreateTaskPushNotificationConfig"],
    ["ListTaskPushNotificationConfigs", "ListTaskPushNotificationConfigs"],
    ["agent/getAuthenticatedExtendedCard", "GetExtendedAgentCard"],
    ["agent/unheardOf", "agent/unheardOf"],
  ])("of %s is named %s", (method, name) => {
    const { records } = new ReportLog().addRequest(method, {}).addHead(200, "application/json");
    const span = expectFirst(createSpans(records));
    expect([span.name, toObject(span.attributes)["a2a.method.name"]]).toEqual([name, name]);
  });

  test.each([
    ["GET", "http://agent.example/v1/tasks/t1", "GetTask"],
    ["POST", "http://agent.example/tasks/t1:cancel", "CancelTask"],
    ["POST", "http://agent.example/lf.a2a.v1.A2AService/SubscribeToTask", "SubscribeToTask"],
    ["POST", "http://agent.example/a2a.v1.A2AService/TaskSubscription", "SubscribeToTask"],
  ])("of %s %s is named %s", (method, url, name) => {
    const framing = url.includes("Service") ? ({ framing: "grpc" } as const) : {};
    const { records } = new ReportLog().addOpen("x1", { method, url, ...framing }).addHead();
    expect(createSpans(records).map((span) => span.name)).toEqual([name]);
  });

  test("names the agent of its origin, and not that of another", () => {
    const card = {
      name: "Weather",
      description: "Says it",
      version: "2.1",
      url: "http://agent.example/",
    };
    const log = new ReportLog()
      .addOpen("card", { method: "GET", url: "http://agent.example/.well-known/agent-card.json" })
      .addHead(200, "application/json", "card")
      .addText(JSON.stringify({ ...card, protocolVersion: "0.3.0", skills: [] }), "card")
      .addEnd("complete", "card")
      .addRequest("message/send", createSendMessageParams("hi", "m1"))
      .addHead(200, "application/json")
      .addOpen("x2", { url: "http://other.example/", body: "{}" });
    const spans = createSpans(log.records).map(({ attributes }) => toObject(attributes));
    expect(spans).toHaveLength(2);
    expect(spans[0]).toMatchObject({
      "gen_ai.agent.name": "Weather",
      "gen_ai.agent.description": "Says it",
      "gen_ai.agent.version": "2.1",
    });
    expect(spans[1]).not.toHaveProperty("gen_ai.agent.name");
  });

  test("has the error that ended it", () => {
    const rpc = new ReportLog()
      .addRequest("tasks/get", { id: "t9" })
      .addHead(200, "application/json")
      .addText('{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"secret words"}}')
      .addEnd();
    const http = new ReportLog()
      .addRequest("tasks/get", { id: "t9" })
      .addHead(503, "text/plain")
      .addEnd();
    const reset = new ReportLog().addRequest("message/stream", {}).addHead().addEnd("reset");
    const aborted = new ReportLog().addRequest("message/stream", {}).addHead().addEnd("aborted");
    const read = (log: ReportLog) => {
      const { attributes, status } = expectFirst(createSpans(log.records));
      return [toObject(attributes)["error.type"], status?.code, status?.message];
    };
    expect(read(rpc)).toEqual(["-32001", 2, "TaskNotFound (-32001)"]);
    expect(read(http)).toEqual(["503", 2, expect.stringContaining("503")]);
    expect(read(reset)).toEqual(["reset", 2, "reset"]);
    expect(read(aborted)).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ["failed", "The task failed."],
    ["rejected", "The task was rejected."],
  ])("whose task was %s is an error", (state, title) => {
    const log = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("hi", "m1"))
      .addHead()
      .addEvents(createTask("working"), status(state, createMessage("secret words")))
      .addEnd();
    const { attributes, status: ended } = expectFirst(createSpans(log.records));
    const name = `TASK_STATE_${state.toUpperCase()}`;
    expect(toObject(attributes)).toMatchObject({ "error.type": name, "a2a.task.state": name });
    expect(ended).toEqual({ code: 2, message: title });
  });

  test.each([
    ["whose task was canceled", "message/stream", "canceled"],
    ["whose task waits", "message/stream", "input-required"],
    ["that only looks at a failed task", "tasks/get", "failed"],
  ])("%s is no error", (_, method, state) => {
    const log = new ReportLog()
      .addRequest(
        method,
        method === "tasks/get" ? { id: "t1" } : createSendMessageParams("hi", "m1"),
      )
      .addHead(200, "application/json")
      .addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result: createTask(state) }))
      .addEnd();
    const { attributes, status: ended } = expectFirst(createSpans(log.records));
    expect(toObject(attributes)).not.toHaveProperty("error.type");
    expect(ended).toBeUndefined();
  });

  test("of a response without its request marks its method as inferred", () => {
    const { records } = readFixture("shapes/caipe.sse");
    const { attributes } = expectFirst(createSpans(records));
    expect(toObject(attributes)).toMatchObject({
      "a2a.method.name": "SendStreamingMessage",
      "loupe.inferred": ["a2a.method.name"],
    });
  });

  test("links to the run and the event if an address is given", () => {
    const link = (options: object) =>
      toObject(expectFirst(createSpans(streamRecords(), options)).attributes)["loupe.link"];
    expect(link({})).toBeUndefined();
    expect(link({ link: "http://127.0.0.1:4100" })).toBe("http://127.0.0.1:4100/?run=rec-1&at=4");
  });
});

describe("content", () => {
  const getText = (options: object) => JSON.stringify(createTraces(streamRecords(), options));

  test("is left out unless asked for, credentials always", () => {
    for (const words of ["the question", "the answer"]) {
      expect(getText({})).not.toContain(words);
      expect(getText({ hasContent: true })).toContain(words);
    }
    expect(getText({ hasContent: true })).not.toContain("secret-token");
  });

  test("is written as the conventions write messages", () => {
    const span = expectFirst(createSpans(streamRecords(), { hasContent: true }));
    const content = toObject(span.attributes);
    expect(JSON.parse(String(content["gen_ai.input.messages"]))).toEqual([
      { role: "user", parts: [{ type: "text", content: "the question" }] },
    ]);
    expect(JSON.parse(String(content["gen_ai.output.messages"]))).toEqual([
      { role: "assistant", parts: [{ type: "text", content: "the answer in pieces" }] },
    ]);
  });

  test("that is very long is cut off, and the span says so", () => {
    const log = new ReportLog()
      .addRequest("message/send", createSendMessageParams("hi", "m1"))
      .addHead(200, "application/json")
      .addText(
        JSON.stringify({ jsonrpc: "2.0", id: 1, result: createMessage("y".repeat(70_000), "m2") }),
      );
    const span = expectFirst(createSpans(log.records, { hasContent: true }));
    const content = toObject(span.attributes);
    expect(content["loupe.content.truncated"]).toBe(true);
    expect(String(content["gen_ai.output.messages"])).toHaveLength(65_536);
  });
});

describe("tools and plans", () => {
  const spans = createSpans(readFixture("shapes/caipe.sse").records);

  test("are children of the call that reported them", () => {
    const [call, ...children] = spans;
    expect(new Set(children.map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set([call?.spanId]),
    );
    expect(children.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["plan", "execute_tool argocd"]),
    );
    const tool = children.find(({ name }) => name === "execute_tool argocd");
    expect(tool?.kind).toBe(1);
    expect(toObject(tool?.attributes ?? [])).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "argocd",
      "loupe.dialect": "caipe",
      "loupe.confidence": "likely",
    });
  });

  test("are named by the conventions: a tool by its name, a plan by its agent", () => {
    const card = { name: "Planner", url: "http://agent.example/", skills: [], version: "1" };
    const { records } = readFixture("shapes/caipe.sse");
    const lookup = new ReportLog()
      .addOpen("card", { method: "GET", url: "http://agent.example/.well-known/agent-card.json" })
      .addHead(200, "application/json", "card")
      .addText(JSON.stringify({ ...card, protocolVersion: "0.3.0" }), "card")
      .addEnd("complete", "card");
    const moved = records.map((record) =>
      record.r === "open" ? { ...record, url: "http://agent.example/" } : record,
    );
    const all = createSpans([...lookup.records, ...moved]);
    const named = all.filter(({ kind }) => kind === 1);
    const calls = all.filter(({ kind }) => kind === 3);
    const conversation = toObject(expectFirst(calls).attributes)["gen_ai.conversation.id"];
    expect(named.map(({ name }) => name)).toContain("plan Planner");
    for (const { name, attributes } of named) {
      const own = toObject(attributes);
      const operation = String(own["gen_ai.operation.name"]);
      const subject = operation === "plan" ? own["gen_ai.agent.name"] : own["gen_ai.tool.name"];
      expect(["plan", "execute_tool"]).toContain(operation);
      expect(name).toBe(`${operation} ${subject}`);
      if (operation === "execute_tool") {
        expect(own["gen_ai.conversation.id"]).toBe(conversation);
      }
    }
    for (const { attributes } of calls) {
      expect(toObject(attributes)).not.toHaveProperty("gen_ai.operation.name");
    }
  });

  test("have call ids, and arguments only with content", () => {
    const { records } = readFixture("recorded/frameworks/adk-js-tools.jsonl");
    const find = (hasContent: boolean) =>
      createSpans(records, { hasContent })
        .map(({ attributes }) => toObject(attributes))
        .filter((one) => one["gen_ai.operation.name"] === "execute_tool");
    const withIds = find(false).filter((one) => typeof one["gen_ai.tool.call.id"] === "string");
    expect(withIds.length).toBeGreaterThan(0);
    expect(find(false).some((one) => "gen_ai.tool.call.arguments" in one)).toBe(false);
    expect(find(true).some((one) => "gen_ai.tool.call.arguments" in one)).toBe(true);
  });
});

describe("times", () => {
  test("without a date begin in 1970, and the resource says so", () => {
    const [traces] = createTraces([{ ...HEADER, at: null }, ...createStream().records]);
    const resource = toObject(traces?.resourceSpans[0]?.resource.attributes ?? []);
    expect(resource["loupe.times"]).toMatch(/^relative/);
    const [span] = createSpans([{ ...HEADER, at: null }, ...createStream().records]);
    expect(span?.startTimeUnixNano).toBe("11000000");
  });

  test("after the recorder was restarted are those of its clock", () => {
    const resume: WireRecord = { r: "resume", t: 100, at: "2026-11-24T12:00:00.000Z" };
    const later = new ReportLog().wait(200).addRequest("tasks/get", { id: "t1" }, "x2");
    const [, second] = createSpans([...streamRecords(), resume, ...later.records]);
    expect(second?.startTimeUnixNano).toBe(
      String(BigInt(Date.parse("2026-11-24T12:00:00.110Z")) * 1_000_000n),
    );
  });
});
