/** Calls that several checks judge: they are made once for each interface. */

import type { OutgoingMessage } from "../protocol/call.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import { TERMINAL_STATES } from "../protocol/model.ts";
import { requireAccess, requireResponse } from "./check.ts";
import { type Judgement, notMeasured, stopWith } from "./judgement.ts";
import type { Response } from "./response.ts";
import type { Calls, InterfaceUnderTest, Probe } from "./subject.ts";

export const createMessage = (
  calls: Pick<Calls, "createId">,
  text: string,
  ids: Partial<Pick<OutgoingMessage, "taskId" | "contextId">> = {},
): OutgoingMessage => ({
  text,
  messageId: calls.createId(),
  taskId: null,
  contextId: null,
  ...ids,
});

/** The message that every agent gets. */
export const getPrompt = (subject: InterfaceUnderTest): string => subject.getPrompt("any") ?? "";

/** A message whose task runs for some time, if the user gave one. */
export const getLongPrompt = (subject: InterfaceUnderTest): string =>
  subject.getPrompt("long") ?? getPrompt(subject);

export interface PromptTurn {
  readonly response: Response;
  /** The stored task, got after the response; `null` if it named none. */
  readonly stored: Response | null;
}

/** A message that is sent plain, and its task. */
export const PLAIN: Probe<PromptTurn> = {
  name: "a message",
  run: (calls, subject) => sendPrompt(calls, subject, "send"),
};

/** A message that is streamed, and its task. */
export const STREAMED: Probe<PromptTurn> = {
  name: "a streamed message",
  run: (calls, subject) => sendPrompt(calls, subject, "stream"),
};

async function sendPrompt(
  calls: Calls,
  subject: InterfaceUnderTest,
  operation: "send" | "stream",
): Promise<PromptTurn> {
  const message = createMessage(calls, getPrompt(subject));
  const response = await calls.call({ operation, message });
  const { taskId } = response;
  if (taskId === null) return { response, stored: null };
  calls.noteTask(taskId);
  return { response, stored: await calls.call({ operation: "get", taskId }) };
}

export const canStream = ({ agent: { card } }: InterfaceUnderTest): boolean =>
  card === null || card.streaming === true;

/** The turn that was streamed, or sent plain where the agent does not stream. */
export async function getTurn(subject: InterfaceUnderTest): Promise<PromptTurn> {
  const turn = await subject.use(canStream(subject) ? STREAMED : PLAIN);
  requireAccess(turn.response);
  requireResponse(turn.response);
  return turn;
}

interface FinishedTask {
  readonly taskId: string;
  readonly contextId: string | null;
  readonly stored: Response;
}

/** A task that has finished. Ends the check if the agent made none. */
export async function getFinishedTask(subject: InterfaceUnderTest): Promise<FinishedTask> {
  const { response, stored } = await getTurn(subject);
  const { taskId } = response;
  if (taskId === null || stored === null) {
    stopWith(
      notMeasured(
        `The prompt was answered with ${response.describe()}: measurable with a --prompt that makes a task.`,
        response,
      ),
    );
  }
  const state = stored.task?.status.state ?? null;
  if (state === null || !TERMINAL_STATES.has(state)) {
    stopWith(
      notMeasured(
        `The task ${state === null ? "could not be got" : `is ${state}`}: measurable with a --prompt whose task finishes.`,
        stored,
      ),
    );
  }
  return { taskId, contextId: stored.task?.contextId ?? response.contextId, stored };
}

/** Gets an unknown task by a request that is edited, and judges the response. */
export function judgeEdited(
  subject: InterfaceUnderTest,
  name: string,
  edit: (request: OutgoingRequest) => OutgoingRequest,
  judge: (response: Response) => Judgement,
): Promise<Judgement> {
  return subject.record(name, async (calls) =>
    judge(await calls.send(edit(calls.encode({ operation: "get", taskId: UNKNOWN_TASK })))),
  );
}

/** No agent creates a task with this id. */
export const UNKNOWN_TASK = "00000000-0000-4000-8000-00000000dead";
