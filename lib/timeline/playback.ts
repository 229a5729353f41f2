/**
 * Playing a run again: which event stands at which moment, in the rhythm in which they came. Pure:
 * time comes in, the next position goes out.
 */

import type { NumberColumn } from "../wire/number-column.ts";

export type Speed = 0.5 | 1 | 4 | 16 | "max";

export interface Playhead {
  /** The last event that has happened; −1 before the first. */
  readonly event: number;
  /** Where on the recording's clock the play stands. */
  readonly time: number;
}

/** A silence longer than this is skipped to its last moment, when that is asked for. */
export const SHORT_SILENCE_MS = 500;

const BEAT_MS = 40;

/** As fast as can be seen: the whole run in about so many frames. */
const MAX_FRAMES = 120;

export function advance(
  { event, time }: Playhead,
  elapsed: number,
  times: NumberColumn,
  speed: Speed,
  shorten: boolean,
): Playhead {
  const last = times.length - 1;
  if (event >= last) return { event: last, time };
  if (speed === "max") {
    const next = Math.min(last, event + Math.ceil(times.length / MAX_FRAMES));
    return playheadAt(next, times);
  }
  let now = time + elapsed * speed;
  const silence = timeOf(event + 1, times) - now;
  if (shorten && silence > SHORT_SILENCE_MS) now += silence - SHORT_SILENCE_MS;
  let next = event;
  while (next < last && timeOf(next + 1, times) <= now) next++;
  return { event: next, time: now };
}

/** Where play begins when it is started at an event. */
export function playheadAt(event: number, times: NumberColumn): Playhead {
  const shown = Math.min(event, times.length - 1);
  return { event: shown, time: times.length === 0 ? 0 : timeOf(Math.max(0, shown), times) };
}

/** A log that has an order but no times is played at a steady beat. */
function timeOf(event: number, times: NumberColumn): number {
  const time = times.at(event);
  return Number.isNaN(time) ? event * BEAT_MS : time;
}
