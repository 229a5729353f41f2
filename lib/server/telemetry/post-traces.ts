/**
 * Posts one batch of spans to a backend.
 *
 * Guarantees: never throws; connects only to addresses that the target guard has checked; follows no
 * redirect, which could carry the headers elsewhere; no outcome repeats a header. A response with a
 * status of 2xx is success whatever its body: some backends answer in another format.
 */

import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { stringifyJson } from "../../json/json-stringify.ts";
import { encodeTraces } from "../../otlp/otlp-protobuf.ts";
import type { OtlpTraces } from "../../otlp/span.ts";
import { createTlsTrust } from "../exchange/tls-trust.ts";
import { parseRetryAfter } from "../http/retry-delay.ts";
import {
  type AllowedTarget,
  resolveTarget,
  type TargetPolicy,
} from "../ssrf-guard/resolve-target.ts";
import type { OtlpTarget } from "./otlp-environment.ts";

export type PostOutcome =
  | { readonly kind: "sent" }
  /** Try again, not before `retryAfterMs` if the backend named it. */
  | { readonly kind: "unavailable"; readonly reason: string; readonly retryAfterMs: number | null }
  /** The backend will not take these spans, now or later. */
  | { readonly kind: "rejected"; readonly reason: string };

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
    const isJson = target.protocol === "http/json";
    const plain = isJson ? Buffer.from(stringifyJson(traces)) : Buffer.from(encodeTraces(traces));
    const body = target.isCompressed ? await compress(plain) : plain;
    return await send(body, target, resolved, signal);
  } catch (error) {
    return { kind: "unavailable", reason: getReason(error), retryAfterMs: null };
  }
}

function send(
  body: Buffer,
  target: OtlpTarget,
  { url, addresses, host }: AllowedTarget,
  signal?: AbortSignal,
): Promise<PostOutcome> {
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
      // What the status says counts, even if the body is cut off.
      resolve(toOutcome(statusCode, headers["retry-after"]));
      response.on("error", () => undefined).resume();
    });
    request.on("error", onError).end(body);
  });
}

const RETRYABLE: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const REJECTED: ReadonlySet<number> = new Set([400, 413, 422]);

function toOutcome(status: number, retryAfter: string | undefined): PostOutcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  const reason = `the backend responded with HTTP ${status}`;
  if (REJECTED.has(status)) return { kind: "rejected", reason };
  const retryAfterMs = RETRYABLE.has(status) ? parseRetryAfter(retryAfter) : null;
  return { kind: "unavailable", reason, retryAfterMs };
}

function getReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  const message = error.message || (first instanceof Error ? first.message : "");
  return message || ("code" in error ? String(error.code) : error.name);
}
