/**
 * Performs one exchange with an agent and records it.
 *
 * Guarantees: records `open` first and `end` last, exactly once each, whatever happens between;
 * never throws; every address is judged by the guard before it is called, again at every redirect;
 * certificates and trust chosen for the request's own origin are used for no other.
 */

import type { ExchangeRequest } from "../wire/api-types.ts";
import type { EndRecord } from "../wire/record.ts";
import { ApiError } from "./api-error.ts";
import { ExchangeContext, type ExchangeOptions } from "./exchange-context.ts";
import { createFailedEnd, createRefusedEnd, type EndDetails } from "./exchange-end.ts";
import {
  createHttpRequest,
  createRedirectRequest,
  getRequestBody,
  type HttpRequest,
} from "./http-request.ts";
import { sendHttp1 } from "./send-http1.ts";
import { sendHttp2 } from "./send-http2.ts";
import {
  type AllowedTarget,
  resolveTarget,
  type TargetRefusal,
} from "./ssrf-guard/resolve-target.ts";
import { createTlsTrust, DEFAULT_TRUST } from "./tls-trust.ts";

const MAX_REDIRECTS = 5;

export async function performExchange(
  request: ExchangeRequest,
  circumstances: ExchangeOptions,
): Promise<EndRecord> {
  const course = new ExchangeContext(request, circumstances);
  let ending: EndDetails;
  try {
    ending = await runExchange(request, course, circumstances);
  } catch (error) {
    ending = toRefusedEnd(error);
  }
  return course.recordEnd(ending);
}

function toRefusedEnd(error: unknown): EndDetails {
  if (error instanceof ApiError) return createRefusedEnd(error.message, error.hint);
  return createRefusedEnd(`Loupe itself failed: ${error instanceof Error ? error.message : error}`);
}

async function runExchange(
  asked: ExchangeRequest,
  course: ExchangeContext,
  by: ExchangeOptions,
): Promise<EndDetails> {
  let request: HttpRequest = createHttpRequest(asked);
  course.recordOpen(request);
  const trust = createTlsTrust(asked.tls);
  const visited = new Set([formatRequestKey(request)]);
  let own: string | null = null;
  let left: readonly string[] = [];
  for (let redirects = 0; ; redirects += 1) {
    course.startConnectTimer();
    const target = await resolveTargetOrEnd(request.url, course, by);
    if ("cause" in target) return target;
    if (!target.allowed) return createRefusedEnd(target.reason, target.hint);
    if (target.isResolved) course.recordTiming("dns");
    if (left.length > 0) course.addNote(`Not sent to the other origin: ${left.join(", ")}.`);

    own ??= target.url.origin;
    const isOwn = target.url.origin === own;
    const perform = request.framing === "grpc" ? sendHttp2 : sendHttp1;
    const result = await perform(request, target, isOwn ? trust : DEFAULT_TRUST, course);
    if ("ending" in result) return result.ending;

    const { status, location, headers } = result.redirect;
    course.recordRedirect(status, location, headers);
    if (redirects === MAX_REDIRECTS)
      return createRefusedEnd(`More than ${MAX_REDIRECTS} redirects.`);
    const { next, sameOrigin, dropped } = createRedirectRequest(request, status, location);
    if (!sameOrigin) {
      const { masker } = course;
      if (masker.hasSecret(getRequestBody(next)?.toString() ?? ""))
        return createCredentialEnd("body");
      if (masker.hasSecret(next.url)) return createCredentialEnd("address");
    }
    if (getRequestBody(request) !== undefined && getRequestBody(next) === undefined) {
      course.addNote(
        `A redirect with ${status} makes a GET of the ${request.method}: its body was left behind. With 307 or 308 it would have been sent on.`,
      );
    }
    if (visited.has(formatRequestKey(next)))
      return createRefusedEnd(formatLoopMessage([...visited], next));
    visited.add(formatRequestKey(next));
    request = next;
    left = trust.identifies && !sameOrigin ? [...dropped, "the client certificate"] : dropped;
  }
}

function createCredentialEnd(where: "body" | "address"): EndDetails {
  return createRefusedEnd(`The redirect would take credentials in the ${where} to another origin.`);
}

function formatRequestKey({ method, url }: HttpRequest): string {
  return `${method} ${url}`;
}

/** Loupe keeps no cookies, so that a step that was taken before leads to the same place again. */
function formatLoopMessage(visited: readonly string[], again: HttpRequest): string {
  const loop = [
    ...visited.slice(visited.indexOf(formatRequestKey(again))),
    formatRequestKey(again),
  ];
  return `The agent's redirects lead in a loop: ${loop.join(" → ")}.`;
}

/** The guard's decision, or how the exchange ended before there was one. */
async function resolveTargetOrEnd(
  url: string,
  course: ExchangeContext,
  by: ExchangeOptions,
): Promise<AllowedTarget | TargetRefusal | EndDetails> {
  const { signal } = course;
  if (signal.aborted) return course.getStopEnd();
  return new Promise((resolve) => {
    const stop = () => resolve(course.getStopEnd());
    signal.addEventListener("abort", stop, { once: true });
    resolveTarget(url, by.policy, by.resolveHost)
      .then(resolve, (error: unknown) => resolve(createFailedEnd(error, "resolve")))
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
