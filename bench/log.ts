/** Generates long logs. */

import { closeSync, openSync, writeSync } from "node:fs";
import { ANSWER } from "./answer.ts";

/** One exchange with one row per event: each event is a message. */
export function createLongRunLog(rows: number): string {
  const lines = [
    { r: "loupe", version: 1, id: "long", at: "2026-01-01T00:00:00.000Z", by: "bench" },
    { r: "open", x: "x1", t: 0, method: "POST", url: "http://agent.example/", headers: [] },
    { r: "head", x: "x1", t: 1, status: 200, headers: [["content-type", "text/event-stream"]] },
  ].map((record) => JSON.stringify(record));
  for (let i = 0; i < rows; i++) {
    const message = {
      messageId: `m${i}`,
      role: "ROLE_AGENT",
      parts: [{ text: `step ${i} of a long day` }],
    };
    const status = { state: "TASK_STATE_WORKING", message };
    const result = { statusUpdate: { taskId: "t1", contextId: "c1", status } };
    const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id: "1", result })}\n\n`;
    lines.push(JSON.stringify({ r: "data", x: "x1", t: 2 + i * 3, text, n: text.length }));
  }
  lines.push(JSON.stringify({ r: "end", x: "x1", t: rows * 3 + 3, cause: "complete" }));
  return `${lines.join("\n")}\n`;
}

/** How many events each turn has. */
export const EVENTS_PER_TURN = 5;

/** A conversation: each turn is a message that is answered by a text of Markdown, in two pieces. */
export function createTurnsLog(turns: number): string {
  const records: object[] = [
    { r: "loupe", version: 1, id: "turns", at: "2026-01-01T00:00:00.000Z", by: "bench" },
  ];
  for (let turn = 0; turn < turns; turn++) {
    const x = `x${turn}`;
    const t = turn * 1_000;
    const taskId = `t${turn}`;
    const ids = { taskId, contextId: "c" };
    const parts = [{ text: `How will the weather be on day ${turn}?` }];
    const message = { messageId: `m${turn}`, role: "ROLE_USER", contextId: "c", parts };
    const call = { jsonrpc: "2.0", id: "1", method: "SendStreamingMessage", params: { message } };
    const open = { r: "open", x, t, method: "POST", url: "http://agent.example/", headers: [] };
    const artifact = { artifactId: `a${turn}`, name: "answer" };
    const answer = ANSWER.replace("{n}", String(turn));
    const texts = [answer.slice(0, 200), answer.slice(200)];
    const results = [
      { task: { id: taskId, contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } },
      { statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING" } } },
      ...texts.map((text, i) => ({
        artifactUpdate: { ...ids, artifact: { ...artifact, parts: [{ text }] }, append: i > 0 },
      })),
      { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } },
    ];
    records.push({ ...open, body: JSON.stringify(call) });
    records.push({
      r: "head",
      x,
      t,
      status: 200,
      headers: [["content-type", "text/event-stream"]],
    });
    for (const [i, result] of results.entries()) {
      const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id: "1", result })}\n\n`;
      records.push({ r: "data", x, t: t + 10 * i, text });
    }
    records.push({ r: "end", x, t: t + 60, cause: "complete" });
  }
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

const TASKS = 40;
const STEP = 200;
const WORDS = "the agent reads what it found about streams and tools and states in a report".split(
  " ",
);

/** The form of a large log: as Loupe records it, or one response as an event stream or JSON Lines. */
export const LARGE_FORMS = ["loupe", "sse", "jsonl"] as const;
export type LargeForm = (typeof LARGE_FORMS)[number];

/** Writes a large log, and returns its size in bytes. */
export function writeLargeLog(path: string, events: number, form: LargeForm): number {
  const file = openSync(path, "w");
  let bytes = 0;
  let texts: string[] = [];
  const flush = () => {
    bytes += writeSync(file, texts.join(""));
    texts = [];
  };
  for (const text of form === "loupe" ? createLoupeLog(events) : createResponseLog(events, form)) {
    texts.push(text);
    if (texts.length > 5000) flush();
  }
  flush();
  closeSync(file);
  return bytes;
}

/** Forty tasks that stream artifacts token by token: about 430 bytes per event. */
function* createLoupeLog(events: number): Generator<string> {
  const header = { r: "loupe", version: 1, id: "large", at: "2026-01-01T00:00:00.000Z" };
  yield `${JSON.stringify({ ...header, by: "bench" })}\n`;
  const each = Math.ceil(events / TASKS);
  for (let task = 0; task < TASKS; task++) {
    const count = Math.min(each, events - task * each);
    for (const record of createTaskRecords(task, count, task * each * 4)) {
      yield `${JSON.stringify(record)}\n`;
    }
  }
}

/** One such task in a single response, as `curl` saves it. */
function* createResponseLog(events: number, form: "sse" | "jsonl"): Generator<string> {
  for (let i = 0; i < events; i++) {
    const json = JSON.stringify(createRequestRecord(0, i));
    yield form === "sse" ? `data: ${json}\n\n` : `${json}\n`;
  }
}

function* createTaskRecords(task: number, count: number, startMs: number): Generator<object> {
  const x = `x${task}`;
  const message = { messageId: `m${task}`, role: "ROLE_USER", parts: [{ text: `ask ${task}` }] };
  const request = { jsonrpc: "2.0", id: x, method: "SendStreamingMessage", params: { message } };
  const post = { method: "POST", url: "http://agent.example/", headers: [] };
  yield { r: "open", x, t: startMs, ...post, body: JSON.stringify(request) };
  const headers = [["content-type", "text/event-stream"]];
  yield { r: "head", x, t: startMs + 1, status: 200, headers };
  for (let i = 0; i < count; i++) {
    const text = `data: ${JSON.stringify(createRequestRecord(task, i))}\n\n`;
    yield { r: "data", x, t: startMs + 2 + i * 3.25, text, n: text.length };
  }
  yield { r: "end", x, t: startMs + count * 4, cause: "complete" };
}

function createRequestRecord(task: number, i: number): object {
  const result = i % STEP === 0 ? createStepUpdate(task, i) : createTokenUpdate(task, i);
  return { jsonrpc: "2.0", id: `x${task}`, result };
}

const createIds = (task: number) => ({
  taskId: `7f3c2a9e-${String(task).padStart(4, "0")}-4d1b-9c55-0242ac120002`,
  contextId: "0a1b2c3d-1111-4222-8333-444455556666",
});

function createStepUpdate(task: number, i: number): object {
  const parts = [{ text: `step ${i} of a long day` }];
  const message = { messageId: `s${task}-${i}`, role: "ROLE_AGENT", parts };
  const status = { state: "TASK_STATE_WORKING", timestamp: "2026-01-01T00:00:00.000Z", message };
  return { statusUpdate: { ...createIds(task), status } };
}

function createTokenUpdate(task: number, i: number): object {
  const word = (k: number) => WORDS[(i * 7 + k * 5) % WORDS.length];
  const text = ` ${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(word).join(" ")}`;
  const artifact = { artifactId: `artifact-${task}-${Math.floor(i / STEP)}`, parts: [{ text }] };
  const isFirst = i % STEP === 1;
  const lastChunk = i % STEP === STEP - 1;
  return { artifactUpdate: { ...createIds(task), artifact, append: !isFirst, lastChunk } };
}
