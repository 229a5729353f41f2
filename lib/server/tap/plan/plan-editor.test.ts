// What a tap does to HTTP/1 responses by its plan: over real sockets, byte by byte.
import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { filterRecords, stopServers } from "../../exchange/exchange.testkit.ts";
import {
  call,
  connectTo,
  readAll,
  startSocketServer,
  startTestTap,
  waitFor,
  waitForClose,
  waitForEnds,
} from "../tap.testkit.ts";
import { countEvents, listEdits, startPlannedTap } from "./plan.testkit.ts";
import { TapPlan } from "./tap-plan.ts";

afterEach(stopServers);

const REQUEST = JSON.stringify({
  jsonrpc: "2.0",
  id: 7,
  method: "message/stream",
  params: {
    message: {
      kind: "message",
      role: "user",
      messageId: "m",
      parts: [{ kind: "text", text: "Hi" }],
    },
  },
});

const wrap = (result: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 7, result })}\n\n`;
const status = (state: string, final = false) =>
  wrap({ kind: "status-update", taskId: "t", contextId: "c", status: { state }, final });
const chunk = (text: string) =>
  wrap({
    kind: "artifact-update",
    taskId: "t",
    contextId: "c",
    append: false,
    artifact: { artifactId: "a", name: "answer", parts: [{ kind: "text", text }] },
  });

const EVENTS = [
  status("submitted"),
  status("working"),
  chunk("one"),
  chunk("two"),
  status("completed", true),
];

const toChunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Odd:  spaces\r\n";
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const STREAM = `${CHUNKED}${EVENTS.map(toChunk).join("")}0\r\n\r\n`;

/** An agent that answers every request with these bytes, in pieces of a size. */
const startAgent = (response: string, size = Number.POSITIVE_INFINITY) =>
  startSocketServer((agent: Socket) => {
    agent.on("data", () => {
      const bytes = Buffer.from(response);
      for (let at = 0; at < bytes.length; at += size) agent.write(bytes.subarray(at, at + size));
    });
  });

const toHttp = (body = REQUEST) =>
  `POST / HTTP/1.1\r\nHost: agent\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Everything that the caller receives, once so many exchanges have ended and nothing is held. */
async function exchange(port: number, until: (text: string) => boolean): Promise<string> {
  const caller = await connectTo(port);
  let text = "";
  caller.setEncoding("utf8").on("data", (more: string) => {
    text += more;
  });
  caller.write(toHttp());
  await waitFor(() => until(text) || caller.closed);
  return text;
}

const isOver = (text: string) => text.endsWith("0\r\n\r\n");
/** The events in a chunked response. */
const readEvents = (text: string) => {
  const body = text.slice(text.indexOf("\r\n\r\n") + 4).replace(/(?:^|\r\n)[\da-f]+\r\n/g, "");
  return body.split(/(?<=\n\n)/).filter((one) => one.startsWith("data:"));
};

test.each([1, 7, 100, 10_000])(
  "what no step is about passes byte for byte, read %i bytes at a time",
  async (size) => {
    const { port, records } = await startPlannedTap(await startAgent(STREAM, size), [
      { when: { event: 99 }, do: "drop" },
    ]);
    expect(await exchange(port, isOver)).toBe(STREAM);
    await waitForEnds(records);
    expect(listEdits(records)).toEqual([]);
  },
);

test("chunks that end inside events have the same body", async () => {
  const all = EVENTS.join("");
  const pieces = [all.slice(0, 30), all.slice(30, 250), all.slice(250)];
  const { port } = await startPlannedTap(
    await startAgent(`${CHUNKED}${pieces.map(toChunk).join("")}0\r\n\r\n`),
    [{ when: { event: 99 }, do: "drop" }],
  );
  expect(readEvents(await exchange(port, isOver))).toEqual(EVENTS);
});

