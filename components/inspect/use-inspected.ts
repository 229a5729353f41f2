"use client";
/** What the inspector shows: the row, the frame of it, and its text with the chunks it came in. */
import { useMemo } from "react";
import { type ChunkedText, chunkOfMessage } from "../../lib/timeline/provenance.ts";
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";
import { useMoment, useRun, useView } from "../session.tsx";

export interface Inspected {
  readonly timeline: Timeline;
  readonly entry: Entry;
  readonly moment: number;
  /** The event shown; `null` for a row that no event made. */
  readonly ordinal: number | null;
}

export function useInspected(): Inspected | null {
  const timeline = useRun((run) => run.timeline);
  useRun((run) => run.version);
  const moment = useMoment();
  const selected = useView((state) => state.selected);
  const event = useView((state) => state.event);
  const entry = selected === null ? undefined : timeline.entries[selected];
  if (!entry) return null;
  return { timeline, entry, moment, ordinal: ordinalOf(timeline, entry, event, moment) };
}

/** The event picked, else the row's newest as of the moment, else its first. */
function ordinalOf(timeline: Timeline, { track }: Entry, event: number | null, n: number) {
  if (event !== null && event <= timeline.lastEvent) return event;
  const shown = track.lastAt(n) ?? (track.count > 0 ? track.at(0) : null);
  return shown === null || shown < 0 ? null : shown;
}

/** The text of a row and its chunks; for a row without text `null`. */
export function useChunkedText({ entry, moment }: Inspected): ChunkedText | null {
  const event = useView((state) => state.event);
  const message = entry.kind === "message" ? entry.message : null;
  const said = useMemo(() => message && chunkOfMessage(message), [message]);
  if (entry.kind !== "artifact") return said;
  const { artifact } = entry;
  return artifact.revisionAt(event ?? moment) ?? artifact.revisions[0] ?? null;
}
