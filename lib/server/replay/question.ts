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
import type { IdKind } from "./body-map.ts";
import { parsedJson } from "./parsed.ts";
import { quoted, wordsOf } from "./words.ts";

export interface Incoming {
  readonly verb: string;
  /** Path and query behind the base. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string;
}

export interface Question {
  readonly verb: string;
  readonly path: string;
  /** `null` where it is no call of the protocol. */
  readonly request: RpcRequest | null;
  readonly binding: "jsonrpc" | "rest" | null;
  /** Those that have such a request; empty where nothing says. */
  readonly versions: readonly Version[];
  readonly words: string | null;
  /** JSON of the ids that the client made: of its request, and in 0.1 of its task and session. */
  readonly literals: Readonly<Partial<Record<IdKind, string>>>;
}

export function readQuestion({ verb, path, headers, body }: Incoming): Question {
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
  const value = parsedJson(body);
  const isRpc = isObject(value) && isRpcRequest(value);
  const binding = isRpc ? "jsonrpc" : asked ? "rest" : null;
  const stated = parseVersion(getHeaderValue(headers, "a2a-version") ?? "");
  return {
    verb,
    path,
    request: asked,
    binding,
    versions: isRpc ? versionsOf(asked?.method ?? "") : restVersions(stated, url),
    words: wordsOf(asked?.message ?? null),
    literals: isRpc ? literalsIn(body) : {},
  };
}

/** For one line: the method, and what is said with it. */
export function titleOf(request: RpcRequest | null, words: string | null, elsewise = ""): string {
  const method = request?.method ?? elsewise;
  if (words !== null) return `${method} ${quoted(words)}`;
  return request?.taskId ? `${method} ${request.taskId}` : method;
}

export function versionsOf(method: string): readonly Version[] {
  return (METHODS.get(method)?.versions ?? []) as readonly Version[];
}

function restVersions(stated: Version | null, url: string): Version[] {
  if (stated) return [stated];
  return isRest03Url(url) ? ["0.3"] : [];
}

function literalsIn(body: string): Partial<Record<IdKind, string>> {
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
