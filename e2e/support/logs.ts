// Logs for tests: fixtures, and small generated ones.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createAttackText } from "./attacks.ts";

const ids = { taskId: "task-1", contextId: "context-1" };

export const WORKING_TASK = {
  kind: "task",
  id: ids.taskId,
  contextId: ids.contextId,
  status: { state: "working" },
};

export const COMPLETED_STATUS = {
  kind: "status-update",
  ...ids,
  status: { state: "completed" },
  final: true,
};

export function readFixtureFile(path: string): Buffer {
  return readFileSync(join(import.meta.dirname, "..", "..", "fixtures", path));
}

/** One chunk of the artifact `answer`. */
export const createChunk = (text: string, append = false) => ({
  kind: "artifact-update",
  ...ids,
  append,
  artifact: { artifactId: "answer", name: "answer", parts: [{ kind: "text", text }] },
});

/** A task that works, sends these messages and completes. */
export const createTaskEvents = (...events: readonly object[]): object[] => [
  WORKING_TASK,
  ...events,
  COMPLETED_STATUS,
];

export const formatSseLog = (events: readonly object[]): string =>
  events
    .map((event) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: event })}\n\n`)
    .join("");

export const formatJsonLines = (events: readonly object[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join("");

/** One exchange of a saved log: request and response. */
export interface RecordedTurn {
  prompt: string;
  events: readonly object[];
  /** Milliseconds between the events. */
  gap?: number;
  /** Milliseconds after its end. */
  pause?: number;
  /** The task that it continues. */
  taskId?: string;
}

/** A Loupe log with times, requests and ends. */
export function createRecordingLog(...exchanges: readonly RecordedTurn[]): string {
  let t = 0;
  const lines: object[] = [{ r: "loupe", version: 1, id: "a-log", at: "2026-01-01T00:00:00Z" }];
  for (const [index, turn] of exchanges.entries()) {
    const { prompt, events, gap = 100, pause = 10, taskId } = turn;
    const x = `x${index + 1}`;
    const parts = [{ kind: "text", text: prompt }];
    const message = { kind: "message", role: "user", messageId: `u-${index}`, parts, taskId };
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "message/stream",
      params: { message },
    });
    const head = { status: 200, headers: [["content-type", "text/event-stream"]] };
    const url = "http://agent.example/";
    lines.push({ r: "open", x, t, method: "POST", url, headers: [], body });
    lines.push({ r: "head", x, t: t + 5, ...head });
    for (const event of events) {
      t += gap;
      lines.push({ r: "data", x, t, text: formatSseLog([event]) });
    }
    lines.push({ r: "end", x, t: t + 5, cause: "complete" });
    t += pause;
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Events in rows of five; each row is one artifact. */
export function createLongLog(events: number): string {
  const updates = Array.from({ length: events - 2 }, (_, index) => {
    const artifactId = `part-${Math.floor(index / 5)}`;
    const parts = [{ kind: "text", text: `word ${index} ` }];
    const append = index % 5 > 0;
    return {
      kind: "artifact-update",
      ...ids,
      append,
      artifact: { artifactId, name: artifactId, parts },
    };
  });
  return createRecordingLog({ prompt: "everything", events: createTaskEvents(...updates), gap: 1 });
}

const FOREIGN_URL = "http://stranger.example";

/** Markup that would run or load something. */
export const ATTACK_TEXT = createAttackText(FOREIGN_URL);

/** Events with the markup in every field. */
export const createAttackEvents = (): object[] => {
  const textPart = { kind: "text", text: ATTACK_TEXT };
  const file = { kind: "file", file: { name: ATTACK_TEXT, uri: "javascript:window.__pwned=1" } };
  const image = {
    kind: "file",
    file: { name: "i.png", mimeType: "image/png", uri: `${FOREIGN_URL}/i` },
  };
  const data = { kind: "data", data: { [ATTACK_TEXT]: ATTACK_TEXT } };
  const artifact = {
    artifactId: ATTACK_TEXT,
    name: ATTACK_TEXT,
    parts: [textPart, file, image, data],
  };
  const task = {
    kind: "task",
    id: ATTACK_TEXT,
    contextId: ATTACK_TEXT,
    status: { state: ATTACK_TEXT },
  };
  const message = {
    kind: "message",
    role: "agent",
    messageId: "m",
    parts: [textPart, file, image],
  };
  const status = { state: "completed", message };
  return [
    task,
    { kind: "artifact-update", taskId: ATTACK_TEXT, contextId: ATTACK_TEXT, artifact },
    { kind: "status-update", taskId: ATTACK_TEXT, contextId: ATTACK_TEXT, status, final: true },
    { kind: ATTACK_TEXT, [ATTACK_TEXT]: ATTACK_TEXT },
  ];
};

/** Turns of forty tasks in three contexts, with pauses: five turns for each task. */
export function createManyTurnsLog(turns = 200): string {
  const log = Array.from({ length: turns }, (_, turn): RecordedTurn => {
    const task = Math.floor(turn / 5);
    const isLast = turn % 5 === 4;
    const taskId = `0f4d6a52-52c7-4ff0-9a5e-${String(task).padStart(12, "0")}`;
    const of = { taskId, contextId: `context-${(task % 3) + 1}` };
    const artifactId = `part-${turn}`;
    const parts = [{ kind: "text", text: `The answer to question ${turn}.` }];
    const state = isLast ? (task % 7 === 3 ? "failed" : "completed") : "input-required";
    const update = { kind: "status-update", ...of };
    return {
      prompt: `Question ${turn} about task ${task}`,
      events: [
        { ...WORKING_TASK, id: taskId, contextId: of.contextId },
        { ...update, status: { state: "working" }, final: false },
        { kind: "artifact-update", ...of, artifact: { artifactId, name: "answer", parts } },
        { ...update, status: { state }, final: true },
      ],
      ...(turn % 5 > 0 && { taskId }),
      pause: turn % 10 === 9 ? 30_000 : 400,
    };
  });
  return createRecordingLog(...log);
}
