/** Forms that an agent asks to have filled in, under an extension, and the answer to one. */

import { isObject } from "../../protocol/json.ts";
import { type Answer, under } from "./answer.ts";
import { listOf, own, textIn, unpacked } from "./json.ts";

export interface RequestedForm {
  readonly title: string | null;
  readonly description: string | null;
  readonly fields: readonly RequestedField[];
  readonly submitLabel: string | null;
}

export interface RequestedField {
  /** The name to answer under. */
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  /** In the agent's words: text, date, file, singleselect, multiselect, checkbox, checkbox_group. */
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What it holds at first. */
  readonly value: unknown;
}

/** A form of the extension, or the questions that kagent asks; `null` for an answer to one. */
export function readFormRequest(value: unknown): RequestedForm | null {
  const given = unpacked(value);
  if (!isObject(given)) return null;
  if (textIn(given, "type") === "ask_user_request") return readQuestions(given);
  const fields = own(given, "fields");
  if (!Array.isArray(fields)) return null;
  return {
    title: textIn(given, "title"),
    description: textIn(given, "description"),
    fields: fields.flatMap(readField),
    submitLabel: textIn(given, "submit_label", "submitLabel"),
  };
}

function readField(field: unknown): RequestedField[] {
  const name = textIn(field, "id", "name");
  if (name === null) return [];
  const type = textIn(field, "type") ?? "text";
  const isGroup = type === "checkbox_group";
  const choices = own(field, isGroup ? "fields" : "options");
  const label = textIn(field, "label") ?? name;
  return [
    {
      name,
      label,
      description: textIn(field, "content", "description", "placeholder"),
      type,
      required: own(field, "required") === true,
      options: listOf(choices).flatMap(readOption),
      value: isGroup ? groupValue(choices) : (own(field, "default_value", "defaultValue") ?? null),
    },
  ];
}

function readOption(option: unknown): { value: string; label: string }[] {
  if (typeof option === "string") return [{ value: option, label: option }];
  const value = textIn(option, "id", "value");
  const label = textIn(option, "label", "content") ?? value;
  return value === null || label === null ? [] : [{ value, label }];
}

function groupValue(fields: unknown): unknown {
  const values = listOf(fields).flatMap((field): [string, boolean][] => {
    const name = textIn(field, "id");
    return name === null ? [] : [[name, own(field, "default_value") === true]];
  });
  return Object.fromEntries(values);
}

function readQuestions(given: object): RequestedForm {
  const fields = listOf(own(given, "questions")).map((question, i): RequestedField => {
    const options = listOf(own(question, "choices")).flatMap(readOption);
    const label = textIn(question, "question", "text") ?? `Question ${i + 1}`;
    const type = options.length > 0 ? "multiselect" : "text";
    const rest = { description: null, required: true, value: null };
    return { name: String(i), label, type, options, ...rest };
  });
  return { title: null, description: null, fields, submitLabel: null };
}

/** The values of a form's fields as the extension wants them, each with its type. */
export function answerFormRequest(
  uri: string,
  form: RequestedForm,
  values: ReadonlyMap<string, unknown>,
): Answer {
  const given = form.fields.flatMap((field): [string, unknown][] => {
    const value = values.get(field.name);
    return value === undefined ? [] : [[field.name, { type: field.type, value }]];
  });
  return under(uri, { values: Object.fromEntries(given) }, form.title ?? "Form filled in");
}
