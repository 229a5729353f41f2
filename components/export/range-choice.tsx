"use client";
// Choice of the range to export: the entire run, the filtered rows or the selected time range.
import type { ExportRange, ExportRangeName } from "../../lib/session/export-ranges.ts";
import { formatQuantity } from "../ui/format.ts";
import { Choice, ChoiceGroup } from "./form-parts.tsx";

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
    <ChoiceGroup legend="Include" className="grid-cols-3 gap-x-5 gap-y-0.5 max-phone:grid-cols-1">
      {parts.map(([name, { events, lookUps, why }]) => (
        <Choice
          key={name}
          type="radio"
          name="export-range"
          checked={chosen === name}
          disabled={why !== null}
          text={RANGE_LABELS[name]}
          hint={why ?? formatContents(events, lookUps)}
          onChange={() => onChange(name)}
        />
      ))}
    </ChoiceGroup>
  );
}

function formatContents(events: number, lookUps = 0): string {
  const text = formatQuantity(events, "event");
  return lookUps === 0 ? text : `${text} and ${formatQuantity(lookUps, "agent lookup")}`;
}