test("an event is dropped, and recorded as the agent sent it", async () => {
  const { port, records } = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 2 }, do: "drop" },
  ]);
  const text = await exchange(port, isOver);
  expect(readEvents(text)).toEqual(EVENTS.filter((_, i) => i !== 1));
  await waitForEnds(records);
  expect(countEvents(records)).toBe(EVENTS.length);
  expect(listEdits(records)).toEqual(["drop 2"]);
});

describe("conditions", () => {
  test.each([
    [{ state: "working" }, 1],
    [{ state: "TASK_STATE_COMPLETED" }, 4],
    [{ artifact: "answer", text: "two" }, 3],
    [{ text: "one" }, 2],
    [{ event: 3, artifact: "a" }, 2],
    [{ operation: "SendStreamingMessage", event: 1 }, 0],
    [{ operation: "message/stream", event: 1 }, 0],
    [{ operation: "stream", state: "submitted" }, 0],
  ])("%j", async (when, index) => {
    const { port } = await startPlannedTap(await startAgent(STREAM), [{ when, do: "drop" }]);
    expect(readEvents(await exchange(port, isOver))).toEqual(EVENTS.filter((_, i) => i !== index));
  });

  test.each([
    [{ operation: "tasks/get", event: 1 }],
    [{ hop: "1", event: 1 }],
    [{ event: 2, state: "completed" }],
    [{ artifact: "other" }],
  ])("%j does not hold", async (when) => {
    const { port } = await startPlannedTap(await startAgent(STREAM), [{ when, do: "drop" }]);
    expect(await exchange(port, isOver)).toBe(STREAM);
  });
});

test("a rule that an event breaks, and a tool whose call begins, are conditions", async () => {
  const appended = chunk("late")
    .replace('"append":false', '"append":true')
    .replace('"artifactId":"a"', '"artifactId":"b"');
  const tool = wrap({
    kind: "status-update",
    taskId: "t",
    contextId: "c",
    status: {
      state: "working",
      message: {
        kind: "message",
        role: "agent",
        messageId: "call",
        parts: [
          {
            kind: "data",
            data: { id: "1", name: "search", args: { q: "tide" } },
            metadata: { adk_type: "function_call" },
          },
        ],
      },
    },
    final: false,
  });
  const events = [status("submitted"), appended, tool, status("completed", true)];
  const target = await startAgent(`${CHUNKED}${events.map(toChunk).join("")}0\r\n\r\n`);
  const byRule = await startPlannedTap(target, [
    { when: { rule: "ART-APPEND-UNKNOWN" }, do: "drop" },
  ]);
  expect(readEvents(await exchange(byRule.port, isOver))).toEqual(events.filter((_, i) => i !== 1));
  const byTool = await startPlannedTap(target, [{ when: { tool: "search" }, do: "drop" }]);
  expect(readEvents(await exchange(byTool.port, isOver))).toEqual(events.filter((_, i) => i !== 2));
});

test("a step that is once is done once in all exchanges", async () => {
  const { port } = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 1 }, do: "drop", once: true },
  ]);
  expect(readEvents(await exchange(port, isOver))).toEqual(EVENTS.slice(1));
  expect(await exchange(port, isOver)).toBe(STREAM);
});

test("an event is repeated, changed and followed by another", async () => {
  const { port, records } = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 1 }, do: "repeat" },
    {
      when: { event: 3 },
      do: "edit",
      set: { "/artifact/parts/0/text": "uno" },
      remove: ["/append"],
    },
    { when: { event: 4 }, do: "insert", event: { kind: "message", messageId: "x" } },
  ]);
  const events = readEvents(await exchange(port, isOver));
  const [first = "", second, third = "", fourth, fifth] = EVENTS;
  expect(events).toEqual([
    first,
    first,
    second,
    third.replace("one", "uno").replace('"append":false,', ""),
    fourth,
    wrap({ kind: "message", messageId: "x" }),
    fifth,
  ]);
  await waitForEnds(records);
  expect(filterRecords(records, "edit")).toMatchObject([
    { do: "repeat", event: 1, by: "plan", step: 1 },
    { do: "edit", event: 3, step: 2, text: events[3] },
    { do: "insert", event: 4, step: 3, text: events[5] },
  ]);
});

