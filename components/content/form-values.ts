/** Values of form fields while they are edited, and their conversion to reply values. */
import type { FormField } from "../../lib/dialects/payloads/form.ts";

export interface FileValue {
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
