/** Test kit for replays: a replay on a real socket, called by the code that records agents. */

import net from "node:net";
import { onTestFinished } from "vitest";
import { resolveLimits } from "../../api/limits.ts";
import type { DataRecord, OpenRecord, WireRecord } from "../../wire/record.ts";
import { mark } from "../exchange/exchange.testkit.ts";
import { performExchange } from "../exchange/exchange.ts";
import { getCallLimits } from "../exchange/exchange-limits.ts";
import { ReplayAgent, type ServedRequest } from "./replay-agent.ts";
import { DEFAULT_REPLAY_OPTIONS, type ReplayOptions } from "./replay-options.ts";
import { startReplayServer } from "./replay-server.ts";
import { createReplaySource } from "./replay-source.ts";

export const INSTANT_OPTIONS: ReplayOptions = {
  ...DEFAULT_REPLAY_OPTIONS,
  speed: Number.POSITIVE_INFINITY,
};

interface TestReplay {
  readonly url: string;
  readonly served: readonly ServedRequest[];
}

/** Replays the records until the test is finished. */
export async function startTestReplay(
  records: Iterable<WireRecord>,
  options: ReplayOptions = INSTANT_OPTIONS,
): Promise<TestReplay> {
  const served: ServedRequest[] = [];
  const agent = new ReplayAgent(createReplaySource(records), options);
  const { url, close } = await startReplayServer(agent, {
    host: "127.0.0.1",
    port: 0,
    hosts: [],
    token: null,
    onServed: (one) => served.push(one),
  });
  onTestFinished(close);
  return { url, served };
}

/** Sends a recorded request to another address; disconnects after `hangUpAfter` bytes of the response. */
export async function resendRequest(
  { method, url, headers, body }: OpenRecord,
  base: string,
  hangUpAfter = Number.POSITIVE_INFINITY,
): Promise<WireRecord[]> {
  const { pathname, search } = new URL(url);
  const controller = new AbortController();
  const records: WireRecord[] = [];
  const startTime = performance.now();
  const sink = {
    append(record: WireRecord) {
      records.push(record);
      if (getResponseBytes(records).length >= hangUpAfter) controller.abort();
    },
    now: () => performance.now() - startTime,
    pendingBytes: 0,
    waitUntilWritten: async () => undefined,
  };
  await performExchange(
    {
      method,
      url: base + pathname + search,
      headers: headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
      ...(body !== undefined && { body }),
    },
    {
      x: "x1",
      sink,
      policy: { wide: false, allow: [] },
      createMask: mark,
      limits: getCallLimits(resolveLimits()),
      signal: controller.signal,
    },
  );
  return records;
}

/** Headers that the exchange sets itself. */
const OWN_HEADERS = new Set([
  "host",
  "accept-encoding",
  "user-agent",
  "content-length",
  "connection",
  "transfer-encoding",
]);

export const getResponseBytes = (records: readonly WireRecord[]): Buffer =>
  Buffer.concat(
    records
      .filter((record): record is DataRecord => record.r === "data")
      .map(({ text, b64 }) =>
        text === undefined ? Buffer.from(b64 ?? "", "base64") : Buffer.from(text),
      ),
  );

/** Posts a request and returns all bytes on the socket until the connection ends. */
export async function fetchRawResponse(
  base: string,
  body: string,
  { path = "/", headers = "" } = {},
): Promise<Buffer> {
  const { port, hostname, host } = new URL(base);
  const socket = net.connect(Number(port), hostname);
  const length = Buffer.byteLength(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n${headers}content-length: ${length}\r\n\r\n${body}`,
  );
  const read: Buffer[] = [];
  for await (const chunk of socket) read.push(chunk as Buffer);
  return Buffer.concat(read);
}

/** The chunks of a chunked response, and whether the final empty chunk came. */
export function parseChunks(response: Buffer): {
  head: string;
  chunks: Buffer[];
  isWhole: boolean;
} {
  const start = response.indexOf("\r\n\r\n");
  const head = response.subarray(0, start).toString("latin1");
  const chunks: Buffer[] = [];
  let at = start + 4;
  while (at < response.length) {
    const lineEnd = response.indexOf("\r\n", at);
    const size = Number.parseInt(response.subarray(at, lineEnd).toString("latin1"), 16);
    if (size === 0) return { head, chunks, isWhole: true };
    chunks.push(response.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return { head, chunks, isWhole: false };
}
