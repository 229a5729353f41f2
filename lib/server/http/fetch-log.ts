/**
 * Reads a log at a URL for a page, whose Content-Security-Policy allows it no other server.
 *
 * Guarantees: calls only what the target guard allows, at the addresses it has checked, and follows
 * no redirect; sends no credentials; returns only what a page of this origin could read itself: the
 * log's server must allow it by CORS, so that a link cannot make Loupe read what browsers may not.
 * Only the team's own store, which the server was started with, need not say so.
 */

import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { getConnectionFailure } from "../../text/error-message.ts";
import { createPinnedLookup } from "../exchange/send-http1.ts";
import { resolveTarget, type TargetPolicy } from "../ssrf-guard/resolve-target.ts";
import { ApiError } from "./api-error.ts";

export interface LogRequest {
  readonly url: string;
  /** The origin of the page. */
  readonly origin: string;
  readonly policy: TargetPolicy;
  /** The origin of the shared store, if there is one. */
  readonly storeOrigin: string | null;
  readonly maxBytes: number;
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** The store may be at a private address, which whoever started the server has chosen. */
const STORE_POLICY: TargetPolicy = { wide: false, allow: [] };

export async function fetchLog(request: LogRequest): Promise<ReadableStream<Uint8Array>> {
  const { url, maxBytes } = request;
  const { host, origin = null } = URL.canParse(url) ? new URL(url) : { host: "The log's server" };
  const isStore = origin !== null && origin === request.storeOrigin;
  const policy = isStore ? STORE_POLICY : request.policy;
  const target = await resolveTarget(url, policy).catch((error: unknown) => {
    throw new ApiError("failed", `${host}: ${getConnectionFailure(error)}.`);
  });
  if (!target.allowed) throw new ApiError("bad-request", target.reason, target.hint);
  const response = await send(target.url, createPinnedLookup(target), request).catch(
    (error: unknown) => {
      throw new ApiError("failed", `${host}: ${getConnectionFailure(error)}.`);
    },
  );
  const problem = findProblem(response, host, isStore ? null : request.origin, maxBytes);
  if (problem === null) return streamResponse(response, maxBytes);
  response.destroy();
  throw problem;
}

function send(
  url: URL,
  lookup: ReturnType<typeof createPinnedLookup>,
  { origin, idleMs, signal }: LogRequest,
): Promise<IncomingMessage> {
  const headers = { accept: "*/*", origin, connection: "close" };
  return new Promise((resolve, reject) => {
    const start = url.protocol === "https:" ? requestHttps : requestHttp;
    const sent = start(url, { headers, lookup, agent: false, signal }, resolve);
    sent.setTimeout(idleMs, () => sent.destroy(new Error(`nothing came for ${idleMs} ms`)));
    sent.on("error", reject).end();
  });
}

function findProblem(
  { statusCode = 0, headers }: IncomingMessage,
  host: string,
  origin: string | null,
  maxBytes: number,
): ApiError | null {
  if (statusCode >= 300 && statusCode < 400) {
    return new ApiError("failed", `${host} redirects to another address.`, "Open that address.");
  }
  if (statusCode !== 200) {
    const isRefused = statusCode === 401 || statusCode === 403;
    return new ApiError(
      "failed",
      `${host} responded with HTTP ${statusCode}.`,
      isRefused ? "A link with a time limit may have expired: ask for a new one." : undefined,
    );
  }
  const allowed = headers["access-control-allow-origin"];
  if (origin !== null && allowed !== "*" && allowed !== origin) {
    return new ApiError(
      "failed",
      `${host} does not allow other sites to read this log (CORS).`,
      "Allow it there, or download the log and open the file.",
    );
  }
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity") {
    return new ApiError("failed", `${host} encodes the log, although Loupe does not ask for it.`);
  }
  if (Number(headers["content-length"] ?? 0) > maxBytes) return createTooLargeError();
  return null;
}

function createTooLargeError(): ApiError {
  return new ApiError("cut-short", "The log is larger than Loupe's limit “Response size”.");
}

function streamResponse(response: IncomingMessage, maxBytes: number): ReadableStream<Uint8Array> {
  const chunks = response[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        bytes += value.length;
        if (bytes > maxBytes) {
          response.destroy();
          throw createTooLargeError();
        }
        controller.enqueue(value);
      },
      cancel: () => void response.destroy(),
    },
    { highWaterMark: 0 },
  );
}
