/**
 * Performs one exchange with an agent and records it.
 *
 * Guarantees: records `open` first and `end` last, exactly once each; never throws; the target guard
 * checks every address before it is called, again at every redirect; certificates and trust chosen
 * for the request's own origin are used for no other.
 */

import type { ExchangeRequest } from "../../api/schemas/api-requests.ts";
import { getErrorMessage } from "../../text/error-message.ts";
import type { EndRecord } from "../../wire/record.ts";
import { ApiError } from "../http/api-error.ts";
import {
  type AllowedTarget,
  resolveTarget,
  type TargetRefusal,
} from "../ssrf-guard/resolve-target.ts";
import { ExchangeContext, type ExchangeOptions } from "./exchange-context.ts";
import {
  createFailedEnd,
  createRedirectsEnd,
  createRefusedEnd,
  type EndDetails,
} from "./exchange-end.ts";
import {
  createHttpRequest,
  createRedirectRequest,
  getRequestBody,
  type HttpRequest,
} from "./http-request.ts";
import { sendHttp1 } from "./send-http1.ts";
import { sendHttp2 } from "./send-http2.ts";
import { createTlsTrust, DEFAULT_TRUST } from "./tls-trust.ts";

const MAX_REDIRECTS = 5;

export async function performExchange(
  request: ExchangeRequest,
  options: ExchangeOptions,
): Promise<EndRecord> {
  const context = new ExchangeContext(request, options);
  let end: EndDetails;
  try {
    end = await runExchange(request, context, options);
  } catch (error) {
    end = toRefusedEnd(error);
  }
  return context.recordEnd(end);
}

function toRefusedEnd(error: unknown): EndDetails {
  if (error instanceof ApiError) return createRefusedEnd(error.message, error.hint);
  return createRefusedEnd(`Internal error in Loupe: ${getErrorMessage(error)}`);
}

async function runExchange(
  exchangeRequest: ExchangeRequest,
  context: ExchangeContext,
  options: ExchangeOptions,
): Promise<EndDetails> {
  let request: HttpRequest = createHttpRequest(exchangeRequest);
  context.recordOpen(request);
  const trust = createTlsTrust(exchangeRequest.tls);
  const visited = new Set([formatRequestKey(request)]);
  let ownOrigin: string | null = null;
  let dropped: readonly string[] = [];
  for (let redirects = 0; ; redirects += 1) {
    context.startConnectTimer();
    const target = await resolveTargetOrEnd(request.url, context, options);
    if ("cause" in target) return target;
    if (!target.allowed) return createRefusedEnd(target.reason, target.hint);
    if (target.isResolved) context.recordTiming("dns");
    if (dropped.length > 0) context.addNote(`Not sent to the other origin: ${dropped.join(", ")}.`);

    ownOrigin ??= target.url.origin;
    const isOwn = target.url.origin === ownOrigin;
    const send = request.framing === "grpc" ? sendHttp2 : sendHttp1;
    const result = await send(request, target, isOwn ? trust : DEFAULT_TRUST, context);
    if ("end" in result) return result.end;

    const { status, location, headers } = result.redirect;
    context.recordRedirect(status, location, headers);
    if (redirects === MAX_REDIRECTS)
      return createRedirectsEnd(`More than ${MAX_REDIRECTS} redirects.`);
    const redirect = createRedirectRequest(request, status, location);
    const { next, sameOrigin } = redirect;
    if (!sameOrigin) {
      const { masker } = context;
      if (masker.hasSecret(getRequestBody(next)?.toString() ?? ""))
        return createCredentialEnd("body");
      if (masker.hasSecret(next.url)) return createCredentialEnd("URL");
    }
    if (getRequestBody(request) !== undefined && getRequestBody(next) === undefined) {
      context.addNote(
        `The ${status} redirect turned ${request.method} into GET and dropped the request body. A 307 or 308 redirect keeps method and body.`,
      );
    }
    if (visited.has(formatRequestKey(next)))
      return createRedirectsEnd(formatLoopMessage([...visited], next));
    visited.add(formatRequestKey(next));
    request = next;
    dropped =
      trust.identifies && !sameOrigin
        ? [...redirect.dropped, "the client certificate"]
        : redirect.dropped;
  }
}

function createCredentialEnd(part: "body" | "URL"): EndDetails {
  return createRefusedEnd(
    `The redirect would send credentials in the ${part} to another origin.`,
    "Use the address that it redirects to.",
  );
}

function formatRequestKey({ method, url }: HttpRequest): string {
  return `${method} ${url}`;
}

/** Loupe keeps no cookies, so a request that was already sent gets the same redirect again. */
function formatLoopMessage(visited: readonly string[], again: HttpRequest): string {
  const loop = [
    ...visited.slice(visited.indexOf(formatRequestKey(again))),
    formatRequestKey(again),
  ];
  return `The agent redirects in a loop: ${loop.join(" → ")}.`;
}

/** The target guard's decision, or the end if the exchange was stopped before. */
async function resolveTargetOrEnd(
  url: string,
  context: ExchangeContext,
  options: ExchangeOptions,
): Promise<AllowedTarget | TargetRefusal | EndDetails> {
  const { signal } = context;
  if (signal.aborted) return context.getStopEnd();
  return new Promise((resolve) => {
    const stop = () => resolve(context.getStopEnd());
    signal.addEventListener("abort", stop, { once: true });
    resolveTarget(url, options.policy, options.resolveHost)
      .then(resolve, (error: unknown) => resolve(createFailedEnd(error, "resolve")))
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
