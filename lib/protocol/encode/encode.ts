/** Calls as requests: each operation of each version, over JSON-RPC, HTTP+JSON and gRPC. */

import type { Framing, HeaderList } from "../../wire/record.ts";
import { type Call, isStreaming, messageOf } from "../call.ts";
import { extensionHeaders } from "../extensions.ts";
import type { Binding } from "../versions.ts";
import { encodeGrpc } from "./grpc.ts";
import { methodName } from "./operations.ts";
import { encodeParams, type ParamsTarget } from "./params.ts";
import { encodeRest } from "./rest.ts";
import { type Generation, generationOf } from "./shapes.ts";

export interface CallTarget extends ParamsTarget {
  readonly url: string;
  readonly binding: Binding;
  /** JSON-RPC request id. */
  readonly id: string;
  /** The URIs of the extensions to ask for. */
  readonly extensions?: readonly string[];
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** The body's bytes in base64, where they are not text. Then there is no `body`. */
  readonly bodyB64?: string;
  readonly framing?: Framing;
  /** What was asked for and cannot be said over this binding, as paths. */
  readonly left?: readonly string[];
  /** What of the request must be neither shown nor written down. */
  readonly secrets?: readonly string[];
}

export function encodeCall(call: Call, target: CallTarget): OutgoingRequest {
  const generation = generationOf(target.version);
  const secrets = secretsOf(call);
  const request = encodeOver(call, target, generation);
  return { ...request, ...(secrets.length > 0 && { secrets }) };
}

function encodeOver(call: Call, target: CallTarget, generation: Generation): OutgoingRequest {
  if (target.binding === "grpc") return encodeGrpc(call, target);
  if (target.binding === "rest") return overRest(call, target, generation);
  return overJsonRpc(call, target, generation);
}

function overJsonRpc(call: Call, target: CallTarget, generation: Generation): OutgoingRequest {
  if (call.operation === "extended-card" && target.version === "0.2") {
    // It had no method yet: the card lay at a path beside the well-known one.
    const url = new URL("/agent/authenticatedExtendedCard", target.url).href;
    return { method: "GET", url, headers: [["accept", "application/json"]] };
  }
  const params = encodeParams(call, target, generation);
  const body = {
    jsonrpc: "2.0",
    id: target.id,
    method: methodName(call.operation, target.version),
    // An empty filter is a filter: some servers refuse a list without params.
    ...((call.operation === "list" || Object.keys(params).length > 0) && { params }),
  };
  return {
    method: "POST",
    url: target.url,
    headers: [["content-type", "application/json"], ...headersFor(call, generation, target)],
    body: JSON.stringify(body),
  };
}

function overRest(call: Call, target: CallTarget, generation: Generation): OutgoingRequest {
  const { method, url, body } = encodeRest(call, target.url, target);
  const headers = headersFor(call, generation, target);
  if (!body) return { method, url, headers };
  return {
    method,
    url,
    headers: [["content-type", "application/json"], ...headers],
    body: JSON.stringify(body),
  };
}

function headersFor(call: Call, generation: Generation, target: CallTarget): HeaderList {
  const used = messageOf(call)?.content?.extensions ?? [];
  const extensions = [...new Set([...(target.extensions ?? []), ...used])];
  return [
    ["accept", isStreaming(call.operation) ? "text/event-stream" : "application/json"],
    ...(generation === "1.0"
      ? ([["A2A-Version", target.version === "1.1" ? "1.1" : "1.0"]] as const)
      : []),
    ...extensionHeaders(generation, extensions),
  ];
}

function secretsOf(call: Call): readonly string[] {
  const push = call.operation === "push-set" ? call.config : optionsOf(call)?.push;
  const { token, authentication } = push ?? {};
  const said = messageOf(call)?.content?.secrets ?? [];
  return [...said, token, authentication?.credentials].filter(
    (secret): secret is string => secret !== undefined && secret !== "",
  );
}

function optionsOf(call: Call) {
  return "message" in call ? call.options : undefined;
}
