/**
 * Test kit for exchanges: agents on real sockets, and an exchange whose records are collected.
 */

import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect } from "vitest";
import { type LimitValues, resolveLimits } from "../../api/limits.ts";
import type { ExchangeRequest } from "../../api/schemas/api-requests.ts";
import type { DataRecord, WireRecord } from "../../wire/record.ts";
import { createMaskFactory } from "../masking/mask-factory.ts";
import { performExchange } from "./exchange.ts";
import type { ExchangeOptions } from "./exchange-context.ts";
import { type ExchangeLimits, getCallLimits } from "./exchange-limits.ts";
import { decodeRecordBytes } from "./response-body.ts";

/** Functions that stop the servers of a test. */
export const cleanups: (() => void)[] = [];

export function stopServers(): void {
  for (const close of cleanups.splice(0)) close();
}

/** A server on a raw socket: `talk` gets the first bytes of each connection and writes the response. */
export async function startRawServer(
  talk: (socket: net.Socket, request: string) => void,
): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", (bytes) => talk(socket, bytes.toString()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function startHttpServer(handle: http.RequestListener): Promise<string> {
  const server = http.createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface ExchangeOutcome {
  records: WireRecord[];
  bytes: Buffer;
  end: Extract<WireRecord, { r: "end" }>;
}

export async function performTestExchange(
  request: Partial<ExchangeRequest> & { url: string },
  options: Partial<ExchangeOptions> = {},
  onRecord: (record: WireRecord) => void = () => undefined,
): Promise<ExchangeOutcome> {
  const records: WireRecord[] = [];
  const startTime = performance.now();
  const sink = {
    append: (record: WireRecord) => {
      records.push(record);
      onRecord(record);
    },
    now: () => performance.now() - startTime,
    pendingBytes: 0,
    waitUntilWritten: async () => undefined,
  };
  const end = await performExchange(
    { method: "GET", headers: [], idleTimeoutMs: 5_000, ...request },
    {
      x: "x1",
      sink,
      policy: { wide: false, allow: [] },
      createMask: mark,
      limits: createTestLimits({ answerBytes: 1 << 20 }),
      signal: new AbortController().signal,
      ...options,
    },
  );
  expect(records[0]).toMatchObject({ r: "open", x: "x1" });
  expect(records.at(-1)).toBe(end);
  expect(records.filter(({ r }) => r === "open" || r === "end")).toHaveLength(2);
  return { records, bytes: Buffer.concat(filterDataRecords(records).map(decodeRecordBytes)), end };
}

export const createTestLimits = (named: Partial<LimitValues>): ExchangeLimits =>
  getCallLimits(resolveLimits(named));

export const filterDataRecords = (records: WireRecord[]) =>
  records.filter((record): record is DataRecord => record.r === "data");

export const filterRecords = <R extends WireRecord["r"]>(records: WireRecord[], r: R) =>
  records.filter((record): record is Extract<WireRecord, { r: R }> => record.r === r);

export const OK_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";

export const mark = createMaskFactory(Buffer.from("key"));
