// An agent whose card requires an extension: it rejects calls that do not request it, over JSON-RPC
// in 0.3 and 1.0. Over gRPC it only records the headers.
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { closeServer, listen } from "./agent.ts";
import { createCard, readBody, sendJson } from "./plain-http.ts";

export const TRACKED_URI = "https://tracked.example/v1";

export type AgentBinding = "0.3" | "1.0" | "grpc";

export interface ExtensionAgent {
  readonly url: string;
  /** The headers of each call, in order. */
  readonly calls: IncomingHttpHeaders[];
  close(): Promise<void>;
}

export async function startExtensionAgent(tongue: AgentBinding): Promise<ExtensionAgent> {
  const calls: IncomingHttpHeaders[] = [];
  const about = {
    name: `Demanding ${tongue}`,
    description: "Answers those who ask for its extension.",
    capabilities: {
      streaming: false,
      extensions: [{ uri: TRACKED_URI, description: "Every call is tracked", required: true }],
    },
    skills: [{ id: "answer", name: "Answer", description: "Answers", tags: ["demo"] }],
  };
  const grpc = createHttp2Server((request, response) => {
    calls.push(request.headers);
    response.writeHead(200, { "content-type": "application/grpc", "grpc-status": "12" }).end();
  });
  await new Promise<void>((resolve) => grpc.listen(0, "127.0.0.1", resolve));
  const { port } = grpc.address() as AddressInfo;
  const server = createServer(async (request, response) => {
    const base = `http://${request.headers.host}`;
    if (request.method === "GET") {
      const card =
        tongue === "grpc"
          ? createCard("1.0", `http://127.0.0.1:${port}`, about, "GRPC")
          : createCard(tongue, `${base}/rpc`, about);
      return sendJson(response, card);
    }
    const body = await readBody(request);
    calls.push(request.headers);
    const { id } = JSON.parse(body) as { id: unknown };
    const header = tongue === "1.0" ? "a2a-extensions" : "x-a2a-extensions";
    const isAsked = String(request.headers[header] ?? "").includes(TRACKED_URI);
    const error = { code: -32008, message: "Extension required" };
    const answer = isAsked ? { result: createReply(tongue) } : { error };
    response.writeHead(200, {
      "content-type": "application/json",
      ...(isAsked && { [header]: TRACKED_URI }),
    });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  });
  const url = await listen(server);
  const close = async () => {
    grpc.close();
    await closeServer(server);
  };
  return { url, calls, close };
}

function createReply(tongue: AgentBinding): object {
  const parts = [{ ...(tongue === "0.3" && { kind: "text" }), text: "Tracked." }];
  const message = { messageId: "m-1", contextId: "c-1", parts };
  if (tongue === "0.3") return { ...message, kind: "message", role: "agent" };
  return { message: { ...message, role: "ROLE_AGENT" } };
}