test("a stream is ended in order, and its connection goes on", async () => {
  const { port, records } = await startPlannedTap(await startAgent(STREAM), [
    { when: { state: "working" }, do: "end", once: true },
  ]);
  const caller = await connectTo(port);
  let text = "";
  caller.setEncoding("utf8").on("data", (more: string) => {
    text += more;
  });
  caller.write(toHttp());
  await waitFor(() => isOver(text));
  expect(readEvents(text)).toEqual(EVENTS.slice(0, 1));
  await waitForEnds(records);
  expect(countEvents(records)).toBe(EVENTS.length);
  text = "";
  caller.write(toHttp());
  await waitFor(() => isOver(text));
  expect(text).toBe(STREAM);
});

test.each(["reset", "close"] as const)(
  "a connection is cut by a %s before the event",
  async (how) => {
    const unfinished = STREAM.replace(/0\r\n\r\n$/, "");
    const { port, records } = await startPlannedTap(await startAgent(unfinished), [
      { when: { event: 3 }, do: "cut", how },
    ]);
    const caller = await connectTo(port);
    const closed = waitForClose(caller);
    const reading = readAll(caller);
    caller.write(toHttp());
    const text = String(await reading);
    if (how === "close") caller.end();
    expect(readEvents(text)).toEqual(EVENTS.slice(0, 2));
    expect(await closed).toBe(how === "reset" ? "ECONNRESET" : "");
    await waitForEnds(records);
    expect(filterRecords(records, "end")[0]).toMatchObject({
      cause: "aborted",
      error: { by: "loupe" },
    });
  },
);

test("a call fails before its agent has it, in the words of its binding", async () => {
  let requests = 0;
  const target = await startSocketServer((agent) => {
    agent.on("data", () => {
      requests += 1;
      agent.write(STREAM);
    });
  });
  const { port, records } = await startPlannedTap(target, [
    { when: { operation: "stream" }, do: "fail", code: -32001, message: "Gone", once: true },
  ]);
  const { status: code, text } = await call(port, {}, REQUEST);
  expect([code, JSON.parse(text)]).toEqual([
    200,
    { jsonrpc: "2.0", id: 7, error: { code: -32001, message: "Gone" } },
  ]);
  expect(requests).toBe(0);
  await waitForEnds(records);
  expect(listEdits(records)).toEqual(["fail 0"]);
  expect(filterRecords(records, "open")[0]?.body).toBe(REQUEST);
  expect((await call(port, {}, REQUEST)).text).toBe(EVENTS.join(""));
});

test("a stream fails inside, in the words of its binding", async () => {
  const { port } = await startPlannedTap(await startAgent(STREAM), [
    { when: { text: "one" }, do: "fail" },
  ]);
  const events = readEvents(await exchange(port, isOver));
  expect(events.slice(0, 2)).toEqual(EVENTS.slice(0, 2));
  expect(JSON.parse(events[2]?.slice(6) ?? "")).toMatchObject({ id: 7, error: { code: -32603 } });
  expect(events).toHaveLength(3);
});

