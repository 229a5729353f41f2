/** A request that is sent again, in what the live agent speaks; a sentence where it has no such. */

import { BINDING_NAMES, type Endpoint } from "../protocol/card/card.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import { getUndefinedReason } from "../protocol/encode/operations.ts";
import { getEncodingVersion } from "../protocol/encode/request-format.ts";
import { createExtensionHeaders } from "../protocol/extensions.ts";
import type { ResendContent } from "./resend-steps.ts";

/** Why an agent at an endpoint cannot be sent this; `null` where it can. */
export function getUnsendableReason(
  sending: ResendContent,
  { binding, version }: Endpoint,
): string | null {
  if (sending.kind === "call") return getUndefinedReason(sending.call.operation, version, binding);
  if (binding === "jsonrpc") return null;
  return `The body is JSON-RPC, but the agent is called over ${BINDING_NAMES[binding]}.`;
}

/** A recorded body as it stands, with the headers that go with the version and the extensions. */
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
