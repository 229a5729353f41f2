/** Forms that agents ask a user to fill in, whatever they call their members; and the answers. */

import { isArray, isObject, type JsonObject } from "../protocol/json.ts";

export interface Form {
  readonly title: string | null;
  readonly description: string | null;
  readonly fields: readonly FormField[];
  readonly submitLabel: string | null;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  /** As the agent calls it. */
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly FormOption[];
  /** What it is filled with before anybody does. */
  readonly value: unknown;
}

export interface FormOption {
  readonly value: string;
  readonly label: string;
}

const TEXT_FORM = /^\s*UserInputMetaData:\s*/;

/** The form that a value is: a part, its data, or the text that says one; `null` for none. */
export function readForm(value: unknown): Form | null {
  if (typeof value === "string") return TEXT_FORM.test(value) ? readText(value) : null;
  if (!isObject(value)) return null;
  if (value.kind === "data" && isObject(value.data)) return readForm(value.data);
  if (value.kind === "text") return readForm(value.text);
  const within = isObject(value.metadata) ? value.metadata : value;
  const fields = firstList(within.input_fields, value.input_fields, value.fields);
  if (!fields) return null;
  return {
    title: said(value, "input_title", "title"),
    description: said(value, "input_description", "description", "content"),
    fields: fields.filter(isObject).map(readField),
    submitLabel: said(value, "submit_label", "submitLabel"),
  };
}

function readText(text: string): Form | null {
  try {
    const value: unknown = JSON.parse(text.replace(TEXT_FORM, ""));
    return isObject(value) ? readForm(value) : null;
  } catch {
    return null;
  }
}

function readField(field: JsonObject, index: number): FormField {
  const name = said(field, "field_name", "name", "id") ?? `field ${index + 1}`;
  return {
    name,
    label: said(field, "field_label", "label") ?? name,
    description: said(field, "field_description", "description", "content", "placeholder"),
    type: said(field, "field_type", "type") ?? "text",
    required: field.required === true,
    options: (firstList(field.field_values, field.options, field.fields) ?? []).flatMap(readOption),
    value: field.default_value ?? field.default ?? field.value ?? null,
  };
}

function readOption(option: unknown): FormOption[] {
  if (isObject(option)) {
    const value = said(option, "value", "id", "name");
    return value === null ? [] : [{ value, label: said(option, "label", "content") ?? value }];
  }
  return typeof option === "string" || typeof option === "number"
    ? [{ value: String(option), label: String(option) }]
    : [];
}

function firstList(...values: unknown[]): readonly unknown[] | null {
  return values.find(isArray) ?? null;
}

function said(from: JsonObject, ...names: string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

export interface FormAnswer {
  /** As lines of `key: value`. */
  readonly text: string;
  /** As the data part that takes up the work again. */
  readonly data: unknown;
}

const RESUMED_ACTION = "CAIPEAgentResponse";

/** What a user answers to a form, in both ways that the platform's agents understand. */
export function answerOf(form: Form, values: Readonly<Record<string, unknown>>): FormAnswer {
  const filled = form.fields.flatMap(({ name, value }): (readonly [string, unknown])[] => {
    const own = Object.hasOwn(values, name) ? values[name] : value;
    return own === null || own === undefined || own === "" ? [] : [[name, own]];
  });
  const edited_action = { name: RESUMED_ACTION, args: Object.fromEntries(filled) };
  const decision = { type: "edit", action_name: RESUMED_ACTION, edited_action };
  return {
    text: filled.map(([name, value]) => `${name}: ${lineOf(value)}`).join("\n"),
    data: { resume: { decisions: [decision] } },
  };
}

function lineOf(value: unknown): string {
  if (isArray(value)) return value.map(lineOf).join(", ");
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/\s*\n\s*/g, " ");
}
