// An agent that responds only to callers with the credentials that its card requires, and echoes
// them exactly: an echo must not reveal a secret either.
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import { TLSSocket } from "node:tls";
import { closeServer, listen } from "./agent.ts";
import { createCard, readBody, sendJson } from "./plain-http.ts";

type Json = { readonly [name: string]: unknown };

export interface GuardedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** A client certificate of an authority that the agent trusts. */
  readonly isCertified: boolean;
}

export interface GuardOptions {
  /** Members of the card: in 0.3, `securitySchemes` and `security`. */
  readonly card: Json;
  /** The challenge for an unauthorized request; `null` if it is authorized. */
  checkRequest(shown: GuardedRequest): string | null;
  readonly status?: 401 | 403;
  /** The card requires credentials too. */
  readonly guardsCard?: boolean;
  /** The URL in the card; by default the agent's own. */
  readonly interfaceUrl?: string;
  /** Redirects callers to this URL. */
  readonly redirectsTo?: string;
  /** Serves TLS with this certificate. */
  readonly tls?: ServerOptions;
}

export interface GuardedAgent {
  readonly url: string;
  /** The headers of all calls, in order. */
  readonly calls: GuardedRequest[];
  /** The headers of all card requests. */
  readonly fetches: GuardedRequest[];
  close(): Promise<void>;
}

const ABOUT = { name: "Guarded", description: "Answers those who show what it requires." };

export async function startGuardedAgent(guard: GuardOptions): Promise<GuardedAgent> {
  const calls: GuardedRequest[] = [];
  const fetches: GuardedRequest[] = [];
  const scheme = guard.tls ? "https" : "http";
  const serve: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? "/", "http://here");
    const shown = {
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      isCertified: request.socket instanceof TLSSocket && request.socket.authorized,
    };
    const isCard = url.pathname.startsWith("/.well-known/");
    (isCard ? fetches : calls).push(shown);
    const body = await readBody(request);
    const challenge = isCard && !guard.guardsCard ? null : guard.checkRequest(shown);
    if (challenge !== null) return sendChallenge(response, guard.status ?? 401, challenge);
    if (isCard) {
      const own = guard.interfaceUrl ?? `${scheme}://${request.headers.host}/`;
      return sendJson(response, createCard("0.3", own, { ...ABOUT, ...guard.card }));
    }
    if (guard.redirectsTo !== undefined) {
      return response.writeHead(307, { location: guard.redirectsTo }).end();
    }
    sendEcho(response, body, shown);
  };
  const server = guard.tls ? createSecureServer(guard.tls, serve) : createServer(serve);
  const url = (await listen(server)).replace("http:", `${scheme}:`);
  return { url, calls, fetches, close: () => closeServer(server) };
}

function sendChallenge(response: ServerResponse, status: number, challenge: string): void {
  const headers = challenge === "" ? {} : { "www-authenticate": challenge };
  response.writeHead(status, { "content-type": "text/plain", ...headers }).end("Not you.\n");
}

const CONTEXT = "context-1";

/** `authorize` makes the task wait; everything else completes it. */
function sendEcho(
  response: ServerResponse,
  body: string,
  { path, query, headers }: GuardedRequest,
): void {
  const { id, params } = JSON.parse(body) as { id: unknown; params: { message: Json } };
  const { message } = params;
  const [part] = message.parts as { text?: string }[];
  const taskId = String(message.taskId ?? "task-1");
  const createEcho = (text: string) => ({
    kind: "message",
    role: "agent",
    messageId: `${taskId} ${text}`,
    parts: [{ kind: "text", text }],
  });
  const status = (state: string, text: string) => ({
    kind: "status-update",
    taskId,
    contextId: CONTEXT,
    status: { state, message: createEcho(text) },
    final: true,
  });
  const waits = part?.text === "authorize";
  const echo = `${path}?${query} ${JSON.stringify(headers)}`;
  const events = [
    { kind: "task", id: taskId, contextId: CONTEXT, status: { state: "submitted" } },
    waits
      ? status("auth-required", "Allow me at https://calendar.example/allow?task=1, then say so.")
      : status("completed", `You showed ${echo}`),
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const result of events) {
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
  }
  response.end();
}
