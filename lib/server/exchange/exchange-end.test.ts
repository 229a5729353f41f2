import { once } from "node:events";
import type net from "node:net";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { afterEach, expect, test } from "vitest";
import type { WireRecord } from "../../wire/record.ts";
import {
  cleanups,
  createTestLimits,
  OK_HEAD,
  performTestExchange,
  startRawServer,
  stopServers,
} from "./exchange.testkit.ts";

afterEach(stopServers);

test.each([
  ["closed without an answer", (socket: net.Socket) => socket.end(), "reset", "agent"],
  [
    "a body shorter than it says",
    (socket: net.Socket) => socket.end(`${OK_HEAD}content-length: 9\r\n\r\nhi`),
    "reset",
    "agent",
  ],
  [
    "no last chunk",
    (socket: net.Socket) => socket.end(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n2\r\nhi\r\n`),
    "reset",
    "agent",
  ],
  [
    "an HTTP/1.0 answer",
    (socket: net.Socket) => socket.end("HTTP/1.0 200 OK\r\n\r\nhi"),
    "complete",
    undefined,
  ],
])("%s", async (_, talk, cause, by) => {
  const { end } = await performTestExchange({ url: await startRawServer(talk) });
  expect([end.cause, end.error?.by, end.error?.code]).toEqual([cause, by, undefined]);
});

test("a reset keeps what came before it and the system's message", async () => {
  const sockets: net.Socket[] = [];
  const url = await startRawServer((socket) => {
    sockets.push(socket);
    socket.write(`${OK_HEAD}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`);
  });
  // Unread data is lost with the connection.
  const reset = ({ r }: WireRecord) => r === "data" && sockets[0]?.resetAndDestroy();
  const { bytes, end } = await performTestExchange({ url }, {}, reset);
  expect(bytes.toString()).toBe("hello");
  expect(end).toMatchObject({
    cause: "reset",
    error: { by: "system", code: "ECONNRESET", message: "read ECONNRESET" },
  });
});

test("a refused connection", async () => {
  const url = await startRawServer(() => undefined);
  stopServers();
  const { end } = await performTestExchange({ url });
  expect(end).toMatchObject({ cause: "refused", error: { by: "system", code: "ECONNREFUSED" } });
});

test("a host name that does not resolve", async () => {
  const { end } = await performTestExchange({ url: "http://nowhere.invalid/" });
  expect(end).toMatchObject({
    cause: "dns",
    error: { by: "system", message: /nowhere\.invalid/ },
  });
});

test("TLS to a server without TLS, with the host name in the handshake", async () => {
  const plain = await startRawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  const wrong = await performTestExchange({ url: plain.replace("http:", "https:") });
  expect(wrong.end).toMatchObject({ cause: "tls", error: { by: "system" } });

  const names: string[] = [];
  const server = tls.createServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(null);
    },
  });
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  const { end } = await performTestExchange(
    { url: `https://agent.example:${(server.address() as AddressInfo).port}/` },
    { resolveHost: async () => [{ address: "127.0.0.1", family: 4 }] },
  );
  expect(names).toEqual(["agent.example"]);
  expect(end.cause).toBe("tls");
});

test("an idle timeout, before and during the response", async () => {
  const silent = await performTestExchange({
    url: await startRawServer(() => undefined),
    idleTimeoutMs: 100,
  });
  expect(silent.end).toMatchObject({ cause: "timeout", error: { by: "loupe" } });
  const url = await startRawServer((socket) => void socket.write(`${OK_HEAD}\r\nhalf`));
  const stalled = await performTestExchange({ url, idleTimeoutMs: 1_000 });
  expect(stalled.bytes.toString()).toBe("half");
  expect(stalled.end.cause).toBe("timeout");
});

test("a response over the limit", async () => {
  const url = await startRawServer(
    (socket) => void socket.write(`${OK_HEAD}\r\n${"x".repeat(5000)}`),
  );
  const { bytes, end } = await performTestExchange(
    { url },
    { limits: createTestLimits({ answerBytes: 1000 }) },
  );
  expect(bytes.length).toBe(1000);
  expect(end).toMatchObject({ cause: "limit", error: { by: "loupe" } });
});

test("an abort closes the connection at once in every phase", async () => {
  const already = await performTestExchange(
    { url: "http://127.0.0.1:1/" },
    { signal: AbortSignal.abort() },
  );
  expect(already.end.cause).toBe("aborted");

  const never = new AbortController();
  setTimeout(() => never.abort(), 50);
  const resolving = await performTestExchange(
    { url: "http://slow.example/" },
    { signal: never.signal, resolveHost: () => new Promise(() => undefined) },
  );
  expect(resolving.end.cause).toBe("aborted");

  const controller = new AbortController();
  let closed = false;
  const url = await startRawServer((socket) => {
    socket.on("close", () => {
      closed = true;
    });
    socket.write(`${OK_HEAD}\r\nfirst`);
  });
  const abort = ({ r }: WireRecord) => r === "data" && controller.abort();
  const { bytes, end } = await performTestExchange({ url }, { signal: controller.signal }, abort);
  expect(bytes.toString()).toBe("first");
  expect(end).toMatchObject({ cause: "aborted", error: { by: "loupe" } });
  await expect.poll(() => closed).toBe(true);
});

test("a target refused by the guard is recorded as refused", async () => {
  const { records, end } = await performTestExchange({ url: "http://169.254.169.254/latest/" });
  expect(records).toHaveLength(2);
  expect(end).toMatchObject({ cause: "refused", error: { by: "loupe", message: /link-local/ } });
});

test("an invalid request is refused without throwing", async () => {
  const url = await startRawServer(() => undefined);
  expect((await performTestExchange({ url, headers: [["x", "a\nb"]] })).end.cause).toBe("refused");
  expect((await performTestExchange({ url, method: "NO WAY" })).end.cause).toBe("refused");
  expect((await performTestExchange({ url: "not a url" })).end.cause).toBe("refused");
});

test("the address that responds is called; if none does, the message has all errors", async () => {
  const url = await startRawServer((socket) => socket.end(`${OK_HEAD}content-length: 2\r\n\r\nhi`));
  const named = url.replace("127.0.0.1", "agent.example");
  const resolve = async () => [
    { address: "::1", family: 6 },
    { address: "127.0.0.1", family: 4 },
  ];
  const found = await performTestExchange({ url: named }, { resolveHost: resolve });
  expect(found.bytes.toString()).toBe("hi");
  expect(found.records).toContainEqual(
    expect.objectContaining({
      r: "head",
      remote: expect.objectContaining({ address: "127.0.0.1" }),
      timing: expect.objectContaining({ dns: expect.any(Number) }),
    }),
  );
  stopServers();
  const lost = await performTestExchange({ url: named }, { resolveHost: resolve });
  expect(lost.end.cause).toBe("refused");
  expect(lost.end.error?.message).toMatch(/::1.*; .*127\.0\.0\.1/);
});
