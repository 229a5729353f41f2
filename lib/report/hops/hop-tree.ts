/** The calls between agents as a tree: each below the call that it was made for. */

import type { HopReport, HopsReport } from "./hop-report.ts";

export interface HopLine {
  readonly call: HopReport;
  /** 0: it was made for no other call. */
  readonly depth: number;
}

/** From top to bottom. */
export function listHopLines(calls: readonly HopReport[]): HopLine[] {
  const children = new Map<string | null, HopReport[]>();
  for (const call of calls) {
    const siblings = children.get(call.parent);
    if (siblings) siblings.push(call);
    else children.set(call.parent, [call]);
  }
  const lines: HopLine[] = [];
  const waiting = (children.get(null) ?? []).map((call) => ({ call, depth: 0 })).toReversed();
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    lines.push(line);
    const depth = line.depth + 1;
    const below = children.get(line.call.exchange) ?? [];
    waiting.push(...below.toReversed().map((call) => ({ call, depth })));
  }
  return lines;
}

export const getCallerLabel = ({ from: { name, program, address, port } }: HopReport): string =>
  name ?? program?.name ?? `${address}:${port}`;

export const getCalleeLabel = ({ to: { name, target } }: HopReport): string => name ?? target;

/** The call that failed first, then the calls that it was made for; empty if none failed. */
export function listFailureChain({ calls, failedFirst }: HopsReport): HopReport[] {
  const chain = (failedFirst ?? []).map((id) => calls.find(({ exchange }) => exchange === id));
  return chain.filter((call) => call !== undefined).toReversed();
}
