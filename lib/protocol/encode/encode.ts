/** Encodes calls as requests: all operations of all versions over JSON-RPC, HTTP+JSON and gRPC. */

import { encodeBase64 } from "../../text/utf8.ts";
import { encodeGrpcFrame } from "../../wire/grpc-framer.ts";
import type { Framing, HeaderList } from "../../wire/record.ts";
import { type Call, getCallMessage, isStreamingOperation } from "../call.ts";
import { createExtensionHeaders } from "../extensions.ts";
import { encodeProtobuf } from "../grpc/encode.ts";
import { getPackageName } from "../grpc/packages.ts";
import { getGrpcCall } from "../grpc/services.ts";
import type { Binding } from "../versions.ts";
import { getMethodName } from "./operations.ts";
import { encodeParams, type ParamsTarget } from "./params.ts";
import { type EncodingVersion, getEncodingVersion } from "./request-format.ts";
import { encodeRest } from "./rest.ts";

export function encodeCall(call: Call, target: CallTarget): OutgoingRequest {
  const generation = getEncodingVersion(target.version);
  const secrets = collectSecrets(call);
  const request = encodeForBinding(call, target, generation);
  return { ...request, ...(secrets.length > 0 && { secrets }) };
}

function encodeForBinding(
  call: Call,
  target: CallTarget,
  generation: EncodingVersion,
): OutgoingRequest {
  if (target.binding === "grpc") return encodeGrpc(call, target);
  if (target.binding === "rest") return encodeHttpJson(call, target, generation);
  return encodeJsonRpc(call, target, generation);
}

function encodeJsonRpc(
  call: Call,
  target: CallTarget,
  generation: EncodingVersion,
): OutgoingRequest {
  if (call.operation === "extended-card" && target.version === "0.2") {
    // There was no method yet: the card was served at a path next to the well-known one.
    const url = new URL("/agent/authenticatedExtendedCard", target.url).href;
    return { method: "GET", url, headers: [["accept", "application/json"]] };
  }
  const params = encodeParams(call, target, generation);
  const body = {
    jsonrpc: "2.0",
    id: target.id,
    method: getMethodName(call.operation, target.version),
    // Send params even without a filter, because some servers reject a list without params.
    ...((call.operation === "list" || Object.keys(params).length > 0) && { params }),
  };
  return {
    method: "POST",
    url: target.url,
    headers: [["content-type", "application/json"], ...createHeaders(call, generation, target)],
    body: JSON.stringify(body),
  };
}

function encodeHttpJson(
  call: Call,
  target: CallTarget,
  generation: EncodingVersion,
): OutgoingRequest {
  const { method, url, body } = encodeRest(call, target.url, target);
  const headers = createHeaders(call, generation, target);
  if (!body) return { method, url, headers };
  return {
    method,
    url,
    headers: [["content-type", "application/json"], ...headers],
    body: JSON.stringify(body),
  };
}

function createHeaders(call: Call, generation: EncodingVersion, target: CallTarget): HeaderList {
  const used = getCallMessage(call)?.content?.extensions ?? [];
  const extensions = [...new Set([...(target.extensions ?? []), ...used])];
  return [
    ["accept", isStreamingOperation(call.operation) ? "text/event-stream" : "application/json"],
    ...(generation === "1.0"
      ? ([["A2A-Version", target.version === "1.1" ? "1.1" : "1.0"]] as const)
      : []),
    ...createExtensionHeaders(generation, extensions),
  ];
}

function collectSecrets(call: Call): readonly string[] {
  const push = call.operation === "push-set" ? call.config : getSendOptions(call)?.push;
  const { token, authentication } = push ?? {};
  const messageSecrets = getCallMessage(call)?.content?.secrets ?? [];
  return [...messageSecrets, token, authentication?.credentials].filter(
    (secret): secret is string => secret !== undefined && secret !== "",
  );
}

function getSendOptions(call: Call) {
  return "message" in call ? call.options : undefined;
}

function encodeGrpc(call: Call, target: CallTarget): OutgoingRequest {
  const generation = getEncodingVersion(target.version) === "1.0" ? "1.0" : "0.3";
  const shape = generation === "1.0" ? "1.0" : "0.3-proto";
  const rpc = getGrpcCall(call.operation, generation);
  const params = rpc ? encodeParams(call, target, shape) : {};
  const { bytes, omitted } = rpc ? encodeProtobuf(rpc.schema, rpc.request, params) : EMPTY_MESSAGE;
  // The text of 0.3 names a method for this, but its schema has none.
  const method = rpc?.method ?? "ListTask";
  const { origin } = new URL(target.url);
  return {
    method: "POST",
    url: `${origin}/${getPackageName(generation)}.A2AService/${method}`,
    headers: createMetadata(call, target, generation),
    bodyB64: encodeBase64(encodeGrpcFrame(bytes)),
    framing: "grpc",
    ...(omitted.length > 0 && { omitted }),
  };
}

const EMPTY_MESSAGE = { bytes: new Uint8Array(0), omitted: [] };

function createMetadata(call: Call, target: CallTarget, generation: "0.3" | "1.0"): HeaderList {
  const used = getCallMessage(call)?.content?.extensions ?? [];
  const extensions = [...new Set([...(target.extensions ?? []), ...used])];
  const version = target.version === "1.1" ? "1.1" : "1.0";
  return [
    ["content-type", "application/grpc+proto"],
    ["te", "trailers"],
    ...(generation === "1.0" ? ([["a2a-version", version]] as const) : []),
    ...createExtensionHeaders(generation, extensions).map(
      ([name, uris]) => [name.toLowerCase(), uris] as const,
    ),
  ];
}

interface CallTarget extends ParamsTarget {
  readonly url: string;
  readonly binding: Binding;
  /** JSON-RPC request id. */
  readonly id: string;
  /** The URIs of the extensions to request. */
  readonly extensions?: readonly string[];
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string;
  /** The body's bytes in base64 if they are not text; `body` is then absent. */
  readonly bodyB64?: string;
  readonly framing?: Framing;
  /** Requested members that this binding cannot express, as paths. */
  readonly omitted?: readonly string[];
  /** Values that must be neither shown nor recorded. */
  readonly secrets?: readonly string[];
}
