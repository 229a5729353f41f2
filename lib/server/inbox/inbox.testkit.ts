/** Test kit for inboxes: the server's two inbox routes on a real socket, and a slow sender. */
import net from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { startHttpServer } from "../exchange/exchange.testkit.ts";
import type { Library } from "../library.ts";
import { createHandshakeResponse } from "./notification.ts";

export const serveInboxes = (library: Library): Promise<string> =>
  startHttpServer(async (incoming, outgoing) => {
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const headers = new Headers(incoming.headers as Record<string, string>);
    const hasBody = incoming.method === "POST";
    const body = hasBody ? (Readable.toWeb(incoming) as NodeStream as ReadableStream) : null;
    const init: RequestInit & { duplex: "half" } = {
      method: incoming.method ?? "",
      headers,
      body,
      duplex: "half",
    };
    const request = new Request(url, init);
    const [, , recording = "", key = ""] = new URL(url).pathname.split("/");
    const response = hasBody
      ? await library.inboxes.receive(request, recording, key)
      : createHandshakeResponse(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  });

/** Sends the head of a notification; the test writes the body. */
export function openSlowSender(url: string, length: number): net.Socket {
  const { port, pathname } = new URL(url);
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  const headers = ["host: loupe", "connection: close", `content-length: ${length}`];
  socket.write(`${[`POST ${pathname} HTTP/1.1`, ...headers].join("\r\n")}\r\n\r\n`);
  return socket;
}
