/**
 * Holds a conversation with a live agent. Each message is sent when the response to the previous
 * one has ended, in the same context, and to the same task if it waits for input.
 */

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { Interpretation } from "../../dialects/interpretation.ts";
import { getVerdictAt, type Verdict } from "../../lint/verdict.ts";
import type { Call, OutgoingMessage } from "../../protocol/call.ts";
import { type Part, type TaskState, WAITING_STATES } from "../../protocol/model.ts";
import { toPrintableLine } from "../../report/printable.ts";
import { formatPlural } from "../../text/plural.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { TaskLane } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Library } from "../library.ts";
import { type ConnectedAgent, connectLiveAgent, formatIntroduction } from "./live-agent.ts";
import type { ProgressOutput, RunOptions } from "./run-options.ts";

export interface LiveRun {
  /** ID of the recording. */
  readonly recording: string;
  /** Its path. */
  readonly file: string;
  readonly timeline: Timeline;
  readonly verdict: Verdict;
}

/** Resolves to `null` if stopped before the agent was found. Throws if there is no agent. */
export async function runConversation(
  library: Library,
  address: string,
  options: RunOptions,
  signal: AbortSignal,
  progress: ProgressOutput,
): Promise<LiveRun | null> {
  const parts = await readParts(options);
  const agent = await waitUnlessStopped(
    connectLiveAgent(library, address, options, signal),
    signal,
  );
  if (agent === null) return null;
  for (const line of formatIntroduction(agent)) progress.print(line);
  const conversation: LiveConversation = {
    agent,
    options,
    signal,
    ...progress,
    latestExchange: null,
  };
  for (const [index, text] of options.messages.entries()) {
    if (signal.aborted) break;
    const ids = index === 0 ? options : getNextIds(conversation);
    await sendMessage(
      conversation,
      getOperation(conversation),
      createMessage(text, ids, index === 0 ? parts : []),
    );
  }
  await callFollowUps(conversation);
  await agent.waitUntilWritten();
  const timeline = agent.getTimeline();
  const verdict = getVerdictAt(timeline, timeline.lastEvent, new Interpretation(timeline).update());
  const recording = agent.getRecording();
  return { recording, file: await library.recordings.getPath(recording), timeline, verdict };
}

/** Resolves to `null` on abort, and leaves the promise running. */
export function waitUnlessStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

interface LiveConversation extends ProgressOutput {
  readonly agent: ConnectedAgent;
  readonly options: RunOptions;
  readonly signal: AbortSignal;
  /** ID of the latest exchange. */
  latestExchange: string | null;
}

type ConversationIds = Pick<OutgoingMessage, "taskId" | "contextId">;

/** The operation from the options, or else from the card. */
function getOperation({ agent, options }: LiveConversation): "stream" | "send" {
  return options.operation ?? (agent.card?.streaming === false ? "send" : "stream");
}

function createMessage(
  text: string,
  { taskId, contextId }: ConversationIds,
  extraParts: readonly Part[],
) {
  const messageId = randomUUID();
  const message: OutgoingMessage = { text, messageId, taskId, contextId };
  if (extraParts.length === 0) return message;
  const parts: Part[] = [{ kind: "text", text }, ...extraParts];
  return { ...message, content: { parts, metadata: {}, extensions: [], secrets: [] } };
}

async function sendMessage(
  conversation: LiveConversation,
  operation: "stream" | "send",
  message: OutgoingMessage,
) {
  conversation.print(`“${toPrintableLine(message.text, 60)}”`);
  await callAgent(conversation, { operation, message });
}

/** Calls the agent. Prints each new state of the task and the number of events. */
async function callAgent(conversation: LiveConversation, call: Call): Promise<void> {
  const { agent, print, printStatus } = conversation;
  const started = await agent.send({ kind: "call", call, hasClientIds: false });
  if (typeof started === "string") throw new Error(started);
  conversation.latestExchange = started.exchange;
  const exchange = () => agent.getTimeline().exchangeById.get(started.exchange);
  let printedState = "";
  const isOver = () => {
    const now = exchange();
    const state = now ? (getExchangeTask(agent.getTimeline(), now)?.stateLabel ?? "") : "";
    if (now && state !== "" && state !== printedState) {
      printedState = state;
      print(`  ${state} (${formatEventCount(now)})`);
    }
    if (now) printStatus(`  ${formatEventCount(now)}`);
    return now?.end != null;
  };
  const waitingState = await waitForEnd(conversation, exchange, isOver);
  if (exchange()?.end == null) {
    if (waitingState !== null) {
      await agent.abortWaiting(started.exchange, waitingState);
      print(
        `  stream closed: the task waits in ${waitingState} and the agent kept the stream open`,
      );
    } else await stopWaiting(conversation, started.exchange);
  }
  const ended = exchange();
  if (ended) print(`  ${call.operation}: ${formatEventCount(ended)}`);
}

