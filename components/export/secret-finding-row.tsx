"use client";
// One secret that was found: its beginning, where it occurs, and whether it is redacted.
import type { SecretFinding } from "../../lib/redact/secret-finding.ts";
import { formatTextLocation, type SecretLocation } from "../../lib/redact/text-location.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useRun } from "../session.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Choice } from "./form-parts.tsx";

interface SecretFindingRowProps {
  finding: SecretFinding;
  isIn: boolean;
  onDecide: (isIn: boolean) => void;
}

export function SecretFindingRow({ finding, isIn, onDecide }: SecretFindingRowProps) {
  const timeline = useRun((run) => run.timeline);
  const { sample, count, places, everywhere } = finding;
  const shown = [...new Set(places.map((place) => formatSecretLocation(timeline, place)))];
  return (
    <li className="flex">
      <Choice
        type="checkbox"
        checked={isIn}
        aria-label={`${sample}, in ${formatQuantity(count, "place")}`}
        text={<code className="mono wrap-anywhere">{sample}</code>}
        hint={
          <>
            In {formatQuantity(count, "place")}: {shown.join("; ")}
            {count > places.length && "; …"}
            {!everywhere &&
              ". Redacted only there: too short or too common to search for elsewhere"}
          </>
        }
        onChange={(event) => onDecide(event.target.checked)}
      />
    </li>
  );
}

function formatSecretLocation(timeline: Timeline, place: SecretLocation): string {
  const event = findLocationEvent(timeline, place);
  return event < 0 ? formatTextLocation(place) : `event ${event}, ${formatTextLocation(place)}`;
}

/** The event whose frame contains the location; −1 if none does. */
function findLocationEvent(
  { exchangeById, events }: Timeline,
  { exchange, at }: SecretLocation,
): number {
  const ownEvents = exchange === null ? undefined : exchangeById.get(exchange)?.events;
  if (!ownEvents || at === null) return -1;
  for (let i = 0; i < ownEvents.count; i++) {
    const event = ownEvents.at(i);
    if (events.start.at(event) <= at && at < events.end.at(event)) return event;
  }
  return -1;
}
