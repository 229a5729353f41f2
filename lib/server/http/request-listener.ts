/**
 * Serves a handler from request to response with a server of Node.js.
 *
 * Guarantees: a response whose body fails breaks its connection, and a client that disconnects
 * cancels the body.
 */

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";

type RequestHandler = (request: Request) => Promise<Response>;

export function createRequestListener(handle: RequestHandler): RequestListener {
  return (incoming, outgoing) =>
    void serveRequest(handle, incoming, outgoing).catch(() => outgoing.destroy());
}

async function serveRequest(
  handle: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: new Headers(headers as Record<string, string>),
    body: method === "POST" ? Buffer.concat(await incoming.toArray()) : null,
  });
  const response = await handle(request);
  outgoing.writeHead(response.status, [...response.headers].flat());
  outgoing.flushHeaders();
  if (response.body) await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing);
  else outgoing.end();
}
