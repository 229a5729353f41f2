/** An agent in its own thread that streams events with the time at which they were sent. */

import http from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";
import { getNow } from "./measure.ts";

const PADDING = "x".repeat(160);

const server = http.createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://agent.example");
  const count = Number(searchParams.get("count"));
  const everyMs = Number(searchParams.get("every"));
  response.writeHead(200, { "content-type": "text/event-stream" });
  let sent = 0;
  const stream = searchParams.get("stream") ?? "";
  const one = () =>
    response.write(`data: ${stream === "" ? createBare() : createToken(stream, sent)}\n\n`);
  if (everyMs > 0) {
    const timer = setInterval(() => {
      one();
      sent += 1;
      if (sent < count) return;
      clearInterval(timer);
      response.end();
    }, everyMs);
    return;
  }
  const burst = () => {
    while (sent < count) {
      sent += 1;
      if (!one()) return void response.once("drain", burst);
    }
    response.end();
  };
  burst();
});

const createBare = () => `{"sent":${getNow()},"padding":"${PADDING}"}`;

/** A token of a 1.0 agent over JSON-RPC, which no other token repeats. */
function createToken(stream: string, n: number): string {
  const metadata = `{"sent":${getNow()},"stream":"${stream}","n":${n}}`;
  const artifact = `{"artifactId":"a","parts":[{"text":"word ${n} "}]}`;
  return `{"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":${artifact},"append":true,"metadata":${metadata}}}}`;
}

server.listen(0, "127.0.0.1", () => {
  parentPort?.postMessage((server.address() as AddressInfo).port);
});