const ANSWER = JSON.stringify({
  jsonrpc: "2.0",
  id: 7,
  result: { kind: "task", id: "t", contextId: "c", status: { state: "completed" } },
});
const PLAIN = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${ANSWER.length}\r\nETag: "1"\r\n\r\n${ANSWER}`;

test("a plain response passes as it is, or has the length of what it became", async () => {
  const target = await startAgent(PLAIN, 10);
  const untouched = await startPlannedTap(target, [{ when: { state: "failed" }, do: "drop" }]);
  expect(await exchange(untouched.port, (text) => text.endsWith(ANSWER))).toBe(PLAIN);
  const edited = await startPlannedTap(target, [
    { when: { state: "completed" }, do: "edit", set: { "/status/state": "input-required" } },
  ]);
  const { text, headers } = await call(edited.port, {}, REQUEST);
  expect(text).toBe(ANSWER.replace("completed", "input-required"));
  expect(headers.etag).toBeUndefined();
  const dropped = await startPlannedTap(target, [{ when: { event: 1 }, do: "drop" }]);
  expect(await call(dropped.port, {}, REQUEST)).toMatchObject({ status: 200, text: "" });
  const failed = await startPlannedTap(target, [{ when: { event: 1 }, do: "fail", code: 503 }]);
  expect(await call(failed.port, {}, REQUEST)).toMatchObject({ status: 503 });
});

test("while a stream is held, the agent is read and recorded on, and nothing more is sent", async () => {
  const { port, records, plan } = await startPlannedTap(await startAgent(STREAM), [
    { when: { state: "working" }, do: "hold" },
  ]);
  const caller = await connectTo(port);
  let text = "";
  caller.setEncoding("utf8").on("data", (more: string) => {
    text += more;
  });
  caller.write(toHttp());
  await waitForEnds(records);
  await waitFor(() => plan.held.length === 1);
  expect(plan.held).toMatchObject([
    { id: "h1", event: 2, waiting: 3, method: "message/stream", title: "state working" },
  ]);
  expect(countEvents(records)).toBe(EVENTS.length);
  await waitFor(() => readEvents(text).length > 0);
  expect(readEvents(text)).toEqual(EVENTS.slice(0, 1));
  expect(plan.resume("h1", { do: "step", to: "event" })).toBe(true);
  await waitFor(() => plan.held.length === 1);
  expect(plan.held).toMatchObject([{ event: 3, waiting: 2 }]);
  plan.resume("h2", { do: "step", to: "state" });
  await waitFor(() => plan.held.length === 1);
  expect(plan.held).toMatchObject([{ event: 5, waiting: 0 }]);
  plan.resume("h3", { do: "continue" });
  await waitFor(() => isOver(text));
  expect(text).toBe(STREAM);
  await waitFor(() => listEdits(records).length === 6);
  expect(listEdits(records)).toEqual([
    "hold 2",
    "continue 2",
    "hold 3",
    "continue 3",
    "hold 5",
    "continue 5",
  ]);
});

test("a request is held before its agent has it", async () => {
  let requests = 0;
  const target = await startSocketServer((agent) => {
    agent.on("data", () => {
      requests += 1;
      agent.write(STREAM);
    });
  });
  const { port, plan, records } = await startPlannedTap(target, [
    { when: { operation: "stream" }, do: "hold" },
  ]);
  const answer = call(port, {}, REQUEST);
  await waitFor(() => plan.held.length === 1);
  expect(plan.held).toMatchObject([{ event: 0, title: "request message/stream", text: "" }]);
  expect(requests).toBe(0);
  plan.resume("h1", { do: "continue" });
  expect((await answer).text).toBe(EVENTS.join(""));
  await waitForEnds(records);
  expect(listEdits(records)).toEqual(["hold 0"]);
});

test("what is held goes on by itself, and when the tap closes", async () => {
  const { port, records } = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 1 }, do: "hold", seconds: 0.01 },
  ]);
  expect(await exchange(port, isOver)).toBe(STREAM);
  await waitFor(() => listEdits(records).includes("continue 1"));
  expect(filterRecords(records, "edit").at(-1)?.note).toContain("by itself");
  const held = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 1 }, do: "hold" },
  ]);
  const caller = await connectTo(held.port);
  const closed = waitForClose(caller);
  const reading = readAll(caller);
  caller.write(toHttp());
  await waitFor(() => held.plan.held.length === 1);
  await held.tap.close();
  expect(String(await reading)).toBe(STREAM);
  await closed;
  expect(held.plan.held).toEqual([]);
});

test("an agent that is killed while its stream is held: the caller gets what came", async () => {
  let kill = () => {};
  const target = await startSocketServer((agent) => {
    agent.on("data", () => agent.write(`${CHUNKED}${EVENTS.slice(0, 3).map(toChunk).join("")}`));
    kill = () => agent.resetAndDestroy();
  });
  const { port, plan, records } = await startPlannedTap(target, [
    { when: { event: 2 }, do: "hold" },
  ]);
  const caller = await connectTo(port);
  const reading = readAll(caller);
  caller.write(toHttp());
  await waitFor(() => plan.held[0]?.waiting === 1);
  kill();
  await waitForEnds(records);
  // It is still held: the user decides, not the end of the agent.
  expect(plan.held).toHaveLength(1);
  plan.resumeAll();
  const text = String(await reading);
  expect(readEvents(text)).toEqual(EVENTS.slice(0, 3));
  // Incomplete, as it is: the caller can tell.
  expect(isOver(text)).toBe(false);
  expect(records.findLast(({ r }) => r === "end")).toMatchObject({ cause: "reset" });
});

test("a caller that leaves while it is held is forgotten", async () => {
  const { port, plan } = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 1 }, do: "hold" },
  ]);
  const caller = await connectTo(port);
  caller.write(toHttp());
  await waitFor(() => plan.held.length === 1);
  caller.resetAndDestroy();
  await waitFor(() => plan.held.length === 0);
});

test("a breakpoint counts from the next request on, also on an open connection", async () => {
  const plan = new TapPlan(undefined, { isInteractive: true });
  const { port, records } = await startTestTap(await startAgent(STREAM, 50), { plan });
  const caller = await connectTo(port);
  let text = "";
  caller.setEncoding("utf8").on("data", (more: string) => {
    text += more;
  });
  caller.write(toHttp());
  await waitFor(() => isOver(text));
  expect(text).toBe(STREAM);
  plan.addBreakpoint({ do: "hold", when: { state: "completed" } });
  text = "";
  caller.write(toHttp());
  await waitFor(() => plan.held.length === 1);
  // What passed before may still be on its way.
  await waitFor(() => readEvents(text).length >= 4);
  expect(readEvents(text)).toEqual(EVENTS.slice(0, 4));
  plan.resumeAll();
  await waitFor(() => isOver(text));
  expect(text).toBe(STREAM);
  await waitFor(() => listEdits(records).length === 2);
});

test("over HTTP+JSON, events have no envelope, and an error has the shape of its version", async () => {
  const toEvent = (object: object) => `data: ${JSON.stringify(object)}\n\n`;
  const [first = "", second = "", third = ""] = ["SUBMITTED", "WORKING", "COMPLETED"].map((state) =>
    toEvent({
      statusUpdate: { taskId: "t", contextId: "c", status: { state: `TASK_STATE_${state}` } },
    }),
  );
  const stream = [first, second, third].map(toChunk).join("");
  const { port } = await startPlannedTap(await startAgent(`${CHUNKED}${stream}0\r\n\r\n`), [
    {
      when: { event: 1 },
      do: "edit",
      set: { "/statusUpdate/status/state": "TASK_STATE_UNSPECIFIED" },
    },
    {
      when: { operation: "SendStreamingMessage", state: "working" },
      do: "insert",
      event: { message: {} },
    },
    { when: { state: "completed" }, do: "fail", code: -32001, message: "Gone" },
  ]);
  const body = JSON.stringify({
    message: { role: "ROLE_USER", messageId: "m", parts: [{ text: "Hi" }] },
  });
  const options = { path: "/message:stream", headers: { "a2a-version": "1.0" } };
  const { text } = await call(port, options, body);
  expect(text).toBe(
    [
      first.replace("SUBMITTED", "UNSPECIFIED"),
      second,
      toEvent({ message: {} }),
      toEvent({ error: { code: 404, status: "NOT_FOUND", message: "Gone", details: [] } }),
    ].join(""),
  );
});
