/**
 * HTTP/1.1 server for one replay, on its own port.
 *
 * Guarantees: an unauthorized request sees nothing of the log; each write reaches the socket
 * separately; closing the server ends every connection.
 */

import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { markSelfGuarded } from "../http/self-guarded.ts";
import { isLoopbackHost } from "../security/loopback.ts";
import { getRequestHeader } from "../security/raw-request.ts";
import { authorizeRequest } from "../security/request-auth.ts";
import { playResponse } from "./play-response.ts";
import type { ReplayAgent, ServedRequest } from "./replay-agent.ts";
import type { ReplayHead } from "./replay-response.ts";

export interface ReplayServer {
  /** The agent's URL for clients. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

interface ReplayServerOptions {
  readonly host: string;
  readonly port: number;
  /** Host names, besides loopback, that the server answers to. */
  readonly hosts: readonly string[];
  /** If set, every request needs it. */
  readonly token: string | null;
  onServed(served: ServedRequest): void;
}

/** What answers the requests. */
type ReplayResponder = Pick<ReplayAgent, "respond">;

const MAX_BODY_BYTES = 16 << 20;

export async function startReplayServer(
  agent: ReplayResponder,
  options: ReplayServerOptions,
): Promise<ReplayServer> {
  const server = http.createServer({ keepAlive: true }, (request, response) => {
    void handleRequest(agent, request, response, options, port).catch(() => response.destroy());
  });
  markSelfGuarded(server);
  server.listen(options.port, options.host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const isWide = !isLoopbackHost(options.host);
  const name = options.host.includes(":") ? `[${options.host}]` : options.host;
  const urlHost = isWide && /^(?:0\.0\.0\.0|\[::\])$/.test(name) ? "127.0.0.1" : name;
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${urlHost}:${port}`, port, close };
}

async function handleRequest(
  agent: ReplayResponder,
  request: IncomingMessage,
  response: ServerResponse,
  { host, hosts, token, onServed }: ReplayServerOptions,
  port: number,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const header = (name: string) => getRequestHeader(request, name);
  const rules = { port, hosts, token, users: [], wide: !isLoopbackHost(host), publicUrl: null };
  const decision = authorizeRequest({ method, path: url, header }, rules);
  if (decision.kind === "refused") {
    request.resume();
    response.writeHead(decision.status, { "content-type": "text/plain; charset=utf-8" });
    return void response.end(`${decision.message}\n`);
  }
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413, { connection: "close" });
    return void response.end();
  }
  const headers = toHeaderList(request.rawHeaders);
  const base = `http://${request.headers.host}`;
  const result = agent.respond({ verb: method, path: url, headers, body }, base);
  onServed(result.served);
  const disconnected = new AbortController();
  response.on("close", () => disconnected.abort());
  for await (const step of playResponse(result.response, disconnected.signal)) {
    if (step.kind === "head") sendHead(response, step.head);
    else if (step.kind === "bytes") await writeBytes(response, step.bytes);
    else if (step.kind === "end") response.end();
    else if (step.kind === "cut") response.destroy();
  }
}

function sendHead(response: ServerResponse, { status, statusText, headers }: ReplayHead): void {
  response.sendDate = false;
  const usable = headers.filter(([name, value]) => isSendableHeader(name, value));
  response.writeHead(status, statusText ?? undefined, usable.flat());
  response.flushHeaders();
}

/** A log may contain headers that no server can send. */
function isSendableHeader(name: string, value: string): boolean {
  try {
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Waits until the system has taken the bytes, so that no two writes are merged. */
function writeBytes(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("close", done);
      resolve();
    };
    response.on("close", done);
    response.write(bytes, done);
  });
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function toHeaderList(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[i * 2] ?? "", raw[i * 2 + 1] ?? ""]);
}
