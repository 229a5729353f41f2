/** Checks of subscriptions: a second stream of a task that runs. */

import { isTerminalOrWaiting, type TaskState } from "../../protocol/model.ts";
import { shorten } from "../../text/graphemes.ts";
import { formatPlural } from "../../text/plural.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { compareStreams, countLater, type Update } from "../compare-streams.ts";
import { isLeftOpen, judgeClosing } from "../judge-closing.ts";
import {
  broken,
  type Judgement,
  kept,
  notApplicable,
  notMeasured,
  stopWith,
} from "../judgement.ts";
import { canStream, LONG_PROMPT, LONGER, type RunningTask, startLongTask } from "../probes.ts";
import type { Response } from "../response.ts";
import {
  type Calls,
  type InterfaceUnderTest,
  isBefore1,
  type Probe,
  type RunningCall,
} from "../subject.ts";

const STILL_RAN = `The task still ran: measurable with a ${LONG_PROMPT} that ends sooner, or a longer --timeout.`;

interface SubscribedTask {
  /** The stream that began the task. */
  readonly stream: Response;
  readonly subscription: Response;
  /** The subscription was answered with an error although the task ran. */
  readonly isRefused: boolean;
}

/** A task that is subscribed to while its first stream runs. Both are read to the end. */
const SUBSCRIBED: Probe<SubscribedTask> = {
  name: "subscribing to a running task",
  run: (calls, subject) => withSubscription(calls, subject, readBoth),
};

async function withSubscription<Result>(
  calls: Calls,
  subject: InterfaceUnderTest,
  read: (calls: Calls, task: RunningTask, running: RunningCall) => Promise<Result>,
): Promise<Result> {
  const task = await startLongTask(calls, subject);
  try {
    const running = await calls.start({ operation: "subscribe", taskId: task.taskId });
    return await read(calls, task, running).finally(running.end);
  } finally {
    await task.turn.end();
  }
}

async function readBoth(
  calls: Calls,
  { taskId, turn, isRunning }: RunningTask,
  running: RunningCall,
): Promise<SubscribedTask> {
  const [stream, subscription] = [turn.response, running.response];
  await running.waitUntil(() => subscription.events.length > 0 || stream.isOver);
  requireAccess(subscription);
  if (subscription.end !== null) requireResponse(subscription);
  const isRefused = subscription.isError || subscription.events.length === 0;
  const wasRunning = isRefused ? await isStoredAsRunning(calls, taskId) : isRunning();
  if (!wasRunning) stopWith(notMeasured(`The task finished meanwhile: ${LONGER}`, subscription));
  if (!isRefused) {
    await turn.waitUntil(() => stream.isOver);
    await Promise.all([turn.endSoon(), running.endSoon()]);
  }
  return { stream, subscription, isRefused };
}

/** An agent may refuse a subscription because the task has just finished. */
async function isStoredAsRunning(calls: Calls, taskId: string): Promise<boolean> {
  const { state } = await calls.call({ operation: "get", taskId });
  return state !== null && !isTerminalOrWaiting(state);
}

/** Ends the check if the card declares no streaming. */
function getSubscribedTask(subject: InterfaceUnderTest): Promise<SubscribedTask> {
  if (!canStream(subject)) stopWith(notApplicable("The card declares no streaming."));
  return subject.use(SUBSCRIBED);
}

/** The same with both streams to their ends. Ends the check if there is nothing to compare. */
async function getWholeStreams(subject: InterfaceUnderTest): Promise<SubscribedTask> {
  const task = await getSubscribedTask(subject);
  const { stream, subscription, isRefused } = task;
  if (isRefused) stopWith(notMeasured(`Answered with ${subscription.describe()}.`, subscription));
  const { state } = stream;
  if (isTerminalOrWaiting(state)) return task;
  return stopWith(
    isLeftOpen(stream)
      ? notMeasured(STILL_RAN, stream)
      : notMeasured(`Its first stream ended while the task was ${state ?? "running"}.`, stream),
  );
}

