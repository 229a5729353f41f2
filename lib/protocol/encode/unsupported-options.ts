/**
 * Send options that a version does not support over a binding, with the reason. Unsupported options
 * are rejected when they are chosen, never dropped silently.
 */

import { BINDING_NAMES } from "../card/card.ts";
import type { Binding, Version } from "../versions.ts";
import { getRequestFormat } from "./request-format.ts";

export const SEND_OPTIONS = [
  "data",
  "metadata",
  "requestMetadata",
  "referenceTaskIds",
  "acceptedOutputModes",
  "historyLength",
  "returnImmediately",
  "ifGenerationMatch",
] as const;
export type SendOption = (typeof SEND_OPTIONS)[number];

export interface SendContext {
  readonly operation: "send" | "stream";
  readonly version: Version;
  readonly binding: Binding;
}

/** Why an option is not supported; `null` if it is. */
export function getUnsupportedReason(option: SendOption, context: SendContext): string | null {
  const { operation, version, binding } = context;
  const shape = getRequestFormat(version, binding);
  switch (option) {
    case "referenceTaskIds":
      if (shape === "0.1") return "0.1 has no referenceTaskIds; they were added in 0.2.1.";
      if (shape !== "0.3-proto") return null;
      return `0.3 has referenceTaskIds over JSON-RPC only, not over ${BINDING_NAMES[binding]}.`;
    case "returnImmediately":
      if (operation === "stream") return "A stream responds immediately anyway.";
      return shape === "0.1" ? "In 0.1, an agent always responds when it is done." : null;
    case "ifGenerationMatch":
      if (version !== "1.1") return "Generations are part of 1.1, which is a draft.";
      return binding === "grpc" ? "Over gRPC, Loupe uses 1.0, which has no generations." : null;
    default:
      return null;
  }
}

/** Before 1.0, or as ProtoJSON, a data part must be an object; since 1.0, any JSON is allowed. */
export function canSendAnyJsonData(version: Version, binding: Binding): boolean {
  return getRequestFormat(version, binding) === "1.0";
}
