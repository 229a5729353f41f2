/**
 * Which of the things a message can be sent with a version has a place for, over a binding, and in
 * words why it has none: what cannot be carried is refused where it is chosen, never left out.
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

/** Why there is no place for it; `null` where there is one. */
export function getUnsupportedReason(option: SendOption, way: SendContext): string | null {
  const { operation, version, binding } = way;
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

/** Before 1.0 a data part is an object; since, any JSON. Over ProtoJSON it must be one. */
export function canSendAnyJsonData(version: Version, binding: Binding): boolean {
  return getRequestFormat(version, binding) === "1.0";
}
