/**
 * HTTP server of one agent of the demo team.
 *
 * Guarantees: listens on loopback only, and serves only who has the key; does not keep the process
 * running.
 */

import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { isSameSecret } from "../security/is-same-secret.ts";

export interface TeamRequest {
  readonly incoming: IncomingMessage;
  readonly body: string;
  /** The agent's URL as the client knows it. */
  readonly endpoint: string;
}

/** One agent of the team. */
export interface TeamAgent {
  createCard(endpoint: string): unknown;
  handleRequest(request: TeamRequest, response: ServerResponse): Promise<void>;
}

export interface TeamServer {
  /** Its address, `127.0.0.1:port`. */
  readonly address: string;
  close(): void;
}

/** Marks a server that guards itself: see `scripts/gate.cjs`. */
const GUARDS_ITSELF = Symbol.for("loupe.guards-itself");

export async function startTeamServer(agent: TeamAgent, key: string): Promise<TeamServer> {
  const server = http.createServer((incoming, response) => {
    handleRequest(agent, key, incoming, response).catch(() => response.destroy());
  });
  Object.assign(server, { [GUARDS_ITSELF]: true });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    address: `127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function handleRequest(
  agent: TeamAgent,
  key: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isSameSecret(incoming.headers.authorization ?? "", `Bearer ${key}`)) {
    response.setHeader("www-authenticate", "Bearer");
    return sendJson(response, { error: "This agent requires the key of its team." }, 401);
  }
  const endpoint = `http://${incoming.headers.host}/`;
  if (incoming.method === "GET" && incoming.url === "/.well-known/agent-card.json") {
    return sendJson(response, agent.createCard(endpoint));
  }
  const chunks = (await incoming.toArray()) as Buffer[];
  await agent.handleRequest(
    { incoming, body: Buffer.concat(chunks).toString(), endpoint },
    response,
  );
}

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  type = "application/json",
): void {
  response.writeHead(status, { "content-type": type });
  response.end(JSON.stringify(value));
}

const MISBEHAVIORS = ["fail", "slow", "cut"] as const;

/** How an agent of the team is asked to misbehave; `null` if it is not. */
export function findMisbehavior(text: string): (typeof MISBEHAVIORS)[number] | null {
  const words = text.toLowerCase().split(/[^a-z]+/);
  return MISBEHAVIORS.find((word) => words.includes(word)) ?? null;
}
