/** For tests of decoding: what one payload becomes, with the noticed bits by name. */

import { type DecodeContext, Decoder } from "./decode.ts";
import type { ProtocolEvent } from "./model.ts";
import { Evidence, Irregular } from "./notes.ts";

export interface Decoded {
  readonly event: ProtocolEvent;
  readonly evidence: readonly string[];
  readonly irregular: readonly string[];
}

export const NO_CONTEXT: DecodeContext = {
  requestId: undefined,
  operation: null,
  httpStatus: null,
  rest03: false,
};

export function namesOf(bits: number, all: Readonly<Record<string, number>>): string[] {
  return Object.keys(all).filter((name) => ((all[name] ?? 0) & bits) !== 0);
}

export function decode(value: unknown, context: Partial<DecodeContext> = {}): Decoded[] {
  const found: Decoded[] = [];
  const decoder = new Decoder((event, { evidence, irregular }) => {
    found.push({
      event,
      evidence: namesOf(evidence, Evidence),
      irregular: namesOf(irregular, Irregular),
    });
  });
  decoder.value(value, { ...NO_CONTEXT, ...context }, 0);
  return found;
}

/** The one event that a payload becomes. */
export function decodeOne(value: unknown, context: Partial<DecodeContext> = {}): Decoded {
  const [only, ...rest] = decode(value, context);
  if (!only || rest.length > 0) throw new Error(`${rest.length + (only ? 1 : 0)} events`);
  return only;
}

/** An answer of JSON-RPC around a result. */
export function rpc(result: unknown): unknown {
  return { jsonrpc: "2.0", id: 1, result };
}
