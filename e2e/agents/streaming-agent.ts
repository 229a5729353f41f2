// An agent that streams its message as patches to clients that request the streaming extension, and
// as one whole message to all others; written by hand, in 0.3 and 1.0.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { closeServer, listen } from "./agent.ts";

export const STREAMING_URI = "https://a2a-extensions.adk.kagenti.dev/ui/streaming/v1";
export const AUDIT_URI = "https://audit.example/v1";

/** The tokens: outside the BMP, so that positions in code points and UTF-16 units differ. */
export const STREAMED_WORDS = ["High ", "water 🌊", " at ", "04:12", "."];

export type StreamingVersion = "0.3" | "1.0";

export interface StreamingAgent {
  url: string;
  /** The headers of each call, in order. */
  calls: IncomingHttpHeaders[];
  /** Sends the next token, or the end. */
  resume(): void;
  close(): Promise<void>;
}

const ids = { taskId: "task-1", contextId: "context-1" };

/** A status update of one version, with a message or with patches. */
const STATUS = {
  "0.3": (state: string, text: string | null, metadata: object | undefined) => ({
    kind: "status-update",
    ...ids,
    final: state === "completed",
    status: { state, ...(text !== null && { message: message03(text) }) },
    metadata,
  }),
  "1.0": (state: string, text: string | null, metadata: object | undefined) => ({
    statusUpdate: {
      ...ids,
      status: {
        state: `TASK_STATE_${state.toUpperCase()}`,
        ...(text !== null && { message: message10(text) }),
      },
      metadata,
    },
  }),
};

const message03 = (text: string) => ({
  kind: "message",
  role: "agent",
  messageId: "draft-1",
  parts: [{ kind: "text", text }],
});
const message10 = (text: string) => ({
  role: "ROLE_AGENT",
  messageId: "draft-1",
  parts: [{ text }],
});

const TASK = {
  "0.3": { kind: "task", id: ids.taskId, contextId: ids.contextId, status: { state: "submitted" } },
  "1.0": {
    task: { id: ids.taskId, contextId: ids.contextId, status: { state: "TASK_STATE_SUBMITTED" } },
  },
};

/** The patch that appends a token after the text so far; positions count code points. */
function createPatch(before: string, word: string): object {
  const op =
    before === ""
      ? {
          op: "replace",
          path: "",
          value: { message_id: "draft-1", parts: [{ text: word }] },
        }
      : { op: "str_ins", path: "/parts/0/text", pos: [...before].length, value: word };
  return { [STREAMING_URI]: { message_update: [op], message_id: "draft-1" } };
}

/** The stream, one step at a time. */
function* createEvents(speech: StreamingVersion, isPatched: boolean): Generator<object> {
  const status = STATUS[speech];
  yield TASK[speech];
  yield status("working", null, undefined);
  let text = "";
  for (const word of STREAMED_WORDS) {
    if (isPatched) yield status("working", null, createPatch(text, word));
    text += word;
  }
  yield status("completed", text, undefined);
}

export async function startStreamingAgent(speech: StreamingVersion): Promise<StreamingAgent> {
  const calls: IncomingHttpHeaders[] = [];
  let steps = 2;
  let wake = () => {};
  const server = createServer(async (request, response) => {
    const base = `http://${request.headers.host}`;
    if (request.url?.startsWith("/.well-known/")) return showCard(response, speech, base);
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    calls.push(request.headers);
    const header = speech === "1.0" ? "a2a-extensions" : "x-a2a-extensions";
    const isPatched = String(request.headers[header] ?? "").includes(STREAMING_URI);
    response.writeHead(200, {
      "content-type": "text/event-stream",
      ...(isPatched && { [header]: STREAMING_URI }),
    });
    const { id } = JSON.parse(body) as { id: unknown };
    for (const result of createEvents(speech, isPatched)) {
      while (steps === 0) await new Promise<void>((resolve) => (wake = resolve));
      steps--;
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
    }
    response.end();
  });
  const url = await listen(server);
  const goOn = () => {
    steps++;
    wake();
  };
  return { url, calls, resume: goOn, close: () => closeServer(server) };
}

function showCard(response: ServerResponse, speech: StreamingVersion, base: string): void {
  const url = `${base}/rpc`;
  const own =
    speech === "1.0"
      ? { supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }] }
      : { url, preferredTransport: "JSONRPC", protocolVersion: "0.3.0" };
  const extensions = [
    { uri: STREAMING_URI, description: "Messages as they are written" },
    { uri: AUDIT_URI, description: "Keeps a record of all calls" },
  ];
  const card = {
    name: `Streaming ${speech}`,
    description: "Tells when the water is high.",
    version: "1.0.0",
    ...own,
    capabilities: { streaming: true, extensions },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(card));
}
