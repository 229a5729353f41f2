/** Builds resent requests with a recorded body, and reports what an endpoint cannot receive. */

import { BINDING_NAMES, type Endpoint } from "../protocol/card/card.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import { getUndefinedReason } from "../protocol/encode/operations.ts";
import { getEncodingVersion } from "../protocol/encode/request-format.ts";
import { createExtensionHeaders } from "../protocol/extensions.ts";
import type { ResendContent } from "./masked-secrets.ts";

/** Why the content cannot be sent to an endpoint; `null` if it can. */
export function getUnsendableReason(
  content: ResendContent,
  { binding, version }: Endpoint,
): string | null {
  if (content.kind === "call") return getUndefinedReason(content.call.operation, version, binding);
  if (binding === "jsonrpc") return null;
  return `The body is JSON-RPC, but the agent is called over ${BINDING_NAMES[binding]}.`;
}

/** A request with the recorded body, and headers for the endpoint's version and the extensions. */
export function createRawRequest(
  { body, secrets }: Extract<ResendContent, { kind: "raw" }>,
  { url, version }: Endpoint,
  extensions: readonly string[],
): OutgoingRequest {
  const generation = getEncodingVersion(version);
  const isNew = generation === "1.0";
  return {
    method: "POST",
    url,
    headers: [
      ["content-type", "application/json"],
      ["accept", "application/json, text/event-stream"],
      ...(isNew ? ([["A2A-Version", version === "1.1" ? "1.1" : "1.0"]] as const) : []),
      ...createExtensionHeaders(generation, extensions),
    ],
    body,
    ...(secrets.length > 0 && { secrets }),
  };
}
