// An agent with one artifact, to which a test adds text; written by hand, in 1.0.
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { closeServer, listen } from "./agent.ts";

export interface GrowingAgent {
  readonly url: string;
  /** Appends a text, once a call has come. */
  send(text: string): void;
  close(): Promise<void>;
}

const ids = { taskId: "task-1", contextId: "context-1" };

export async function startGrowingAgent(): Promise<GrowingAgent> {
  let stream: ServerResponse | null = null;
  let isFirst = true;
  let id: unknown;
  const write = (result: object) =>
    stream?.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return showCard(response, `http://${request.headers.host}/rpc`);
    id = ((await json(request)) as { id: unknown }).id;
    response.writeHead(200, { "content-type": "text/event-stream" });
    stream = response;
    write({ task: { id: ids.taskId, ...ids, status: { state: "TASK_STATE_WORKING" } } });
  });
  return {
    url: await listen(server),
    send(text) {
      const artifact = { artifactId: "answer", name: "answer", parts: [{ text }] };
      write({ artifactUpdate: { ...ids, artifact, ...(!isFirst && { append: true }) } });
      isFirst = false;
    },
    close() {
      stream?.end();
      return closeServer(server);
    },
  };
}

function showCard(response: ServerResponse, url: string): void {
  const card = {
    name: "Growing agent",
    description: "Says what it is told.",
    version: "1.0.0",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(card));
}
