// An agent that sends the next number on command, in a stream that stays open until then.
import { createServer, type ServerResponse } from "node:http";
import { COMPLETED_STATUS, createChunk, WORKING_TASK } from "../support/logs.ts";
import { closeServer, listen } from "./agent.ts";
import { createCard, sendJson } from "./plain-http.ts";

export interface CountingAgent {
  url: string;
  /** The numbers sent so far. */
  getSentText(): string;
  /** How many numbers were sent. */
  count(): number;
  sendNumbers(numbers: number): void;
  finish(): void;
  close(): Promise<void>;
}

export async function startCountingAgent(): Promise<CountingAgent> {
  const streams = new Set<ServerResponse>();
  let count = 0;
  const server = createServer(async (request, response) => {
    const base = `http://${request.headers.host}`;
    if (request.url?.startsWith("/.well-known/")) {
      return sendJson(response, createCard("0.3", base, ABOUT));
    }
    for await (const _ of request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(frame(WORKING_TASK));
    streams.add(response);
  });
  const tell = (event: object) => {
    for (const stream of streams) stream.write(frame(event));
  };
  const getSentText = () => Array.from({ length: count }, (_, number) => `${number} `).join("");
  return {
    url: await listen(server),
    getSentText,
    count: () => count,
    sendNumbers(numbers) {
      for (let i = 0; i < numbers; i++) tell(createChunk(`${count} `, count++ > 0));
    },
    finish() {
      tell(COMPLETED_STATUS);
      for (const stream of streams) stream.end();
    },
    close: () => closeServer(server),
  };
}

const ABOUT = { name: "Telling", description: "Says the next number when it is told to." };

const frame = (result: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`;
