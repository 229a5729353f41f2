// The spans that a tap of agents sends to a collector, each agent a program of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { getFreePort } from "../fixtures/free-port.ts";
import { newFile, startTap } from "../fixtures/tap-command.ts";
import { stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { TestCollector } from "../lib/server/telemetry/collector.testkit.ts";

afterEach(stopServers);

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SENDER = "00f067aa0ba902b7";

/** An agent that passes its message on to another one, with its trace context, and fails. */
async function startAgent(port: number, next: number | null): Promise<void> {
  const child = spawn(process.execPath, [
    ...["--input-type=module", "-e"],
    `import http from "node:http";
     http.createServer(async (request, response) => {
       let body = "";
       for await (const text of request) body += text;
       const { traceparent } = request.headers;
       const headers = { "content-type": "application/json", ...(traceparent && { traceparent }) };
       if (${next}) await (await fetch("http://127.0.0.1:${next}/", { method: "POST", headers, body })).text();
       const status = { state: "failed" };
       const result = { kind: "task", id: "t${port}", contextId: "c${port}", status };
       response.setHeader("content-type", "application/json");
       response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
     }).listen(${port}, "127.0.0.1", () => console.log("up"));`,
  ]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
}

/** The spans of a message to the first of two agents, the outer one first. */
async function tapChain(headers: Record<string, string>) {
  const collector = await TestCollector.start();
  onTestFinished(() => collector.close());
  const [first, second] = [await getFreePort(), await getFreePort()];
  const ports = [await getFreePort(), await getFreePort()] as const;
  await startAgent(second, null);
  await startAgent(first, ports[1]);
  const routes = [first, second].map((target, i) => `127.0.0.1:${ports[i]}=127.0.0.1:${target}`);
  const tap = await startTap(...routes, "-o", newFile(), "--otlp", collector.url);
  const message = { role: "user", messageId: "m", parts: [{ kind: "text", text: "hello" }] };
  const response = await fetch(`http://127.0.0.1:${ports[0]}/`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/send", params: { message } }),
  });
  await response.text();
  tap.kill("SIGINT");
  await once(tap, "exit");
  const [outer, inner, ...rest] = collector.spans;
  if (!outer || !inner || rest.length > 0) throw new Error("these are not two spans");
  return { outer, inner };
}

test("a call that carries the trace of another is its child, and both failed", async () => {
  const { outer, inner } = await tapChain({ traceparent: `00-${TRACE}-${SENDER}-01` });
  expect(outer).toMatchObject({ name: "SendMessage", traceId: TRACE, parentSpanId: SENDER });
  expect(inner).toMatchObject({ traceId: TRACE, parentSpanId: outer.spanId, links: [] });
  for (const { status, attributes } of [outer, inner]) {
    expect(status).toMatchObject({ code: 2 });
    expect(attributes).toContainEqual({
      key: "error.type",
      value: { stringValue: "TASK_STATE_FAILED" },
    });
  }
});

test.runIf(process.platform === "linux")(
  "a call whose program shows what it was made for is linked",
  async () => {
    const { outer, inner } = await tapChain({});
    expect(inner.parentSpanId).toBeUndefined();
    expect(inner.links).toMatchObject([{ traceId: outer.traceId, spanId: outer.spanId }]);
    expect(JSON.stringify(inner.links)).toContain("caller-program");
  },
);
