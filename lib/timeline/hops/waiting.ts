/** How long a call waited for the calls that were made for it. */

import type { TappedCall } from "./tapped-call.ts";

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** When sub-calls of a call were running, up to time `limit`: spans in order that do not overlap. */
export function listWaiting(call: TappedCall, n: number, limit: number): TimeSpan[] {
  const merged: { from: number; to: number }[] = [];
  const spans = call.childrenAt(n).map((child) => {
    const end = child.endTimeAt(n);
    return { from: child.begin, to: Number.isNaN(end) ? limit : Math.min(end, limit) };
  });
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else if (span.to > span.from) merged.push(span);
  }
  return merged;
}

export function measureWaiting(call: TappedCall, n: number, limit: number): number {
  return listWaiting(call, n, limit).reduce((sum, { from, to }) => sum + to - from, 0);
}
