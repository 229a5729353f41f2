/** Checks of tasks: canceling, subscribing to and getting them. */

import { formatPlural } from "../../text/plural.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectError } from "../expect-error.ts";
import { broken, kept, notApplicable, notMeasured } from "../judgement.ts";
import { canStream, getFinishedTask, LONGER, startLongTask } from "../probes.ts";
import type { Calls } from "../subject.ts";

const subscribeFinished = defineCheck({
  id: "SUBSCRIBE-FINISHED",
  group: "Tasks",
  title: "Subscribing to a finished task is UnsupportedOperation",
  effect: "messages",
  async run(subject) {
    if (!canStream(subject)) return notApplicable("The card declares no streaming.");
    const { taskId } = await getFinishedTask(subject);
    return subject.record("subscribing to a finished task", async (calls) =>
      expectError(await calls.call({ operation: "subscribe", taskId }), ["UnsupportedOperation"]),
    );
  },
});

const cancelFinished = defineCheck({
  id: "CANCEL-FINISHED",
  group: "Tasks",
  title: "Canceling a finished task is TaskNotCancelable",
  effect: "messages",
  async run(subject) {
    const { taskId, stored } = await getFinishedTask(subject);
    if (stored.task?.status.state === "canceled") {
      return notMeasured("The task was canceled: canceling it again may succeed.", stored);
    }
    return subject.record("canceling a finished task", async (calls) =>
      expectError(await calls.call({ operation: "cancel", taskId }), ["TaskNotCancelable"]),
    );
  },
});

const cancelRunning = defineCheck({
  id: "CANCEL-RUNNING",
  group: "Tasks",
  title: "A running task is canceled",
  effect: "cancels",
  async run(subject) {
    if (!canStream(subject))
      return notMeasured("The agent does not stream, so no running task is seen.");
    return subject.record("canceling a running task", async (calls) => {
      const { taskId, turn } = await startLongTask(calls, subject);
      const canceled = await calls.call({ operation: "cancel", taskId });
      await turn.end();
      if (canceled.hasError("TaskNotCancelable")) {
        return notMeasured(`The agent said that it cannot be canceled: ${LONGER}`, canceled);
      }
      if (canceled.isError) return broken(`Answered with ${canceled.describe()}.`, canceled);
      const { state } = canceled;
      if (state === "canceled") return kept("The task is canceled.", canceled);
      const isOver = state === "completed" || state === "failed";
      if (isOver) return notMeasured(`The task was ${state} by then: ${LONGER}`, canceled);
      const say = `The response says that the task is ${state ?? "without a state"}`;
      const isCanceledLater = state !== null && (await waitUntilCanceled(calls, taskId));
      return isCanceledLater
        ? kept(`${say}, and then it is canceled.`, canceled)
        : broken(`${say}, and it is not canceled.`, canceled);
    });
  },
});

/** The text asks for the task as it is then, and some agents stop it only afterwards. */
async function waitUntilCanceled(calls: Calls, taskId: string): Promise<boolean> {
  for (let i = 0; i < CANCEL_LOOKS; i++) {
    await calls.pause(CANCEL_PAUSE_MS);
    const { state } = await calls.call({ operation: "get", taskId });
    if (state === "canceled") return true;
  }
  return false;
}

const CANCEL_LOOKS = 5;
const CANCEL_PAUSE_MS = 300;

const historyZero = defineCheck({
  id: "HISTORY-ZERO",
  group: "Tasks",
  title: "A task that is got with historyLength 0 has no history",
  effect: "messages",
  async run(subject) {
    const { taskId } = await getFinishedTask(subject);
    return subject.record("a task without history", async (calls) => {
      const response = await calls.call({ operation: "get", taskId, historyLength: 0 });
      requireAccess(response);
      requireResponse(response);
      if (!response.task) return broken(`Answered with ${response.describe()}.`, response);
      const { length } = response.task.history;
      if (length === 0) return kept("The task has no history.", response);
      return broken(`The task has ${formatPlural(length, "message")} in its history.`, response);
    });
  },
});

const historyLimit = defineCheck({
  id: "HISTORY-LIMIT",
  group: "Tasks",
  title: "A task has no more history than was asked for",
  effect: "messages",
  async run(subject) {
    const { taskId, stored } = await getFinishedTask(subject);
    const all = stored.task?.history.length ?? 0;
    if (all < 2)
      return notMeasured(
        `The task has ${formatPlural(all, "message")} in its history; it needs two.`,
        stored,
      );
    return subject.record("a task with one message of history", async (calls) => {
      const response = await calls.call({ operation: "get", taskId, historyLength: 1 });
      requireAccess(response);
      if (!response.task) return broken(`Answered with ${response.describe()}.`, response);
      const { history } = response.task;
      if (history.length > 1)
        return broken(`The task has ${history.length} of ${all} messages.`, response);
      return kept(`The task has ${history.length} of ${all} messages.`, response);
    });
  },
});

export const TASK_CHECKS = [
  cancelFinished,
  cancelRunning,
  subscribeFinished,
  historyZero,
  historyLimit,
];
