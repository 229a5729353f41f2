// Which recorded exchange answers a request, and the refusal if none does.
import { describe, expect, test } from "vitest";
import { createSendMessageParams, ReportLog } from "../../../fixtures/event-builders.ts";
import { readFixture } from "../../../fixtures/read-fixture.ts";
import { INSTANT_OPTIONS } from "./replay.testkit.ts";
import { ReplayAgent } from "./replay-agent.ts";
import { createReplaySource } from "./replay-source.ts";

const rpc = (method: string, params: object, id: unknown = 7) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

function agentOf(records: Parameters<typeof createReplaySource>[0]) {
  const agent = new ReplayAgent(createReplaySource(records), INSTANT_OPTIONS);
  const ask = (body: string, { verb = "POST", path = "/", headers = {} } = {}) => {
    const { response, served } = agent.respond(
      { verb, path, headers: Object.entries<string>(headers), body },
      "http://here",
    );
    const text = Buffer.concat(response.writes.map(({ bytes }) => bytes)).toString();
    return { ...served, text, status: response.head?.status, head: response.head };
  };
  return {
    ask,
    say: (text: string, of = {}) =>
      ask(rpc("message/stream", createSendMessageParams(text, "m", of))),
  };
}

/** Exchanges of one event each, by request. */
function conversation(...turns: readonly (readonly [method: string, params: object])[]) {
  const log = new ReportLog();
  for (const [i, [method, params]] of turns.entries()) {
    const x = `x${i}`;
    log.addRequest(method, params as Record<string, unknown>, x).addHead(200, undefined, x);
    log.addText(`data: ${rpc("", {}, 1).replace(/"method".*/, `"result":{"n":${i + 1}}}`)}\n\n`, x);
    log.addEnd("complete", x);
  }
  return agentOf(log.records);
}

const stream = (text: string, of = {}) =>
  ["message/stream", createSendMessageParams(text, "m", of)] as const;
const get = (id: string) => ["tasks/get", { id }] as const;

describe("a message", () => {
  test("is answered by the exchange with the same text, else by the next", () => {
    const { say } = conversation(stream("one"), stream("two"), stream("three"));
    expect(say("two")).toMatchObject({ exchange: 2, why: "the same text" });
    expect(say("else")).toMatchObject({ exchange: 1, why: "the next that starts a task" });
    expect(say("else")).toMatchObject({ exchange: 3 });
    expect(say("else")).toMatchObject({ exchange: 1, notes: [expect.stringContaining("again")] });
  });

  test("repeated with the same text uses the exchanges in order, then starts again", () => {
    const { say } = conversation(stream("hi"), stream("hi"));
    expect([1, 2, 3].map(() => say("hi").exchange)).toEqual([1, 2, 1]);
  });

  test("that continues a task is not answered by an exchange that starts one", () => {
    const { say } = conversation(stream("a"), stream("b"), stream("c", { taskId: "t1" }));
    expect(say("other", { taskId: "t1" })).toMatchObject({
      exchange: 3,
      why: "the next in task t1",
    });
    expect(say("c")).toMatchObject({ exchange: 3, why: "the same text" });
  });

  test("sent again replays the exchanges that followed it", () => {
    const { ask, say } = conversation(stream("a"), get("t1"), get("t1"));
    const poll = () => ask(rpc(...get("t1"))).exchange;
    for (const _ of [1, 2]) {
      expect(say("a").exchange).toBe(1);
      expect([poll(), poll(), poll()]).toEqual([2, 3, 3]);
    }
  });
});

test("a task lookup is matched by task ID", () => {
  const { ask } = conversation(get("t1"), get("t2"));
  expect(ask(rpc(...get("t2")))).toMatchObject({ exchange: 2, why: "the same task, t2" });
  const { exchange, text } = ask(rpc(...get("t3")));
  expect(exchange).toBeNull();
  expect(JSON.parse(text)).toMatchObject({ id: 7, error: { code: -32001 } });
});

