"use client";
// How much of the run leaves.
import type { ExportRange, ExportRangeName } from "../../lib/session/export-ranges.ts";
import { formatQuantity } from "../ui/format.ts";

const RANGE_LABELS: Readonly<Record<ExportRangeName, string>> = {
  whole: "All of it",
  filtered: "What the filter shows",
  span: "The marked span",
};

interface RangeChoiceProps {
  parts: readonly (readonly [name: ExportRangeName, part: ExportRange])[];
  chosen: ExportRangeName;
  onChange: (name: ExportRangeName) => void;
}

export function RangeChoice({ parts, chosen, onChange }: RangeChoiceProps) {
  return (
    <fieldset className="hand-on-choice hand-on-parts">
      <legend>What leaves</legend>
      {parts.map(([name, { events, lookUps, why }]) => (
        <label key={name}>
          <input
            type="radio"
            name="hand-on-part"
            checked={chosen === name}
            disabled={why !== null}
            onChange={() => onChange(name)}
          />
          <span>
            {RANGE_LABELS[name]}
            <span className="hand-on-hint">{why ?? formatContents(events, lookUps)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function formatContents(events: number, lookUps = 0): string {
  const text = formatQuantity(events, "event");
  return lookUps === 0 ? text : `${text}, and ${formatQuantity(lookUps, "look-up")} of the agent`;
}
