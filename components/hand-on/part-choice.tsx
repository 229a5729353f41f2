"use client";
// How much of the run leaves.
import type { Part, PartName } from "../../lib/session/hand-on-parts.ts";
import { plural } from "../ui/format.ts";

const LABELS: Readonly<Record<PartName, string>> = {
  whole: "All of it",
  filtered: "What the filter shows",
  span: "The marked span",
};

interface PartChoiceProps {
  parts: readonly (readonly [name: PartName, part: Part])[];
  chosen: PartName;
  onChange: (name: PartName) => void;
}

export function PartChoice({ parts, chosen, onChange }: PartChoiceProps) {
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
            {LABELS[name]}
            <span className="hand-on-hint">{why ?? contentsText(events, lookUps)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function contentsText(events: number, lookUps = 0): string {
  const text = plural(events, "event");
  return lookUps === 0 ? text : `${text}, and ${plural(lookUps, "look-up")} of the agent`;
}
