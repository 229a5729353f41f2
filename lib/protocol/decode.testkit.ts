/** Helpers for decoder tests: decode a payload and list the set bits by name. */

import { type DecodeContext, decodeValue } from "./decode.ts";
import { DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import type { ProtocolEvent } from "./model.ts";

export interface DecodedEvent {
  readonly event: ProtocolEvent;
  readonly evidence: readonly string[];
  readonly decodeIssues: readonly string[];
}

export const NO_CONTEXT: DecodeContext = {
  requestId: undefined,
  operation: null,
  httpStatus: null,
  rest03: false,
};

export function getBitNames(bits: number, all: Readonly<Record<string, number>>): string[] {
  return Object.keys(all).filter((name) => ((all[name] ?? 0) & bits) !== 0);
}

export function decode(value: unknown, context: Partial<DecodeContext> = {}): DecodedEvent[] {
  const found = decodeValue(value, { ...NO_CONTEXT, ...context }, 0);
  return found.map(({ event, evidence, decodeIssues }) => ({
    event,
    evidence: getBitNames(evidence, VersionEvidence),
    decodeIssues: getBitNames(decodeIssues, DecodeIssue),
  }));
}

/** Decodes a payload that must give exactly one event. */
export function decodeOne(value: unknown, context: Partial<DecodeContext> = {}): DecodedEvent {
  const [only, ...rest] = decode(value, context);
  if (!only || rest.length > 0) throw new Error(`${rest.length + (only ? 1 : 0)} events`);
  return only;
}

/** A JSON-RPC response with a result. */
export function createRpcResponse(result: unknown): unknown {
  return { jsonrpc: "2.0", id: 1, result };
}
