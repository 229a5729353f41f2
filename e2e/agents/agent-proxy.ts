// A proxy between Loupe and an agent: puts one of the agent's bindings first on its card, and breaks
// off streams when a test requests it.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Agent, closeServer, listen } from "./agent.ts";

export interface AgentProxyOptions {
  /** The only binding to offer; without it, the card is unchanged. */
  readonly binding?: "JSONRPC" | "HTTP+JSON";
  /** Drops the first event of resubscribed streams, so that what was missed stays missing. */
  readonly keepsSnapshot?: boolean;
}

export interface AgentProxy {
  url: string;
  /** Breaks off the next stream after this many bytes. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;

export async function startAgentProxy(
  agent: Agent,
  options: AgentProxyOptions = {},
): Promise<AgentProxy> {
  let cutAfter = Number.POSITIVE_INFINITY;
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    const isAgain =
      /tasks\/resubscribe|SubscribeToTask/.test(body) || /:subscribe/.test(incoming.url ?? "");
    const headers = { ...incoming.headers, host: new URL(agent.url).host };
    const target = new URL(incoming.url ?? "/", agent.url);
    const method = incoming.method ?? "GET";
    const passed = request(target, { method, headers, agent: false }, (upstream) => {
      const isCard = /agent(?:-card)?\.json$/.test(target.pathname) && upstream.statusCode === 200;
      if (isCard) return void showCard(upstream, response);
      const isStream = /event-stream/.test(upstream.headers["content-type"] ?? "");
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      if (!isStream) return void upstream.pipe(response);
      const limit = cutAfter;
      cutAfter = Number.POSITIVE_INFINITY;
      forwardStream(upstream, response, limit, isAgain && options.keepsSnapshot === true);
    });
    passed.on("error", () => response.destroy());
    // If the client closes the connection, close the one to the agent.
    response.on("close", () => passed.destroy());
    passed.end(body);
  });
  const url = await listen(server);

  async function showCard(upstream: IncomingMessage, response: ServerResponse): Promise<void> {
    const card = JSON.parse((await text(upstream)).replaceAll(agent.url, url)) as Json;
    const shown = options.binding ? putBindingFirst(card, options.binding) : card;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(shown));
  }
  return {
    url,
    cutAfter(bytes) {
      cutAfter = bytes;
    },
    close: () => closeServer(server),
  };
}

function forwardStream(
  upstream: IncomingMessage,
  response: ServerResponse,
  limit: number,
  keepsFirst: boolean,
): void {
  let passed = 0;
  let held: string | null = keepsFirst ? "" : null;
  upstream.on("data", (chunk: Buffer) => {
    let piece = chunk;
    if (held !== null) {
      held += chunk.toString("latin1");
      const end = /\r?\n\r?\n/.exec(held);
      if (!end) return;
      piece = Buffer.from(held.slice(end.index + end[0].length), "latin1");
      held = null;
    }
    passed += piece.length;
    if (passed < limit) return void response.write(piece);
    // The socket must send what was written before it is destroyed.
    response.write(piece.subarray(0, piece.length - (passed - limit)), () => response.destroy());
    upstream.destroy();
  });
  upstream.on("end", () => response.end());
  upstream.on("error", () => response.destroy());
}

/** The card of an agent that supports only this binding. */
function putBindingFirst(card: Json, binding: string): Json {
  const only = (list: unknown, key: string) =>
    (list as Json[] | undefined)?.filter((one) => one[key] === binding);
  const supportedInterfaces = only(card.supportedInterfaces, "protocolBinding");
  if (supportedInterfaces) return { ...card, supportedInterfaces };
  const [first] = only(card.additionalInterfaces, "transport") ?? [];
  if (!first) throw new Error(`no ${binding} on the card`);
  return { ...card, url: first.url, preferredTransport: binding, additionalInterfaces: [first] };
}
