"use client";
// One field of an operation, with what is wrong with it beside it.
import { useId } from "react";
import { TASK_STATES, type TaskState } from "../../lib/protocol/model.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { boundText } from "../ui/bounded-text.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import type { Field, Fields } from "./fields.ts";
import { FIELD_LOOKS } from "./titles.ts";

export interface FieldInputProps {
  field: Field;
  fields: Fields;
  timeline: Timeline;
  /** What is wrong with it; `null` while that is nothing, or not yet to be said. */
  problem: string | null;
  onChange: (part: Partial<Fields>) => void;
}

const SECRETS: ReadonlySet<Field> = new Set(["token", "credentials"]);
const IN_WORDS: ReadonlySet<Field> = new Set(["historyLength", "generation", "pageSize", "scheme"]);

export function FieldInput({ field, fields, timeline, problem, onChange }: FieldInputProps) {
  const id = useId();
  const { label, placeholder } = FIELD_LOOKS[field];
  if (field === "includeArtifacts") {
    return (
      <label className="operations-check">
        <input
          type="checkbox"
          checked={fields.includeArtifacts}
          onChange={(event) => onChange({ includeArtifacts: event.target.checked })}
        />
        {label}
      </label>
    );
  }
  const common = {
    label,
    name: field,
    placeholder,
    value: fields[field],
    onChange: (value: string) => onChange({ [field]: value }),
    "aria-describedby": problem === null ? undefined : `${id}-problem`,
  };
  const known = knownFor(field, timeline);
  return (
    <div className="operations-field" data-wide={WIDE.has(field) || undefined}>
      <span aria-hidden="true">{label}</span>
      {field === "state" ? (
        <Select
          label={label}
          outlined
          options={STATES}
          value={fields.state}
          onChange={(state) => onChange({ state })}
        />
      ) : field === "metadata" ? (
        <TextArea {...common} className="mono" aria-invalid={problem !== null || undefined} />
      ) : (
        <TextField
          {...common}
          mono={!IN_WORDS.has(field)}
          invalid={problem !== null}
          type={SECRETS.has(field) ? "password" : "text"}
          {...(known.length > 0 && { list: `${id}-known` })}
        />
      )}
      {known.length > 0 && (
        <datalist id={`${id}-known`}>
          {known.map(({ value, said }) => (
            <option key={value} value={value}>
              {boundText(said)}
            </option>
          ))}
        </datalist>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="operations-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

const WIDE: ReadonlySet<Field> = new Set(["taskId", "url", "metadata"]);

const STATES: readonly { value: TaskState | ""; label: string }[] = [
  { value: "", label: "any" },
  ...TASK_STATES.map((state) => ({ value: state, label: state })),
];

const MOST_KNOWN = 50;

/** What this run knows of that could be meant, the newest first. */
function knownFor(field: Field, { tasks, contexts }: Timeline): { value: string; said: string }[] {
  if (field === "taskId") {
    return tasks
      .filter(({ id }) => id !== "")
      .slice(-MOST_KNOWN)
      .reverse()
      .map(({ id, state }) => ({ value: id, said: state ?? "" }));
  }
  if (field !== "contextId") return [];
  return contexts
    .slice(-MOST_KNOWN)
    .reverse()
    .map(({ id }) => ({ value: id, said: "" }));
}
