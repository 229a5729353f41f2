/**
 * Calls over HTTP+JSON: their verb and path say which operation is asked for, and of which task.
 * Whatever lies before the path that the protocol knows (a prefix, a version, a tenant) is left
 * alone.
 */

import type { Operation } from "./model.ts";

export interface RestCall {
  readonly operation: Operation;
  /** Verb and path as the protocol has them: `POST tasks/{id}:cancel`. */
  readonly method: string;
  readonly taskId: string | null;
}

interface Route {
  readonly operation: Operation;
  /** One verb, or both where the specification and its schema disagree. */
  readonly verbs: readonly string[];
  readonly path: string;
  readonly pattern: RegExp;
}

const createRoute = (
  operation: Operation,
  verbs: string,
  path: string,
  pattern: RegExp,
): Route => ({
  operation,
  verbs: verbs.split(" "),
  path,
  pattern,
});

const CONFIGS = "tasks/{id}/pushNotificationConfigs";

/** The first that fits: an id may itself end like a verb of its own. */
const ROUTES: readonly Route[] = [
  createRoute("send", "POST", "message:send", /\/message:send$/),
  createRoute("stream", "POST", "message:stream", /\/message:stream$/),
  createRoute(
    "push-get",
    "GET",
    `${CONFIGS}/{id}`,
    /\/tasks\/([^/]+)\/pushNotificationConfigs\/[^/]+$/,
  ),
  createRoute(
    "push-delete",
    "DELETE",
    `${CONFIGS}/{id}`,
    /\/tasks\/([^/]+)\/pushNotificationConfigs\/[^/]+$/,
  ),
  createRoute("push-set", "POST", CONFIGS, /\/tasks\/([^/]+)\/pushNotificationConfigs$/),
  createRoute("push-list", "GET", CONFIGS, /\/tasks\/([^/]+)\/pushNotificationConfigs$/),
  createRoute("cancel", "POST", "tasks/{id}:cancel", /\/tasks\/([^/]+):cancel$/),
  createRoute("subscribe", "POST GET", "tasks/{id}:subscribe", /\/tasks\/([^/]+):subscribe$/),
  createRoute("get", "GET", "tasks/{id}", /\/tasks\/([^/]+)$/),
  createRoute("list", "GET", "tasks", /\/tasks$/),
  createRoute("extended-card", "GET", "extendedAgentCard", /\/extendedAgentCard$/),
  createRoute(
    "extended-card",
    "GET",
    "agent/authenticatedExtendedCard",
    /\/agent\/authenticatedExtendedCard$/,
  ),
];

/** What a request asks for by its verb and path; `null` where they are none of the protocol's. */
export function parseRestCall(verb: string, url: string): RestCall | null {
  const path = url.replace(/[?#].*$/s, "").replace(/(?<=.)\/$/, "");
  for (const { operation, verbs, path: name, pattern } of ROUTES) {
    const found = verbs.includes(verb) ? pattern.exec(path) : null;
    if (!found) continue;
    const taskId = found[1] === undefined ? null : decodeSegment(found[1]);
    return { operation, method: `${verb} ${name}`, taskId };
  }
  return null;
}

/** The paths of the HTTP+JSON binding of 0.3. */
export function isRest03Url(url: string): boolean {
  return /\/v1\/(?:message:|tasks(?:[/?#]|$)|card\b)/.test(url);
}

/** An id as it was before it went into a path; as it stands there where it never was encoded. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