describe("a request without a match", () => {
  const { ask } = conversation(stream("one"), get("t1"));

  test("is refused in the format of its version, with a list of what is recorded", () => {
    const old = JSON.parse(ask(rpc("tasks/cancel", { id: "t1" }, "q")).text);
    expect(old).toMatchObject({ jsonrpc: "2.0", id: "q", error: { code: -32004 } });
    expect(old.error.message).toMatch(
      /has no tasks\/cancel.*message\/stream “one”, tasks\/get t1\.$/,
    );
    expect(old.error.data).toBeUndefined();
    const next = JSON.parse(ask(rpc("SendStreamingMessage", {})).text);
    expect(next.error).toMatchObject({ code: -32009, data: [{ reason: "VERSION_NOT_SUPPORTED" }] });
    expect(next.error.message).toMatch(/recorded in A2A 0\.3 over JSON-RPC/);
  });

  test("over HTTP+JSON gets the status and format of that binding", () => {
    const over = (path: string, headers = {}) => {
      const { status, text } = ask("", { verb: "GET", path, headers });
      return { status, body: JSON.parse(text) };
    };
    expect(over("/v1/tasks/t1")).toMatchObject({ status: 400, body: { code: -32601 } });
    expect(over("/tasks/t1", { "a2a-version": "1.0" })).toMatchObject({
      status: 400,
      body: { error: { code: 400, details: [{ reason: "VERSION_NOT_SUPPORTED" }] } },
    });
  });

  test.each([
    ["{", -32700],
    [rpc("tasks/fly", {}), -32601],
  ])("%s is answered with %i", (body, code) => {
    expect(JSON.parse(ask(body).text).error.code).toBe(code);
  });

  test("that is not an A2A call gets a line of text", () => {
    expect(ask("", { verb: "GET", path: "/favicon.ico" })).toMatchObject({
      status: 404,
      exchange: null,
    });
  });
});

