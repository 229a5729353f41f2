/**
 * Performs one exchange with an agent and records it.
 *
 * Guarantees: records `open` first and `end` last, exactly once each, whatever happens between;
 * never throws; every address is judged by the guard before it is called, again at every redirect;
 * certificates and trust chosen for the request's own origin are used for no other.
 */

import type { ExchangeRequest } from "../wire/api-types.ts";
import type { EndRecord } from "../wire/record.ts";
import { type Circumstances, Course } from "./course.ts";
import { type Ending, failed, refusal } from "./failure.ts";
import { admitTarget, type Refusal, type Target } from "./guard/target.ts";
import { performHop } from "./hop.ts";
import { performHttp2Hop } from "./hop-http2.ts";
import { bodyOf, type Outgoing, outgoing, redirected } from "./outgoing.ts";
import { Problem } from "./problem.ts";
import { readTrust, USUAL_TRUST } from "./tls.ts";

const MAX_REDIRECTS = 5;

export async function performExchange(
  request: ExchangeRequest,
  circumstances: Circumstances,
): Promise<EndRecord> {
  const course = new Course(request, circumstances);
  let ending: Ending;
  try {
    ending = await run(request, course, circumstances);
  } catch (error) {
    ending = refused(error);
  }
  return course.end(ending);
}

function refused(error: unknown): Ending {
  if (error instanceof Problem) return refusal(error.message, error.hint);
  return refusal(`Loupe itself failed: ${error instanceof Error ? error.message : error}`);
}

async function run(asked: ExchangeRequest, course: Course, by: Circumstances): Promise<Ending> {
  let request: Outgoing = outgoing(asked);
  course.open(request);
  const trust = readTrust(asked.tls);
  const visited = new Set([nameOf(request)]);
  let own: string | null = null;
  let left: readonly string[] = [];
  for (let redirects = 0; ; redirects += 1) {
    course.connecting();
    const target = await admit(request.url, course, by);
    if ("cause" in target) return target;
    if (!target.allowed) return refusal(target.reason, target.hint);
    if (target.resolved) course.timing("dns");
    if (left.length > 0) course.note(`Not sent to the other origin: ${left.join(", ")}.`);

    own ??= target.url.origin;
    const isOwn = target.url.origin === own;
    const perform = request.framing === "grpc" ? performHttp2Hop : performHop;
    const result = await perform(request, target, isOwn ? trust : USUAL_TRUST, course);
    if ("ending" in result) return result.ending;

    const { status, location, headers } = result.redirect;
    course.redirect(status, location, headers);
    if (redirects === MAX_REDIRECTS) return refusal(`More than ${MAX_REDIRECTS} redirects.`);
    const { next, sameOrigin, dropped } = redirected(request, status, location);
    if (!sameOrigin) {
      const { secrets } = course;
      if (secrets.occurIn(bodyOf(next)?.toString() ?? "")) return wouldTake("body");
      if (secrets.occurIn(next.url)) return wouldTake("address");
    }
    if (bodyOf(request) !== undefined && bodyOf(next) === undefined) {
      course.note(
        `A redirect with ${status} makes a GET of the ${request.method}: its body was left behind. With 307 or 308 it would have been sent on.`,
      );
    }
    if (visited.has(nameOf(next))) return refusal(loopMessage([...visited], next));
    visited.add(nameOf(next));
    request = next;
    left = trust.identifies && !sameOrigin ? [...dropped, "the client certificate"] : dropped;
  }
}

function wouldTake(where: "body" | "address"): Ending {
  return refusal(`The redirect would take credentials in the ${where} to another origin.`);
}

function nameOf({ method, url }: Outgoing): string {
  return `${method} ${url}`;
}

/** Loupe keeps no cookies, so that a step that was taken before leads to the same place again. */
function loopMessage(visited: readonly string[], again: Outgoing): string {
  const loop = [...visited.slice(visited.indexOf(nameOf(again))), nameOf(again)];
  return `The agent's redirects lead in a loop: ${loop.join(" → ")}.`;
}

/** The guard's decision, or how the exchange ended before there was one. */
async function admit(
  url: string,
  course: Course,
  by: Circumstances,
): Promise<Target | Refusal | Ending> {
  const { signal } = course;
  if (signal.aborted) return course.stopped();
  return new Promise((resolve) => {
    const stop = () => resolve(course.stopped());
    signal.addEventListener("abort", stop, { once: true });
    admitTarget(url, by.policy, by.resolve)
      .then(resolve, (error: unknown) => resolve(failed(error, "resolve")))
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
