// A misbehaving agent on raw sockets, which sends what no SDK would. The first word of the message
// selects the fault; the path selects faults that come before any message.
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { constants, createGzip } from "node:zlib";
import { COMPLETED_STATUS, createChunk, WORKING_TASK } from "../support/logs.ts";
import { closeServer, listen } from "./agent.ts";
import { createCard, readBody, sendJson } from "./plain-http.ts";

export const FAULTS = [
  "cut",
  "reset",
  "eof",
  "rpc-error",
  "http-500",
  "garbage",
  "silent",
  "stall",
  "crlf",
  "gzip",
  "big",
  "long",
  "endless",
] as const;

export type Fault = (typeof FAULTS)[number];

/** What reached the agent, and whether the client closed the connection: performance.now() times. */
export interface FaultRequest {
  fault: Fault;
  headers: IncomingMessage["headers"];
  body: string;
  openedAt: number;
  closedAt?: number;
}

export interface FaultAgent {
  url: string;
  cardUrl: string;
  requests: FaultRequest[];
  close(): Promise<void>;
}

export const BIG_LINE_BYTES = 20_000_000;
/** Each token states its own number and has this length. */
export const LONG_STREAM = { tokens: 3_000, units: 4_000 } as const;
export const FAULT_TEXT = "Grüße, 日本 🌍";

const BEAT_MS = 15;
const SSE = { "content-type": "text/event-stream", "cache-control": "no-cache" };

const formatEnvelope = (id: unknown, rest: object) =>
  JSON.stringify({ jsonrpc: "2.0", id, ...rest });
const formatFrame = (id: unknown, result: object) => `data: ${formatEnvelope(id, { result })}\n\n`;

interface Call {
  id: unknown;
  response: ServerResponse;
}

const beginResponse = ({ response }: Call, headers: OutgoingHttpHeaders = SSE) =>
  response.writeHead(200, headers);

/** The start of a valid stream, flushed before the fault. */
async function playCompletely(call: Call): Promise<void> {
  beginResponse(call).write(formatFrame(call.id, WORKING_TASK));
  await sleep(BEAT_MS);
  call.response.write(formatFrame(call.id, createChunk(FAULT_TEXT)));
  await sleep(BEAT_MS);
}

const FAULT_PLAYERS: Readonly<Record<Fault, (call: Call) => Promise<void> | void>> = {
  async cut(call) {
    await playCompletely(call);
    call.response.write(formatFrame(call.id, createChunk("never whole", true)).slice(0, 40));
    await sleep(BEAT_MS);
    call.response.socket?.destroy();
  },
  async reset(call) {
    await playCompletely(call);
    call.response.socket?.resetAndDestroy();
  },
  async eof(call) {
    await playCompletely(call);
    call.response.end();
  },
  "rpc-error"({ id, response }) {
    const error = { code: -32001, message: "Task not found", data: { taskId: "nowhere" } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(formatEnvelope(id, { error }));
  },
  "http-500"({ response }) {
    response.writeHead(500, { "content-type": "text/html; charset=utf-8" });
    response.end("<!doctype html><h1>Internal Server Error</h1><script>alert(1)</script>");
  },
  async garbage(call) {
    beginResponse(call).write(Buffer.from([0x00, 0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a, 0x0a]));
    await sleep(BEAT_MS);
    call.response.end("data: {not json\n\nstray line\ndata: [1,2\n\n\u0007");
  },
  silent() {},
  async stall(call) {
    await playCompletely(call);
  },
  async crlf(call) {
    const events = [WORKING_TASK, createChunk(FAULT_TEXT), COMPLETED_STATUS].map((result) =>
      formatFrame(call.id, result),
    );
    beginResponse(call);
    // One byte per write at the critical positions: between CR and LF, and inside a character.
    for (const piece of splitInsideCharacters(events.join("").replaceAll("\n", "\r\n"))) {
      call.response.write(piece);
      await sleep(2);
    }
    call.response.end();
  },
  async gzip(call) {
    beginResponse(call, { ...SSE, "content-encoding": "gzip" });
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
    gzip.pipe(call.response);
    for (const result of [WORKING_TASK, createChunk(FAULT_TEXT), COMPLETED_STATUS]) {
      // The end would be joined to an event that is still being compressed.
      await new Promise((resolve) => gzip.write(formatFrame(call.id, result), resolve));
      await sleep(BEAT_MS);
    }
    gzip.end();
  },
  big(call) {
    beginResponse(call).write(formatFrame(call.id, WORKING_TASK));
    const bare = Buffer.byteLength(formatFrame(call.id, createChunk(""))) - 2;
    call.response.write(formatFrame(call.id, createChunk("x".repeat(BIG_LINE_BYTES - bare))));
    call.response.end(formatFrame(call.id, COMPLETED_STATUS));
  },
  async long(call) {
    beginResponse(call).write(formatFrame(call.id, WORKING_TASK));
    for (let i = 0; i < LONG_STREAM.tokens; i++) {
      const text = `token ${i} é`.padEnd(LONG_STREAM.units, "x");
      if (!call.response.write(formatFrame(call.id, createChunk(text, i > 0))))
        await once(call.response, "drain");
    }
    call.response.end(formatFrame(call.id, COMPLETED_STATUS));
  },
  /** As fast as it is read, until the client stops reading. */
  async endless(call) {
    const { response } = call;
    beginResponse(call).write(formatFrame(call.id, WORKING_TASK));
    const closed = once(response, "close");
    for (let n = 0; !response.destroyed; n += 1) {
      if (response.write(formatFrame(call.id, createChunk(`${n} `, n > 0)))) continue;
      await Promise.race([once(response, "drain"), closed]);
    }
  },
};

function splitInsideCharacters(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const [index, byte] of bytes.entries()) {
    if (byte !== 0x0d && byte < 0x80) continue;
    pieces.push(bytes.subarray(from, index + 1));
    from = index + 1;
  }
  return [...pieces, bytes.subarray(from)];
}

const ABOUT = { name: "Faulty", description: "Misbehaves as the first word of the message says." };

export async function startFaultAgent(): Promise<FaultAgent> {
  const visits: FaultRequest[] = [];
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith("/.well-known/"))
      return sendJson(response, createCard("0.3", `http://${request.headers.host}/`, ABOUT));
    const body = await readBody(request);
    const fault = findFault(`${request.url} ${body}`);
    const visit: FaultRequest = {
      fault,
      headers: request.headers,
      body,
      openedAt: performance.now(),
    };
    visits.push(visit);
    response.on("close", () => {
      visit.closedAt = performance.now();
    });
    await FAULT_PLAYERS[fault]({ id: findRequestId(body), response });
  });
  const url = await listen(server);
  const cardUrl = `${url}/.well-known/agent-card.json`;
  return { url, cardUrl, requests: visits, close: () => closeServer(server) };
}

/** The fault in the path, or in the first word of the first text in the message. */
function findFault(request: string): Fault {
  const words = [/^\/([a-z0-9-]+)/, /"text":\s*"\s*([a-z0-9-]+)/].map((p) => p.exec(request)?.[1]);
  return FAULTS.find((fault) => words.includes(fault)) ?? "eof";
}

function findRequestId(body: string): unknown {
  try {
    return JSON.parse(body).id ?? null;
  } catch {
    return null;
  }
}
