/**
 * Posts one batch of spans to a backend.
 *
 * Guarantees: never throws; connects only to addresses that the target guard has checked; follows no
 * redirect, which could carry the headers elsewhere; no outcome repeats a header. A response with a
 * status of 2xx is success even if its body is in another format, as that of some backends is. What
 * is too large for a backend is sent in parts, as small as one call.
 */

import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from "node:http";
import { request as requestHttps } from "node:https";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { stringifyJson } from "../../json/json-stringify.ts";
import { countSpans } from "../../otlp/log-spans.ts";
import { encodeTraces } from "../../otlp/otlp-protobuf.ts";
import { type RejectedSpans, readPartialSuccess } from "../../otlp/partial-success.ts";
import type { OtlpTraces } from "../../otlp/span.ts";
import { toPrintableLine } from "../../report/printable.ts";
import { getConnectionFailure } from "../../text/error-message.ts";
import { createTlsTrust } from "../exchange/tls-trust.ts";
import { parseRetryAfter } from "../http/retry-delay.ts";
import {
  type AllowedTarget,
  resolveTarget,
  type TargetPolicy,
} from "../ssrf-guard/resolve-target.ts";
import type { OtlpTarget } from "./otlp-environment.ts";

export type PostOutcome =
  /** `rejected`: some of them, which the backend will not take now or later. */
  | { readonly kind: "sent"; readonly rejected?: RejectedSpans }
  /** Try again, not before `retryAfterMs` if the backend named it. */
  | { readonly kind: "unavailable"; readonly reason: string; readonly retryAfterMs: number | null }
  /** The backend will not take these spans, now or later. */
  | { readonly kind: "rejected"; readonly reason: string };

type Response = PostOutcome | { readonly kind: "too-large"; readonly reason: string };

const compress = promisify(gzip);

export async function postTraces(
  traces: OtlpTraces,
  target: OtlpTarget,
  policy: TargetPolicy,
  signal?: AbortSignal,
): Promise<PostOutcome> {
  try {
    const resolved = await resolveTarget(target.url, policy);
    if (!resolved.allowed)
      return { kind: "unavailable", reason: resolved.reason, retryAfterMs: null };
    return await sendWhole(traces, (body) => send(body, target, resolved, signal), target);
  } catch (error) {
    return { kind: "unavailable", reason: getConnectionFailure(error), retryAfterMs: null };
  }
}

type SendBody = (body: Buffer) => Promise<Response>;

async function sendWhole(
  traces: OtlpTraces,
  sendBody: SendBody,
  target: OtlpTarget,
): Promise<PostOutcome> {
  const isJson = target.protocol === "http/json";
  const plain = isJson ? Buffer.from(stringifyJson(traces)) : Buffer.from(encodeTraces(traces));
  const response = await sendBody(target.isCompressed ? await compress(plain) : plain);
  if (response.kind !== "too-large") return response;
  const { reason } = response;
  const { resourceSpans: all } = traces;
  if (all.length < 2) return { kind: "rejected", reason };
  const middle = Math.ceil(all.length / 2);
  const outcomes: PostOutcome[] = [];
  for (const resourceSpans of [all.slice(0, middle), all.slice(middle)]) {
    const outcome = await sendWhole({ resourceSpans }, sendBody, target);
    // The whole is sent again later, with the same ids.
    if (outcome.kind === "unavailable") return outcome;
    const spans = countSpans({ resourceSpans });
    outcomes.push(
      outcome.kind === "sent"
        ? outcome
        : { kind: "sent", rejected: { spans, message: outcome.reason } },
    );
  }
  return combine(outcomes, countSpans(traces));
}

/** `count`: of all spans that were sent. */
function combine(outcomes: readonly PostOutcome[], count: number): PostOutcome {
  const rejected = outcomes.flatMap((one) => (one.kind === "sent" && one.rejected) || []);
  const [first] = rejected;
  if (!first) return { kind: "sent" };
  const spans = rejected.reduce((sum, one) => sum + one.spans, 0);
  if (spans === count) return { kind: "rejected", reason: first.message };
  return { kind: "sent", rejected: { spans, message: first.message } };
}

function send(
  body: Buffer,
  target: OtlpTarget,
  { url, addresses, host }: AllowedTarget,
  signal?: AbortSignal,
): Promise<Response> {
  const isSecure = url.protocol === "https:";
  const [address] = addresses;
  if (!address) return Promise.reject(new Error(`${host} has no address`));
  const timeout = AbortSignal.timeout(target.timeoutMs);
  const options: RequestOptions = {
    method: "POST",
    headers: {
      ...Object.fromEntries(target.headers),
      "content-type":
        target.protocol === "http/json" ? "application/json" : "application/x-protobuf",
      "content-length": body.length,
      ...(target.isCompressed && { "content-encoding": "gzip" }),
      connection: "close",
    },
    agent: false,
    // Only the checked addresses, however the name resolves now.
    lookup: (_host, { all }, callback) =>
      all ? callback(null, [...addresses]) : callback(null, address.address, address.family),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(isSecure && createTlsTrust(target.ca === null ? {} : { ca: target.ca }).options),
  };
  return new Promise((resolve, reject) => {
    const onError = (error: Error) =>
      reject(timeout.aborted ? new Error(`no response within ${target.timeoutMs} ms`) : error);
    const request = (isSecure ? requestHttps : requestHttp)(url, options, (response) => {
      const { statusCode = 0, headers } = response;
      const outcome = toOutcome(statusCode, headers["retry-after"]);
      // What the status says counts, even if the body is cut off.
      if (outcome.kind === "sent")
        readBody(response, (body) => resolve(toSent(body, headers, target)));
      else resolve(outcome);
      response.on("error", () => undefined).resume();
    });
    request.on("error", onError).end(body);
  });
}

const RETRYABLE: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const REJECTED: ReadonlySet<number> = new Set([400, 422]);
const TOO_LARGE = 413;

/** A longer body is no response of OTLP. */
const MAX_BODY_BYTES = 1 << 16;

/** Calls back once, with what arrived. */
function readBody(response: IncomingMessage, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  });
  response.once("close", () => done(Buffer.concat(chunks)));
}

const MESSAGE_LENGTH = 200;

function toSent(
  body: Buffer,
  { "content-type": type = "" }: IncomingHttpHeaders,
  { protocol, headers }: OtlpTarget,
): PostOutcome {
  const isJson = /json/i.test(type) || (protocol === "http/json" && !/protobuf/i.test(type));
  const rejected = readPartialSuccess(body, isJson);
  if (!rejected) return { kind: "sent" };
  const hidden = headers.reduce((text, [, value]) => text.replaceAll(value, "…"), rejected.message);
  const message = toPrintableLine(hidden, MESSAGE_LENGTH) || "it gives no reason";
  return { kind: "sent", rejected: { ...rejected, message } };
}

function toOutcome(status: number, retryAfter: string | undefined): Response {
  if (status >= 200 && status < 300) return { kind: "sent" };
  const reason = `the backend responded with HTTP ${status}`;
  if (status === TOO_LARGE) return { kind: "too-large", reason };
  if (REJECTED.has(status)) return { kind: "rejected", reason };
  const retryAfterMs = RETRYABLE.has(status) ? parseRetryAfter(retryAfter) : null;
  return { kind: "unavailable", reason, retryAfterMs };
}
