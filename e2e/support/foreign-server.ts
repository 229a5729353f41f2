// A server that only the content of an agent links to: every visit came through that content.
import { createServer, type IncomingHttpHeaders } from "node:http";
import { closeServer, listen } from "../agents/agent.ts";

export interface ForeignRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ForeignServer {
  readonly url: string;
  readonly requests: readonly ForeignRequest[];
  close(): Promise<void>;
}

export async function startForeignServer(): Promise<ForeignServer> {
  const visits: ForeignRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    visits.push({ path: request.url ?? "", headers: request.headers, body });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const url = await listen(server);
  return { url, requests: visits, close: () => closeServer(server) };
}
