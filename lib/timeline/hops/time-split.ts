/**
 * Where the time of a call went: each moment belongs to the agent that it could not go on without. A
 * call waits for the sub-call that ended last; meanwhile others that run at the same time do not count.
 *
 *     planner  0 to 100 ms, which calls
 *       weather  10 to 40
 *       hotel    30 to 80
 *     planner 30 (0 to 10, 80 to 100), weather 20 (10 to 30), hotel 50 (30 to 80)
 *
 * Guarantees: the parts add up to the whole.
 */

import type { TappedCall } from "./tapped-call.ts";

/** Adds milliseconds by target. `end`: when the call ended, or until when it ran so far. */
export function splitTime(
  call: TappedCall,
  n: number,
  end: number,
  parts = new Map<string, number>(),
): Map<string, number> {
  const { begin, hop } = call;
  let until = end;
  let own = 0;
  const children = call
    .childrenAt(n)
    .map((child) => ({ child, ended: Math.min(child.endTimeAt(n) || end, end) }))
    .toSorted((a, b) => b.ended - a.ended);
  for (const { child, ended } of children) {
    const to = Math.min(ended, until);
    const from = Math.max(child.begin, begin);
    if (from >= to) continue;
    own += until - to;
    splitTime(child, n, to, parts);
    until = from;
  }
  own += Math.max(0, until - begin);
  parts.set(hop.target, (parts.get(hop.target) ?? 0) + own);
  return parts;
}
