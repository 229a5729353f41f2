/** For tests of served logs: a log behind a real socket, asked by the code that records agents. */

import net from "node:net";
import { onTestFinished } from "vitest";
import { resolveLimits } from "../../wire/limits.ts";
import type { DataRecord, OpenRecord, WireRecord } from "../../wire/record.ts";
import { callBounds } from "../bounds.ts";
import { mark } from "../exchange.testkit.ts";
import { performExchange } from "../exchange.ts";
import { ReplayAgent, type Served } from "./agent.ts";
import { listen } from "./listen.ts";
import { AS_RECORDED, type ReplayOptions } from "./options.ts";
import { scriptOf } from "./script.ts";

export const AT_ONCE: ReplayOptions = { ...AS_RECORDED, speed: Number.POSITIVE_INFINITY };

export interface ServedLog {
  readonly url: string;
  readonly served: readonly Served[];
}

/** Serves the records until the test is over. */
export async function serving(
  records: Iterable<WireRecord>,
  options: ReplayOptions = AT_ONCE,
): Promise<ServedLog> {
  const served: Served[] = [];
  const agent = new ReplayAgent(scriptOf(records), options);
  const { url, close } = await listen(agent, {
    host: "127.0.0.1",
    port: 0,
    hosts: [],
    token: null,
    onServed: (one) => served.push(one),
  });
  onTestFinished(close);
  return { url, served };
}

/** The same request again, at another address; hangs up after so many bytes of the answer. */
export async function askAgain(
  { method, url, headers, body }: OpenRecord,
  base: string,
  hangUpAfter = Number.POSITIVE_INFINITY,
): Promise<WireRecord[]> {
  const { pathname, search } = new URL(url);
  const hangUp = new AbortController();
  const records: WireRecord[] = [];
  const begun = performance.now();
  const sink = {
    append(record: WireRecord) {
      records.push(record);
      if (bytesIn(records).length >= hangUpAfter) hangUp.abort();
    },
    now: () => performance.now() - begun,
    pendingBytes: 0,
    settled: async () => undefined,
  };
  await performExchange(
    {
      method,
      url: base + pathname + search,
      headers: headers.filter(([name]) => !OWN.has(name.toLowerCase())),
      ...(body !== undefined && { body }),
    },
    {
      x: "x1",
      sink,
      policy: { wide: false, allow: [] },
      mark,
      bounds: callBounds(resolveLimits()),
      signal: hangUp.signal,
    },
  );
  return records;
}

/** What the exchange sets by itself. */
const OWN = new Set([
  "host",
  "accept-encoding",
  "user-agent",
  "content-length",
  "connection",
  "transfer-encoding",
]);

export const bytesIn = (records: readonly WireRecord[]): Buffer =>
  Buffer.concat(
    records
      .filter((record): record is DataRecord => record.r === "data")
      .map(({ text, b64 }) =>
        text === undefined ? Buffer.from(b64 ?? "", "base64") : Buffer.from(text),
      ),
  );

/** What stands on the socket after a request is posted, to the end of the connection. */
export async function rawAnswer(
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

/** The chunks of a chunked answer, and whether the last one, of no bytes, came. */
export function chunksOf(answer: Buffer): { head: string; chunks: Buffer[]; isWhole: boolean } {
  const start = answer.indexOf("\r\n\r\n");
  const head = answer.subarray(0, start).toString("latin1");
  const chunks: Buffer[] = [];
  let at = start + 4;
  while (at < answer.length) {
    const lineEnd = answer.indexOf("\r\n", at);
    const size = Number.parseInt(answer.subarray(at, lineEnd).toString("latin1"), 16);
    if (size === 0) return { head, chunks, isWhole: true };
    chunks.push(answer.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return { head, chunks, isWhole: false };
}
