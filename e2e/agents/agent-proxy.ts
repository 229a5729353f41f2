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
  const server = createServer(async (asked, answer) => {
    const body = await text(asked);
    const isAgain =
      /tasks\/resubscribe|SubscribeToTask/.test(body) || /:subscribe/.test(asked.url ?? "");
    const headers = { ...asked.headers, host: new URL(agent.url).host };
    const target = new URL(asked.url ?? "/", agent.url);
    const method = asked.method ?? "GET";
    const passed = request(target, { method, headers, agent: false }, (came) => {
      const isCard = /agent(?:-card)?\.json$/.test(target.pathname) && came.statusCode === 200;
      if (isCard) return void showCard(came, answer);
      const isStream = /event-stream/.test(came.headers["content-type"] ?? "");
      answer.writeHead(came.statusCode ?? 502, came.headers);
      if (!isStream) return void came.pipe(answer);
      const limit = cutAfter;
      cutAfter = Number.POSITIVE_INFINITY;
      forwardStream(came, answer, limit, isAgain && options.keepsSnapshot === true);
    });
    passed.on("error", () => answer.destroy());
    // If the client closes the connection, close the one to the agent.
    answer.on("close", () => passed.destroy());
    passed.end(body);
  });
  const url = await listen(server);

  async function showCard(came: IncomingMessage, answer: ServerResponse): Promise<void> {
    const card = JSON.parse((await text(came)).replaceAll(agent.url, url)) as Json;
    const shown = options.binding ? putBindingFirst(card, options.binding) : card;
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(shown));
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
  came: IncomingMessage,
  answer: ServerResponse,
  limit: number,
  keepsFirst: boolean,
): void {
  let passed = 0;
  let held: string | null = keepsFirst ? "" : null;
  came.on("data", (chunk: Buffer) => {
    let piece = chunk;
    if (held !== null) {
      held += chunk.toString("latin1");
      const end = /\r?\n\r?\n/.exec(held);
      if (!end) return;
      piece = Buffer.from(held.slice(end.index + end[0].length), "latin1");
      held = null;
    }
    passed += piece.length;
    if (passed < limit) return void answer.write(piece);
    // The socket must send what was written before it is destroyed.
    answer.write(piece.subarray(0, piece.length - (passed - limit)), () => answer.destroy());
    came.destroy();
  });
  came.on("end", () => answer.end());
  came.on("error", () => answer.destroy());
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
