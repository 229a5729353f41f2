/**
 * The two ends of a call, by keys that are equal for all calls of one agent: its address where it is
 * called. A caller that is no agent has the key of its program, or else of its machine. On the tap's
 * own machine, callers without a program are one, as nothing tells them apart.
 */

import { findCalleeName } from "./agent-names.ts";
import { type CallTree, findListening, isByUnknownProgram } from "./call-tree.ts";
import type { TappedCall } from "./tapped-call.ts";

interface CallEnds {
  readonly from: string;
  readonly to: string;
}

const PROGRAM = "program:";
const MACHINE = "machine:";
/** All programs on this machine that were not found. */
const UNKNOWN = "unknown:";

export function getCallEnds(tree: CallTree, call: TappedCall, n: number): CallEnds {
  const { target, caller } = call.hop;
  const parent = call.parentAt(n);
  if (parent) return { from: parent.hop.target, to: target };
  const { program, address } = caller;
  if (!program) {
    return { from: isByUnknownProgram(call) ? UNKNOWN : `${MACHINE}${address}`, to: target };
  }
  const agents = findListening(tree, caller, n);
  const [agent] = agents.length === 1 ? agents : [];
  return { from: agent ?? `${PROGRAM}${program.name}`, to: target };
}

/** What a key is the key of. */
export function getEndLabel(key: string, names: ReadonlyMap<string, string>): string {
  if (key.startsWith(PROGRAM)) return key.slice(PROGRAM.length);
  if (key.startsWith(MACHINE)) return key.slice(MACHINE.length);
  if (key === UNKNOWN) return "unknown";
  return findCalleeName({ hop: { target: key } }, names);
}

/** Ends to look for; `null` for any. */
export interface CallPattern {
  readonly from: string | null;
  readonly to: string | null;
}

export function matchesCall(tree: CallTree, exchange: number, { from, to }: CallPattern): boolean {
  const call = tree.find(exchange);
  if (!call) return false;
  const ends = getCallEnds(tree, call, Number.MAX_SAFE_INTEGER);
  return (from === null || ends.from === from) && (to === null || ends.to === to);
}
