/**
 * Request formats of the versions: three for JSON-RPC, and a fourth for 0.3 as ProtoJSON (HTTP+JSON
 * and gRPC).
 */

import type { Binding, Version } from "../versions.ts";

export type EncodingVersion = "0.1" | "0.3" | "1.0";
export type RequestFormat = EncodingVersion | "0.3-proto";

/** Versions that are identical on the wire share an encoding. */
export function getEncodingVersion(version: Version): EncodingVersion {
  if (version === "0.1" || version === "blog") return "0.1";
  return version === "0.2" || version === "0.3" ? "0.3" : "1.0";
}

export function getRequestFormat(version: Version, binding: Binding): RequestFormat {
  const generation = getEncodingVersion(version);
  return generation === "0.3" && binding !== "jsonrpc" ? "0.3-proto" : generation;
}
