/** Parser for requests to a replay: the A2A request, and the client's ids as JSON literals. */

import { parseJsonSource } from "../../json/json-source.ts";
import { isObject, tryParseJson } from "../../protocol/json.ts";
import type { RpcRequest } from "../../protocol/model.ts";
import { isRpcRequest, METHODS } from "../../protocol/request.ts";
import { readRecordedRequest } from "../../protocol/request-from-record.ts";
import { isRest03Url } from "../../protocol/rest-call.ts";
import { parseVersion, type Version } from "../../protocol/versions.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";
import type { IdKind } from "./body-layout.ts";
import { formatQuote, getMessageText } from "./message-text.ts";

export interface ReplayHttpRequest {
  readonly verb: string;
  /** Path and query after the base. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string;
}

export interface ReplayRequest {
  readonly verb: string;
  readonly path: string;
  /** `null` if it is not an A2A call. */
  readonly request: RpcRequest | null;
  readonly binding: "jsonrpc" | "rest" | null;
  /** The versions that have such a request; empty if unknown. */
  readonly versions: readonly Version[];
  readonly text: string | null;
  /** JSON literals of the ids that the client chose: of its request and, in 0.1, its task and session. */
  readonly idLiterals: Readonly<Partial<Record<IdKind, string>>>;
}

export function parseReplayRequest({
  verb,
  path,
  headers,
  body,
}: ReplayHttpRequest): ReplayRequest {
  const url = `http://agent.invalid${path}`;
  const request = readRecordedRequest({
    r: "open",
    x: "",
    t: null,
    method: verb,
    url,
    headers,
    ...(body !== "" && { body }),
  });
  const value = tryParseJson(body);
  const isRpc = isObject(value) && isRpcRequest(value);
  const binding = isRpc ? "jsonrpc" : request ? "rest" : null;
  const stated = parseVersion(getHeaderValue(headers, "a2a-version") ?? "");
  return {
    verb,
    path,
    request,
    binding,
    versions: isRpc ? getMethodVersions(request?.method ?? "") : getRestVersions(stated, url),
    text: getMessageText(request?.message ?? null),
    idLiterals: isRpc ? getIdLiterals(body) : {},
  };
}

/** One-line title of a request: its method, with the message text or task id. */
export function formatRequestTitle(
  request: RpcRequest | null,
  text: string | null,
  fallback = "",
): string {
  const method = request?.method ?? fallback;
  if (text !== null) return `${method} ${formatQuote(text)}`;
  return request?.taskId ? `${method} ${request.taskId}` : method;
}

export function getMethodVersions(method: string): readonly Version[] {
  return (METHODS.get(method)?.versions ?? []) as readonly Version[];
}

function getRestVersions(stated: Version | null, url: string): Version[] {
  if (stated) return [stated];
  return isRest03Url(url) ? ["0.3"] : [];
}

function getIdLiterals(body: string): Partial<Record<IdKind, string>> {
  const { text, root } = parseJsonSource(body);
  const params = root?.members?.get("params")?.members;
  const nodes = [
    ["request", root?.members?.get("id")],
    ["task", params?.get("id")],
    ["session", params?.get("sessionId")],
  ] as const;
  const literals: Partial<Record<IdKind, string>> = {};
  for (const [kind, node] of nodes) {
    if (node) literals[kind] = text.slice(node.from, node.to);
  }
  return literals;
}
