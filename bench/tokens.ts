/**
 * An A2A 1.0 agent in its own thread that streams tokens at a given rate or as fast as it can, and
 * reports when it sent the first and the last. It also serves the baseline: a bare page that reads the
 * same streams, appends their text once per frame, and shows the position of the pointer.
 */

import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parentPort } from "node:worker_threads";
import { ANSWER } from "./answer.ts";

const WORDS = ANSWER.match(/\S+\s*/g) ?? [];

/** The same words again and again, in parts that are numbered. */
const getWord = (i: number) =>
  (WORDS[i % WORDS.length] ?? "").replace("{n}", String(Math.floor(i / WORDS.length) + 1));

/** When the latest run sent its first and last token, in wall-clock time. */
const sent = { first: 0, last: 0 };

const FLOOR = `<!doctype html><title>floor</title><pre id="out"></pre><script>
const out = document.getElementById("out");
window.done = 0;
window.read = async (count, rate, before = 0) => {
  let pending = "", asked = false, ended = false;
  const draw = () => {
    asked = false;
    out.append(pending);
    pending = "";
    if (!ended) return;
    window.done++;
    window.doneAt = Date.now();
  };
  const ask = () => { if (!asked) { asked = true; requestAnimationFrame(draw); } };
  const decoder = new TextDecoder();
  let rest = "";
  const reader = (await fetch("/stream?count=" + count + "&rate=" + rate + "&before=" + before)).body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\\n");
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith("data: ")) continue;
      const part = JSON.parse(line.slice(6)).result.artifactUpdate?.artifact.parts[0];
      if (part) pending += part.text;
    }
    ask();
  }
  ended = true;
  ask();
};
addEventListener("pointermove", (event) => { out.textContent = event.clientX; });
</script>`;

const server = http.createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://agent.example");
  if (url.pathname === "/floor") {
    response.setHeader("content-type", "text/html").end(FLOOR);
  } else if (url.pathname === "/sent") {
    response.end(JSON.stringify(sent));
  } else if (url.pathname === "/stream") {
    const numberIn = (name: string) => Number(url.searchParams.get(name));
    const [count, rate, before] = [numberIn("count"), numberIn("rate"), numberIn("before")];
    stream(response, { id: "1", count, rate, before });
  } else if (request.method === "POST") {
    void call(request, response);
  } else {
    response.setHeader("content-type", "application/json").end(card());
  }
});

function card(): string {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/rpc`;
  return JSON.stringify({
    name: "Token agent",
    description: "Streams tokens",
    version: "1",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  });
}

/**
 * The message contains the number of tokens and the rate per second, and how many of them come at once
 * before: `5000 500`, `101500 50 100000`.
 */
async function call(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(await text(request)) as {
    id: string;
    params: { message: { parts: { text: string }[] } };
  };
  const said = body.params.message.parts[0]?.text ?? "";
  const [count = 0, rate = 0, before = 0] = said.split(" ").map(Number);
  stream(response, { id: body.id, count, rate, before });
}

interface Streamed {
  /** Of the request: another would break a rule with every token. */
  readonly id: string;
  readonly count: number;
  readonly rate: number;
  readonly before: number;
}

function stream(response: ServerResponse, { id, count, rate, before }: Streamed): void {
  const taskId = `task-${Math.random().toString(36).slice(2)}`;
  const contextId = "context-1";
  const say = (result: object) =>
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  const status = (state: string) =>
    say({ statusUpdate: { taskId, contextId, status: { state: `TASK_STATE_${state}` } } });
  const token = (i: number) => {
    const artifact = { artifactId: "answer", name: "answer", parts: [{ text: getWord(i) }] };
    return say({ artifactUpdate: { taskId, contextId, artifact, ...(i > 0 && { append: true }) } });
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  sent.first = Date.now();
  say({ task: { id: taskId, contextId, status: { state: "TASK_STATE_WORKING" } } });
  let done = 0;
  const finish = () => {
    sent.last = Date.now();
    status("COMPLETED");
    response.end();
  };
  const burst = (end: number, onEnd: () => void) => {
    while (done < end)
      if (!token(done++)) return void response.once("drain", () => burst(end, onEnd));
    onEnd();
  };
  const pace = () => {
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const elapsed = Math.floor(((performance.now() - startedAt) * rate) / 1000);
      const due = Math.min(count, before + elapsed);
      while (done < due) token(done++);
      if (done < count) return;
      clearInterval(timer);
      finish();
    }, 2);
  };
  if (rate === 0) burst(count, finish);
  else burst(before, pace);
}

server.listen(0, "127.0.0.1", () => {
  parentPort?.postMessage((server.address() as AddressInfo).port);
});
