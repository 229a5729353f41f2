// Many streams are held at once, and all go on with the bytes that were sent.
import { afterEach, expect, test } from "vitest";
import { stopServers } from "../../exchange/exchange.testkit.ts";
import { call, startSocketServer, waitFor } from "../tap.testkit.ts";
import { listEdits, startPlannedTap } from "./plan.testkit.ts";

afterEach(stopServers);

const COUNT = 100;
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
const EVENTS = ["submitted", "working", "completed"]
  .map((state) => ({ kind: "status-update", taskId: "t", contextId: "c", status: { state } }))
  .map((result) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`)
  .join("");
const REQUEST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params: {} });

test("a hundred streams are held at once, and each goes on by itself", async () => {
  const target = await startSocketServer((agent) => {
    agent.once("data", () => agent.end(`${HEAD}${EVENTS}`));
  });
  const { port, plan, records } = await startPlannedTap(target, [
    { when: { state: "working" }, do: "hold" },
  ]);
  const answers = Array.from({ length: COUNT }, () => call(port, {}, REQUEST));
  await waitFor(() => plan.held.length === COUNT);
  const [first] = plan.held;
  expect(plan.held.every(({ waiting }) => waiting === 1)).toBe(true);
  plan.resume(first?.id ?? "", { do: "continue" });
  await Promise.race(answers);
  expect(plan.held).toHaveLength(COUNT - 1);
  expect(plan.resumeAll()).toBe(COUNT - 1);
  const texts = (await Promise.all(answers)).map(({ text }) => text);
  expect(new Set(texts)).toEqual(new Set([EVENTS]));
  await waitFor(() => listEdits(records).length === 2 * COUNT);
});
