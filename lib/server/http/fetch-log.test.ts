// Logs at other addresses, on real sockets: what their servers allow, and nothing else.
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fetchLog, type LogRequest } from "./fetch-log.ts";

const PAGE = "http://127.0.0.1:4100";
let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(respond: RequestListener): Promise<string> {
  server = createServer(respond);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(url: string, change: Partial<LogRequest> = {}): Promise<string> {
  const log = await fetchLog({
    url,
    origin: PAGE,
    policy: { wide: false, allow: [] },
    storeOrigin: null,
    maxBytes: 1000,
    idleMs: 500,
    signal: new AbortController().signal,
    ...change,
  });
  return new Response(log).text();
}

const respondWith =
  (headers: Record<string, string>, status = 200, body = "log"): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

test.each(["*", PAGE])("a server that allows %s is read, without credentials", async (allowed) => {
  const seen: unknown[] = [];
  const url = await serve(({ headers }, response) => {
    seen.push(headers.origin, headers.cookie, headers.authorization);
    response.writeHead(200, { "access-control-allow-origin": allowed }).end("log");
  });
  expect(await read(`${url}/run.jsonl`)).toBe("log");
  expect(seen).toEqual([PAGE, undefined, undefined]);
});

test.each([
  [{}, 200, "does not allow other sites to read this log (CORS)"],
  [{ "access-control-allow-origin": "http://other.example" }, 200, "(CORS)"],
  [{ "access-control-allow-origin": "*" }, 403, "responded with HTTP 403"],
  [{ "access-control-allow-origin": "*", location: "http://10.0.0.1/" }, 302, "redirects"],
  [{ "access-control-allow-origin": "*", "content-encoding": "br" }, 200, "encodes the log"],
])("%j with status %i is refused", async (headers, status, message) => {
  const url = await serve(respondWith(headers as Record<string, string>, status));
  await expect(read(url)).rejects.toThrow(message);
});

test("a log that is too long is cut off with the reason, announced or not", async () => {
  const allowed = { "access-control-allow-origin": "*" };
  const body = "x".repeat(2000);
  const announced = await serve(respondWith({ ...allowed, "content-length": "2000" }, 200, body));
  await expect(read(announced)).rejects.toThrow("larger than Loupe's limit");
  server?.close();
  const chunked = await serve((_request, response) => {
    response.writeHead(200, allowed).write(body);
    response.end(body);
  });
  await expect(read(chunked)).rejects.toThrow("larger than Loupe's limit");
});

test("the target guard decides, except for the team's own store", async () => {
  const url = await serve(respondWith({}));
  const policy = { wide: true, allow: [] };
  await expect(read(url, { policy })).rejects.toThrow();
  expect(await read(url, { policy, storeOrigin: url })).toBe("log");
  await expect(read("file:///etc/passwd")).rejects.toThrow("does not call file:");
  await expect(read("nothing")).rejects.toThrow("not a URL");
});

test("a server that does not respond is said", async () => {
  const url = await serve(() => undefined);
  await expect(read(url)).rejects.toThrow("nothing came for 500 ms");
  await expect(read("http://127.0.0.1:1/")).rejects.toThrow("ECONNREFUSED");
});
