"use client";
// A form requested by an agent: inputs by field type, and the reply made from them.
import { type ReactNode, useState } from "react";
import {
  createFormReply,
  type Form,
  type FormField,
  isSecretField,
} from "../../lib/dialects/payloads/form.ts";
import { TextArea, TextField } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { FileField } from "./file-field.tsx";
import {
  type FormValue,
  getFormInputKind,
  getInitialFormValue,
  toReplyValue,
} from "./form-values.ts";
import { ReplyBar } from "./reply-bar.tsx";
import { ShowMore } from "./show-more.tsx";
import { truncateText } from "./truncate-text.ts";
import type { InspectedQuestion } from "./use-agent-question.ts";

export function FormView({ inspected, form }: { inspected: InspectedQuestion; form: Form }) {
  const [filled, setFilled] = useState<ReadonlyMap<string, FormValue>>(new Map());
  const createReply = () =>
    createFormReply(
      form,
      new Map(
        form.fields.map((field) => [field.name, toReplyValue(field, filled.get(field.name))]),
      ),
    );
  const label = truncateText(form.submitLabel ?? "Send reply", 40);
  return (
    <>
      {form.title !== null && (
        <p className="said-question" dir="auto">
          {truncateText(form.title)}
        </p>
      )}
      {form.description !== null && <p dir="auto">{truncateText(form.description)}</p>}
      <ReplyBar
        inspected={inspected}
        actions={[{ label, variant: "primary", createReply }]}
        onSent={() => setFilled(new Map())}
      >
        <ShowMore
          items={form.fields}
          renderList={(items) => <div className="said-fields">{items}</div>}
          renderItem={(field, i) => (
            <FormFieldView
              key={`${String(i)} ${field.name}`}
              field={field}
              value={filled.get(field.name) ?? getInitialFormValue(field)}
              onChange={(value) => setFilled(new Map(filled).set(field.name, value))}
            />
          )}
        />
      </ReplyBar>
    </>
  );
}

interface FormFieldViewProps {
  field: FormField;
  value: FormValue;
  onChange: (value: FormValue) => void;
}

function FormFieldView({ field, value, onChange }: FormFieldViewProps) {
  const { description, required } = field;
  const label = truncateText(field.label, 200);
  return (
    <div className="said-field">
      <p>
        <span className="said-field-label" dir="auto">
          {label}
        </span>
        {required && <span className="text-fg-3"> required</span>}
        <span className="text-fg-3 mono said-field-type">{truncateText(field.type, 40)}</span>
      </p>
      {description !== null && (
        <p className="text-fg-3" dir="auto">
          {truncateText(description)}
        </p>
      )}
      {renderInput({ field, value, onChange }, label)}
    </div>
  );
}

function renderInput({ field, value, onChange }: FormFieldViewProps, label: string): ReactNode {
  const { required } = field;
  const text = typeof value === "string" ? value : "";
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const input = getFormInputKind(field);
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
            ...field.options.map((option) => ({
              ...option,
              label: truncateText(option.label, 100),
            })),
          ]}
        />
      );
    case "many":
    case "group":
      return (
        <CheckboxGroup
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

interface CheckboxGroupProps {
  field: FormField;
  label: string;
  isChecked: (name: string) => boolean;
  onCheck: (name: string, isOn: boolean) => void;
}

function CheckboxGroup({ field, label, isChecked, onCheck }: CheckboxGroupProps) {
  return (
    <fieldset aria-label={label}>
      <ShowMore
        items={field.options}
        renderList={(items) => <div className="said-checks">{items}</div>}
        renderItem={({ value, label: name }, i) => (
          <label key={`${String(i)} ${value}`} className="said-check">
            <input
              type="checkbox"
              checked={isChecked(value)}
              onChange={(event) => onCheck(value, event.target.checked)}
            />
            {truncateText(name, 200)}
          </label>
        )}
      />
    </fieldset>
  );
}
