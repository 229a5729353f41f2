// Agents for checks that need another card than the SDK's, several bindings, or a certain request.
import {
  addMetadata,
  BOTH,
  type Case,
  endSubscription,
  on,
  onRemainingSubscription,
  onSubscription,
  resultOf,
  SINCE_1,
  setCode,
  setMessage,
  taskOf,
  updateOf,
} from "./conform-edits.ts";
import type { AgentEdits, EditedExchange, Json } from "./edited-agent.ts";

export const isCard = ({ path }: EditedExchange) => /agent(?:-card)?\.json$/.test(path);

/** The agent with an edited card. */
export const withCard = (edit: (card: Json) => void, edits: AgentEdits = {}): AgentEdits => ({
  ...edits,
  response(exchange) {
    const [card] = exchange.payloads;
    if (isCard(exchange) && card) edit(card);
    else edits.response?.(exchange);
  },
});

export const setCapability =
  (name: string, value: unknown) =>
  (card: Json): void => {
    card.capabilities = { ...(card.capabilities as Json), [name]: value };
    if (name === "extendedAgentCard") card.supportsAuthenticatedExtendedCard = value;
  };

export const requireCredentials = (card: Json): void => {
  const scheme = card.supportedInterfaces
    ? { httpAuthSecurityScheme: { scheme: "Bearer" } }
    : { type: "http", scheme: "bearer" };
  card.securitySchemes = { token: scheme };
  card.security = [{ token: [] }];
  card.securityRequirements = [{ schemes: { token: { list: [] } } }];
};

/** Answers with an error, also where the agent streams. */
export const failWith =
  (code: number) =>
  (exchange: EditedExchange): void => {
    const { id } = exchange.payloads[0] ?? {};
    exchange.text = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "refused" } });
    exchange.headers = { "content-type": "application/json" };
  };

export const refuse = (exchange: EditedExchange): void => {
  exchange.status = 401;
  exchange.text = "";
};

const messageOf = (body: Json | null) =>
  (body?.params as Json | undefined)?.message as Json | undefined;

/** Edits the message of a request, which the agent then gets. */
const editMessage =
  (edit: (message: Json) => void): NonNullable<AgentEdits["request"]> =>
  (_, body) => {
    const message = messageOf(body);
    if (!message) return body;
    edit(message);
    return { ...body };
  };

const HISTORY = [1, 2, 3].map((n) => ({
  kind: "message",
  messageId: `m${n}`,
  role: "user",
  parts: [{ kind: "text", text: `${n}` }],
}));
const HISTORY_1 = [1, 2, 3].map((n) => ({
  messageId: `m${n}`,
  role: "ROLE_USER",
  parts: [{ text: `${n}` }],
}));

/** Gives tasks as many messages of history as `count` says. */
const withHistory = (operation: "get" | "send", count: (asked: unknown) => number): AgentEdits =>
  on(operation, ({ payloads: [first], params }) => {
    const task = taskOf(first);
    if (!task) return;
    const all = String((task.status as Json).state).startsWith("TASK_") ? HISTORY_1 : HISTORY;
    task.history = all.slice(0, count(params.historyLength));
  });

const isUnknownTask = ({ path }: EditedExchange) => /\/tasks\/0000.*dead/.test(path);
export const OFFERS_BOTH = ["JSONRPC", "HTTP+JSON"] as const;

/** Edits what HTTP+JSON answers for an unknown task. */
export const onRestError = (
  edit: (exchange: EditedExchange) => void,
  offers: AgentEdits["offers"] = OFFERS_BOTH,
): AgentEdits => ({
  offers,
  response(exchange) {
    if (isUnknownTask(exchange)) edit(exchange);
  },
});

const setRestMessage = ({ payloads: [body] }: EditedExchange) => {
  const error = (body?.error as Json | undefined) ?? body;
  if (error) error.message = "Never heard of it.";
};