test("in 0.1 the client's ids replace the recorded ones, in payloads too", () => {
  const says = (id: string, sessionId: string, text: string) => ({
    id,
    sessionId,
    message: { role: "user", parts: [{ type: "text", text }] },
  });
  const log = new ReportLog();
  const turn = (x: string, text: string, ...results: object[]) => {
    log
      .addRequest("tasks/sendSubscribe", says("t-old", "s-old", text), x)
      .addHead(200, undefined, x);
    for (const result of results) {
      log.addText(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`, x);
    }
    log.addEnd("complete", x);
  };
  turn("x1", "go", {
    id: "t-old",
    status: { state: "input-required" },
    metadata: { note: "t-old" },
  });
  turn("x2", "on", {
    id: "t-old",
    sessionId: "s-old",
    status: { state: "completed" },
    final: true,
  });
  const { ask } = agentOf(log.records);
  const first = ask(rpc("tasks/sendSubscribe", says("t-new", "s-new", "hello"), "r"));
  expect(first).toMatchObject({ exchange: 1, why: "the next that starts a task" });
  expect(first.text).toBe(
    'data: {"jsonrpc":"2.0","id":"r","result":{"id":"t-new","status":{"state":"input-required"},"metadata":{"note":"t-old"}}}\n\n',
  );
  const second = ask(rpc("tasks/sendSubscribe", says("t-new", "s-new", "answer"), "r"));
  expect(second).toMatchObject({ exchange: 2, why: "the next in task t-old" });
  expect(second.text).toContain('"result":{"id":"t-new","sessionId":"s-new"');
  expect(ask(rpc("tasks/sendSubscribe", says("t-newer", "s", "go"))).exchange).toBe(1);
});

describe("logs without HTTP", () => {
  test("are streamed, in envelopes for JSON-RPC clients", () => {
    const { ask, say } = agentOf(readFixture("shapes/array.json").records);
    const { exchange, text, head } = say("anything");
    expect(exchange).toBe(1);
    expect(head?.headers).toEqual([["content-type", "text/event-stream"]]);
    for (const line of text.split("\n\n").slice(0, -1)) {
      const value = JSON.parse(line.replace(/^data: ?/gm, ""));
      expect(value).toMatchObject({ jsonrpc: "2.0", id: 7 });
    }
    expect(ask("", { verb: "GET", path: "/.well-known/agent.json" }).status).toBe(200);
  });

  test("with client requests between events are one exchange for each", () => {
    const { exchanges } = createReplaySource(readFixture("shapes/envelopes.jsonl").records);
    expect(exchanges.length).toBeGreaterThan(1);
    expect(exchanges.every(({ request }) => request !== null)).toBe(true);
  });
});

describe("the card", () => {
  const card = (records: Parameters<typeof createReplaySource>[0]) => {
    const { ask } = agentOf(records);
    const { text, head } = ask("", { verb: "GET", path: "/.well-known/agent-card.json" });
    return {
      value: JSON.parse(text),
      note: head?.headers.find(([name]) => /replay/.test(name))?.[1],
    };
  };

  test("is the recorded one with rewritten URLs, without unrecorded bindings", () => {
    const { value, note } = card(readFixture("recorded/1.0/stream.jsonl").records);
    expect(value.name).toBe("Scripted 1.0");
    expect(value.supportedInterfaces).toEqual([
      expect.objectContaining({ url: "http://here/a2a/jsonrpc", protocolBinding: "JSONRPC" }),
    ]);
    expect(note).toMatch(/recorded card with its URLs changed to this server/);
  });

  test("in the form of both versions prefers the recorded binding in both", () => {
    const hybrid = {
      name: "A",
      url: "http://agent.example/rpc",
      preferredTransport: "JSONRPC",
      additionalInterfaces: [{ url: "http://agent.example/rest", transport: "HTTP+JSON" }],
      supportedInterfaces: [
        { url: "http://agent.example/rpc", protocolBinding: "JSONRPC" },
        { url: "http://agent.example/rest", protocolBinding: "HTTP+JSON" },
      ],
    };
    const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
    const log = new ReportLog()
      .addOpen("x1", { method: "GET", url: "http://agent.example/.well-known/agent-card.json" })
      .addHead(200, "application/json")
      .addText(JSON.stringify(hybrid))
      .addEnd()
      .addOpen("x2", { method: "GET", url: "http://agent.example/rest/v1/tasks/t" })
      .addHead(200, "application/json", "x2")
      .addText(JSON.stringify(task), "x2")
      .addEnd("complete", "x2");
    expect(card(log.records).value).toMatchObject({
      preferredTransport: "HTTP+JSON",
      additionalInterfaces: [{ url: "http://here/rest", transport: "HTTP+JSON" }],
      supportedInterfaces: [{ url: "http://here/rest", protocolBinding: "HTTP+JSON" }],
    });
  });

  test("loses its signatures, with a note", () => {
    const signed = { name: "A", url: "http://agent.example/a", skills: [], signatures: [{}] };
    const log = new ReportLog()
      .addOpen("x1", { method: "GET", url: "http://agent.example/card" })
      .addHead(200, "application/json")
      .addText(JSON.stringify(signed))
      .addEnd();
    const { value, note } = card(log.records);
    expect(value).toEqual({ name: "A", url: "http://here/a", skills: [] });
    expect(note).toMatch(/signatures removed/);
  });

  test("is made from the exchanges if the log has none", () => {
    const { value } = card(readFixture("recorded/0.3/two.jsonl").records);
    expect(value).toMatchObject({
      url: "http://here",
      preferredTransport: "JSONRPC",
      capabilities: { streaming: true },
    });
    expect(
      card(readFixture("recorded/1.0/two.jsonl").records).value.supportedInterfaces,
    ).toHaveLength(1);
  });

  test("is rewritten in an extended card response too", () => {
    const extended = {
      name: "More",
      url: "https://agent.example/deep",
      skills: [],
      signatures: [1],
    };
    const log = new ReportLog()
      .addRequest("agent/getAuthenticatedExtendedCard", {})
      .addHead(200, "application/json")
      .addText(JSON.stringify({ jsonrpc: "2.0", id: 1, result: extended, more: "Grüße" }))
      .addEnd();
    const { text } = agentOf(log.records).ask(rpc("agent/getAuthenticatedExtendedCard", {}));
    expect(JSON.parse(text)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      result: { name: "More", url: "http://here/deep", skills: [] },
      more: "Grüße",
    });
  });
});

test("exchanges that cannot be replayed are counted", () => {
  const refused = createReplaySource(readFixture("recorded/faults/refused.jsonl").records);
  expect(refused).toMatchObject({
    exchanges: [],
    left: ["1 exchange that never reached an agent"],
  });
  expect(createReplaySource(readFixture("recorded/grpc/stream-1.0.jsonl").records).left).toEqual([
    "1 exchange over gRPC, which cannot be replayed",
  ]);
});
