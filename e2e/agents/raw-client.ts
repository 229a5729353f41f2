// A minimal client: posts JSON-RPC and returns parsed JSON.
import type { AgentVersion } from "./agent.ts";

type Json = Record<string, unknown>;

const METHODS = {
  old: { send: "message/send", stream: "message/stream", cancel: "tasks/cancel", get: "tasks/get" },
  new: {
    send: "SendMessage",
    stream: "SendStreamingMessage",
    cancel: "CancelTask",
    get: "GetTask",
  },
};

export type RawMethod = keyof typeof METHODS.old;

/** A user's message in the format of a version; with a task ID, it continues that task. */
export function createMessageParams(generation: AgentVersion, text: string, taskId?: string): Json {
  const modern = generation === "1.0";
  const message = {
    ...(modern ? { role: "ROLE_USER" } : { kind: "message", role: "user" }),
    messageId: `m-${Math.random().toString(36).slice(2)}`,
    parts: [modern ? { text } : { kind: "text", text }],
    ...(taskId === undefined ? {} : { taskId }),
  };
  return { message };
}

export function postRpc(
  generation: AgentVersion,
  rpcUrl: string,
  method: RawMethod,
  params: Json,
): Promise<Response> {
  const modern = generation === "1.0";
  return fetch(rpcUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(modern ? { "a2a-version": "1.0" } : {}),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: METHODS[modern ? "new" : "old"][method],
      params,
    }),
  });
}

/** The JSON of each data line as it arrives. Sufficient for servers that are well-formed. */
export async function* readEventData(response: Response): AsyncGenerator<Json> {
  let rest = "";
  for await (const text of (response.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream(),
  )) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
  }
}
