/** Encodes calls for gRPC: method path, metadata, and the length-prefixed message. */

import { encodeBase64 } from "../../text/utf8.ts";
import { encodeGrpcFrame } from "../../wire/grpc-framer.ts";
import type { HeaderList } from "../../wire/record.ts";
import { type Call, getCallMessage } from "../call.ts";
import { createExtensionHeaders } from "../extensions.ts";
import { encodeProtobuf } from "../grpc/encode.ts";
import { getPackageName } from "../grpc/packages.ts";
import { getGrpcCall } from "../grpc/services.ts";
import type { CallTarget, OutgoingRequest } from "./outgoing-request.ts";
import { encodeParams } from "./params.ts";
import { getEncodingVersion } from "./request-format.ts";

export function encodeGrpc(call: Call, target: CallTarget): OutgoingRequest {
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
