"use client";
// One text that was found: how it begins, how often and where it stands, and whether it is replaced.
import type { Finding } from "../../lib/redact/finding.ts";
import { inWords, type Place } from "../../lib/redact/where.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useRun } from "../session.tsx";
import { plural } from "../ui/format.ts";

interface FindingLineProps {
  finding: Finding;
  isIn: boolean;
  onDecide: (isIn: boolean) => void;
}

export function FindingLine({ finding, isIn, onDecide }: FindingLineProps) {
  const timeline = useRun((run) => run.timeline);
  const { sample, count, places, everywhere } = finding;
  const shown = [...new Set(places.map((place) => placeInWords(timeline, place)))];
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={isIn}
          aria-label={`${sample}, in ${plural(count, "place")}`}
          onChange={(event) => onDecide(event.target.checked)}
        />
        <span>
          <code>{sample}</code>
          <span className="hand-on-hint">
            In {plural(count, "place")}: {shown.join("; ")}
            {count > places.length && "; …"}
            {!everywhere &&
              ". Replaced only there: it is too short or too common to be looked for elsewhere"}
          </span>
        </span>
      </label>
    </li>
  );
}

function placeInWords(timeline: Timeline, place: Place): string {
  const event = eventAt(timeline, place);
  return event < 0 ? inWords(place) : `event ${event}, ${inWords(place)}`;
}

/** The event whose frame holds the place; −1 where none does. */
function eventAt({ exchangeById, events }: Timeline, { exchange, at }: Place): number {
  const track = exchange === null ? undefined : exchangeById.get(exchange)?.events;
  if (!track || at === null) return -1;
  for (let i = 0; i < track.count; i++) {
    const event = track.at(i);
    if (events.start.at(event) <= at && at < events.end.at(event)) return event;
  }
  return -1;
}