/**
 * Waits for the end of an exchange. Resolves to `null` if it ended or took too long, or to the
 * waiting state of its task if the agent keeps the stream open but sends nothing more.
 */
async function waitForEnd(
  { agent, options: { limitMs } }: LiveConversation,
  exchange: () => Exchange | undefined,
  isOver: () => boolean,
): Promise<TaskState | null> {
  const deadline = performance.now() + limitMs;
  const getWaitingState = () => {
    const now = exchange();
    const state = (now && getExchangeTask(agent.getTimeline(), now)?.state) ?? null;
    return state !== null && WAITING_STATES.has(state) ? state : null;
  };
  for (;;) {
    const left = deadline - performance.now();
    if (left <= 0) return null;
    const isDone = await agent.waitUntil(() => isOver() || getWaitingState() !== null, left);
    if (!isDone || exchange()?.end != null) return null;
    // The agent may close the stream, or send more events, just after the waiting state.
    const count = exchange()?.events.count;
    const hasChanged = () => isOver() || exchange()?.events.count !== count;
    if (!(await agent.waitUntil(hasChanged, Math.min(left, QUIET_MS))))
      return agent.signal.aborted ? null : getWaitingState();
  }
}

const QUIET_MS = 2_000;

async function stopWaiting(
  { agent, options, signal, print }: LiveConversation,
  exchange: string,
): Promise<void> {
  if (signal.aborted) await agent.hangUp(exchange);
  else await agent.abortOverTime(exchange, options.limitMs);
  print(
    signal.aborted
      ? "  stopped"
      : `  timed out: the response had not ended after ${Math.round(options.limitMs / 1000)} s`,
  );
}

function formatEventCount({ events: { count } }: Exchange): string {
  return formatPlural(count, "event");
}

function getExchangeTask({ tasks }: Timeline, exchange: Exchange): TaskLane | undefined {
  return tasks[exchange.tasks.at(-1)?.task ?? -1];
}

function findLatestTask({ agent, latestExchange }: LiveConversation): TaskLane | undefined {
  const timeline = agent.getTimeline();
  const exchange = timeline.exchangeById.get(latestExchange ?? "");
  return (exchange && getExchangeTask(timeline, exchange)) ?? timeline.tasks.at(-1);
}

/** Continues the task if it waits for the client; otherwise only its context. */
function getNextIds(conversation: LiveConversation): ConversationIds {
  const task = findLatestTask(conversation);
  if (!task) return { taskId: null, contextId: conversation.options.contextId };
  const isWaiting = task.state !== null && WAITING_STATES.has(task.state) && task.id !== "";
  return { taskId: isWaiting ? task.id : null, contextId: task.contexts.latest ?? null };
}

async function callFollowUps(conversation: LiveConversation): Promise<void> {
  const { options, signal, print } = conversation;
  const task = findLatestTask(conversation);
  if (options.also.has("get") && !signal.aborted) {
    if (task && task.id !== "") {
      print("stored task");
      await callAgent(conversation, { operation: "get", taskId: task.id });
    } else print("no task to get");
  }
  const [text] = options.messages;
  if (options.also.has("send") && text !== undefined && !signal.aborted) {
    await sendMessage(
      conversation,
      "send",
      createMessage(text, { taskId: null, contextId: null }, []),
    );
  }
}

async function readParts({ data, files }: RunOptions): Promise<Part[]> {
  const fileParts = files.map(async (path): Promise<Part> => {
    const bytes = (await readFile(path)).toString("base64");
    const mediaType = MEDIA_TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
    return { kind: "file", name: basename(path), mediaType, bytes };
  });
  return [
    ...data.map((one): Part => ({ kind: "data", data: one })),
    ...(await Promise.all(fileParts)),
  ];
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".md": "text/markdown",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".wav": "audio/wav",
  ".webp": "image/webp",
  ".xml": "application/xml",
};
