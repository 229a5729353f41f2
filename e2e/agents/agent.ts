// Starts a real agent of a protocol version on a free port of this machine.
import { createServer, type Server } from "node:http";
import type { ScriptedAgent } from "../../lib/server/demo/scripted-agent.ts";
import { createRequestListener } from "../../lib/server/http/request-listener.ts";
import type { BuildAgent } from "./build-agent.ts";
import { listenGrpc } from "./grpc.ts";

export type AgentVersion = "0.1" | "0.2" | "0.3" | "1.0";

export interface Agent {
  /** The base address, as a user would paste it. */
  url: string;
  cardUrl: string;
  rpcUrl: string;
  /** The HTTP+JSON URL, if the version has that binding. */
  restUrl: string | null;
  /** The gRPC URL, if the version has that binding. */
  grpcUrl: string | null;
  /** Also ends open streams and running scripts. */
  close(): Promise<void>;
}

const AGENT_BUILDERS: Readonly<Record<AgentVersion, () => Promise<{ build: BuildAgent }>>> = {
  "0.1": () => import("./handwritten-0.1.ts"),
  "0.2": () => import("./sdk-0.2.ts"),
  "0.3": () => import("./sdk-0.3.ts"),
  "1.0": () => import("./sdk-1.0.ts"),
};

export async function startAgent(
  generation: AgentVersion,
  { prefersGrpc = false } = {},
): Promise<Agent> {
  const { build } = await AGENT_BUILDERS[generation]();
  // The card contains the addresses, so the ports must be known before the agent starts.
  const server = createServer();
  const url = await listen(server);
  const grpcServer = await listenGrpc();
  const { address } = grpcServer;
  const built = build(url, { address, isPreferred: prefersGrpc });
  const { listener, cardUrl, rpcUrl, restUrl = null, grpc, stop } = built;
  server.on("request", listener);
  if (grpc) grpcServer.serve(grpc);
  const close = async () => {
    stop();
    grpcServer.close();
    await closeServer(server);
  };
  const grpcUrl = grpc ? `http://${address}` : null;
  return { url, cardUrl, rpcUrl, restUrl, grpcUrl, close };
}

/** Serves an agent that plays scripts. `handle` may look at what goes in and out. */
export async function serveAgent(
  agent: ScriptedAgent,
  handle = (_request: Request, respond: () => Promise<Response>) => respond(),
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(
    createRequestListener((request) => {
      const { origin, pathname } = new URL(request.url);
      return handle(request, () => agent.handleRequest(request, origin, pathname));
    }),
  );
  return { url: await listen(server), close: () => closeServer(server) };
}

export function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
