/** Calls that several checks judge: they are made once for each interface. */

import type { OutgoingMessage } from "../protocol/call.ts";
import { readCardDetails } from "../protocol/card/card-details.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import { requireAccess, requireResponse } from "./check.ts";
import { type Judgement, notMeasured, stopWith } from "./judgement.ts";
import type { Response } from "./response.ts";
import type { Calls, InterfaceUnderTest, Probe, RunningCall, SendingOptions } from "./subject.ts";

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

const TEXT_MODE = /^(?:text(?:\/.*)?|\*(?:\/\*)?)$/i;

/** Ends the check if the agent refused the prompt, and its card says that it takes no text. */
export function requireText({ agent: { card } }: InterfaceUnderTest, response: Response): void {
  const details = readCardDetails(card?.raw);
  if (!response.isError || !details) return;
  const modes = [details, ...details.skills].flatMap(({ inputModes }) => inputModes);
  if (modes.length === 0 || modes.some((mode) => TEXT_MODE.test(mode))) return;
  stopWith(
    notMeasured(
      `The prompt was answered with ${response.describe()}, and the card lists no text among the input modes.`,
      response,
    ),
  );
}

/** A message whose task runs for some time, if the user gave one. */
const getLongPrompt = (subject: InterfaceUnderTest): string =>
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

export interface RunningTask {
  readonly taskId: string;
  /** The stream that began it. */
  readonly turn: RunningCall;
  isRunning(): boolean;
}

/** Begins a task that takes some time, by a stream. Ends the check if it finished at once. */
export async function startLongTask(
  calls: Calls,
  subject: InterfaceUnderTest,
): Promise<RunningTask> {
  const message = createMessage(calls, getLongPrompt(subject));
  const turn = await calls.start({ operation: "stream", message });
  const { response } = turn;
  await turn.waitUntil(() => response.taskId !== null);
  requireAccess(response);
  const { taskId } = response;
  const isRunning = () => response.end === null && !response.hasFinished;
  if (taskId !== null) calls.noteTask(taskId);
  if (taskId === null || !isRunning()) {
    await turn.end();
    stopWith(notMeasured(`The task had finished: ${LONGER}`, response));
  }
  return { taskId, turn, isRunning };
}

/** The option with the prompt of a task that runs for some time. */
export const LONG_PROMPT = '--prompt long="…"';

/** What makes a check measurable that needs a running task. */
export const LONGER = `measurable with a prompt that runs longer: ${LONG_PROMPT}.`;

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
  const { state } = stored;
  if (!stored.hasFinished) {
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
  options?: SendingOptions,
): Promise<Judgement> {
  return subject.record(name, async (calls) => {
    const request = edit(calls.encode({ operation: "get", taskId: UNKNOWN_TASK }));
    return judge(await calls.send(request, options));
  });
}

/** No agent creates a task with this id. */
export const UNKNOWN_TASK = "00000000-0000-4000-8000-00000000dead";
