import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRequestListener } from "../http/request-listener.ts";
import { createDemoAgent } from "./demo-agent.ts";
import type { Message, Part, StreamResponse, Task } from "./format-1.0.ts";

/** The handler on a plain HTTP server, as in a framework. */
const agent = createDemoAgent(1);
const server = http.createServer(
  createRequestListener((request) => {
    const { origin, pathname } = new URL(request.url);
    return agent.handleRequest(request, `${origin}/demo`, pathname.slice("/demo".length));
  }),
);

let endpoint = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/demo`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Expected shape of a response; a test fails on a missing member. */
interface Answer {
  id: unknown;
  result: Task & { task: Task; message: Message };
  error: { code: number };
}

type Member<Name extends string> = Extract<StreamResponse, { [name in Name]: unknown }>;
type Event = Partial<
  Member<"task"> & Member<"message"> & Member<"statusUpdate"> & Member<"artifactUpdate">
>;

const post = (body: unknown, headers = {}) =>
  fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const call = async (method: string, params: unknown): Promise<Answer> =>
  (await post({ jsonrpc: "2.0", id: 7, method, params })).json();

const say = (text: string, more = {}) => ({
  message: { messageId: "m1", role: "ROLE_USER", parts: [{ text }], ...more },
});

/** Yields the results of a stream's events. */
async function* events(method: string, params: unknown): AsyncGenerator<Event> {
  const response = await post({ jsonrpc: "2.0", id: 7, method, params });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  let rest = "";
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream(),
  )) {
    const frames = (rest + text).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      expect(frame.startsWith("data: ")).toBe(true);
      const { jsonrpc, id, result } = JSON.parse(frame.slice(6));
      expect([jsonrpc, id, Object.keys(result).length]).toEqual(["2.0", 7, 1]);
      yield result;
    }
  }
}

async function all(method: string, params: unknown): Promise<Event[]> {
  const list = [];
  for await (const event of events(method, params)) list.push(event);
  return list;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const states = (list: Event[]) =>
  list.flatMap((event) => event.statusUpdate?.status.state ?? event.task?.status.state ?? []);
const textOf = (list: Event[], name: string): string =>
  list
    .filter((event) => event.artifactUpdate?.artifact.name === name)
    .map((event) => textIn(event.artifactUpdate?.artifact.parts))
    .join("");
const textIn = (parts: readonly Part[] = []): string =>
  parts.map((part) => ("text" in part ? part.text : "")).join("");

/** The task of a stream's first event. */
function taskOf([first]: readonly Event[]): Task {
  if (!first?.task) throw new Error("The stream does not begin with a task.");
  return first.task;
}

test("the card has the endpoint URL that the client used", async () => {
  const card = await (await fetch(`${endpoint}/.well-known/agent-card.json`)).json();
  expect(card).toMatchObject({
    supportedInterfaces: [{ url: endpoint, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
  });
  expect((await fetch(endpoint)).status).toBe(405);
  expect((await fetch(`${endpoint}/else`)).status).toBe(404);
});

describe("a stream", () => {
  test("has a plan, a tool call and Markdown in the exact wire format", async () => {
    const list = await all("SendStreamingMessage", say("weather, please", { contextId: "c1" }));
    const task = taskOf(list);
    expect(task).toMatchObject({ contextId: "c1", status: { state: "TASK_STATE_SUBMITTED" } });
    expect(task.history?.[0]).toMatchObject({
      messageId: "m1",
      role: "ROLE_USER",
      taskId: task.id,
    });
    expect(states(list)).toEqual([
      "TASK_STATE_SUBMITTED",
      "TASK_STATE_WORKING",
      "TASK_STATE_COMPLETED",
    ]);
    const seen = new Set<string>();
    for (const { statusUpdate, artifactUpdate } of list.slice(1)) {
      const update = artifactUpdate ?? statusUpdate;
      expect([update?.taskId, update?.contextId]).toEqual([task.id, "c1"]);
      if (statusUpdate) expect(statusUpdate.status.timestamp).toMatch(ISO);
      if (!artifactUpdate) continue;
      const { artifactId, name } = artifactUpdate.artifact;
      const replaces = name === "execution_plan_status_update";
      expect(artifactUpdate.append).toBe(seen.has(artifactId) && !replaces ? true : undefined);
      expect([undefined, true]).toContain(artifactUpdate.lastChunk);
      seen.add(artifactId);
    }
    expect(textOf(list, "execution_plan_streaming")).toMatch(/^📋 Execution Plan\n- 🔄 /);
    expect(textOf(list, "tool_notification_start")).toContain("get_weather");
    expect(textOf(list, "tool_notification_end")).toContain("get_weather");
    expect(textOf(list, "streaming_result")).toContain("| Saturday | 13 °C |");

    const { result } = await call("GetTask", { id: task.id });
    const answer = result.artifacts?.find((artifact) => artifact.name === "streaming_result");
    expect(answer?.parts).toEqual([{ text: textOf(list, "streaming_result") }]);
  });

  test("that asks a question continues in the same task", async () => {
    const first = await all("SendStreamingMessage", say("please ask me"));
    const { id, contextId } = taskOf(first);
    expect(first.at(-1)?.statusUpdate?.status).toMatchObject({
      state: "TASK_STATE_INPUT_REQUIRED",
      message: { role: "ROLE_AGENT", taskId: id, contextId },
    });
    const second = await all("SendStreamingMessage", say("Oslo", { taskId: id, contextId }));
    expect(taskOf(second)).toMatchObject({
      id,
      status: { state: "TASK_STATE_INPUT_REQUIRED" },
    });
    expect(states(second).at(-1)).toBe("TASK_STATE_COMPLETED");
    expect(textOf(second, "streaming_result")).toContain("Oslo");
    const again = await call("SendMessage", say("more", { taskId: id }));
    expect(again.error.code).toBe(-32004);
  });

  test("that fails has a message with the reason", async () => {
    const list = await all("SendStreamingMessage", say("fail"));
    expect(list.at(-1)?.statusUpdate?.status).toMatchObject({
      state: "TASK_STATE_FAILED",
      message: { parts: [{ text: expect.stringContaining("503") }] },
    });
  });

  test("that is cut breaks the connection and can be resubscribed", async () => {
    const seen: Event[] = [];
    await expect(async () => {
      for await (const event of events("SendStreamingMessage", say("cut"))) seen.push(event);
    }).rejects.toThrow();
    expect(states(seen)).toEqual(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"]);
    expect(textOf(seen, "streaming_result")).toMatch(/^## Weather/);
    const rest = await all("SubscribeToTask", { id: taskOf(seen).id });
    const before = textIn(taskOf(rest).artifacts?.[0]?.parts);
    expect(before + textOf(rest, "streaming_result")).toMatch(/cut\* the line\.\n$/);
    expect(states(rest).at(-1)).toBe("TASK_STATE_COMPLETED");
    await expect((async () => call("SendMessage", say("cut")))()).rejects.toThrow();
  });

  test("may be a single message", async () => {
    const list = await all("SendStreamingMessage", say("only a message"));
    expect(list).toEqual([{ message: expect.objectContaining({ role: "ROLE_AGENT" }) }]);
    expect((await call("SendMessage", say("message"))).result.message.role).toBe("ROLE_AGENT");
  });

  test("ends for every listener when the task is canceled", async () => {
    const stream = events("SendStreamingMessage", say("burst 1000000"));
    const task = taskOf([(await stream.next()).value ?? {}]);
    const other = all("SubscribeToTask", { id: task.id });
    await stream.next();
    expect((await call("CancelTask", { id: task.id })).result.status.state).toBe(
      "TASK_STATE_CANCELED",
    );
    const rest: Event[] = [];
    for await (const event of stream) rest.push(event);
    expect(states(rest).at(-1)).toBe("TASK_STATE_CANCELED");
    expect(states(await other).at(-1)).toBe("TASK_STATE_CANCELED");
    expect((await call("CancelTask", { id: task.id })).error.code).toBe(-32002);
    expect((await call("SubscribeToTask", { id: task.id })).error.code).toBe(-32004);
  });

  test("delivers every token of a burst", async () => {
    const list = await all("SendStreamingMessage", say("burst 5000"));
    expect(textOf(list, "streaming_result").split(" ")).toHaveLength(5_001);
    expect(list.at(-2)?.artifactUpdate?.lastChunk).toBe(true);
  });
});

test("SendMessage waits for the end unless returnImmediately is set", async () => {
  const whole = await call("SendMessage", say("burst 10"));
  expect(whole.result.task.status.state).toBe("TASK_STATE_COMPLETED");
  const configuration = { returnImmediately: true };
  const early = await call("SendMessage", { ...say("slow"), configuration });
  expect(early.result.task.status.state).not.toBe("TASK_STATE_COMPLETED");
  await call("CancelTask", { id: early.result.task.id });
});

test.each([
  ["{", -32700],
  ["[]", -32600],
  ['{"jsonrpc":"1.0","id":7,"method":"GetTask"}', -32600],
  ['{"jsonrpc":"2.0","id":7,"method":"message/send"}', -32601],
  ['{"jsonrpc":"2.0","id":7,"method":"SendMessage","params":[]}', -32602],
  ['{"jsonrpc":"2.0","id":7,"method":"SendMessage"}', -32602],
  ['{"jsonrpc":"2.0","id":7,"method":"GetTask","params":{"id":"__proto__"}}', -32001],
  ['{"jsonrpc":"2.0","id":7,"method":"GetExtendedAgentCard"}', -32004],
  ['{"jsonrpc":"2.0","id":7,"method":"CreateTaskPushNotificationConfig"}', -32003],
])("%s is refused with %i", async (body, code) => {
  const { error, id } = await (await post(body)).json();
  expect(error).toMatchObject({ code, data: [{ domain: "a2a-protocol.org" }] });
  expect(id).toBe(body.includes('"id":7') ? 7 : null);
});

test("another protocol version is refused", async () => {
  const body = { jsonrpc: "2.0", id: 7, method: "GetTask", params: {} };
  expect((await (await post(body, { "a2a-version": "0.3" })).json()).error.code).toBe(-32009);
});