const running = defineCheck({
  id: "SUBSCRIBE-RUNNING",
  group: "Streams",
  title: "Subscribing to a running task begins with the task",
  effect: "messages",
  async run(subject) {
    const { subscription, isRefused } = await getSubscribedTask(subject);
    const [first] = subscription.events;
    if (isRefused || !first)
      return broken(`Answered with ${subscription.describe()}.`, subscription);
    return first.event.kind === "task"
      ? kept("It begins with the task.", subscription, first.n)
      : broken("It begins with an update.", subscription, first.n);
  },
});

const events = defineCheck({
  id: "SUBSCRIBE-EVENTS",
  group: "Streams",
  title: "A subscription has the same events as the first stream of the task",
  effect: "messages",
  async run(subject) {
    const { subscription, isRefused } = await getSubscribedTask(subject);
    // Since 1.0, another requirement says how a subscription begins.
    if (isRefused && isBefore1(subject))
      return broken(`Answered with ${subscription.describe()}.`, subscription);
    return judgeEvents(await getWholeStreams(subject));
  },
});

function judgeEvents({ stream, subscription }: SubscribedTask): Judgement {
  const { end, state } = subscription;
  const isLeft = isLeftOpen(subscription);
  if (!isLeft && end?.cause !== "complete") return judgeLostConnection(subscription);
  const { alike, lost, instead, doubtful } = compareStreams(stream, subscription);
  if (state !== stream.state || lost !== null || instead !== null) {
    const obstacle = findObstacle(stream, subscription);
    if (obstacle !== null) return notMeasured(obstacle, subscription);
  }
  if (state !== stream.state) {
    const what = isLeft ? "It did not say" : "It ended without saying";
    const last = subscription.events.at(-1)?.n ?? null;
    return broken(`${what} that the task is ${stream.state}.`, subscription, last);
  }
  if (instead !== null) {
    const expected = lost === null ? "nothing" : describeUpdate(lost);
    return broken(
      `The last ${alike} events are alike; before them it has ${describeUpdate(instead)}, and the first stream ${expected}.`,
      subscription,
      instead.n,
    );
  }
  if (lost !== null) return broken(`It lacks ${describeUpdate(lost)}.`, stream, lost.n);
  if (doubtful > 0) {
    return notMeasured(
      `Of the first stream, ${doubtful} events may have come before the subscription: measurable where its task has times and artifacts.`,
      subscription,
    );
  }
  return kept(`The last ${alike} events of both are alike.`, subscription);
}

function judgeLostConnection(subscription: Response): Judgement {
  const { end } = subscription;
  const cause = end?.error?.message ?? end?.cause ?? "unknown";
  return notMeasured(`The connection of the subscription ended by ${cause}.`, subscription);
}

/** Why a difference shows nothing; `null` if it does. */
function findObstacle(stream: Response, subscription: Response): string | null {
  // An agent may take a subscription at the moment when the task finishes.
  if (countLater(stream, subscription) < 2) return `The task ended too soon: ${LONGER}`;
  if (isLeftOpen(stream) && !stream.hasFinished) {
    return `The task still waited: measurable with a ${LONG_PROMPT} whose task finishes.`;
  }
  const isBehind = (subscription.events.at(-1)?.n ?? -1) > (stream.events.at(-1)?.n ?? -1);
  return isLeftOpen(subscription) && isBehind
    ? "The subscription was still behind the first stream."
    : null;
}

const MAX_TEXT_LENGTH = 40;

function describeUpdate({ event }: Update): string {
  if (event.kind === "task") return "the task";
  if (event.kind === "status") return `the status ${event.status.state}`;
  const { artifactId, index, parts } = event.artifact;
  const [part] = parts;
  const text =
    part?.kind === "text" ? ` with ${JSON.stringify(shorten(part.text, MAX_TEXT_LENGTH))}` : "";
  return `the artifact ${JSON.stringify(artifactId ?? index)}${text}`;
}

