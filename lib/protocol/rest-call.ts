/**
 * Calls over HTTP+JSON: method and path determine the operation and the task. Anything before the
 * protocol's path (a prefix, a version, a tenant) is ignored.
 */

import type { Operation } from "./model.ts";

interface RestCall {
  readonly operation: Operation;
  /** Method and path as in the protocol: `POST tasks/{id}:cancel`. */
  readonly method: string;
  readonly taskId: string | null;
}

interface Route {
  readonly operation: Operation;
  /** One method, or both if the specification and its schema disagree. */
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

/** The first match wins, because an id may itself end like an action. */
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

/** Parses method and path of a request; `null` if they are not part of the protocol. */
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

/** Whether a URL has a path of the 0.3 HTTP+JSON binding. */
export function isRest03Url(url: string): boolean {
  return /\/v1\/(?:message:|tasks(?:[/?#]|$)|card\b)/.test(url);
}

/** Decodes an id from a path segment; unchanged if it was never encoded. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