/** Edits the tasks that HTTP+JSON returns. */
const onRestTask = (edit: (task: Json) => void): AgentEdits => ({
  offers: OFFERS_BOTH,
  response({ path, payloads: [task] }) {
    if (/\/tasks\/[^/?:]+$/.test(path) && task?.status) edit(task);
  },
});

export const CASES_OF_CARDS: Readonly<Record<string, Case>> = {
  "ACCESS-ANONYMOUS": {
    versions: BOTH,
    breaks: withCard(requireCredentials),
    nearly: withCard(requireCredentials, on("get", refuse)),
  },
  "EXTENSION-MISSING": {
    versions: SINCE_1,
    breaks: withCard(
      setCapability("extensions", [{ uri: "https://example.com/e", required: true }]),
    ),
    nearly: withCard(
      setCapability("extensions", [{ uri: "https://example.com/e", required: true }]),
      on("send", failWith(-32008)),
    ),
  },
  "EXTENDED-CARD-ANONYMOUS": {
    versions: BOTH,
    breaks: withCard(requireCredentials),
    nearly: withCard(requireCredentials, on("extended", refuse)),
  },
  "EXTENDED-CARD-NONE": {
    versions: BOTH,
    breaks: withCard(setCapability("extendedAgentCard", false)),
    nearly: withCard(setCapability("extendedAgentCard", false), on("extended", failWith(-32004))),
  },
  "PUSH-NONE": {
    versions: BOTH,
    breaks: withCard(setCapability("pushNotifications", false)),
    nearly: withCard(setCapability("pushNotifications", false), on("pushSet", failWith(-32003))),
  },
  "STREAM-NONE": {
    versions: BOTH,
    breaks: withCard(setCapability("streaming", false)),
    nearly: withCard(setCapability("streaming", false), on("stream", failWith(-32004))),
  },
};

export const CASES_OF_REQUESTS: Readonly<Record<string, Case>> = {
  "CONTENT-TYPE-WRONG": {
    versions: BOTH,
    breaks: {
      request(headers, body) {
        headers["content-type"] = "application/json";
        return body;
      },
    },
    nearly: {
      request(headers, body) {
        return headers["content-type"] === "text/plain" ? { jsonrpc: "2.0" } : body;
      },
    },
  },
  "ID-INVALID": {
    versions: BOTH,
    breaks: {
      request: (_, body) =>
        typeof body?.id === "object" && body.id !== null ? { ...body, id: "an id" } : body,
    },
    nearly: { response: setCode(-32600) },
  },
  "INPUT-REQUIRED": {
    versions: BOTH,
    breaks: { request: editMessage((message) => delete message.taskId) },
    nearly: on("send", addMetadata),
  },
  "REPLY-TASK-ONLY": {
    versions: SINCE_1,
    breaks: on("send", ({ payloads: [first], params }) => {
      const message = params.message as Json | undefined;
      if (message?.taskId) Object.assign(taskOf(first) ?? {}, { contextId: "another" });
    }),
    nearly: on("send", addMetadata),
  },
  "SEND-CONTEXT-MISMATCH": {
    versions: SINCE_1,
    breaks: { request: editMessage((message) => delete message.contextId) },
    nearly: on("send", setMessage),
  },
  "MEMBERS-UNKNOWN": {
    versions: SINCE_1,
    breaks: {
      request(_, body) {
        const params = body?.params as Json | undefined;
        return params?.loupeUnknown ? { ...body, params: {} } : body;
      },
    },
    nearly: on("send", addMetadata),
  },
  "MEDIA-TYPE-UNSUPPORTED": {
    versions: BOTH,
    breaks: on("send", failWith(-32603)),
    nearly: on("send", failWith(-32005)),
  },
  "HISTORY-LIMIT": {
    versions: BOTH,
    breaks: withHistory("get", () => 3),
    nearly: withHistory("get", (asked) => (typeof asked === "number" ? asked : 3)),
  },
  "SEND-HISTORY-ZERO": {
    versions: SINCE_1,
    breaks: withHistory("send", () => 1),
    nearly: withHistory("send", () => 0),
  },
  "LIST-HISTORY": {
    versions: SINCE_1,
    breaks: on("list", (exchange) => {
      const [task] = (resultOf(exchange)?.tasks as Json[] | undefined) ?? [];
      if (task) task.history = HISTORY_1;
    }),
    nearly: on("list", (exchange) => {
      const [task] = (resultOf(exchange)?.tasks as Json[] | undefined) ?? [];
      if (task) task.history = [];
    }),
  },
  "PUSH-DELIVERY": {
    versions: BOTH,
    breaks: {
      request(_, body) {
        const { configuration } = (body?.params as Json | undefined) ?? {};
        const push = Object.values((configuration as Json | undefined) ?? {}).find(
          (one): one is Json => typeof one === "object" && one !== null && "url" in one,
        );
        if (push) delete push.token;
        return body && { ...body };
      },
    },
    nearly: on("send", addMetadata),
  },
};

