"use client";
// Input for one field of an operation, with its error.

import { useId } from "react";
import { TASK_STATES, type TaskState } from "../../lib/protocol/model.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { boundText } from "../ui/bounded-text.ts";
import { CheckLine } from "../ui/check-line.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { Select } from "../ui/select.tsx";
import type { OperationField, OperationFields } from "./operation-fields.ts";
import { FIELD_META } from "./operation-labels.ts";

interface FieldInputProps {
  field: OperationField;
  fields: OperationFields;
  timeline: Timeline;
  /** The error to show, or `null`. */
  problem: string | null;
  onChange: (part: Partial<OperationFields>) => void;
}

const SECRET_FIELDS: ReadonlySet<OperationField> = new Set(["token", "credentials"]);
const PROPORTIONAL_FIELDS: ReadonlySet<OperationField> = new Set([
  "historyLength",
  "generation",
  "pageSize",
  "scheme",
]);

export function FieldInput({ field, fields, timeline, problem, onChange }: FieldInputProps) {
  const id = useId();
  const { label, placeholder } = FIELD_META[field];
  if (field === "includeArtifacts") {
    return (
      <div className="flex min-h-7.5 items-center self-end">
        <CheckLine
          checked={fields.includeArtifacts}
          onChange={(includeArtifacts) => onChange({ includeArtifacts })}
        >
          {label}
        </CheckLine>
      </div>
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
  const suggestions = getSuggestions(field, timeline);
  return (
    <LabeledField
      label={label}
      className={WIDE_FIELDS.has(field) ? "col-span-full" : undefined}
      problem={problem}
      noteId={`${id}-problem`}
    >
      {field === "state" ? (
        <Select
          label={label}
          outlined
          fill
          options={STATE_OPTIONS}
          value={fields.state}
          onChange={(state) => onChange({ state })}
        />
      ) : field === "metadata" ? (
        <TextArea
          {...common}
          look="boxed"
          className="mono"
          aria-invalid={problem !== null || undefined}
        />
      ) : (
        <TextField
          {...common}
          mono={!PROPORTIONAL_FIELDS.has(field)}
          invalid={problem !== null}
          type={SECRET_FIELDS.has(field) ? "password" : "text"}
          {...(suggestions.length > 0 && { list: `${id}-known` })}
        />
      )}
      {suggestions.length > 0 && (
        <datalist id={`${id}-known`}>
          {suggestions.map(({ value, label }) => (
            <option key={value} value={value}>
              {boundText(label)}
            </option>
          ))}
        </datalist>
      )}
    </LabeledField>
  );
}

const WIDE_FIELDS: ReadonlySet<OperationField> = new Set(["taskId", "url", "metadata"]);

const STATE_OPTIONS: readonly { value: TaskState | ""; label: string }[] = [
  { value: "", label: "any" },
  ...TASK_STATES.map((state) => ({ value: state, label: state })),
];

const MAX_SUGGESTIONS = 50;

/** Ids from this run that fit the field, newest first. */
function getSuggestions(
  field: OperationField,
  { tasks, contexts }: Timeline,
): { value: string; label: string }[] {
  if (field === "taskId") {
    return tasks
      .filter(({ id }) => id !== "")
      .slice(-MAX_SUGGESTIONS)
      .reverse()
      .map(({ id, state }) => ({ value: id, label: state ?? "" }));
  }
  if (field !== "contextId") return [];
  return contexts
    .slice(-MAX_SUGGESTIONS)
    .reverse()
    .map(({ id }) => ({ value: id, label: "" }));
}

export const FIELD_GRID =
  "grid w-full grid-cols-2 gap-x-3 gap-y-2.5 empty:hidden max-[560px]:grid-cols-1";
