/** Checks of messages: what a message returns, and what is stored of it. */

import { isSameJson } from "../../json/json-stringify.ts";
import { WAITING_STATES } from "../../protocol/model.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectAnyError, expectError } from "../expect-error.ts";
import { broken, brokenBut, kept, notMeasured } from "../judgement.ts";
import { createMessage, getFinishedTask, getPrompt, getTurn, PLAIN } from "../probes.ts";
import type { Response } from "../response.ts";

const send = defineCheck({
  id: "SEND",
  group: "Messages",
  title: "A message returns a task or a message",
  effect: "messages",
  async run(subject) {
    const { response } = await subject.use(PLAIN);
    requireAccess(response);
    const { task } = response;
    const message = response.find("message");
    if (task) return kept(`Answered with a task that is ${task.status.state}.`, response);
    if (message) return kept("Answered with a message.", response, message.n);
    if (response.errorName === "UnsupportedOperation") {
      return broken("Messages without streaming are not supported.", response);
    }
    return broken(`Answered with ${response.describe()}.`, response);
  },
});

const sendStored = defineCheck({
  id: "SEND-STORED",
  group: "Messages",
  title: "The task that was returned can be got",
  effect: "messages",
  async run(subject) {
    const { response, stored } = await subject.use(PLAIN);
    requireAccess(response);
    const returned = response.task;
    if (!returned || !stored) {
      return notMeasured(
        `The prompt was answered with ${response.describe()}: measurable with a --prompt that makes a task.`,
        response,
      );
    }
    if (!stored.task) {
      const message = `Getting it was answered with ${stored.describe()}.`;
      return brokenBut(["SEND-LATEST-STATE"], message, stored);
    }
    const difference = findDifference(returned, stored.task);
    if (difference === null) return kept("It is the task that was returned.", stored);
    return broken(`The stored task has ${difference}.`, stored);
  },
});

type StoredTask = NonNullable<Response["task"]>;

/** A task that has ended does not change. */
function findDifference(returned: StoredTask, stored: StoredTask): string | null {
  if (returned.id !== stored.id) return `another id: ${JSON.stringify(stored.id)}`;
  if (returned.contextId !== null && returned.contextId !== stored.contextId)
    return `another contextId: ${JSON.stringify(stored.contextId)}`;
  if (WAITING_STATES.has(returned.status.state) || returned.status.state === stored.status.state) {
    // A returned task may leave artifacts out, but not have others.
    const own = returned.artifacts.map(({ artifactId, parts }) => ({ artifactId, parts }));
    const other = stored.artifacts.map(({ artifactId, parts }) => ({ artifactId, parts }));
    const isFinal = returned.status.state === "completed";
    return isFinal && own.length > 0 && !isSameJson(own, other) ? "other artifacts" : null;
  }
  return returned.status.state === "working" || returned.status.state === "submitted"
    ? null
    : `another state: ${stored.status.state}`;
}

const contextKept = defineCheck({
  id: "CONTEXT-KEPT",
  group: "Messages",
  title: "A message in a context stays in it",
  effect: "messages",
  async run(subject) {
    const { response } = await getTurn(subject);
    const { contextId } = response;
    if (contextId === null) return notMeasured("The agent named no context.", response);
    return subject.record("a second message in a context", async (calls) => {
      const message = createMessage(calls, getPrompt(subject), { contextId });
      const second = await calls.call({ operation: "send", message });
      requireAccess(second);
      requireResponse(second);
      if (second.taskId !== null) calls.noteTask(second.taskId);
      if (second.isError) {
        return notMeasured(`The second message was answered with ${second.describe()}.`, second);
      }
      const after = second.contextId;
      if (after === contextId) return kept("The response is in the same context.", second);
      return broken(
        after === null
          ? "The response names no context."
          : `The response is in the context ${JSON.stringify(after)}, not ${JSON.stringify(contextId)}.`,
        second,
      );
    });
  },
});

const sendFinished = defineCheck({
  id: "SEND-FINISHED",
  group: "Messages",
  title: "A message to a finished task is refused",
  effect: "messages",
  async run(subject) {
    const { taskId, contextId } = await getFinishedTask(subject);
    return subject.record("a message to a finished task", async (calls) => {
      const message = createMessage(calls, getPrompt(subject), { taskId, contextId });
      const response = await calls.call({ operation: "send", message });
      requireAccess(response);
      if (response.isError && subject.endpoint.version !== "0.3") {
        return expectError(response, ["UnsupportedOperation"]);
      }
      return expectAnyError(response, "A message to a finished task");
    });
  },
});

const contextMismatch = defineCheck({
  id: "SEND-CONTEXT-MISMATCH",
  group: "Messages",
  title: "A task with another context is refused",
  effect: "messages",
  async run(subject) {
    const text = subject.getPrompt("input-required");
    if (text === null) {
      return notMeasured('Measurable with a prompt whose task waits: --prompt input-required="…".');
    }
    return subject.record("a task with another context", async (calls) => {
      const asked = await calls.call({ operation: "send", message: createMessage(calls, text) });
      requireAccess(asked);
      const { taskId } = asked;
      if (taskId === null || asked.state !== "input-required") {
        return notMeasured(
          `The prompt was answered with ${asked.describe()}, not with a question.`,
          asked,
        );
      }
      calls.noteTask(taskId);
      const message = createMessage(calls, text, { taskId, contextId: calls.createId() });
      return expectAnyError(
        await calls.call({ operation: "send", message }),
        "A message to the task in another context",
      );
    });
  },
});

const inputRequired = defineCheck({
  id: "INPUT-REQUIRED",
  group: "Messages",
  title: "A task that asks goes on with the reply",
  effect: "messages",
  async run(subject) {
    const text = subject.getPrompt("input-required");
    if (text === null) {
      return notMeasured(
        'Measurable with a prompt that makes it ask: --prompt input-required="…".',
      );
    }
    return subject.record("a question and its reply", async (calls) => {
      const asked = await calls.call({ operation: "send", message: createMessage(calls, text) });
      requireAccess(asked);
      const { taskId, contextId } = asked;
      if (taskId === null || asked.state !== "input-required") {
        return notMeasured(
          `The prompt was answered with ${asked.describe()}, not with a question.`,
          asked,
        );
      }
      calls.noteTask(taskId);
      const reply = createMessage(calls, getPrompt(subject), { taskId, contextId });
      const answered = await calls.call({ operation: "send", message: reply });
      if (answered.isError)
        return brokenBut(
          ["CONTEXT-INFERRED"],
          `The reply was answered with ${answered.describe()}.`,
          answered,
        );
      if (answered.taskId !== taskId) {
        return brokenBut(
          ["CONTEXT-INFERRED"],
          `The reply went on in ${JSON.stringify(answered.taskId)}, not in the task that asked.`,
          answered,
        );
      }
      return kept(`The same task is ${answered.state ?? "answered"} now.`, answered);
    });
  },
});

export const MESSAGE_CHECKS = [
  send,
  sendStored,
  contextKept,
  sendFinished,
  contextMismatch,
  inputRequired,
];
