"use client";
// Replay options: speed and injected faults.
import { type FormEvent, useId } from "react";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { TextField } from "../ui/field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import type { ReplayOptionsDraft } from "./replay-options-draft.ts";

const SPEED_OPTIONS = [
  { value: "1", label: "As recorded" },
  { value: "4", label: "4×" },
  { value: "20", label: "20×" },
  { value: "max", label: "Instant" },
];

const FAULT_FIELDS = [
  ["delay", "Start delay (ms)", "0"],
  ["cutAfter", "Cut after event", "never"],
  ["duplicate", "Duplicate event", "number or every"],
  ["reorder", "Reorder events (seed)", "off"],
] as const;

const FAULT_CHECKS = [
  ["splitCharacters", "Split multi-byte characters"],
  ["crlf", "CRLF line endings"],
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
    <form className="serve-form" aria-label="Replay options" noValidate onSubmit={submit}>
      <p>
        Any A2A client can talk to this run as if it were the recorded agent. Each request gets the
        recorded response of the same operation and the same task or text.
        {isFile && " The log is sent to Loupe’s own server, which discards it when you stop."}
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
          <CheckLine
            key={name}
            checked={draft[name]}
            onChange={(checked) => onChange({ [name]: checked })}
          >
            {label}
          </CheckLine>
        ))}
      </fieldset>
      <div className="serve-actions">
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isServed ? "Restart with changes" : "Serve"}
        </Button>
      </div>
    </form>
  );
}
