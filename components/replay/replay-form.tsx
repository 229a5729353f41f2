"use client";
// How a served run is played: its speed, and the faults that are wanted.
import { type FormEvent, useId } from "react";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import type { ReplayOptionsDraft } from "./replay-options-draft.ts";

const SPEED_OPTIONS = [
  { value: "1", label: "As recorded" },
  { value: "4", label: "4×" },
  { value: "20", label: "20×" },
  { value: "max", label: "At once" },
];

const FAULT_FIELDS = [
  ["delay", "Begin later, in ms", "0"],
  ["cutAfter", "Cut after event", "never"],
  ["duplicate", "Send an event twice", "its number, or every"],
  ["reorder", "Swap neighbours, by seed", "not"],
] as const;

const FAULT_CHECKS = [
  ["splitCharacters", "End writes inside characters"],
  ["crlf", "End lines in CR LF"],
] as const;

export interface ReplayFormProps {
  draft: ReplayOptionsDraft;
  onChange: (part: Partial<ReplayOptionsDraft>) => void;
  onServe: () => void;
  isBusy: boolean;
  isServed: boolean;
  isFile: boolean;
}

export function ReplayForm(props: ReplayFormProps) {
  const { draft, onChange, onServe, isBusy, isServed, isFile } = props;
  const faults = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onServe();
  };
  return (
    <form className="serve-form" aria-label="How it is played" noValidate onSubmit={submit}>
      <p>
        Any A2A client can talk to this run as to the agent that was recorded. Each request is
        answered by the recorded exchange of the same operation, and of the same task or text.
        {isFile && " The log is handed to Loupe’s own server, which forgets it when you stop."}
      </p>
      <div className="serve-row">
        <span aria-hidden="true">Speed</span>
        <SegmentedControl
          label="Speed"
          options={SPEED_OPTIONS}
          value={draft.speed}
          onChange={(speed) => onChange({ speed })}
        />
      </div>
      <fieldset aria-labelledby={faults} className="serve-faults">
        <legend id={faults}>Faults</legend>
        {FAULT_FIELDS.map(([name, label, placeholder]) => (
          <div key={name} className="serve-field">
            <span aria-hidden="true">{label}</span>
            <TextField
              label={label}
              mono
              placeholder={placeholder}
              value={draft[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          </div>
        ))}
        {FAULT_CHECKS.map(([name, label]) => (
          <label key={name} className="options-check">
            <input
              type="checkbox"
              checked={draft[name]}
              onChange={(event) => onChange({ [name]: event.target.checked })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="serve-actions">
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isServed ? "Serve anew with these" : "Serve"}
        </Button>
      </div>
    </form>
  );
}
