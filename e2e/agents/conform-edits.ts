// What the agents of the tests of checks are made of: edits of requests and responses on the way to a
// real SDK server.
import type { AgentEdits, EditedExchange, Json } from "./edited-agent.ts";

export type Version = "0.3" | "1.0";

export interface Case {
  /** The versions that ask for it. */
  readonly versions: readonly Version[];
  readonly breaks: AgentEdits;
  readonly nearly: AgentEdits;
  /** The prompt for a task that runs for some time. */
  readonly long?: string;
}

export const BOTH: readonly Version[] = ["0.3", "1.0"];
export const SINCE_1: readonly Version[] = ["1.0"];

export const METHODS: Readonly<Record<string, RegExp>> = {
  get: /^(?:tasks\/get|GetTask)$/,
  cancel: /^(?:tasks\/cancel|CancelTask)$/,
  subscribe: /^(?:tasks\/resubscribe|SubscribeToTask)$/,
  send: /^(?:message\/send|SendMessage)$/,
  stream: /^(?:message\/stream|SendStreamingMessage)$/,
  list: /^ListTasks$/,
  pushSet: /^(?:tasks\/pushNotificationConfig\/set|CreateTaskPushNotificationConfig)$/,
  pushGet: /^(?:tasks\/pushNotificationConfig\/get|GetTaskPushNotificationConfig)$/,
  pushDelete: /^(?:tasks\/pushNotificationConfig\/delete|DeleteTaskPushNotificationConfig)$/,
  extended: /^(?:agent\/getAuthenticatedExtendedCard|GetExtendedAgentCard)$/,
};

/** Edits the responses to one operation. */
export const on = (
  operation: keyof typeof METHODS,
  edit: (exchange: EditedExchange) => void,
): AgentEdits => ({
  response(exchange) {
    if (METHODS[operation]?.test(exchange.method)) edit(exchange);
  },
});

/** Edits the events of a subscription while its task runs. */
export const onSubscription = (
  edit: (payload: Json, index: number) => readonly Json[],
): AgentEdits => ({
  passesStreams: true,
  event: ({ method, payload, index }) =>
    METHODS.subscribe?.test(method) ? edit(payload, index) : [payload],
});

/** Edits the events of a subscription once the first stream of its task was closed. */
export function onRemainingSubscription(edit: (payload: Json) => readonly Json[]): AgentEdits {
  let isAlone = false;
  return {
    passesStreams: true,
    closedByClient(method) {
      if (METHODS.stream?.test(method)) isAlone = true;
    },
    event({ method, payload, index }) {
      if (!METHODS.subscribe?.test(method)) {
        if (index === 0) isAlone = false;
        return [payload];
      }
      return isAlone ? edit(payload) : [payload];
    },
  };
}

/** Ends subscriptions otherwise than the agent. */
export const endSubscription = (end: EditedExchange["end"]): AgentEdits => ({
  passesStreams: true,
  end: (method) => (METHODS.subscribe?.test(method) ? end : "complete"),
});

/** The update in a stream event of either version. */
export const updateOf = (payload: Json): Json | undefined => {
  const result = payload.result as Json | undefined;
  const update = (result?.statusUpdate ?? result?.artifactUpdate ?? result) as Json | undefined;
  return update?.taskId === undefined ? undefined : update;
};

export const onCard = (edit: (card: Json, exchange: EditedExchange) => void): AgentEdits => ({
  response(exchange) {
    const [card] = exchange.payloads;
    if (/agent(?:-card)?\.json$/.test(exchange.path) && card) edit(card, exchange);
  },
});

export const errorOf = ({ payloads: [first] }: EditedExchange) => first?.error as Json | undefined;
export const resultOf = ({ payloads: [first] }: EditedExchange) =>
  first?.result as Json | undefined;

export const setCode = (code: number) => (exchange: EditedExchange) => {
  const error = errorOf(exchange);
  if (error) Object.assign(error, { code, data: undefined });
};
export const setMessage = (exchange: EditedExchange) => {
  const error = errorOf(exchange);
  if (error) error.message = "Never heard of it.";
};
/** Another error, and the same error in other words. */
export const wrongCode = (operation: keyof typeof METHODS): Pick<Case, "breaks" | "nearly"> => ({
  breaks: on(operation, setCode(-32603)),
  nearly: on(operation, setMessage),
});

/** The agent sees 1.0, whatever was asked for. */
export const setVersion1: NonNullable<AgentEdits["request"]> = (headers, body) => {
  headers["a2a-version"] = "1.0";
  return body;
};

/** The members of the task in a result or stream event of either version. */
export const taskOf = (payload: Json | undefined): Json | undefined => {
  const result = payload?.result as Json | undefined;
  return (result?.task as Json | undefined) ?? (result?.status && result.id ? result : undefined);
};

/** What the text allows everywhere. */
export const addMetadata = ({ payloads: [first] }: EditedExchange) => {
  Object.assign(taskOf(first) ?? {}, { metadata: { more: true } });
};
export const addMember = (exchange: EditedExchange) => {
  Object.assign(resultOf(exchange) ?? {}, { more: true });
};

export const setResult = (exchange: EditedExchange, result: unknown) => {
  const [first] = exchange.payloads;
  exchange.payloads = [{ ...first, error: undefined, result }];
};

/** An error in place of what succeeded. */
export function setCodeOfResult(exchange: EditedExchange): void {
  const [first] = exchange.payloads;
  if (first?.result === undefined) return;
  exchange.payloads = [{ ...first, result: undefined, error: { code: -32603, message: "broken" } }];
}
