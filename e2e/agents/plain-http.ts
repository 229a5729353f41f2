// What the agents written by hand share: a card of 0.3 or 1.0, bodies, and JSON responses.
import type { IncomingMessage, ServerResponse } from "node:http";

/** `about`: members of the card that are not the usual ones. */
export function createCard(
  version: "0.3" | "1.0",
  url: string,
  about: {
    readonly name: string;
    readonly description: string;
    readonly [member: string]: unknown;
  },
  binding = "JSONRPC",
): object {
  return {
    version: "1.0.0",
    ...(version === "1.0"
      ? { supportedInterfaces: [{ url, protocolBinding: binding, protocolVersion: "1.0" }] }
      : { url, preferredTransport: binding, protocolVersion: "0.3.0" }),
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
    ...about,
  };
}

export function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

export async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const text of request.setEncoding("utf8")) body += text;
  return body;
}
