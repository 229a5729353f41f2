/** Calls over gRPC: the path that names the method, metadata, and the message behind its prefix. */

import { framed } from "../../wire/grpc.ts";
import type { HeaderList } from "../../wire/record.ts";
import { base64FromBytes } from "../../wire/utf8.ts";
import { type Call, messageOf } from "../call.ts";
import { extensionHeaders } from "../extensions.ts";
import { encode } from "../grpc/encode.ts";
import { packageOf } from "../grpc/packages.ts";
import { grpcCall } from "../grpc/services.ts";
import type { CallTarget, OutgoingRequest } from "./encode.ts";
import { encodeParams } from "./params.ts";
import { generationOf } from "./shapes.ts";

export function encodeGrpc(call: Call, target: CallTarget): OutgoingRequest {
  const generation = generationOf(target.version) === "1.0" ? "1.0" : "0.3";
  const shape = generation === "1.0" ? "1.0" : "0.3-proto";
  const rpc = grpcCall(call.operation, generation);
  const params = rpc ? encodeParams(call, target, shape) : {};
  const { bytes, left } = rpc ? encode(rpc.schema, rpc.request, params) : NOTHING;
  // 0.3 names a method for this in its text, and has none in its schema.
  const method = rpc?.method ?? "ListTask";
  const { origin } = new URL(target.url);
  return {
    method: "POST",
    url: `${origin}/${packageOf(generation)}.A2AService/${method}`,
    headers: metadataFor(call, target, generation),
    bodyB64: base64FromBytes(framed(bytes)),
    framing: "grpc",
    ...(left.length > 0 && { left }),
  };
}

const NOTHING = { bytes: new Uint8Array(0), left: [] };

function metadataFor(call: Call, target: CallTarget, generation: "0.3" | "1.0"): HeaderList {
  const used = messageOf(call)?.content?.extensions ?? [];
  const extensions = [...new Set([...(target.extensions ?? []), ...used])];
  const version = target.version === "1.1" ? "1.1" : "1.0";
  return [
    ["content-type", "application/grpc+proto"],
    ["te", "trailers"],
    ...(generation === "1.0" ? ([["a2a-version", version]] as const) : []),
    ...extensionHeaders(generation, extensions).map(
      ([name, uris]) => [name.toLowerCase(), uris] as const,
    ),
  ];
}
