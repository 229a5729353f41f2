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

const route = (operation: Operation, verbs: string, path: string, pattern: RegExp): Route => ({
  operation,
  verbs: verbs.split(" "),
  path,
  pattern,
});

const CONFIGS = "tasks/{id}/pushNotificationConfigs";

/** The first that fits: an id may itself end like a verb of its own. */
const ROUTES: readonly Route[] = [
  route("send", "POST", "message:send", /\/message:send$/),
  route("stream", "POST", "message:stream", /\/message:stream$/),
  route("push-get", "GET", `${CONFIGS}/{id}`, /\/tasks\/([^/]+)\/pushNotificationConfigs\/[^/]+$/),
  route(
    "push-delete",
    "DELETE",
    `${CONFIGS}/{id}`,
    /\/tasks\/([^/]+)\/pushNotificationConfigs\/[^/]+$/,
  ),
  route("push-set", "POST", CONFIGS, /\/tasks\/([^/]+)\/pushNotificationConfigs$/),
  route("push-list", "GET", CONFIGS, /\/tasks\/([^/]+)\/pushNotificationConfigs$/),
  route("cancel", "POST", "tasks/{id}:cancel", /\/tasks\/([^/]+):cancel$/),
  route("subscribe", "POST GET", "tasks/{id}:subscribe", /\/tasks\/([^/]+):subscribe$/),
  route("get", "GET", "tasks/{id}", /\/tasks\/([^/]+)$/),
  route("list", "GET", "tasks", /\/tasks$/),
  route("extended-card", "GET", "extendedAgentCard", /\/extendedAgentCard$/),
  route(
    "extended-card",
    "GET",
    "agent/authenticatedExtendedCard",
    /\/agent\/authenticatedExtendedCard$/,
  ),
];

/** What a request asks for by its verb and path; `null` where they are none of the protocol's. */
export function readRestCall(verb: string, url: string): RestCall | null {
  const path = url.replace(/[?#].*$/s, "").replace(/(?<=.)\/$/, "");
  for (const { operation, verbs, path: name, pattern } of ROUTES) {
    const found = verbs.includes(verb) ? pattern.exec(path) : null;
    if (!found) continue;
    const taskId = found[1] === undefined ? null : decoded(found[1]);
    return { operation, method: `${verb} ${name}`, taskId };
  }
  return null;
}

/** The paths of the HTTP+JSON binding of 0.3. */
export function isRest03(url: string): boolean {
  return /\/v1\/(?:message:|tasks(?:[/?#]|$)|card\b)/.test(url);
}

/** An id as it was before it went into a path; as it stands there where it never was encoded. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
