/**
 * HTTP server of one agent of the demo team.
 *
 * Guarantees: listens on loopback only, and serves only who has the key; does not keep the process
 * running.
 */

import { once } from "node:events";
import http from "node:http";
import { createRequestListener } from "../http/request-listener.ts";
import { markSelfGuarded } from "../http/self-guarded.ts";
import { isSameSecret } from "../security/is-same-secret.ts";
import type { ScriptedAgent } from "./scripted-agent.ts";

/** One agent of the team. */
export type TeamAgent = Pick<ScriptedAgent, "handleRequest">;

export interface TeamServer {
  /** Its address, `127.0.0.1:port`. */
  readonly address: string;
  close(): void;
}

export async function startTeamServer(agent: TeamAgent, key: string): Promise<TeamServer> {
  const server = http.createServer(
    createRequestListener((request) => handleRequest(agent, key, request)),
  );
  markSelfGuarded(server);
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

async function handleRequest(agent: TeamAgent, key: string, request: Request): Promise<Response> {
  if (!isSameSecret(request.headers.get("authorization") ?? "", `Bearer ${key}`)) {
    const error = "This agent requires the key of its team.";
    return Response.json({ error }, { status: 401, headers: { "www-authenticate": "Bearer" } });
  }
  const { origin, pathname } = new URL(request.url);
  return agent.handleRequest(request, `${origin}/`, pathname);
}
