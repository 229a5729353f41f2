/** Checks of messages: what a message returns, and what is stored of it. */

import { isSameJson } from "../../json/json-stringify.ts";
import type { OutgoingRequest } from "../../protocol/encode/encode.ts";
import { isObject } from "../../protocol/json.ts";
import { WAITING_STATES } from "../../protocol/model.ts";
import type { Binding } from "../../protocol/versions.ts";
import { formatPlural } from "../../text/plural.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectAnyError, expectError } from "../expect-error.ts";
import {
  broken,
  brokenBut,
  type Judgement,
  kept,
  notApplicable,
  notMeasured,
  stopWith,
} from "../judgement.ts";
import {
  createMessage,
  getFinishedTask,
  getPrompt,
  getTurn,
  PLAIN,
  requireText,
} from "../probes.ts";
import type { Response } from "../response.ts";
import { type Calls, type InterfaceUnderTest, isBefore1 } from "../subject.ts";

const send = defineCheck({
  id: "SEND",
  group: "Messages",
  title: "A message returns a task or a message",
  effect: "messages",
  async run(subject) {
    const { response } = await subject.use(PLAIN);
    requireAccess(response);
    requireText(subject, response);
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
      if (response.isError && !isBefore1(subject)) {
        return expectError(response, ["UnsupportedOperation"]);
      }
      return expectAnyError(response, "A message to a finished task");
    });
  },
});

interface Question {
  readonly taskId: string;
  readonly contextId: string | null;
}

/** Makes the agent ask. Ends the check if it does not. */
async function ask(calls: Calls, subject: InterfaceUnderTest): Promise<Question> {
  const text = subject.getPrompt("input-required") ?? "";
  const asked = await calls.call({ operation: "send", message: createMessage(calls, text) });
  requireAccess(asked);
  const { taskId, contextId, state } = asked;
  if (taskId !== null) calls.noteTask(taskId);
  if (taskId === null || state !== "input-required") {
    const answer = asked.describe();
    stopWith(notMeasured(`The prompt was answered with ${answer}, not with a question.`, asked));
  }
  return { taskId, contextId };
}

/** Ends the check without a prompt for it. */
function requireQuestion(subject: InterfaceUnderTest): void {
  if (subject.getPrompt("input-required") !== null) return;
  stopWith(notMeasured('Measurable with a prompt that makes it ask: --prompt input-required="…".'));
}

const contextMismatch = defineCheck({
  id: "SEND-CONTEXT-MISMATCH",
  group: "Messages",
  title: "A task with another context is refused",
  effect: "messages",
  async run(subject) {
    requireQuestion(subject);
    return subject.record("a task with another context", async (calls) => {
      const { taskId } = await ask(calls, subject);
      const contextId = calls.createId();
      const message = createMessage(calls, getPrompt(subject), { taskId, contextId });
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
    requireQuestion(subject);
    return subject.record("a question and its reply", async (calls) =>
      judgeReply(calls, subject, await ask(calls, subject)),
    );
  },
});

const replyTaskOnly = defineCheck({
  id: "REPLY-TASK-ONLY",
  group: "Messages",
  title: "A reply that names only the task stays in its context",
  effect: "messages",
  async run(subject) {
    requireQuestion(subject);
    return subject.record("a reply that names only the task", async (calls) => {
      const { taskId, contextId } = await ask(calls, subject);
      const reply = await judgeReply(calls, subject, { taskId, contextId: null });
      const after = reply.response?.contextId ?? null;
      if (reply.verdict !== "kept" || contextId === null || after === contextId) return reply;
      const name = JSON.stringify(after);
      return broken(`It went on in the context ${name}, not that of the task.`, reply.response);
    });
  },
});

/** Replies to a question, and judges whether the task goes on. */
async function judgeReply(
  calls: Calls,
  subject: InterfaceUnderTest,
  ids: Question,
): Promise<Judgement> {
  const message = createMessage(calls, getPrompt(subject), ids);
  const answered = await calls.call({ operation: "send", message });
  requireResponse(answered);
  if (answered.isError) {
    return broken(`The reply was answered with ${answered.describe()}.`, answered);
  }
  const name = JSON.stringify(answered.taskId);
  return answered.taskId === ids.taskId
    ? kept(`The same task is ${answered.state ?? "answered"} now.`, answered)
    : broken(`The reply went on in ${name}, not in the task that asked.`, answered);
}

const membersUnknown = defineCheck({
  id: "MEMBERS-UNKNOWN",
  group: "Messages",
  title: "Members that the agent does not know are ignored",
  effect: "messages",
  async run(subject) {
    const { binding } = subject.endpoint;
    if (binding === "grpc") return notApplicable("gRPC has fields instead.");
    const { response: plain } = await subject.use(PLAIN);
    requireAccess(plain);
    if (plain.isError) {
      return notMeasured(`The same without them was answered with ${plain.describe()}.`, plain);
    }
    return subject.record("members that no version has", async (calls) => {
      const message = createMessage(calls, getPrompt(subject));
      const request = addMembers(calls.encode({ operation: "send", message }), binding);
      const response = await calls.send(request, { limitMs: Number.POSITIVE_INFINITY });
      requireResponse(response);
      if (response.taskId !== null) calls.noteTask(response.taskId);
      const answer = `Answered with ${response.describe()}.`;
      return response.isError ? broken(answer, response) : kept(answer, response);
    });
  },
});

const EXTRA = { loupeUnknown: { nested: ["member"] } };

function addMembers(request: OutgoingRequest, binding: Binding): OutgoingRequest {
  const body: unknown = JSON.parse(request.body ?? "{}");
  if (!isObject(body)) return request;
  const extend = (params: unknown) =>
    isObject(params) && isObject(params.message)
      ? { ...params, ...EXTRA, message: { ...params.message, ...EXTRA } }
      : params;
  const extended = binding === "jsonrpc" ? { ...body, params: extend(body.params) } : extend(body);
  return { ...request, body: JSON.stringify(extended) };
}

const historyZero = defineCheck({
  id: "SEND-HISTORY-ZERO",
  group: "Messages",
  title: "A message with historyLength 0 returns a task without history",
  effect: "messages",
  run: (subject) =>
    subject.record("a message that asks for no history", async (calls) => {
      const message = createMessage(calls, getPrompt(subject));
      const options = { historyLength: 0 };
      const response = await calls.call({ operation: "send", message, options });
      requireAccess(response);
      requireResponse(response);
      if (response.taskId !== null) calls.noteTask(response.taskId);
      const { task } = response;
      if (!task) return notMeasured(`Answered with ${response.describe()}.`, response);
      const { length } = task.history;
      if (length === 0) return kept("The task has no history.", response);
      return broken(`The task has ${formatPlural(length, "message")} in its history.`, response);
    }),
});

export const MESSAGE_CHECKS = [
  send,
  sendStored,
  contextKept,
  sendFinished,
  contextMismatch,
  inputRequired,
  replyTaskOnly,
  membersUnknown,
  historyZero,
];
