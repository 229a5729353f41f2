// What a tap records of an edit, over real sockets: where an insert stands, how a stream was cut, and what
// a caller got whose call failed.
import { afterEach, expect, test } from "vitest";
import { filterRecords, stopServers } from "../../exchange/exchange.testkit.ts";
import {
  call,
  connectTo,
  readAll,
  startSocketServer,
  waitFor,
  waitForClose,
  waitForEnds,
} from "../tap.testkit.ts";
import { listEdits, startPlannedTap } from "./plan.testkit.ts";

afterEach(stopServers);

const REQUEST = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "message/stream", params: {} });
const status = (state: string) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 7,
    result: { kind: "status-update", taskId: "t", contextId: "c", status: { state } },
  });
/** Spelled as few agents do: no space behind the colon. */
const EVENTS = ["submitted", "working", "completed"].map((state) => `data:${status(state)}\n\n`);
const STREAM = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n${EVENTS.join("")}`;
const DOCUMENT = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${status("completed").length}\r\n\r\n${status("completed")}`;

/** It ends right behind its last byte. */
const startAgent = (response: string) =>
  startSocketServer((agent) => {
    agent.once("data", () => agent.end(response));
  });

const HTTP = `POST / HTTP/1.1\r\nHost: agent\r\nContent-Type: application/json\r\nContent-Length: ${REQUEST.length}\r\n\r\n${REQUEST}`;

test("an insert by a plan says where it stands, and a repeat has the bytes of its event", async () => {
  const { port, records } = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 1 }, do: "insert", raw: ": first\n\n", where: "before" },
    { when: { event: 2 }, do: "insert", raw: ": last\n\n" },
    { when: { event: 3 }, do: "repeat", times: 2 },
  ]);
  const [first, second, third = ""] = EVENTS;
  const { text } = await call(port, {}, REQUEST);
  expect(text).toBe([": first\n\n", first, second, ": last\n\n", third.repeat(3)].join(""));
  await waitForEnds(records);
  expect(filterRecords(records, "edit")).toMatchObject([
    { do: "insert", event: 1, step: 1, where: "before" },
    { do: "insert", event: 2, step: 2, where: "after" },
    { do: "repeat", event: 3, step: 3, times: 2 },
  ]);
});

test.each([
  ["reset", "ECONNRESET"],
  ["close", ""],
] as const)("a cut by a %s says so, although the agent has ended meanwhile", async (how, code) => {
  const { port, records } = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 2 }, do: "cut", how },
  ]);
  const caller = await connectTo(port);
  const closed = waitForClose(caller);
  const reading = readAll(caller);
  caller.write(HTTP);
  expect(String(await reading).endsWith(`\r\n\r\n${EVENTS[0]}`)).toBe(true);
  if (how === "close") caller.end();
  expect(await closed).toBe(code);
  await waitForEnds(records);
  expect(filterRecords(records, "edit")).toMatchObject([{ do: "cut", event: 2, how }]);
});

test.each([
  [{ do: "cut" }, "reset"],
  [{ do: "cut", how: "close" }, "close"],
  [{ do: "end" }, "close"],
])("a request that is stopped by %j says how its connection ended", async (step, how) => {
  const { port, records } = await startPlannedTap(await startAgent(STREAM), [step]);
  const caller = await connectTo(port);
  const closed = waitForClose(caller);
  const reading = readAll(caller);
  caller.write(HTTP);
  expect(String(await reading)).toBe("");
  if (how === "close") caller.end();
  expect(await closed).toBe(how === "reset" ? "ECONNRESET" : "");
  await waitForEnds(records);
  expect(filterRecords(records, "edit")).toMatchObject([{ do: step.do, event: 0, how }]);
});

test("a document that fails has the status and headers of the error in the log", async () => {
  const { port, records } = await startPlannedTap(await startAgent(DOCUMENT), [
    { when: { event: 1 }, do: "fail", code: 503, message: "Gone" },
  ]);
  const { status: code, headers, text } = await call(port, {}, REQUEST);
  await waitForEnds(records);
  const [edit] = filterRecords(records, "edit");
  expect(edit).toMatchObject({ do: "fail", status: 503, text });
  expect(code).toBe(503);
  for (const [name, value] of edit?.headers ?? []) {
    expect([name, headers[name.toLowerCase()]]).toEqual([name, value]);
  }
  expect(edit?.headers).toHaveLength(3);
});

test("a document that is ended has no body, and its length says so", async () => {
  const { port, records } = await startPlannedTap(await startAgent(DOCUMENT), [
    { when: { event: 1 }, do: "end" },
  ]);
  expect(await call(port, {}, REQUEST)).toMatchObject({
    status: 200,
    text: "",
    headers: { "content-length": "0" },
  });
  await waitFor(() => listEdits(records).length === 1);
});

test("a caller that left while its stream was held is in the log", async () => {
  const { port, plan, records } = await startPlannedTap(await startAgent(STREAM), [
    { when: { event: 2 }, do: "hold" },
  ]);
  const caller = await connectTo(port);
  caller.write(HTTP);
  await waitFor(() => plan.held.length === 1);
  caller.resetAndDestroy();
  await waitFor(() => listEdits(records).length === 2);
  expect(filterRecords(records, "edit")[1]).toMatchObject({ do: "continue", event: 2, gone: true });
});
