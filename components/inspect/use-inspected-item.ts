"use client";
/** What the inspector shows: the row, the frame of it, and its text with the chunks it came in. */
import { useMemo } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { getItemChunkedTextAt } from "../../lib/dialects/item-content.ts";
import type { ChunkedText } from "../../lib/timeline/provenance.ts";
import type { Entry, Timeline } from "../../lib/timeline/timeline.ts";
import { usePlayheadEvent, useView } from "../session.tsx";
import { useInterpretation } from "../use-interpretation.ts";

export interface InspectedItem {
  readonly timeline: Timeline;
  readonly interpretation: Interpretation;
  readonly item: Item;
  /** What it stands on. */
  readonly entry: Entry;
  readonly playhead: number;
  /** The event shown; `null` for a row that no event made. */
  readonly ordinal: number | null;
}

export function useInspectedItem(): InspectedItem | null {
  const interpretation = useInterpretation();
  const playhead = usePlayheadEvent();
  const selected = useView((state) => state.selected);
  const event = useView((state) => state.event);
  const item = selected === null ? undefined : interpretation.items[selected];
  if (!item) return null;
  const { timeline } = interpretation;
  const ordinal = resolveEvent(timeline, item, event, playhead);
  return { timeline, interpretation, item, entry: item.entry, playhead, ordinal };
}

/** The event picked, else the row's newest as of the moment, else its first. */
function resolveEvent(timeline: Timeline, { events }: Item, event: number | null, n: number) {
  if (event !== null && event <= timeline.lastEvent) return event;
  const shown = events.lastAt(n) ?? (events.count > 0 ? events.at(0) : null);
  return shown === null || shown < 0 ? null : shown;
}

/** The text of a row and its chunks; for a row without text `null`. */
export function useChunkedText({
  interpretation,
  item,
  playhead,
}: InspectedItem): ChunkedText | null {
  const event = useView((state) => state.event);
  const { entry } = item;
  const isMessage = entry.kind === "message" && !interpretation.details.has(item);
  const said = useMemo(
    () => (isMessage ? getItemChunkedTextAt(interpretation, item, 0) : null),
    [isMessage, interpretation, item],
  );
  return isMessage ? said : getItemChunkedTextAt(interpretation, item, event ?? playhead);
}
