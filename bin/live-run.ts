/**
 * A conversation with a live agent: each message when the answer to the one before it is over, in
 * its context, and to its task where that waits for input.
 */

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { getVerdictAt, type Verdict } from "../lib/lint/verdict.ts";
import type { Call, OutgoingMessage } from "../lib/protocol/call.ts";
import { type Part, type TaskState, WAITING_STATES } from "../lib/protocol/model.ts";
import { toPrintableLine } from "../lib/report/printable.ts";
import type { Library } from "../lib/server/library.ts";
import type { Exchange } from "../lib/timeline/exchange.ts";
import type { TaskLane } from "../lib/timeline/task.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";
import { formatPlural } from "../lib/wire/plural.ts";
import type { RunOptions } from "./call-options.ts";
import { type ConnectedAgent, connectLiveAgent, formatIntroduction } from "./live-agent.ts";
import type { ProgressOutput } from "./progress.ts";

export interface LiveRun {
  /** The recording's own file. */
  readonly file: string;
  readonly timeline: Timeline;
  readonly verdict: Verdict;
}

/** `null` where it was stopped before the agent was found. Throws where there is no agent. */
export async function runConversation(
  library: Library,
  address: string,
  options: RunOptions,
  signal: AbortSignal,
  progress: ProgressOutput,
): Promise<LiveRun | null> {
  const more = await readParts(options);
  const agent = await waitUnlessStopped(
    connectLiveAgent(library, address, options, signal),
    signal,
  );
  if (agent === null) return null;
  for (const line of formatIntroduction(agent)) progress.print(line);
  const talk: LiveConversation = { agent, options, signal, ...progress, latestExchange: null };
  for (const [index, text] of options.messages.entries()) {
    if (signal.aborted) break;
    const ids = index === 0 ? options : getNextIds(talk);
    await sendMessage(talk, getOperation(talk), createMessage(text, ids, index === 0 ? more : []));
  }
  await callFollowUps(talk);
  await agent.waitUntilWritten();
  const timeline = agent.getTimeline();
  const verdict = getVerdictAt(timeline, timeline.lastEvent);
  return { file: await library.getPath(agent.getRecording()), timeline, verdict };
}

/** What cannot be stopped is left; `null` then. */
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
  /** The exchange that was made last. */
  latestExchange: string | null;
}

type ConversationIds = Pick<OutgoingMessage, "taskId" | "contextId">;

/** What the agent says it can do, unless somebody knows better. */
function getOperation({ agent, options }: LiveConversation): "stream" | "send" {
  return options.operation ?? (agent.card?.streaming === false ? "send" : "stream");
}

function createMessage(
  text: string,
  { taskId, contextId }: ConversationIds,
  more: readonly Part[],
) {
  const messageId = randomUUID();
  const message: OutgoingMessage = { text, messageId, taskId, contextId };
  if (more.length === 0) return message;
  const parts: Part[] = [{ kind: "text", text }, ...more];
  return { ...message, content: { parts, metadata: {}, extensions: [], secrets: [] } };
}

async function sendMessage(
  talk: LiveConversation,
  operation: "stream" | "send",
  message: OutgoingMessage,
) {
  talk.print(`“${toPrintableLine(message.text, 60)}”`);
  await callAgent(talk, { operation, message });
}

/** Calls, and tells each new state and what the answer came to. */
async function callAgent(talk: LiveConversation, made: Call): Promise<void> {
  const { agent, print: say, printStatus } = talk;
  const started = await agent.send({ kind: "call", call: made, hasClientIds: false });
  if (typeof started === "string") throw new Error(started);
  talk.latestExchange = started.exchange;
  const exchange = () => agent.getTimeline().exchangeById.get(started.exchange);
  let told = "";
  const isOver = () => {
    const now = exchange();
    const state = now ? (getExchangeTask(agent.getTimeline(), now)?.stateLabel ?? "") : "";
    if (now && state !== "" && state !== told) {
      told = state;
      say(`  ${state} (${formatEventCount(now)})`);
    }
    if (now) printStatus(`  ${formatEventCount(now)}`);
    return now?.end != null;
  };
  const waits = await waitForEnd(talk, exchange, isOver);
  if (exchange()?.end == null) {
    if (waits !== null) {
      await agent.abortWaiting(started.exchange, waits);
      say(`  closed: the task waits in ${waits}, and the stream stays open`);
    } else await stopWaiting(talk, started.exchange);
  }
  const over = exchange();
  if (over) say(`  ${made.operation}: ${formatEventCount(over)}`);
}

/**
 * Waits for the end of an exchange. Resolves to the state in which its task waits for somebody while
 * the agent keeps the stream open and quiet; to `null` where it ended or took too long.
 */
async function waitForEnd(
  { agent, options: { limitMs } }: LiveConversation,
  exchange: () => Exchange | undefined,
  isOver: () => boolean,
): Promise<TaskState | null> {
  const until = performance.now() + limitMs;
  const waiting = () => {
    const now = exchange();
    const state = (now && getExchangeTask(agent.getTimeline(), now)?.state) ?? null;
    return state !== null && WAITING_STATES.has(state) ? state : null;
  };
  for (;;) {
    const left = until - performance.now();
    if (left <= 0) return null;
    const isStill = await agent.waitUntil(() => isOver() || waiting() !== null, left);
    if (!isStill || exchange()?.end != null) return null;
    // An agent may close the stream, or go on, just after it said so.
    const seen = exchange()?.events.count;
    const moves = () => isOver() || exchange()?.events.count !== seen;
    if (!(await agent.waitUntil(moves, Math.min(left, QUIET_MS))))
      return agent.signal.aborted ? null : waiting();
  }
}

const QUIET_MS = 2_000;

async function stopWaiting(
  { agent, options, signal, print: say }: LiveConversation,
  exchange: string,
): Promise<void> {
  if (signal.aborted) await agent.hangUp(exchange);
  else await agent.abortOverTime(exchange, options.limitMs);
  say(
    signal.aborted
      ? "  stopped"
      : `  stopped watching: it had not ended after ${Math.round(options.limitMs / 1000)} s`,
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

/** On with the task where it waits, else anew in its context. */
function getNextIds(talk: LiveConversation): ConversationIds {
  const task = findLatestTask(talk);
  if (!task) return { taskId: null, contextId: talk.options.contextId };
  const waits = task.state !== null && WAITING_STATES.has(task.state) && task.id !== "";
  return { taskId: waits ? task.id : null, contextId: task.contexts.latest ?? null };
}

async function callFollowUps(talk: LiveConversation): Promise<void> {
  const { options, signal, print: say } = talk;
  const task = findLatestTask(talk);
  if (options.also.has("get") && !signal.aborted) {
    if (task && task.id !== "") {
      say("the task, as the agent keeps it");
      await callAgent(talk, { operation: "get", taskId: task.id });
    } else say("there is no task to ask for");
  }
  const [text] = options.messages;
  if (options.also.has("send") && text !== undefined && !signal.aborted) {
    await sendMessage(talk, "send", createMessage(text, { taskId: null, contextId: null }, []));
  }
}

async function readParts({ data, files }: RunOptions): Promise<Part[]> {
  const read = files.map(async (path): Promise<Part> => {
    const bytes = (await readFile(path)).toString("base64");
    const mediaType = MEDIA_TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
    return { kind: "file", name: basename(path), mediaType, bytes };
  });
  return [...data.map((one): Part => ({ kind: "data", data: one })), ...(await Promise.all(read))];
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
