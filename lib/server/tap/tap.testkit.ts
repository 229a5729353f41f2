/** Test kit for taps: a tap before an agent on a raw socket, and the records that it makes. */

import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net, { type Socket } from "node:net";
import type { WireRecord } from "../../wire/record.ts";
import { cleanups, mark } from "../exchange/exchange.testkit.ts";
import type { ExchangeLimit } from "../exchange/exchange-limits.ts";
import { Tap, type TapOptions } from "./tap.ts";
import { TapRecording, type TapRecordingOptions } from "./tap-recording.ts";
import { type HostAndPort, parseTapRoute } from "./tap-route.ts";

export interface TestTap {
  readonly tap: Tap;
  readonly records: WireRecord[];
  readonly port: number;
}

const LIMIT: ExchangeLimit = { value: 1 << 24 };

/** Starts a tap on a free port. */
export async function startTestTap(
  target: string | number,
  {
    limit = LIMIT,
    signatureKeys = [],
    ...options
  }: Partial<TapOptions> & Partial<Pick<TapRecordingOptions, "limit" | "signatureKeys">> = {},
): Promise<TestTap> {
  const records: WireRecord[] = [];
  const startTime = performance.now();
  const { target: parsed } = parseTapRoute(`1=${target}`, "takeover");
  const listen: HostAndPort = { host: "127.0.0.1", port: 0 };
  const sink = {
    append: (record: WireRecord) => void records.push(record),
    now: () => performance.now() - startTime,
    pendingBytes: 0,
    waitUntilWritten: async () => undefined,
  };
  const tap = await Tap.start({
    routes: [{ via: "takeover", listen, target: parsed }],
    recorder: new TapRecording({ sink, createMask: mark, limit, signatureKeys }),
    policy: { wide: false, allow: [] },
    maxCardBytes: 1 << 20,
    ...options,
  });
  cleanups.push(() => void tap.close());
  return { tap, records, port: tap.routes[0]?.listen.port ?? 0 };
}

/** Sends a request on a connection of its own; one with a body is JSON. */
export async function call(
  port: number,
  { path = "/", method = "POST", headers = {} }: http.RequestOptions = {},
  body = "",
): Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }> {
  const type = body ? { "content-type": "application/json" } : {};
  const options = { port, host: "127.0.0.1", path, method, agent: false };
  const sent = http.request({ ...options, headers: { ...type, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [http.IncomingMessage];
  let text = "";
  for await (const piece of response.setEncoding("utf8")) text += piece;
  return { status: response.statusCode ?? 0, text, headers: response.headers };
}

/** A server that hands over each connection, half open. Returns its port. */
export async function startSocketServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

export async function connectTo(port: number): Promise<Socket> {
  const socket = net.connect({ host: "127.0.0.1", port, noDelay: true, allowHalfOpen: true });
  socket.on("error", () => undefined);
  cleanups.push(() => socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** Everything that a socket receives until its end; what came until then if it is reset. */
export async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => chunks.push(bytes));
  await Promise.race([once(socket, "end"), once(socket, "close")]).catch(() => undefined);
  return Buffer.concat(chunks);
}

/** Resolves to the code of the error that closed the socket; empty if it closed in order. */
export function waitForClose(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let code = "";
    socket.on("error", (error: NodeJS.ErrnoException) => {
      code = error.code ?? "";
    });
    socket.on("close", () => resolve(code));
  });
}

export const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Resolves when the condition holds; the test's timeout ends it otherwise. */
export async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves when so many exchanges have ended. */
export const waitForEnds = (records: readonly WireRecord[], count = 1): Promise<void> =>
  waitFor(() => records.filter(({ r }) => r === "end").length >= count);
