"use client";
// A form that an agent asks to have filled in: its fields by their types, and the answer they make.
import { type ReactNode, useState } from "react";
import {
  createFormReply,
  type Form,
  type FormField,
  isSecretField,
} from "../../lib/dialects/payloads/form.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { AnswerBar } from "./answer-bar.tsx";
import { FileField } from "./file-field.tsx";
import { type Filled, givenBy, inputOf, stated } from "./form-values.ts";
import { Most } from "./most.tsx";
import { short } from "./short.ts";
import type { Asked } from "./use-question.ts";

export function FormView({ inspected, form }: { inspected: Asked; form: Form }) {
  const [filled, setFilled] = useState<ReadonlyMap<string, Filled>>(new Map());
  const answer = () =>
    createFormReply(
      form,
      new Map(form.fields.map((field) => [field.name, givenBy(field, filled.get(field.name))])),
    );
  const label = short(form.submitLabel ?? "Send answer", 40);
  return (
    <>
      {form.title !== null && (
        <p className="said-question" dir="auto">
          {short(form.title)}
        </p>
      )}
      {form.description !== null && <p dir="auto">{short(form.description)}</p>}
      <AnswerBar
        inspected={inspected}
        ways={[{ label, variant: "primary", answer }]}
        onSent={() => setFilled(new Map())}
      >
        <Most
          of={form.fields}
          list={(items) => <div className="said-fields">{items}</div>}
          each={(field, i) => (
            <Field
              key={`${String(i)} ${field.name}`}
              field={field}
              value={filled.get(field.name) ?? stated(field)}
              onChange={(value) => setFilled(new Map(filled).set(field.name, value))}
            />
          )}
        />
      </AnswerBar>
    </>
  );
}

interface FieldProps {
  field: FormField;
  value: Filled;
  onChange: (value: Filled) => void;
}

function Field({ field, value, onChange }: FieldProps) {
  const { description, required } = field;
  const label = short(field.label, 200);
  return (
    <div className="said-field">
      <p>
        <span className="said-field-label" dir="auto">
          {label}
        </span>
        {required && <span className="text-fg-3"> required</span>}
        <span className="text-fg-3 mono said-field-type">{short(field.type, 40)}</span>
      </p>
      {description !== null && (
        <p className="text-fg-3" dir="auto">
          {short(description)}
        </p>
      )}
      {inputFor({ field, value, onChange }, label)}
    </div>
  );
}

function inputFor({ field, value, onChange }: FieldProps, label: string): ReactNode {
  const { required } = field;
  const text = typeof value === "string" ? value : "";
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const input = inputOf(field);
  switch (input) {
    case "one":
      return (
        <Select
          label={label}
          outlined
          value={text}
          onChange={onChange}
          options={[
            { value: "", label: "Choose…" },
            ...field.options.map((option) => ({ ...option, label: short(option.label, 100) })),
          ]}
        />
      );
    case "many":
    case "group":
      return (
        <Checks
          field={field}
          label={label}
          isChecked={(name) =>
            input === "many" ? chosen.includes(name) : Object(value)[name] === true
          }
          onCheck={(name, isOn) => {
            const others = chosen.filter((it) => it !== name);
            if (input === "many") onChange(isOn ? [...others, name] : others);
            else onChange({ ...Object(value), [name]: isOn });
          }}
        />
      );
    case "check":
      return (
        <label className="said-check">
          <input
            type="checkbox"
            checked={value === true}
            required={required}
            onChange={(event) => onChange(event.target.checked)}
          />
          {label}
        </label>
      );
    case "file":
      return <FileField label={label} required={required} onChange={onChange} />;
    case "area":
      return (
        <TextArea label={label} required={required} value={text} onChange={onChange} rows={3} />
      );
    default:
      return (
        <TextField
          label={label}
          type={isSecretField(field) ? "password" : input}
          autoComplete={isSecretField(field) ? "new-password" : "off"}
          step={input === "number" ? "any" : undefined}
          required={required}
          value={text}
          onChange={onChange}
        />
      );
  }
}

interface ChecksProps {
  field: FormField;
  label: string;
  isChecked: (name: string) => boolean;
  onCheck: (name: string, isOn: boolean) => void;
}

function Checks({ field, label, isChecked, onCheck }: ChecksProps) {
  return (
    <fieldset aria-label={label}>
      <Most
        of={field.options}
        list={(items) => <div className="said-checks">{items}</div>}
        each={({ value, label: name }, i) => (
          <label key={`${String(i)} ${value}`} className="said-check">
            <input
              type="checkbox"
              checked={isChecked(value)}
              onChange={(event) => onCheck(value, event.target.checked)}
            />
            {short(name, 200)}
          </label>
        )}
      />
    </fieldset>
  );
}
