// The fault agent breaks exactly what it claims to, checked on the socket.
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  BIG_LINE_BYTES,
  FAULT_TEXT,
  type Fault,
  type FaultAgent,
  startFaultAgent,
} from "./fault-agent.ts";
import { createMessageParams, postRpc } from "./raw-client.ts";

let agent: FaultAgent;
beforeAll(async () => {
  agent = await startFaultAgent();
});
afterAll(() => agent.close());

const send = (fault: Fault) =>
  postRpc("0.3", agent.url, "stream", createMessageParams("0.3", `${fault} please`));

/** Every byte of the response, as separate reads, and how the connection ended. */
function raw(fault: Fault): Promise<{ reads: Buffer[]; end: string }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(agent.url);
    const reads: Buffer[] = [];
    let end = "closed";
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST /${fault} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
    });
    // The end of the chunked encoding, after which the connection could be reused.
    socket.on("data", (data) => {
      reads.push(data);
      if (!data.toString("latin1").endsWith("0\r\n\r\n")) return;
      end = "complete";
      socket.end();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      end = error.code ?? "error";
    });
    socket.on("close", () => resolve({ reads, end }));
  });
}

/** How many chunks the agent wrote. A busy machine reads several at once. */
function countChunks(reads: readonly Buffer[]): number {
  const text = Buffer.concat(reads).toString("latin1");
  let position = text.indexOf("\r\n\r\n") + 4;
  for (let count = 0; ; count++) {
    const start = text.indexOf("\r\n", position) + 2;
    const size = Number.parseInt(text.slice(position, start), 16);
    if (!(size > 0)) return count;
    position = start + size + 2;
  }
}

test("a message selects its fault, and visits are recorded", async () => {
  const response = await send("rpc-error");
  expect(await response.json()).toMatchObject({ id: 1, error: { code: -32001 } });
  expect(agent.requests.at(-1)).toMatchObject({ fault: "rpc-error" });
});

test("cut ends the connection inside an event", async () => {
  const { reads, end } = await raw("cut");
  const text = Buffer.concat(reads).toString();
  expect(end).toBe("closed");
  expect(text).toContain(FAULT_TEXT);
  expect(text).not.toContain("never whole");
});

test("reset resets", async () => {
  expect((await raw("reset")).end).toBe("ECONNRESET");
});

test("eof ends the stream cleanly without a final state", async () => {
  const { reads, end } = await raw("eof");
  expect(end).toBe("complete");
  expect(Buffer.concat(reads).toString()).not.toContain("completed");
});

test("http-500 responds with an HTML page", async () => {
  const response = await send("http-500");
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("<script>");
});

test("garbage is neither UTF-8 nor JSON", async () => {
  const bytes = new Uint8Array(await (await send("garbage")).arrayBuffer());
  expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toThrow();
});

test.each<Fault>(["silent", "stall"])("%s waits until the client hangs up", async (fault) => {
  const stop = new AbortController();
  const url = `${agent.url}/${fault}`;
  const asking = fetch(url, { method: "POST", signal: stop.signal }).then((r) => r.text());
  await new Promise((resolve) => setTimeout(resolve, 150));
  stop.abort();
  await expect(asking).rejects.toThrow();
  await expect.poll(() => agent.requests.at(-1)?.closedAt).toBeDefined();
});

test("crlf splits line endings and characters", async () => {
  const { reads } = await raw("crlf");
  expect(countChunks(reads)).toBeGreaterThan(10);
  const text = await (await send("crlf")).text();
  expect(text).toContain(FAULT_TEXT);
  expect(text.match(/(?<!\r)\n/)).toBeNull();
});

test("gzip flushes each event separately", async () => {
  const { reads } = await raw("gzip");
  expect(countChunks(reads)).toBeGreaterThan(3);
  const response = await send("gzip");
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(await response.text()).toContain(FAULT_TEXT);
});

test("big has one line of twenty million bytes", async () => {
  const lines = (await (await send("big")).text()).split("\n");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(BIG_LINE_BYTES);
});
