// The line that `loupe tap` prints of a call, beside what the other commands say of its log.

import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { getFreePort } from "../fixtures/free-port.ts";
import { newFile, startTap } from "../fixtures/tap-command.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { cleanups, stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { main as inspect } from "./inspect.ts";

afterEach(stopServers);

async function startServer(listener: http.RequestListener): Promise<number> {
  const server = http.createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The line of one call, and the report on its log. */
async function tapOneCall(listener: http.RequestListener, path = "/", init: RequestInit = {}) {
  const [port, target, file] = [await getFreePort(), await startServer(listener), newFile()];
  const tap = await startTap(`127.0.0.1:${port}=127.0.0.1:${target}`, "-o", file);
  const lines = createInterface({ input: tap.stdout as Readable });
  const first = once(lines, "line");
  await (await fetch(`http://127.0.0.1:${port}${path}`, init)).arrayBuffer();
  const [line] = (await first) as [string];
  tap.kill("SIGINT");
  await once(tap, "exit");
  const run = (...more: string[]) =>
    runInTerminal((terminal) => inspect([file, ...more], terminal));
  return { line, text: (await run()).out, report: JSON.parse((await run("--json")).out) };
}

test("a JSON-RPC error is named, in the line and in the tree", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/get", params: { id: "t" } });
  const headers = { "content-type": "application/json" };
  const { line, text, report } = await tapOneCall(
    (request, response) => {
      request.resume();
      response.setHeader("content-type", "application/json");
      const error = { code: -32001, message: "Task not found" };
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error }));
    },
    "/",
    { method: "POST", body, headers },
  );
  expect(line).toContain("  tasks/get  TaskNotFound (-32001)  ");
  expect(text).toMatch(/^ {2}\S.* → .* {2}tasks\/get {2}TaskNotFound \(-32001\) {2}/m);
  expect(report.hops.calls[0].verdict).toMatchObject({
    kind: "rpc-error",
    error: "TaskNotFound (-32001)",
  });
});

/** Bytes without any order, and always the same. */
function createBytes(count: number): Buffer {
  const blocks = Array.from({ length: count / 32 }, (_, i) =>
    createHash("sha256").update(String(i)).digest(),
  );
  return Buffer.concat(blocks);
}

test("a download that is no A2A is one event without findings", async () => {
  const { line, report } = await tapOneCall((_, response) => {
    response.setHeader("content-type", "application/octet-stream");
    response.end(createBytes(1 << 21));
  }, "/model.bin");
  expect(line).toMatch(/ {2}GET \/model\.bin {2}200 {2}\S+ m?s {2}1 event {2}x-\w+$/);
  expect(report.source.events).toBe(1);
  expect(report.findings).toEqual([]);
});
