/** Reads the first bytes of a connection, and leaves them to be read again. */

import type { Socket } from "node:net";
import type { RequestHead } from "../../wire/http-head.ts";
import { Http1Reader } from "../../wire/http1-reader.ts";
import { HTTP2_PREFACE } from "../../wire/http2-reader.ts";
import type { AgentProtocol } from "./tap-connection.ts";

/**
 * Passes each read to `decide` until it returns something; `null` if the connection ends before. The
 * socket is then paused, with nothing read.
 */
export async function readFirstBytes<Result>(
  socket: Socket,
  decide: (bytes: Buffer) => Result | null,
): Promise<Result | null> {
  const chunks: Buffer[] = [];
  const result = await new Promise<Result | null>((resolve) => {
    const finish = (found: Result | null) => {
      socket.off("data", read).off("end", stop).off("close", stop);
      resolve(found);
    };
    const stop = () => finish(null);
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      const found = decide(chunk);
      if (found === null) return;
      socket.pause();
      finish(found);
    };
    socket.on("data", read).on("end", stop).on("close", stop);
  });
  if (result !== null) socket.unshift(Buffer.concat(chunks));
  return result;
}

/** The bytes that tell HTTP/2 from requests of HTTP/1. */
const TELLING_LENGTH = 4;

/** A function that takes reads, and returns the protocol when they tell it. */
export function readProtocol(): (bytes: Buffer) => AgentProtocol | null {
  let first = "";
  return (bytes) => {
    first += bytes.toString("latin1", 0, TELLING_LENGTH - first.length);
    if (!HTTP2_PREFACE.startsWith(first)) return "http/1.1";
    return first.length < TELLING_LENGTH ? null : "h2";
  };
}

/** A function that takes reads, and returns the head of a request when it is complete. */
export function readRequestHead(): (bytes: Buffer) => RequestHead | "not-http" | null {
  let found: RequestHead | "not-http" | null = null;
  const reader = new Http1Reader(
    "request",
    {
      onHead: (head) => {
        if (head.kind === "request") found ??= head;
      },
      onBody: () => undefined,
      onEnd: () => undefined,
      onOther: () => {
        found ??= "not-http";
      },
    },
    () => "not-http",
  );
  return (bytes) => {
    reader.push(bytes);
    return found;
  };
}
