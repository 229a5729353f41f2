/** Serves the inboxes of a library on a loopback port, for agents on this machine. */

import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { Library } from "../library.ts";

export interface InboxServer {
  readonly origin: string;
  close(): Promise<void>;
}

export async function startInboxServer(library: Library): Promise<InboxServer> {
  const server = http.createServer((request, response) => {
    void receive(library, request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function receive(
  library: Library,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/", headers, rawHeaders } = incoming;
  const [, place, recording = "", key = ""] = url.split("/");
  if (method !== "POST" || place !== "inbox") {
    incoming.resume();
    outgoing.writeHead(404).end();
    return;
  }
  const given = rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ""] as [string, string]] : [],
  );
  const request = new Request(new URL(url, `http://${headers.host ?? "127.0.0.1"}`), {
    method,
    headers: given,
    body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>,
    duplex: "half",
  } as RequestInit);
  const response = await library.inboxes.receive(
    request,
    decodeURIComponent(recording),
    decodeURIComponent(key),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
