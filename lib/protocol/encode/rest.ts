/** Encodes calls for HTTP+JSON: method, path, query and body of each operation. */

import type { Call } from "../call.ts";
import { encodeParams, type ParamsTarget } from "./params.ts";
import { getRequestFormat, type RequestFormat } from "./request-format.ts";

interface RestRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly body?: object;
}

export function encodeRest(call: Call, base: string, target: ParamsTarget): RestRequest {
  const shape = getRequestFormat(target.version, "rest");
  const at = (path: string, query: object = {}) =>
    buildUrl(base, `${getPathPrefix(shape, target)}${path}`, query);
  const params = () => encodeParams(call, target, shape);
  switch (call.operation) {
    case "send":
    case "stream":
      return { method: "POST", url: at(`/message:${call.operation}`), body: params() };
    case "get": {
      const { historyLength, currentGeneration } = call;
      const isDraft = target.version === "1.1";
      const query = { historyLength, ...(isDraft && { currentGeneration }) };
      return { method: "GET", url: at(getTaskPath(call.taskId), query) };
    }
    case "list": {
      const { tenant, ...query } = params() as { tenant?: string };
      return { method: "GET", url: at("/tasks", query) };
    }
    case "cancel": {
      const url = at(`${getTaskPath(call.taskId)}:cancel`);
      const body = shape === "1.0" && call.metadata ? { metadata: call.metadata } : undefined;
      return { method: "POST", url, ...(body && { body }) };
    }
    case "subscribe":
      return { method: "POST", url: at(`${getTaskPath(call.taskId)}:subscribe`) };
    case "push-set":
      return { method: "POST", url: at(getConfigsPath(call.taskId)), body: params() };
    case "push-list":
      return { method: "GET", url: at(getConfigsPath(call.taskId)) };
    case "push-get":
    case "push-delete": {
      const url = at(`${getConfigsPath(call.taskId)}/${encodeURIComponent(call.configId)}`);
      return { method: call.operation === "push-get" ? "GET" : "DELETE", url };
    }
    case "extended-card":
      return { method: "GET", url: at(shape === "1.0" ? "/extendedAgentCard" : "/card") };
  }
}

/** Before 1.0, every path starts with `/v1`; since 1.0, it may start with a tenant. */
function getPathPrefix(shape: RequestFormat, { tenant }: ParamsTarget): string {
  if (shape !== "1.0") return "/v1";
  return tenant ? `/${encodeURIComponent(tenant)}` : "";
}

function getTaskPath(id: string): string {
  return `/tasks/${encodeURIComponent(id)}`;
}

function getConfigsPath(taskId: string): string {
  return `${getTaskPath(taskId)}/pushNotificationConfigs`;
}

/** Appends the path to that of the base, before the base's query. */
function buildUrl(base: string, path: string, query: object): string {
  const url = new URL(base);
  const below = url.pathname
    .replace(/\/+$/, "")
    .replace(path.startsWith("/v1/") ? /\/v1$/ : "", "");
  url.pathname = below + path;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}
