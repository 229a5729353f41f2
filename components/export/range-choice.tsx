"use client";
// Choice of the range to export: the entire run, the filtered rows or the selected time range.
import type { ExportRange, ExportRangeName } from "../../lib/session/export-ranges.ts";
import { formatQuantity } from "../ui/format.ts";

const RANGE_LABELS: Readonly<Record<ExportRangeName, string>> = {
  whole: "Entire run",
  filtered: "Filtered rows",
  span: "Selected time range",
};

interface RangeChoiceProps {
  parts: readonly (readonly [name: ExportRangeName, part: ExportRange])[];
  chosen: ExportRangeName;
  onChange: (name: ExportRangeName) => void;
}

export function RangeChoice({ parts, chosen, onChange }: RangeChoiceProps) {
  return (
    <fieldset className="hand-on-choice hand-on-parts">
      <legend>Include</legend>
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
  return lookUps === 0 ? text : `${text} and ${formatQuantity(lookUps, "agent lookup")}`;
}
