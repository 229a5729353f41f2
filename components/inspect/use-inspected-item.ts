"use client";
/** Hooks for the inspected row, the event shown of it, and its text in chunks. */
import { useMemo } from "react";
import type { Item } from "../../lib/dialects/item.ts";
import { getItemChunkedTextAt } from "../../lib/dialects/item-content.ts";
import type { ChunkedText } from "../../lib/timeline/provenance.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import type { InspectedItem } from "../content/inspected-item.ts";
import { usePlayheadEvent, useView } from "../session.tsx";
import { useInterpretation } from "../use-interpretation.ts";

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

/** The picked event, else the row's newest event as of the playhead, else its first. */
function resolveEvent(timeline: Timeline, { events }: Item, event: number | null, n: number) {
  if (event !== null && event <= timeline.lastEvent) return event;
  const shown = events.lastAt(n) ?? (events.count > 0 ? events.at(0) : null);
  return shown === null || shown < 0 ? null : shown;
}

/** The text of a row with its chunks; `null` for a row without text. */
export function useChunkedText({
  interpretation,
  item,
  playhead,
}: InspectedItem): ChunkedText | null {
  const event = useView((state) => state.event);
  const { entry } = item;
  const isMessage = entry.kind === "message" && !interpretation.details.has(item);
  const messageText = useMemo(
    () => (isMessage ? getItemChunkedTextAt(interpretation, item, 0) : null),
    [isMessage, interpretation, item],
  );
  return isMessage ? messageText : getItemChunkedTextAt(interpretation, item, event ?? playhead);
}
