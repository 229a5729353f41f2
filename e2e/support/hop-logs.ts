// Logs of calls between agents, as a tap records them.
import { COMPLETED_STATUS, createChunk, formatSseLog, WORKING_TASK } from "./logs.ts";

const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const OTHER_TRACE = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

export interface HopCall {
  readonly x: string;
  readonly port: number;
  readonly text: string;
  readonly from: number;
  /** `null`: it is still running. */
  readonly to: number | null;
  readonly program?: { readonly name: string; readonly listens: readonly number[] };
  readonly trace?: string;
  readonly state?: string;
  readonly reason?: string;
  /** The status of an answer that is none of A2A. */
  readonly status?: number;
}

const CURL = { name: "curl", listens: [] };
const PLANNER = { name: "python planner.py", listens: [9001] };
const TRAVEL = { name: "node travel.mjs", listens: [9004] };
const NAMES = { 9001: "Planner", 9002: "Weather", 9003: "Hotels", 9004: "Travel" };

/** The records of the cards of the agents and of calls, in the order of their times. */
export function createHopLog(...calls: readonly HopCall[]): string {
  const records = [
    ...Object.entries(NAMES).flatMap(createCardRecords),
    ...calls.flatMap(createCallRecords),
  ];
  const header = { r: "loupe", version: 1, id: "a-tap", at: "2026-01-01T00:00:00Z" };
  const lines = [header, ...records.toSorted((a, b) => a.t - b.t)];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const createHop = (
  port: number,
  connection: number,
  firstByte: number,
  program: HopCall["program"],
) => ({
  ...{ via: "takeover", listen: `127.0.0.1:${port + 1000}`, target: `127.0.0.1:${port}` },
  connection,
  caller: {
    ...{ address: "127.0.0.1", port: 40_000 + connection },
    ...(program && { program: { pid: connection, ...program } }),
  },
  firstByte,
});

function createCardRecords([port, name]: readonly [string, string], i: number) {
  const [x, t] = [`card-${port}`, -1000 + i * 10];
  const url = `http://127.0.0.1:${port}/`;
  const card = { protocolVersion: "0.3.0", name, description: "", url, version: "1", skills: [] };
  const modes = {
    defaultInputModes: ["text"],
    defaultOutputModes: ["text"],
    capabilities: { streaming: true },
  };
  return [
    {
      ...{ r: "open", x, t, method: "GET", url: `${url}.well-known/agent-card.json`, headers: [] },
      hop: createHop(Number(port), i + 1, t, CURL),
    },
    { r: "head", x, t: t + 1, status: 200, headers: [["content-type", "application/json"]] },
    { r: "data", x, t: t + 2, text: JSON.stringify({ ...card, ...modes }) },
    { r: "end", x, t: t + 3, cause: "complete" },
  ];
}

function createCallRecords(call: HopCall, i: number) {
  const { x, port, text, from, to, program, trace, state = "completed", reason, status } = call;
  const own = { taskId: `task-${x}`, contextId: `context-${x}` };
  const message = { kind: "message", role: "user", messageId: x, parts: [part(text)] };
  const answer = reason && {
    kind: "message",
    role: "agent",
    messageId: `a-${x}`,
    parts: [part(reason)],
  };
  const open = {
    ...{ r: "open", x, t: from, method: "POST", url: `http://127.0.0.1:${port}/` },
    headers: trace ? [["traceparent", trace]] : [],
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params: { message } }),
    hop: createHop(port, i + 10, from, program),
  };
  const end = to === null ? [] : [{ r: "end", x, t: to, cause: "complete" }];
  if (status !== undefined) {
    const headers = [["content-type", "text/plain"]];
    const t = (to ?? from) - 1;
    return [
      open,
      { r: "head", x, t, status, headers },
      { r: "data", x, t, text: "No agent here" },
      ...end,
    ];
  }
  const last = {
    ...COMPLETED_STATUS,
    ...own,
    status: { state, ...(answer && { message: answer }) },
  };
  return [
    open,
    { r: "head", x, t: from + 1, status: 200, headers: [["content-type", "text/event-stream"]] },
    ...[
      { ...WORKING_TASK, id: own.taskId, contextId: own.contextId },
      { ...createChunk("Looking. "), ...own },
    ].map((event, k) => ({ r: "data", x, t: from + 2 + k, text: formatSseLog([event]) })),
    ...(to === null ? [] : [{ r: "data", x, t: to - 1, text: formatSseLog([last]) }]),
    ...end,
  ];
}

const part = (text: string) => ({ kind: "text", text });

/** The planner fails because no hotel has a room; that it asked for one is only inferred. */
export const FAILED_CHAIN = createHopLog(
  {
    ...{ x: "plan", port: 9001, text: "a weekend in Oslo", from: 0, to: 2000, trace: TRACE },
    ...{ program: CURL, state: "failed", reason: "I have no room." },
  },
  {
    x: "weather",
    port: 9002,
    text: "the weather",
    from: 100,
    to: 500,
    trace: TRACE,
    program: PLANNER,
  },
  {
    ...{ x: "room", port: 9003, text: "book a double", from: 600, to: 1900, program: PLANNER },
    ...{ state: "failed", reason: "No hotel has a room." },
  },
);

/** Two branches that ask the same agent at the same time, which is down for one of them. */
export const DIAMOND = createHopLog(
  {
    ...{ x: "plan", port: 9001, text: "a weekend in Oslo", from: 0, to: 3000, trace: TRACE },
    ...{ program: CURL, state: "failed", reason: "Hotels are missing." },
  },
  { x: "weather", port: 9002, text: "the weather", from: 100, to: 1500, program: PLANNER },
  {
    ...{ x: "travel", port: 9004, text: "a way and a room", from: 150, to: 2800, program: PLANNER },
    ...{ state: "failed", reason: "No hotels." },
  },
  { x: "room", port: 9003, text: "book a double", from: 400, to: 1100, program: TRAVEL },
  {
    x: "room2",
    port: 9003,
    text: "book a single",
    from: 700,
    to: 2500,
    program: TRAVEL,
    status: 503,
  },
);

/** Two users whose calls overlap, and a call that belongs to neither. */
export const TWO_USERS = createHopLog(
  { x: "ann", port: 9001, text: "Oslo for Ann", from: 0, to: 1200, trace: TRACE, program: CURL },
  {
    x: "bob",
    port: 9001,
    text: "Rome for Bob",
    from: 200,
    to: 1800,
    trace: OTHER_TRACE,
    program: CURL,
  },
  {
    x: "bob-w",
    port: 9002,
    text: "Rome",
    from: 300,
    to: 900,
    trace: OTHER_TRACE,
    program: PLANNER,
  },
  { x: "ann-w", port: 9002, text: "Oslo", from: 400, to: 1000, trace: TRACE, program: PLANNER },
  { x: "else", port: 9003, text: "a room", from: 1300, to: 1500, program: CURL },
);

/** As the failed chain, before the hotels have answered. */
export const RUNNING_CHAIN = createHopLog(
  {
    x: "plan",
    port: 9001,
    text: "a weekend in Oslo",
    from: 0,
    to: null,
    trace: TRACE,
    program: CURL,
  },
  {
    x: "weather",
    port: 9002,
    text: "the weather",
    from: 100,
    to: 500,
    trace: TRACE,
    program: PLANNER,
  },
  { x: "room", port: 9003, text: "book a double", from: 600, to: null, program: PLANNER },
);
