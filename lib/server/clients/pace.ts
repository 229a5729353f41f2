/** How fast a recorded response is served to clients. */

import type { ReplayResponse } from "../replay/replay-response.ts";

/**
 * A factor of the recorded speed, or `short`: all pauses are kept, but short, so that a run of minutes
 * takes a second and still arrives read by read.
 */
export type Pace = number | "short";

const MAX_PAUSE_MS = 20;
const MAX_TOTAL_MS = 1000;

/** Shortens the pauses of a response that has the recorded times. */
export function shortenPauses(response: ReplayResponse): ReplayResponse {
  const times = [response.headAt, ...response.writes.map(({ at }) => at), response.endAt];
  const short: number[] = [];
  let before = 0;
  let total = 0;
  for (const time of times) {
    total += Math.min(Math.max(0, time - before), MAX_PAUSE_MS);
    before = Math.max(before, time);
    short.push(total);
  }
  const factor = Math.min(1, MAX_TOTAL_MS / Math.max(1, total));
  const at = (index: number) => (short[index] ?? total) * factor;
  return {
    ...response,
    headAt: at(0),
    writes: response.writes.map(({ bytes }, i) => ({ bytes, at: at(i + 1) })),
    endAt: at(times.length - 1),
  };
}
