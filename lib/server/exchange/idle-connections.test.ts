import { mkdtemp, rm } from "node:fs/promises";
import type http from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { ExchangeRequest } from "../../api/schemas/api-requests.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import {
  filterRecords,
  OK_HEAD,
  performTestExchange,
  startHttpServer,
  startRawServer,
  stopServers,
} from "./exchange.testkit.ts";
import { IdleConnections } from "./idle-connections.ts";
import { CA, startTlsServer } from "./tls.testkit.ts";

afterEach(stopServers);

/** An agent that counts its connections, with its response handler. */
async function agent(handle: http.RequestListener = (_, response) => void response.end("ok")) {
  const sockets: Socket[] = [];
  const url = await startHttpServer((request, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    handle(request, response);
  });
  const open = () => sockets.map((socket) => !socket.destroyed);
  return { url, sockets, open };
}

function holding(limits: ConstructorParameters<typeof IdleConnections>[0] = {}) {
  const held = new IdleConnections(limits);
  const ask = (request: Partial<ExchangeRequest> & { url: string }, recording = "r") =>
    performTestExchange(request, { hold: (socket) => held.add(socket, recording) });
  return { held, ask };
}

describe("after a complete response the connection stays open", () => {
  test("and is not reused", async () => {
    const { url, open } = await agent();
    const { held, ask } = holding();
    const { records } = await ask({ url });
    expect(new Map(filterRecords(records, "open")[0]?.headers).get("connection")).toBe(
      "keep-alive",
    );
    await ask({ url, method: "POST", body: "again" });
    expect([open(), held.size]).toEqual([[true, true], 2]);
  });

  test("after a stream and over TLS too", async () => {
    const { url, open } = await agent((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: 1\n\n", () => response.end("data: 2\n\n"));
    });
    const { held, ask } = holding();
    expect((await ask({ url })).bytes.toString()).toBe("data: 1\n\ndata: 2\n\n");
    expect([open(), held.size]).toEqual([[true], 1]);
    await ask({ url: await startTlsServer("agent"), tls: { ca: CA } });
    expect(held.size).toBe(2);
  });

  test("but not without a holder, or if the agent wants it closed", async () => {
    const { url, open } = await agent();
    await performTestExchange({ url });
    await expect.poll(open).toEqual([false]);
    const { held, ask } = holding();
    const closing = await agent((_, response) => {
      response.setHeader("connection", "close").end("ok");
    });
    await ask({ url: closing.url });
    await ask({ url: await startRawServer((socket) => socket.end("HTTP/1.0 200 OK\r\n\r\nhi")) });
    expect(held.size).toBe(0);
  });

  test("and does not keep the process from exiting", async () => {
    const { url, sockets } = await agent((request, response) => {
      request.socket.unref();
      response.end("ok");
    });
    const alive = () => process.getActiveResourcesInfo().filter((it) => it === "TCPSocketWrap");
    const { held, ask } = holding();
    await ask({ url });
    expect([held.size, sockets.length]).toEqual([1, 1]);
    await expect.poll(alive).toEqual([]);
  });
});

describe("a held connection is closed", () => {
  test("when the agent closes it or sends unexpected data", async () => {
    const { url, sockets } = await agent();
    const { held, ask } = holding();
    await ask({ url });
    await ask({ url });
    sockets[0]?.end();
    await expect.poll(() => held.size).toBe(1);
    sockets[1]?.write("HTTP/1.1 408 Request Timeout\r\n\r\n");
    await expect.poll(() => held.size).toBe(0);
  });

  test("when there are too many, the oldest first", async () => {
    const { url, open } = await agent();
    const { held, ask } = holding({ maxCount: 2 });
    for (let i = 0; i < 3; i++) await ask({ url });
    await expect.poll(open).toEqual([false, true, true]);
    expect(held.size).toBe(2);
  });

  test("when many end at once", async () => {
    const { url, open } = await agent();
    const held = new IdleConnections({ maxCount: 2 });
    const free: Socket[] = [];
    for (let i = 0; i < 6; i++)
      await performTestExchange({ url }, { hold: (socket) => free.push(socket) });
    for (const socket of free) held.add(socket, "r");
    await expect.poll(() => open().filter(Boolean)).toEqual([true, true]);
    expect(held.size).toBe(2);
  });

  test("after the maximum time", async () => {
    const { url, open } = await agent();
    const { held, ask } = holding({ maxIdleMs: 20 });
    await ask({ url });
    await expect.poll(open).toEqual([false]);
    expect(held.size).toBe(0);
  });

  test("with its recording only", async () => {
    const { url, open } = await agent();
    const { held, ask } = holding();
    await ask({ url }, "one");
    await ask({ url }, "two");
    held.closeAll("one");
    await expect.poll(open).toEqual([false, true]);
    held.closeAll("two");
    await expect.poll(() => held.size).toBe(0);
  });

  test("when the recording is deleted", async () => {
    const data = await mkdtemp(join(tmpdir(), "loupe-held-"));
    const library = new Library(readSettings({ LOUPE_DATA: data }));
    const { url, open } = await agent();
    const { recording, done } = await library.exchanges.start({ method: "GET", url, headers: [] });
    expect(await done).toMatchObject({ cause: "complete" });
    expect(open()).toEqual([true]);
    await library.recordings.remove(recording);
    await expect.poll(open).toEqual([false]);
    await rm(data, { recursive: true });
  });
});

describe("a connection is never held", () => {
  test.each<[string, Partial<ExchangeRequest>, http.RequestListener, string]>([
    [
      "after silence",
      { idleTimeoutMs: 50 },
      (_, response) => void response.write("half"),
      "timeout",
    ],
    [
      "when the answer was too long",
      {},
      (_, response) => void response.end("x".repeat((1 << 20) + 1)),
      "limit",
    ],
    [
      "while the request is still on its way",
      { method: "POST", body: "x".repeat(64 << 20) },
      (request, response) => {
        request.pause();
        response.end("enough");
      },
      "complete",
    ],
  ])("%s", async (_, request, handle, cause) => {
    const { url } = await agent(handle);
    const { held, ask } = holding();
    expect((await ask({ url, ...request })).end.cause).toBe(cause);
    expect(held.size).toBe(0);
  });

  test("when the exchange was stopped", async () => {
    const { url, open } = await agent((_, response) => void response.write("half"));
    const held = new IdleConnections();
    const stop = new AbortController();
    const stopped = performTestExchange(
      { url },
      { signal: stop.signal, hold: (socket) => held.add(socket, "r") },
    );
    await expect.poll(open).toEqual([true]);
    stop.abort();
    expect((await stopped).end.cause).toBe("aborted");
    await expect.poll(open).toEqual([false]);
    expect(held.size).toBe(0);
  });

  test("after a redirect that was followed", async () => {
    const { url } = await agent((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "/there" });
      response.end("ok");
    });
    const { held, ask } = holding();
    await ask({ url });
    expect(held.size).toBe(1);
  });

  test("if bytes follow the response", async () => {
    const url = await startRawServer((socket) => {
      socket.write(`${OK_HEAD}content-length: 2\r\n\r\nhinonsense`);
    });
    const { held, ask } = holding();
    const { bytes } = await ask({ url });
    expect(bytes.toString()).toBe("hi");
    await expect.poll(() => held.size).toBe(0);
  });
});
