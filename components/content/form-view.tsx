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
import { formatBytes } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";
import { QuestionHead, truncateText } from "./agent-text.tsx";
import { REPLY_FIELD, REPLY_FIELD_WIDTH, REPLY_STACK, ReplyBar, ReplyField } from "./reply-bar.tsx";
import { ShowMore } from "./show-more.tsx";
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
      <QuestionHead title={form.title} description={form.description} />
      <ReplyBar
        inspected={inspected}
        actions={[{ label, variant: "primary", createReply }]}
        onSent={() => setFilled(new Map())}
      >
        <ShowMore
          items={form.fields}
          renderList={(items) => <div className={REPLY_STACK}>{items}</div>}
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
    <ReplyField
      label={label}
      type={truncateText(field.type, 40)}
      required={required}
      description={description}
    >
      {renderInput({ field, value, onChange }, label)}
    </ReplyField>
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
          fill
          className={REPLY_FIELD_WIDTH}
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
        <CheckField checked={value === true} required={required} onChange={onChange}>
          {label}
        </CheckField>
      );
    case "file":
      return <FileField label={label} required={required} onChange={onChange} />;
    case "area":
      return (
        <TextArea
          label={label}
          look="boxed"
          className={REPLY_FIELD_WIDTH}
          required={required}
          value={text}
          onChange={onChange}
          rows={3}
        />
      );
    default:
      return (
        <TextField
          label={label}
          className={REPLY_FIELD}
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
        renderList={(items) => <div className="grid gap-0.5">{items}</div>}
        renderItem={({ value, label: name }, i) => (
          <CheckField
            key={`${String(i)} ${value}`}
            checked={isChecked(value)}
            onChange={(isOn) => onCheck(value, isOn)}
          >
            {truncateText(name, 200)}
          </CheckField>
        )}
      />
    </fieldset>
  );
}

interface CheckFieldProps {
  checked: boolean;
  required?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function CheckField({ checked, required, onChange, children }: CheckFieldProps) {
  return (
    <label className="flex min-h-6 items-center gap-2 wrap-anywhere">
      <input
        type="checkbox"
        className="size-3.5 flex-none accent-accent-strong"
        checked={checked}
        required={required}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

const MAX_FILE_BYTES = 2_000_000;

interface FileFieldProps {
  label: string;
  required: boolean;
  onChange: (files: readonly FileValue[]) => void;
}

function FileField({ label, required, onChange }: FileFieldProps) {
  const [problem, setProblem] = useState("");
  const take = async (file: File | undefined) => {
    setProblem("");
    if (!file) return onChange([]);
    if (file.size > MAX_FILE_BYTES) {
      onChange([]);
      return setProblem(`Larger than ${formatBytes(MAX_FILE_BYTES)}: too large for a message.`);
    }
    const mime_type = file.type || "application/octet-stream";
    onChange([{ uri: await readAsDataUri(file), name: file.name, mime_type }]);
  };
  return (
    <>
      <input
        type="file"
        aria-label={label}
        required={required}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      {problem !== "" && <p className="text-error">{problem}</p>}
    </>
  );
}

function readAsDataUri(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

interface FileValue {
  readonly uri: string;
  readonly name: string;
  readonly mime_type: string;
}

export type FormValue =
  | string
  | boolean
  | readonly string[]
  | readonly FileValue[]
  | Readonly<Record<string, boolean>>;

type FormInputKind =
  | "text"
  | "area"
  | "date"
  | "number"
  | "check"
  | "group"
  | "one"
  | "many"
  | "file";

/** Values of form fields while they are edited, and their conversion to reply values. */
export function getFormInputKind({ type, options, value }: FormField): FormInputKind {
  const word = type.toLowerCase();
  if (word === "checkbox_group") return "group";
  if (options.length > 0) return /multi|many|list|array/.test(word) ? "many" : "one";
  if (/^(?:checkbox|bool|boolean|switch|toggle|confirm)$/.test(word)) return "check";
  if (word === "date") return "date";
  if (/^(?:number|integer|int|float)$/.test(word)) return "number";
  if (word === "file") return "file";
  const isLong = typeof value === "string" && value.includes("\n");
  return isLong || /area|multiline|longtext|markdown/.test(word) ? "area" : "text";
}

/** The initial value of a field, as far as its input can represent it. */
export function getInitialFormValue(field: FormField): FormValue {
  const { value, options } = field;
  switch (getFormInputKind(field)) {
    case "check":
      return value === true || value === "true";
    case "many":
      return Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : [];
    case "group":
      return Object.fromEntries(
        options.map((option) => [option.value, Object(value)[option.value] === true]),
      );
    case "file":
      return [];
    default:
      if (value === null) return "";
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

/** The value to send; `undefined` for none. */
export function toReplyValue(
  field: FormField,
  filled: FormValue = getInitialFormValue(field),
): unknown {
  if (getFormInputKind(field) === "number" && typeof filled === "string") {
    const number = Number(filled);
    return filled === "" || !Number.isFinite(number) ? undefined : number;
  }
  if (getFormInputKind(field) === "check") return filled === true;
  const isEmpty = filled === "" || (Array.isArray(filled) && filled.length === 0);
  return isEmpty ? undefined : filled;
}
