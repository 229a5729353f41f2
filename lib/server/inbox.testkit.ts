/** For tests of inboxes: the server's two routes over a real socket, and a sender that takes its time. */
import net from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { startHttpServer } from "./exchange.testkit.ts";
import type { Library } from "./library.ts";
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
    const answer = hasBody
      ? await library.receiveNotification(request, recording, key)
      : createHandshakeResponse(request);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(await answer.text());
  });

/** Has said the head of a notification, and says of its body what it is told to. */
export function openSlowSender(url: string, length: number): net.Socket {
  const { port, pathname } = new URL(url);
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  const headers = ["host: loupe", "connection: close", `content-length: ${length}`];
  socket.write(`${[`POST ${pathname} HTTP/1.1`, ...headers].join("\r\n")}\r\n\r\n`);
  return socket;
}
