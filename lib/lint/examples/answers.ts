/** Examples of the rules about lists and refusals. */

import type { Examples } from "./example.ts";
import { type Json, Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";
import { bareTask, sent, whole } from "./words.ts";

const listed = (say: Speaker, tasks: readonly Json[], over: Json = {}, params: Json = {}) => {
  const page = { tasks, nextPageToken: "", pageSize: 50, totalSize: tasks.length, ...over };
  return whole(say.call("list", params), say.answer(page));
};

const changedAt = (say: Speaker, id: string, timestamp: string) =>
  bareTask(say, { id, status: { state: say.state("completed"), timestamp } });

const refused = (say: Speaker, code: number, message: string, data?: unknown) =>
  whole(say.call("get", { id: "t9" }), say.error(code, message, data));

const INFO = {
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason: "TASK_NOT_FOUND",
  domain: "a2a-protocol.org",
};

/** A task that is not there, over HTTP+JSON. */
const missed = (say: Speaker, body: Json, type = "application/json") =>
  whole(
    new Scene()
      .open("x1", { method: "GET", url: "http://agent.example/tasks/t9", headers: say.stated })
      .head(404, type),
    body,
  );

const statusOf = (details: readonly Json[]) => ({
  error: { code: 404, status: "NOT_FOUND", message: "There is no such task.", details },
});

/** A task that is over and cannot be canceled, over HTTP+JSON. */
const uncanceled = (say: Speaker, code: number) => {
  const details = [{ ...INFO, reason: "TASK_NOT_CANCELABLE" }];
  const error = { code, status: "FAILED_PRECONDITION", message: "The task is over.", details };
  const url = "http://agent.example/tasks/t1:cancel";
  const scene = new Scene().open("x1", { method: "POST", url, headers: say.stated });
  return whole(scene.head(code, "application/json"), { error });
};

const refusedOver = (say: Speaker, code: number) => {
  const scene = say.stream().say(say.task("working"), say.status("completed")).end();
  say.calls(scene, "send", sent(say, { messageId: "u2", taskId: "t1", contextId: "c1" }), "x2");
  return whole(scene, say.error(code, "The task is over."), "x2");
};

export const ANSWERS_EXAMPLES = {
  "LIST-TOKEN": {
    breaks: (say) => listed(say, [bareTask(say)], { nextPageToken: undefined }),
    keeps: (say) => listed(say, [bareTask(say)]),
  },
  "LIST-ART": {
    breaks: (say) => listed(say, [bareTask(say, { artifacts: [] })]),
    keeps: (say) => listed(say, [bareTask(say, { artifacts: [] })], {}, { includeArtifacts: true }),
  },
  "LIST-SORT": {
    breaks: (say) =>
      listed(say, [
        changedAt(say, "t1", "2026-05-01T10:00:00Z"),
        changedAt(say, "t2", "2026-05-01T10:00:01Z"),
      ]),
    keeps: (say) =>
      listed(say, [
        changedAt(say, "t2", "2026-05-01T10:00:00Z"),
        changedAt(say, "t1", "2026-05-01T10:00:00.000Z"),
      ]),
  },
  "ERR-CODE": {
    breaks: (say) => refused(say, -32002, "Task not found"),
    keeps: (say) => refused(say, -32001, "Task not found"),
  },
  "ERR-SHAPE": {
    breaks: (say) =>
      say
        .stream()
        .say({ ...say.error(-32603, ""), error: { code: "-32603", message: "It broke" } }),
    keeps: (say) => say.stream().say(say.error(-32603, "It broke")),
  },
  "ERR-DATA": {
    breaks: (say) => refused(say, -32001, "Task not found", { taskId: "t9" }),
    keeps: (say) => refused(say, -32001, "Task not found", [INFO]),
  },
  "ERR-INFO": {
    breaks: (say) => refused(say, -32001, "Task not found"),
    keeps: (say) => refused(say, -32602, "Invalid parameters"),
  },
  "ERR-REST": {
    breaks: (say) => missed(say, statusOf([])),
    keeps: (say) => missed(say, statusOf([INFO])),
  },
  "ERR-STATUS": {
    breaks: (say) => uncanceled(say, 403),
    keeps: (say) => uncanceled(say, 409),
  },
  "ERR-STATUS-OLD": {
    breaks: (say) => uncanceled(say, 409),
    keeps: (say) => uncanceled(say, 400),
  },
  "ERR-PROBLEM": {
    breaks: (say) =>
      missed(say, { title: "No such task", status: 404 }, "application/problem+json"),
    keeps: (say) => missed(say, statusOf([INFO])),
  },
  "ERR-OVER": {
    breaks: (say) => refusedOver(say, -32602),
    keeps: (say) => refusedOver(say, -32004),
  },
} as const satisfies Examples;
