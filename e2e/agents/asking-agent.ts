// An A2A 1.0 agent that requests input with the platform's extensions, one request per task, and
// continues after the reply; written by hand, so that every byte is known.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { closeServer, listen } from "./agent.ts";

const HOST = "https://a2a-extensions.adk.kagenti.dev";
export const FORM_URI = `${HOST}/ui/form_request/v1`;
export const APPROVAL_URI = `${HOST}/interactions/approval/v1`;
export const SECRETS_URI = `${HOST}/auth/secrets/v1`;

type Json = { readonly [name: string]: unknown };

/** By the first word of the message: the waiting state, the text, and the request. */
const QUESTIONS: Readonly<Record<string, readonly [state: string, text: string, Json]>> = {
  form: [
    "INPUT_REQUIRED",
    "Your boat",
    {
      [FORM_URI]: {
        title: "Your boat",
        description: "For the harbour office.",
        submit_label: "Hand in",
        fields: [
          { id: "name", label: "Name", type: "text", required: true },
          { id: "day", label: "Day", type: "date", default_value: "2026-03-01" },
          {
            id: "kind",
            label: "Kind",
            type: "singleselect",
            default_value: "sail",
            options: [
              { id: "sail", label: "Sail" },
              { id: "motor", label: "Motor" },
            ],
          },
          {
            id: "extra",
            label: "Extras",
            type: "checkbox_group",
            fields: [{ id: "water", label: "Fresh water", type: "checkbox" }],
          },
        ],
      },
    },
  ],
  approval: [
    "INPUT_REQUIRED",
    "May I?",
    {
      [APPROVAL_URI]: {
        action: "tool-call",
        name: "book_berth",
        description: "Books a berth",
        input: { pier: 3 },
        server: { name: "port" },
      },
    },
  ],
  secret: [
    "AUTH_REQUIRED",
    "The port wants a key.",
    { [SECRETS_URI]: { secret_demands: { PORT: { name: "Port key" } } } },
  ],
};

export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly message: Json;
}

export interface AskingAgent {
  url: string;
  /** The messages it received, in order. */
  received: ReceivedMessage[];
  close(): Promise<void>;
}

export async function startAskingAgent(): Promise<AskingAgent> {
  const received: ReceivedMessage[] = [];
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith("/.well-known/")) {
      return showCard(response, `http://${request.headers.host}`);
    }
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    const { id, params } = JSON.parse(body) as { id: unknown; params: { message: Json } };
    const { message } = params;
    received.push({ headers: request.headers, message });
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const result of createReplies(message, `task-${received.length}`)) {
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
    }
    response.end();
  });
  const url = await listen(server);
  return { url, received, close: () => closeServer(server) };
}

function createReplies(message: Json, newTask: string): Json[] {
  const [part] = message.parts as { text?: string }[];
  const taskId = String(message.taskId ?? newTask);
  const ids = { taskId, contextId: "context-1" };
  const status = (state: string, text?: string, metadata?: Json) => ({
    statusUpdate: {
      ...ids,
      status: {
        state: `TASK_STATE_${state}`,
        ...(text !== undefined && { message: createMessage(text, `${taskId} ${text}`, metadata) }),
      },
    },
  });
  if (message.taskId !== undefined) {
    return [status("WORKING"), status("COMPLETED", `Thank you: ${getRequestText(message)}`)];
  }
  const question = QUESTIONS[part?.text ?? ""];
  const submitted = {
    task: { id: taskId, contextId: ids.contextId, status: { state: "TASK_STATE_SUBMITTED" } },
  };
  return question ? [submitted, status(...question)] : [submitted, status("COMPLETED")];
}

/** Echoes the metadata of the extensions: an echo must not reveal a secret either. */
function getRequestText({ metadata }: Json): string {
  return JSON.stringify(metadata ?? null);
}

const createMessage = (text: string, messageId: string, metadata: Json | undefined) => ({
  role: "ROLE_AGENT",
  messageId,
  parts: [{ text }],
  metadata,
});

function showCard(response: ServerResponse, base: string): void {
  const card = {
    name: "Asking",
    description: "Asks for what it needs.",
    version: "1.0.0",
    supportedInterfaces: [
      { url: `${base}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    ],
    capabilities: {
      streaming: true,
      extensions: [FORM_URI, APPROVAL_URI, SECRETS_URI].map((uri) => ({ uri })),
    },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(card));
}
