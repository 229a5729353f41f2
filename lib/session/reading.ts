/** The reading of a run by the dialects: one for a timeline, new when they are set otherwise. */

import { DialectReading } from "../dialects/reading.ts";
import type { DialectSettings } from "../dialects/settings.ts";
import type { Timeline } from "../timeline/timeline.ts";

interface Kept {
  readonly settings: DialectSettings;
  readonly reading: DialectReading;
}

const kept = new WeakMap<Timeline, Kept>();

export function readingOf(timeline: Timeline, settings: DialectSettings): DialectReading {
  const known = kept.get(timeline);
  if (known?.settings === settings) return known.reading;
  const reading = new DialectReading(timeline, settings);
  kept.set(timeline, { settings, reading });
  return reading;
}
