/** Endpoint entered without a card: URL, binding and version are given by the user. */

import type { Binding, Version } from "../versions.ts";
import { parseAgentAddress } from "./candidates.ts";
import { type Endpoint, resolveEndpoint } from "./card.ts";

interface KnownEndpoint {
  readonly address: string;
  readonly binding: Binding;
  readonly version: Version;
  readonly tenant?: string | null;
}

/** Returns an error message if the address cannot be called. */
export function createManualEndpoint(known: KnownEndpoint): Endpoint | string {
  const { binding, version, tenant = null } = known;
  const address = known.address.trim();
  const why = "entered manually";
  // gRPC has its own schemes and resolver names.
  if (binding === "grpc" && !/^https?:\/\//i.test(address)) {
    if (address === "" || /\s/.test(address)) return "This is not a valid address.";
    const stated = { url: address, binding, version, statedVersion: version, tenant };
    return resolveEndpoint(stated, null, why);
  }
  const url = parseAgentAddress(address);
  return "error" in url ? url.error : { url: url.href, binding, version, tenant, why };
}
