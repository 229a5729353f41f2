// Logs for tests: those of the fixtures, and small ones made on the spot.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ids = { taskId: "task-1", contextId: "context-1" };

const task = {
  kind: "task",
  id: ids.taskId,
  contextId: ids.contextId,
  status: { state: "working" },
};

const completed = { kind: "status-update", ...ids, status: { state: "completed" }, final: true };

export function fixture(path: string): Buffer {
  return readFileSync(join(import.meta.dirname, "..", "..", "fixtures", path));
}

/** One chunk of the artifact `answer`. */
export const chunk = (text: string, append = false) => ({
  kind: "artifact-update",
  ...ids,
  append,
  artifact: { artifactId: "answer", name: "answer", parts: [{ kind: "text", text }] },
});

/** A task that works, says these things and completes. */
export const story = (...said: readonly object[]): object[] => [task, ...said, completed];

export const asSse = (events: readonly object[]): string =>
  events
    .map((event) => `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: event })}\n\n`)
    .join("");

export const asLines = (events: readonly object[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join("");
