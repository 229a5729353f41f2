"use client";
// Form of the replay options: speed and injected faults.
import { type FormEvent, useId } from "react";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { TextField } from "../ui/field.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";

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

interface ReplayFormProps {
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
    <form
      className="grid min-w-0 gap-3.5 text-12"
      aria-label="Replay options"
      noValidate
      onSubmit={submit}
    >
      <p className="max-w-[72ch] text-fg-2">
        Any A2A client can talk to this run as if it were the recorded agent. Each request gets the
        recorded response of the same operation and the same task or text.
        {isFile && " The log is sent to Loupe’s own server, which discards it when you stop."}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span aria-hidden="true" className="text-fg-2">
          Speed
        </span>
        <SegmentedControl
          label="Speed"
          options={SPEED_OPTIONS}
          value={draft.speed}
          onChange={(speed) => onChange({ speed })}
        />
      </div>
      <fieldset
        aria-labelledby={faults}
        className="grid grid-cols-2 gap-x-3 gap-y-2.5 max-phone:grid-cols-1"
      >
        <legend id={faults} className="mb-2 font-semibold">
          Faults
        </legend>
        {FAULT_FIELDS.map(([name, label, placeholder]) => (
          <LabeledField key={name} label={label}>
            <TextField
              label={label}
              mono
              placeholder={placeholder}
              value={draft[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          </LabeledField>
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
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isServed ? "Restart with changes" : "Serve"}
        </Button>
      </div>
    </form>
  );
}

// Replay options as typed into the dialog; the server validates them.
/** As typed into the dialog; the server validates it. */
interface ReplayOptionsDraft {
  readonly speed: string;
  readonly delay: string;
  readonly cutAfter: string;
  readonly duplicate: string;
  readonly reorder: string;
  readonly splitCharacters: boolean;
  readonly crlf: boolean;
}

export const DEFAULT_OPTIONS_DRAFT: ReplayOptionsDraft = {
  speed: "1",
  delay: "",
  cutAfter: "",
  duplicate: "",
  reorder: "",
  splitCharacters: false,
  crlf: false,
};

/** In the syntax of the command line and of the request header: `speed=4, cut-after=5`. */
export function formatOptionsDraft(draft: ReplayOptionsDraft): string {
  const valued = [
    ["speed", draft.speed === "1" ? "" : draft.speed],
    ["delay", draft.delay],
    ["cut-after", draft.cutAfter],
    ["duplicate", draft.duplicate],
    ["reorder", draft.reorder],
  ] as const;
  return [
    ...valued.flatMap(([name, value]) => (value.trim() === "" ? [] : [`${name}=${value.trim()}`])),
    ...(draft.splitCharacters ? ["split-characters"] : []),
    ...(draft.crlf ? ["crlf"] : []),
  ].join(", ");
}
