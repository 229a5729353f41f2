/** What a client asks of the served log: the request, and the ids it wrote, literally. */

import { isObject } from "../../protocol/json.ts";
import type { RpcRequest } from "../../protocol/model.ts";
import { isRpcRequest, METHODS } from "../../protocol/request.ts";
import { readRecordedRequest } from "../../protocol/request-from-record.ts";
import { isRest03Url } from "../../protocol/rest-call.ts";
import { parseVersion, type Version } from "../../protocol/versions.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import { parseJsonSource } from "../../wire/json-source.ts";
import type { HeaderList } from "../../wire/record.ts";
import type { IdKind } from "./body-layout.ts";
import { formatQuote, getMessageText } from "./message-text.ts";
import { tryParseJson } from "./try-parse-json.ts";

export interface ReplayHttpRequest {
  readonly verb: string;
  /** Path and query behind the base. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string;
}

export interface ReplayRequest {
  readonly verb: string;
  readonly path: string;
  /** `null` where it is no call of the protocol. */
  readonly request: RpcRequest | null;
  readonly binding: "jsonrpc" | "rest" | null;
  /** Those that have such a request; empty where nothing says. */
  readonly versions: readonly Version[];
  readonly text: string | null;
  /** JSON of the ids that the client made: of its request, and in 0.1 of its task and session. */
  readonly idLiterals: Readonly<Partial<Record<IdKind, string>>>;
}

export function parseReplayRequest({
  verb,
  path,
  headers,
  body,
}: ReplayHttpRequest): ReplayRequest {
  const url = `http://agent.invalid${path}`;
  const asked = readRecordedRequest({
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
  const binding = isRpc ? "jsonrpc" : asked ? "rest" : null;
  const stated = parseVersion(getHeaderValue(headers, "a2a-version") ?? "");
  return {
    verb,
    path,
    request: asked,
    binding,
    versions: isRpc ? getMethodVersions(asked?.method ?? "") : getRestVersions(stated, url),
    text: getMessageText(asked?.message ?? null),
    idLiterals: isRpc ? getIdLiterals(body) : {},
  };
}

/** For one line: the method, and what is said with it. */
export function formatRequestTitle(
  request: RpcRequest | null,
  words: string | null,
  elsewise = "",
): string {
  const method = request?.method ?? elsewise;
  if (words !== null) return `${method} ${formatQuote(words)}`;
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
  const places = [
    ["request", root?.members?.get("id")],
    ["task", params?.get("id")],
    ["session", params?.get("sessionId")],
  ] as const;
  const literals: Partial<Record<IdKind, string>> = {};
  for (const [kind, place] of places) {
    if (place) literals[kind] = text.slice(place.from, place.to);
  }
  return literals;
}
