// A real agent whose requests and responses are edited on the way: an agent that breaks one rule, or
// nearly does. It offers JSON-RPC only, unless a test asks for all bindings.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Agent, closeServer, listen } from "./agent.ts";

export type Json = Record<string, unknown>;

/** One request to the agent with its response. */
export interface EditedExchange {
  readonly path: string;
  /** The JSON-RPC method; empty without one. */
  readonly method: string;
  readonly params: Json;
  status: number;
  headers: Record<string, string>;
  /** The payloads: one of a plain response, those of all events of a stream. */
  payloads: Json[];
  readonly isStream: boolean;
  /** How the response ends. */
  end: "complete" | "reset" | "open" | "late";
  /** The body in place of the payloads. */
  text?: string;
}

export interface AgentEdits {
  /** Asks the agent for another path. */
  path?(path: string): string;
  /** Streams reach the client as the agent sends them, without edits but those of `event`. */
  readonly passesStreams?: true;
  /** What is sent for an event of a stream that passes. `index` counts from 0. */
  event?(seen: {
    readonly method: string;
    readonly payload: Json;
    readonly index: number;
  }): readonly Json[];
  /** Called when the client closes a stream that passes before its end. */
  closedByClient?(method: string): void;
  /** How the streams of a method end that pass. */
  end?(method: string): EditedExchange["end"];
  /** Answers in place of the agent; `verb` is that of HTTP. */
  answer?(verb: string, path: string): { readonly status: number; readonly text: string } | null;
  /** The bindings in its card; JSON-RPC alone if absent. */
  readonly offers?: readonly ("JSONRPC" | "HTTP+JSON")[];
  /** Changes the request's headers and JSON before the agent sees it. */
  request?(headers: Record<string, string>, body: Json | null): Json | null;
  response?(exchange: EditedExchange): void;
}

export interface EditedAgent {
  readonly url: string;
  close(): Promise<void>;
}

const LATE_MS = 200;

export async function startEditedAgent(agent: Agent, edits: AgentEdits): Promise<EditedAgent> {
  const server = createServer((incoming, response) => {
    void forward(agent, edits, incoming, response).catch(() => response.destroy());
  });
  const url = await listen(server);
  async function forward(
    { url: target }: Agent,
    edits: AgentEdits,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { path: editPath, request: editRequest, response: editResponse, passesStreams } = edits;
    const path = incoming.url ?? "/";
    const sent = await buffer(incoming);
    const answer = edits.answer?.(incoming.method ?? "GET", path);
    if (answer) {
      return void response
        .writeHead(answer.status, { "content-type": "application/json" })
        .end(answer.text);
    }
    const headers = toHeaders(incoming);
    const json = parse(sent.toString());
    const edited = editRequest ? editRequest(headers, json) : json;
    const body = edited === json ? sent : Buffer.from(JSON.stringify(edited));
    const upstream = await call(
      target,
      editPath?.(path) ?? path,
      incoming.method ?? "GET",
      headers,
      body,
    );
    const isStream = /event-stream/.test(upstream.headers["content-type"] ?? "");
    const method = typeof json?.method === "string" ? json.method : "";
    if (isStream && passesStreams) {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      response.on("close", () => {
        upstream.destroy();
        if (!response.writableFinished) edits.closedByClient?.(method);
      });
      return passStream(upstream, response, method, edits);
    }
    const received = (await buffer(upstream)).toString().replaceAll(target, url);
    const exchange: EditedExchange = {
      path,
      method,
      params: (json?.params as Json | undefined) ?? {},
      status: upstream.statusCode ?? 502,
      headers: { "content-type": upstream.headers["content-type"] ?? "text/plain" },
      payloads: isStream ? readEvents(received) : [parse(received)].filter((one) => one !== null),
      isStream,
      end: "complete",
    };
    if (exchange.payloads.length === 0) exchange.text = received;
    if (/agent(?:-card)?\.json$/.test(exchange.path))
      exchange.payloads = exchange.payloads.map((card) => offerBindings(card, edits.offers));
    editResponse?.(exchange);
    await send(response, exchange);
  }
  return { url, close: () => closeServer(server) };
}

/** Passes events as they come. */
async function passStream(
  upstream: IncomingMessage,
  response: ServerResponse,
  method: string,
  { event: edit, end }: AgentEdits,
): Promise<void> {
  upstream.setEncoding("utf8");
  let rest = "";
  let index = 0;
  for await (const chunk of upstream) {
    const texts = `${rest}${chunk}`.split(/\r?\n\r?\n/);
    rest = texts.pop() ?? "";
    for (const text of texts) {
      const [payload] = readEvents(text);
      if (payload && edit) {
        for (const one of edit({ method, payload, index })) response.write(formatEvent(one));
        index++;
      } else response.write(`${text}\n\n`);
    }
  }
  endResponse(response, end?.(method) ?? "complete");
}

function call(
  base: string,
  path: string,
  method: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<IncomingMessage> {
  const target = new URL(path, base);
  const own = { ...headers, host: target.host, "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    const passed = request(target, { method, headers: own, agent: false }, resolve);
    passed.on("error", reject);
    passed.end(body);
  });
}

function toHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { "transfer-encoding": _, connection: __, ...kept } = headers;
  return Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

function parse(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

const readEvents = (text: string): Json[] =>
  text
    .split(/\r?\n\r?\n/)
    .map((event) => parse(/^data: ?(.*)$/m.exec(event)?.[1] ?? ""))
    .filter((one) => one !== null);

const formatEvent = (payload: Json) => `data: ${JSON.stringify(payload)}\n\n`;

/** The card of an agent with only these bindings. */
function offerBindings(card: Json, offers: readonly string[] = ["JSONRPC"]): Json {
  const only = (list: unknown, key: string) =>
    (list as Json[] | undefined)?.filter((one) => offers.includes(String(one[key])));
  const supportedInterfaces = only(card.supportedInterfaces, "protocolBinding");
  if (supportedInterfaces) return { ...card, supportedInterfaces };
  return { ...card, additionalInterfaces: only(card.additionalInterfaces, "transport") ?? [] };
}

async function send(
  response: ServerResponse,
  { status, headers, payloads, isStream, end, text }: EditedExchange,
): Promise<void> {
  const body =
    text ?? (isStream ? payloads.map(formatEvent).join("") : JSON.stringify(payloads[0]));
  response.writeHead(status, headers);
  if (end === "complete") return void response.end(body);
  await new Promise<void>((resolve) => response.write(body, () => resolve()));
  endResponse(response, end);
}

function endResponse(response: ServerResponse, end: EditedExchange["end"]): void {
  if (end === "complete") response.end();
  if (end === "reset") response.destroy();
  if (end === "late") setTimeout(() => response.end(), LATE_MS);
}
