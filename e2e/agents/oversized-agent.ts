// An agent with oversized responses, which would exhaust the memory of whatever buffers them. Each path
// is a different kind; endless ones last until the client closes the connection.
import { createServer, type ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { createGzip } from "node:zlib";
import { COMPLETED_STATUS, createChunk, formatSseLog, WORKING_TASK } from "../support/logs.ts";
import { closeServer, listen } from "./agent.ts";

const MB = 1 << 20;
const STREAM = { "content-type": "text/event-stream" };

export interface OversizedAgent {
  readonly url: string;
  /** Number of clients connected to a path. */
  listeners(path: string): number;
  close(): Promise<void>;
}

/** Writes as fast as the client reads, until it disconnects; chunks are numbered from 0. */
async function pour(to: Writable, piece: (index: number) => string | Buffer | null): Promise<void> {
  let goOn = () => {};
  to.on("drain", () => goOn());
  to.on("close", () => goOn());
  for (let index = 0; !to.destroyed; index++) {
    const bytes = piece(index);
    if (bytes === null) return void to.end(`\n\n${formatSseLog([WORKING_TASK, COMPLETED_STATUS])}`);
    if (to.write(bytes)) continue;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  }
}

const spaces = Buffer.alloc(MB, " ");
const letters = Buffer.alloc(MB, "x");
const dataPart = (json: string) => {
  const artifact = { artifactId: "a", parts: [{ kind: "data", data: "@@" }] };
  const ids = { taskId: "task-1", contextId: "context-1" };
  return formatSseLog([{ kind: "artifact-update", ...ids, artifact }]).replace('"@@"', json);
};

export const BOMB_BYTES = 200 * MB;

const RESPONDERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/bomb"(response) {
    response.writeHead(200, { ...STREAM, "content-encoding": "gzip" });
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.write(":");
    void pour(gzip, (index) => (index * MB < BOMB_BYTES ? spaces : null));
  },
  "/line"(response) {
    response.writeHead(200, STREAM).write(formatSseLog([WORKING_TASK]));
    void pour(response, (index) => (index === 0 ? 'data: {"x":"' : letters));
  },
  "/flood"(response) {
    response.writeHead(200, STREAM).write(formatSseLog([WORKING_TASK]));
    void pour(response, (index) =>
      formatSseLog([createChunk(`tick ${index} `, index > 0)]).repeat(100),
    );
  },
  "/keys"(response) {
    const members = Array.from({ length: 200_000 }, (_, index) => `"key${index}":${index}`);
    response
      .writeHead(200, STREAM)
      .end(
        formatSseLog([WORKING_TASK]) + dataPart(`{${members}}`) + formatSseLog([COMPLETED_STATUS]),
      );
  },
  "/levels"(response) {
    const levels = `${'{"k":'.repeat(5_000)}1${"}".repeat(5_000)}`;
    response
      .writeHead(200, STREAM)
      .end(formatSseLog([WORKING_TASK]) + dataPart(levels) + formatSseLog([COMPLETED_STATUS]));
  },
};

export async function startOversizedAgent(): Promise<OversizedAgent> {
  const open = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path.endsWith("/.well-known/agent-card.json")) {
      response.writeHead(200, { "content-type": "application/json" });
      return void pour(response, (index) => (index === 0 ? '{"name":"' : letters));
    }
    for await (const _ of request);
    open.set(path, (open.get(path) ?? 0) + 1);
    response.on("close", () => open.set(path, (open.get(path) ?? 1) - 1));
    const way = RESPONDERS[path];
    if (way) way(response);
    else response.writeHead(404).end();
  });
  const url = await listen(server);
  return { url, listeners: (path) => open.get(path) ?? 0, close: () => closeServer(server) };
}
