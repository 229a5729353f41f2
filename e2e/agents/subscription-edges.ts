// Agents whose subscriptions differ from the stream of the task, or only seem to.
import type { Edge } from "./conform-edges.ts";
import {
  BOTH,
  endSubscription,
  onRemainingSubscription,
  onSubscription,
  SINCE_1,
  updateOf,
  type Version,
} from "./conform-edits.ts";
import type { AgentEdits, Json } from "./edited-agent.ts";

const BEFORE_1: readonly Version[] = ["0.3"];

/** Holds the fourth event of a subscription until the fifth was sent. */
function swapEvents(): AgentEdits {
  let held: Json[] = [];
  return onSubscription((payload, index) => {
    if (index === 3) {
      held = [payload];
      return [];
    }
    return index === 4 ? [payload, ...held] : [payload];
  });
}

/** Begins a subscription with the updates that the first stream had already. */
function replayMissed(): AgentEdits {
  let missed: Json[] = [];
  return {
    passesStreams: true,
    event({ method, payload, index }) {
      const isFirstStream = /stream/i.test(method);
      if (isFirstStream && index === 0) missed = [];
      if (isFirstStream && updateOf(payload)) missed.push(payload);
      if (isFirstStream || index > 0) return [payload];
      const { id } = payload;
      return [payload, ...missed.map((one) => ({ ...one, id }))];
    },
  };
}

const isFinished = (payload: Json) => /completed/i.test(JSON.stringify(updateOf(payload)?.status));

/** Never tells a subscription that the task has finished, and keeps it open. */
const neverEnds: AgentEdits = {
  ...endSubscription("open"),
  ...onSubscription((payload) => (isFinished(payload) ? [] : [payload])),
};

/** Cancels a task when the client leaves the stream that began it. */
const cancelsWhenLeft = onRemainingSubscription((payload) => {
  if (isFinished(payload)) Object.assign(updateOf(payload)?.status as Json, CANCELED);
  return [payload];
});

const CANCELED = { state: "TASK_STATE_CANCELED" };

/** Finds no task to subscribe to. */
const findsNoTask: AgentEdits = {
  passesStreams: true,
  request: (_, body) =>
    /subscribe/i.test(String(body?.method)) ? { ...body, params: { id: "nobody" } } : body,
};

const TASK_NOT_FOUND = JSON.stringify({
  error: {
    code: 404,
    status: "NOT_FOUND",
    message: "Task not found: 4711:subscribe",
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "TASK_NOT_FOUND",
        domain: "a2a-protocol.org",
      },
    ],
  },
});

/** An agent over HTTP+JSON that refuses these verbs of a subscription, each with a body. */
const refuseVerbs = (bodies: Readonly<Record<string, string>>): AgentEdits => ({
  offers: ["HTTP+JSON"],
  passesStreams: true,
  answer(verb, path) {
    const text = path.endsWith(":subscribe") ? bodies[verb] : undefined;
    return text === undefined ? null : { status: 404, text };
  },
});

const long = "brief";

export const SUBSCRIPTION_EDGES: readonly Edge[] = [
  {
    check: "SUBSCRIBE-EVENTS",
    what: "swaps two events",
    versions: SINCE_1,
    edits: swapEvents(),
    long,
    status: "fail",
  },
  {
    check: "SUBSCRIBE-EVENTS",
    what: "begins a subscription without the task",
    versions: BEFORE_1,
    edits: onSubscription((payload, index) => (index === 0 ? [] : [payload])),
    long,
    status: "pass",
  },
  {
    check: "SUBSCRIBE-EVENTS",
    what: "begins a subscription with what was missed",
    versions: BOTH,
    edits: replayMissed(),
    long,
    status: "pass",
  },
  {
    check: "SUBSCRIBE-EVENTS",
    what: "finds no task to subscribe to",
    versions: BEFORE_1,
    edits: findsNoTask,
    long,
    status: "warning",
  },
  {
    check: "SUBSCRIBE-RUNNING",
    what: "finds no task to subscribe to",
    versions: SINCE_1,
    edits: findsNoTask,
    long,
    status: "fail",
  },
  ...["SUBSCRIBE-EVENTS", "SUBSCRIBE-CLOSES"].flatMap((check): Edge[] => [
    {
      check,
      what: "never tells a subscription of the end",
      versions: SINCE_1,
      edits: neverEnds,
      long,
      status: "fail",
    },
    {
      check,
      what: "finishes before it can be subscribed to",
      versions: BOTH,
      edits: {},
      long: "plain",
      status: "not-measured",
    },
  ]),
  {
    check: "SUBSCRIBE-INDEPENDENT",
    what: "cancels a task that its first client left",
    versions: SINCE_1,
    edits: cancelsWhenLeft,
    long,
    status: "fail",
  },
  {
    check: "SUBSCRIBE-INDEPENDENT",
    what: "finds no task to subscribe to",
    versions: SINCE_1,
    edits: findsNoTask,
    long,
    status: "not-measured",
  },
  {
    check: "SUBSCRIBE-RUNNING",
    what: "takes subscriptions by GET only",
    versions: SINCE_1,
    edits: refuseVerbs({ POST: "{}" }),
    long,
    status: "pass",
  },
  {
    check: "SUBSCRIBE-RUNNING",
    what: "takes subscriptions by GET only, and a POST for one to a task",
    versions: SINCE_1,
    edits: refuseVerbs({ POST: TASK_NOT_FOUND }),
    long,
    status: "pass",
  },
  {
    check: "SUBSCRIBE-RUNNING",
    what: "takes subscriptions by neither verb",
    versions: SINCE_1,
    edits: refuseVerbs({ POST: "{}", GET: TASK_NOT_FOUND }),
    long,
    status: "fail",
  },
];