const closes = defineCheck({
  id: "SUBSCRIBE-CLOSES",
  group: "Streams",
  title: "A subscription closes when the task has finished",
  effect: "messages",
  async run(subject) {
    const { stream, subscription } = await getWholeStreams(subject);
    if (!stream.hasFinished || subscription.hasFinished)
      return judgeClosing(subscription, LONG_PROMPT);
    if (!isLeftOpen(subscription)) {
      return notMeasured("It ended before the task had finished.", subscription);
    }
    const obstacle = findObstacle(stream, subscription);
    return obstacle === null
      ? broken(`It was still open some time after the task was ${stream.state}.`, subscription)
      : notMeasured(obstacle, subscription);
  },
});

/** How long an agent may take to notice that a stream was closed. */
const NOTICE_MS = 200;

interface RemainingStream {
  readonly subscription: Response;
  /** How many events it had after the agent had noticed that the first stream was closed. */
  readonly later: number;
  /** The state of the task in the end. */
  readonly stored: TaskState | null;
}

/** A running task that is subscribed to, and whose first stream is closed then. */
const FIRST_CLOSED: Probe<RemainingStream> = {
  name: "closing one of two streams",
  run: (calls, subject) => withSubscription(calls, subject, readRemaining),
};

async function readRemaining(
  calls: Calls,
  { taskId, turn }: RunningTask,
  running: RunningCall,
): Promise<RemainingStream> {
  const { response: subscription } = running;
  await running.waitUntil(() => subscription.events.length > 0);
  requireAccess(subscription);
  if (subscription.isError || subscription.events.length === 0)
    stopWith(notMeasured(`Answered with ${subscription.describe()}.`, subscription));
  await turn.end();
  await calls.pause(NOTICE_MS);
  const before = subscription.events.length;
  if (isTerminalOrWaiting(subscription.state)) {
    stopWith(notMeasured(`The task ended too soon: ${LONGER}`, subscription));
  }
  await running.waitUntil(() => subscription.isOver);
  await running.endSoon();
  const { state: stored } = await calls.call({ operation: "get", taskId });
  return { subscription, later: subscription.events.length - before, stored };
}

const independent = defineCheck({
  id: "SUBSCRIBE-INDEPENDENT",
  group: "Streams",
  title: "A stream goes on when another stream of its task is closed",
  effect: "messages",
  async run(subject) {
    const whole = await getWholeStreams(subject);
    if (!isTerminalOrWaiting(whole.subscription.state)) {
      const what =
        "A subscription does not get to the end of the task while the other stream is open.";
      return notMeasured(what, whole.subscription);
    }
    return judgeRemaining(await subject.use(FIRST_CLOSED), whole);
  },
});

function judgeRemaining(
  { subscription, later, stored }: RemainingStream,
  whole: SubscribedTask,
): Judgement {
  const { state, end, events } = subscription;
  const last = events.at(-1)?.n ?? null;
  if (state === "canceled" && whole.subscription.state !== "canceled") {
    return broken("The task was canceled when its first stream was closed.", subscription, last);
  }
  if (isTerminalOrWaiting(state)) {
    return kept(
      `It had ${formatPlural(later, "more event")} after the first stream was closed.`,
      subscription,
    );
  }
  if (!isLeftOpen(subscription)) {
    return end?.cause === "complete"
      ? broken(`It closed while the task was ${state ?? "without a state"}.`, subscription, last)
      : judgeLostConnection(subscription);
  }
  return isTerminalOrWaiting(stored)
    ? broken(`It did not say that the task is ${stored}.`, subscription, last)
    : notMeasured(STILL_RAN, subscription);
}

export const SUBSCRIPTION_CHECKS = [running, events, closes, independent];
