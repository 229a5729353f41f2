/** Forms that agents ask a user to fill in, whatever they call their members; and the answers. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { type Answer, asData, inWords, under, withSecrets } from "./answer.ts";
import { listOf, own, textIn, unpacked } from "./json.ts";

/** Whose way of asking it is, which says how to answer. */
export type FormWay = "extension" | "kagent" | "caipe" | "adk" | "words";

export interface Form {
  readonly way: FormWay;
  /** The metadata key or URI it was asked under. */
  readonly key: string;
  /** The id to answer with; `null` where none is needed. */
  readonly id: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly fields: readonly FormField[];
  readonly submitLabel: string | null;
}

export interface FormField {
  /** The name to answer under. */
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  /** As the agent calls it: text, date, file, singleselect, multiselect, checkbox, checkbox_group. */
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
const NESTED_MAX = 4;

/** The form that a value is: a part, its data, or the text that says one; `null` for none. */
export function readForm(value: unknown, key = ""): Form | null {
  return formIn(value, key, 0);
}

function formIn(value: unknown, key: string, depth: number): Form | null {
  if (depth > NESTED_MAX) return null;
  if (typeof value === "string") {
    const given = unpacked(value.replace(TEXT_FORM, ""));
    return isObject(given) && (TEXT_FORM.test(value) || key !== "")
      ? formIn(given, key, depth + 1)
      : null;
  }
  if (!isObject(value)) return null;
  if (value.kind === "data" && isObject(value.data)) return formIn(value.data, key, depth + 1);
  if (value.kind === "text") return formIn(value.text, "", depth + 1);
  if (own(value, "type") === "ask_user_request") return questions(value, key);
  if (own(value, "name") === "adk_request_input") return request(value, key);
  return fieldsIn(value, key);
}

function fieldsIn(value: JsonObject, key: string): Form | null {
  const within = isObject(own(value, "metadata")) ? own(value, "metadata") : value;
  const asked = own(within, "input_fields") ?? own(value, "input_fields");
  const fields = isArray(asked) ? asked : own(value, "fields");
  if (!isArray(fields)) return null;
  return {
    way: isArray(asked) ? "caipe" : key.includes("/") ? "extension" : "words",
    key,
    id: null,
    title: textIn(value, "input_title", "title"),
    description: textIn(value, "input_description", "description", "content"),
    fields: fields.filter(isObject).map(readField),
    submitLabel: textIn(value, "submit_label", "submitLabel"),
  };
}

function readField(field: JsonObject, index: number): FormField {
  const name = textIn(field, "field_name", "id", "name") ?? `field ${index + 1}`;
  const type = textIn(field, "field_type", "type") ?? "text";
  const choices = own(field, "field_values", "options", "fields");
  const stated = own(field, "default_value", "defaultValue", "default", "value") ?? null;
  return {
    name,
    label: textIn(field, "field_label", "label") ?? name,
    description: textIn(field, "field_description", "content", "description", "placeholder"),
    type,
    required: own(field, "required") === true,
    options: isArray(choices) ? choices.flatMap(readOption) : [],
    value: type === "checkbox_group" ? groupValue(choices) : stated,
  };
}

function readOption(option: unknown): FormOption[] {
  if (typeof option === "string" || typeof option === "number") {
    return [{ value: String(option), label: String(option) }];
  }
  const value = textIn(option, "id", "value", "name");
  return value === null ? [] : [{ value, label: textIn(option, "label", "content") ?? value }];
}

function groupValue(fields: unknown): unknown {
  const values = listOf(fields).flatMap((field): [string, boolean][] => {
    const name = textIn(field, "id", "name", "value");
    return name === null ? [] : [[name, own(field, "default_value", "default") === true]];
  });
  return Object.fromEntries(values);
}

/** The questions that kagent asks: they have no names. */
function questions(given: JsonObject, key: string): Form {
  const fields = listOf(own(given, "questions")).map((question, i): FormField => {
    const options = listOf(own(question, "choices")).flatMap(readOption);
    const isMany = own(question, "multiple") === true;
    return {
      name: String(i),
      label: textIn(question, "question", "text") ?? `Question ${i + 1}`,
      description: null,
      type: options.length === 0 ? "text" : isMany ? "multiselect" : "singleselect",
      required: true,
      options,
      value: null,
    };
  });
  const rest = { title: null, description: null, submitLabel: null };
  return { way: "kagent", key, id: textIn(given, "id"), fields, ...rest };
}

const LONE_FIELD = "result";

/** What a workflow of ADK waits for: the members of a schema, or one value. */
function request(given: JsonObject, key: string): Form | null {
  if (own(given, "response") !== undefined) return null;
  const args = own(given, "args");
  const schema = unpacked(own(args, "responseSchema", "response_schema"));
  const properties = own(schema, "properties");
  const required = listOf(own(schema, "required"));
  const named = isObject(properties) ? Object.entries(properties) : [[LONE_FIELD, schema] as const];
  const fields = named.map(([name, member]): FormField => {
    const label = textIn(member, "title") ?? (name === LONE_FIELD ? "Answer" : name);
    return {
      name,
      label,
      description: textIn(member, "description"),
      type: textIn(member, "type") ?? "text",
      required: required.includes(name),
      options: listOf(own(member, "enum")).flatMap(readOption),
      value: own(member, "default") ?? null,
    };
  });
  const title = textIn(args, "message");
  return {
    way: "adk",
    key,
    id: textIn(given, "id"),
    title,
    description: null,
    fields,
    submitLabel: null,
  };
}

export type FormValues = ReadonlyMap<string, unknown>;

const RESUMED_ACTION = "CAIPEAgentResponse";

/** What a user answers to a form, as the one who asked wants to hear it. */
export function answerForm(form: Form, values: FormValues): Answer {
  const hidden = form.fields.filter(isSecretField).map(({ name }) => values.get(name));
  return withSecrets(
    answerOf(form, values),
    hidden.filter((value) => typeof value === "string"),
  );
}

/** Is it filled with something that nobody should see? */
export function isSecretField({ type }: FormField): boolean {
  return /password|secret/i.test(type);
}

function answerOf(form: Form, values: FormValues): Answer {
  const filled = form.fields.flatMap((field): [FormField, unknown][] => {
    const value = values.has(field.name) ? values.get(field.name) : field.value;
    return value === null || value === undefined || value === "" ? [] : [[field, value]];
  });
  const words = linesOf(form, filled);
  switch (form.way) {
    case "extension": {
      const given = filled.map(([{ name, type }, value]) => [name, { type, value }]);
      const text = form.title ?? "Form filled in";
      return under(form.key, { values: Object.fromEntries(given) }, text);
    }
    case "kagent": {
      const answers = form.fields.map(({ name }) => {
        const value = filled.find(([field]) => field.name === name)?.[1];
        return { answer: listOf(value).map(lineOf) };
      });
      return under(form.key, { type: "ask_user_response", id: form.id, answers }, words);
    }
    case "caipe":
      // Some of the platform's agents read the lines, some the data.
      return { ...inWords(words), parts: [{ kind: "text", text: words }, resumed(filled)] };
    case "adk":
      return asData(
        { id: form.id, name: "adk_request_input", response: argsOf(filled) },
        { adk_type: "function_response" },
      );
    case "words":
      return inWords(words);
  }
}

function resumed(filled: readonly [FormField, unknown][]): Answer["parts"][number] {
  const edited_action = { name: RESUMED_ACTION, args: argsOf(filled) };
  const decision = { type: "edit", action_name: RESUMED_ACTION, edited_action };
  return { kind: "data", data: { resume: { decisions: [decision] } } };
}

function argsOf(filled: readonly [FormField, unknown][]): object {
  return Object.fromEntries(filled.map(([{ name }, value]) => [name, value]));
}

/** As lines of `key: value`; an answer to nothing but itself as it is. */
function linesOf(form: Form, filled: readonly [FormField, unknown][]): string {
  const isNamed = form.way !== "kagent";
  const lines = filled.map(([{ name, label }, value]) =>
    form.fields.length === 1 && !isNamed
      ? lineOf(value)
      : `${isNamed ? name : label}: ${lineOf(value)}`,
  );
  return lines.join("\n") || "Nothing filled in";
}

function lineOf(value: unknown): string {
  if (isArray(value)) return value.map(lineOf).join(", ");
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/\s*\n\s*/g, " ");
}
