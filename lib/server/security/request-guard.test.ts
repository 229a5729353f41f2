// The guard on a real socket, with a delay that the test ends.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { createRequestGuard } from "./request-guard.ts";

const TOKEN = "a-token-of-the-test";
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** `release` lets all wait for no longer. */
async function start() {
  const waiting: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => waiting.push(resolve));
  const server = http.createServer((request, response) => {
    if (guard(request, response)) response.end("inside");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const settings = { ...readSettings({}), port, token: TOKEN };
  const guard = createRequestGuard(settings, "page policy", wait);
  const get = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`http://127.0.0.1:${port}/`, { headers })).status;
  };
  return { get, waiting };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
};

test("wrong tokens are answered late, a bounded number at a time, and the right one at once", async () => {
  const { get, waiting } = await start();
  const guesses = Array.from({ length: 20 }, (_, n) => get(`guess-${n}`));
  await until(() => waiting.length === 20);
  expect(await get(TOKEN)).toBe(200);
  expect(await get("one-too-many")).toBe(429);
  for (const release of waiting.splice(0)) release();
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]));
  const later = get("another");
  await until(() => waiting.length === 1);
  waiting[0]?.();
  expect(await later).toBe(401);
});