export const CASES_OF_SUBSCRIPTIONS: Readonly<Record<string, Case>> = {
  "SUBSCRIBE-RUNNING": {
    versions: SINCE_1,
    // Without the task, the first event is an update.
    breaks: onSubscription((payload, index) => (index === 0 ? [] : [payload])),
    nearly: { passesStreams: true },
    long: "brief",
  },
  "SUBSCRIBE-EVENTS": {
    versions: BOTH,
    breaks: onSubscription((payload, index) => (index === 5 ? [] : [payload])),
    nearly: onSubscription((payload) => {
      Object.assign(updateOf(payload) ?? {}, { metadata: { more: true } });
      return [payload];
    }),
    long: "brief",
  },
  "SUBSCRIBE-CLOSES": {
    versions: BOTH,
    breaks: endSubscription("open"),
    nearly: endSubscription("late"),
    long: "brief",
  },
  "SUBSCRIBE-INDEPENDENT": {
    versions: SINCE_1,
    breaks: onRemainingSubscription(() => []),
    nearly: endSubscription("late"),
    long: "brief",
  },
};

export const CASES_OF_BINDINGS: Readonly<Record<string, Case>> = {
  "BINDINGS-SAME-ERRORS": {
    versions: BOTH,
    breaks: onRestError((exchange) => {
      exchange.status = 500;
      exchange.text = "{}";
    }),
    nearly: onRestError(setRestMessage),
  },
  "BINDINGS-SAME-TASK": {
    versions: BOTH,
    breaks: onRestTask((task) => Object.assign(task, { contextId: "another" })),
    nearly: onRestTask((task) => Object.assign(task, { metadata: { more: true } })),
  },
  "ERROR-STATUS": {
    versions: BOTH,
    breaks: onRestError(
      (exchange) => {
        exchange.status = 200;
        exchange.text = '{"code":-32001,"message":"There is no such task."}';
      },
      ["HTTP+JSON"],
    ),
    nearly: onRestError(setRestMessage, ["HTTP+JSON"]),
  },
  "REST-MEDIA-TYPE": {
    versions: SINCE_1,
    breaks: withCard(stateRelease, {
      offers: ["HTTP+JSON"],
      response: (exchange) => setType(exchange, "text/html"),
    }),
    nearly: withCard(stateRelease, {
      offers: ["HTTP+JSON"],
      response: (exchange) => setType(exchange, "application/json; charset=utf-8"),
    }),
  },
};

/** Only 1.0.0 leaves the media type to a check. */
function stateRelease(card: Json): void {
  for (const one of card.supportedInterfaces as Json[]) one.protocolVersion = "1.0.0";
}

function setType(exchange: EditedExchange, type: string): void {
  exchange.headers = { "content-type": type };
}
