/**
 * Playback of a run: which event is current at which time, at the recorded pace. Pure functions:
 * time in, next position out.
 */

import type { NumberColumn } from "../collections/number-column.ts";

export type PlaybackSpeed = 0.5 | 1 | 4 | 16 | "max";

export interface PlaybackPosition {
  /** The last event played; −1 before the first. */
  readonly event: number;
  /** The playback time, on the recording's clock. */
  readonly time: number;
}

/** With “skip idle time”, a longer silence is skipped up to this much before its end. */
export const SHORT_SILENCE_MS = 500;

const BEAT_MS = 40;

/** Maximum speed plays the whole run in about this many frames. */
const MAX_FRAMES = 120;

export function advancePlayback(
  { event, time }: PlaybackPosition,
  elapsed: number,
  times: NumberColumn,
  speed: PlaybackSpeed,
  shorten: boolean,
): PlaybackPosition {
  const last = times.length - 1;
  if (event >= last) return { event: last, time };
  if (speed === "max") {
    const next = Math.min(last, event + Math.ceil(times.length / MAX_FRAMES));
    return createPlaybackPosition(next, times);
  }
  let now = time + elapsed * speed;
  const silence = getPlaybackTime(event + 1, times) - now;
  if (shorten && silence > SHORT_SILENCE_MS) now += silence - SHORT_SILENCE_MS;
  let next = event;
  while (next < last && getPlaybackTime(next + 1, times) <= now) next++;
  return { event: next, time: now };
}

/** The playback position of an event. */
export function createPlaybackPosition(event: number, times: NumberColumn): PlaybackPosition {
  const shown = Math.min(event, times.length - 1);
  return {
    event: shown,
    time: times.length === 0 ? 0 : getPlaybackTime(Math.max(0, shown), times),
  };
}

/** A log without times is played at a steady pace. */
function getPlaybackTime(event: number, times: NumberColumn): number {
  const time = times.at(event);
  return Number.isNaN(time) ? event * BEAT_MS : time;
}
