"use client";
// Stepper through the frames of a row.
import { useCallback } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { getFrameOffset } from "../../lib/timeline/timeline-queries.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { PendingLine, useTextRead } from "../loaded-text.tsx";
import { useSession } from "../session.tsx";
import { IconButton } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";

export interface FrameViewProps {
  timeline: Timeline;
  interpretation: Interpretation;
  item: Item;
  /** The event shown; `null` for a row without events. */
  ordinal: number | null;
}

export function FrameStepper({ timeline, item, ordinal }: FrameViewProps) {
  const { view } = useSession();
  const formatter = useEventFormatter(timeline);
  const { events } = item;
  if (ordinal === null) return null;
  const at = Math.max(0, events.countAt(ordinal) - 1);
  const count = events.countAt(timeline.lastEvent);
  const show = (index: number) => view.setState({ event: events.at(index) });
  const time = formatter.timeOf(ordinal);
  return (
    <div className="flex flex-none items-center gap-1 border-b border-line-1 px-2 py-1.25 text-12/5 text-fg-3">
      <IconButton
        icon="step-back"
        label="Previous frame"
        size={24}
        disabled={at === 0}
        onClick={() => show(at - 1)}
      />
      <span data-testid="frame-position" className="truncate">
        <b className="font-semibold text-accent">frame #{formatCount(formatter.number(ordinal))}</b>
        {count > 1 && ` · frame ${formatCount(at + 1)} of ${formatCount(count)}`}
        {time !== "" && ` · ${time}`}
        {" · byte "}
        <FrameOffset timeline={timeline} ordinal={ordinal} />
      </span>
      <IconButton
        icon="step-on"
        label="Next frame"
        size={24}
        disabled={at >= count - 1}
        onClick={() => show(at + 1)}
      />
    </div>
  );
}

function FrameOffset({ timeline, ordinal }: { timeline: Timeline; ordinal: number }) {
  const offset = useTextRead(
    useCallback(() => getFrameOffset(timeline, ordinal), [timeline, ordinal]),
  );
  return offset.kind === "loaded" ? formatCount(offset.value) : <PendingLine read={offset} />;
}
