/** Forms that agents ask users to fill in, in any convention, and the replies to them. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { getOwnMember, getOwnText, parseJsonText, toList } from "./json-access.ts";
import {
  addReplySecrets,
  createDataReply,
  createExtensionReply,
  createTextReply,
  type ReplyContent,
} from "./reply.ts";

/** The convention of the form, which determines the format of the reply. */
type FormConvention = "extension" | "kagent" | "caipe" | "adk" | "words";

export interface Form {
  readonly convention: FormConvention;
  /** The metadata key or URI of the form. */
  readonly key: string;
  /** The id for the reply; `null` if none is needed. */
  readonly id: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly fields: readonly FormField[];
  readonly submitLabel: string | null;
}

export interface FormField {
  /** The name of the value in the reply. */
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  /** As sent: text, date, file, singleselect, multiselect, checkbox, checkbox_group. */
  readonly type: string;
  readonly required: boolean;
  readonly options: readonly FormOption[];
  /** The default value. */
  readonly value: unknown;
}

interface FormOption {
  readonly value: string;
  readonly label: string;
}

const TEXT_FORM = /^\s*UserInputMetaData:\s*/;
const MAX_NESTING = 4;

/** Reads a form from a part, its data, or text that contains one; `null` if it is none. */
export function readForm(value: unknown, key = ""): Form | null {
  return readNestedForm(value, key, 0);
}

function readNestedForm(value: unknown, key: string, depth: number): Form | null {
  if (depth > MAX_NESTING) return null;
  if (typeof value === "string") {
    const given = parseJsonText(value.replace(TEXT_FORM, ""));
    return isObject(given) && (TEXT_FORM.test(value) || key !== "")
      ? readNestedForm(given, key, depth + 1)
      : null;
  }
  if (!isObject(value)) return null;
  if (value.kind === "data" && isObject(value.data))
    return readNestedForm(value.data, key, depth + 1);
  if (value.kind === "text") return readNestedForm(value.text, "", depth + 1);
  if (getOwnMember(value, "type") === "ask_user_request") return readQuestionForm(value, key);
  if (getOwnMember(value, "name") === "adk_request_input") return readRequestForm(value, key);
  return readFieldForm(value, key);
}

function readFieldForm(value: JsonObject, key: string): Form | null {
  const within = isObject(getOwnMember(value, "metadata"))
    ? getOwnMember(value, "metadata")
    : value;
  const inputFields = getOwnMember(within, "input_fields") ?? getOwnMember(value, "input_fields");
  const fields = isArray(inputFields) ? inputFields : getOwnMember(value, "fields");
  if (!isArray(fields)) return null;
  return {
    convention: isArray(inputFields) ? "caipe" : key.includes("/") ? "extension" : "words",
    key,
    id: null,
    title: getOwnText(value, "input_title", "title"),
    description: getOwnText(value, "input_description", "description", "content"),
    fields: fields.filter(isObject).map(readField),
    submitLabel: getOwnText(value, "submit_label", "submitLabel"),
  };
}

function readField(field: JsonObject, index: number): FormField {
  const name = getOwnText(field, "field_name", "id", "name") ?? `field ${index + 1}`;
  const type = getOwnText(field, "field_type", "type") ?? "text";
  const choices = getOwnMember(field, "field_values", "options", "fields");
  const stated = getOwnMember(field, "default_value", "defaultValue", "default", "value") ?? null;
  return {
    name,
    label: getOwnText(field, "field_label", "label") ?? name,
    description: getOwnText(field, "field_description", "content", "description", "placeholder"),
    type,
    required: getOwnMember(field, "required") === true,
    options: isArray(choices) ? choices.flatMap(readOption) : [],
    value: type === "checkbox_group" ? readGroupValue(choices) : stated,
  };
}

function readOption(option: unknown): FormOption[] {
  if (typeof option === "string" || typeof option === "number") {
    return [{ value: String(option), label: String(option) }];
  }
  const value = getOwnText(option, "id", "value", "name");
  return value === null ? [] : [{ value, label: getOwnText(option, "label", "content") ?? value }];
}

function readGroupValue(fields: unknown): unknown {
  const values = toList(fields).flatMap((field): [string, boolean][] => {
    const name = getOwnText(field, "id", "name", "value");
    return name === null ? [] : [[name, getOwnMember(field, "default_value", "default") === true]];
  });
  return Object.fromEntries(values);
}

/** Questions of kagent, which have no names. */
function readQuestionForm(given: JsonObject, key: string): Form {
  const fields = toList(getOwnMember(given, "questions")).map((question, i): FormField => {
    const options = toList(getOwnMember(question, "choices")).flatMap(readOption);
    const isMany = getOwnMember(question, "multiple") === true;
    return {
      name: String(i),
      label: getOwnText(question, "question", "text") ?? `Question ${i + 1}`,
      description: null,
      type: options.length === 0 ? "text" : isMany ? "multiselect" : "singleselect",
      required: true,
      options,
      value: null,
    };
  });
  const rest = { title: null, description: null, submitLabel: null };
  return { convention: "kagent", key, id: getOwnText(given, "id"), fields, ...rest };
}

const LONE_FIELD = "result";

/** The input that an ADK workflow waits for: the members of a schema, or one value. */
function readRequestForm(given: JsonObject, key: string): Form | null {
  if (getOwnMember(given, "response") !== undefined) return null;
  const args = getOwnMember(given, "args");
  const schema = parseJsonText(getOwnMember(args, "responseSchema", "response_schema"));
  const properties = getOwnMember(schema, "properties");
  const required = toList(getOwnMember(schema, "required"));
  const named = isObject(properties) ? Object.entries(properties) : [[LONE_FIELD, schema] as const];
  const fields = named.map(([name, member]): FormField => {
    const label = getOwnText(member, "title") ?? (name === LONE_FIELD ? "Answer" : name);
    return {
      name,
      label,
      description: getOwnText(member, "description"),
      type: getOwnText(member, "type") ?? "text",
      required: required.includes(name),
      options: toList(getOwnMember(member, "enum")).flatMap(readOption),
      value: getOwnMember(member, "default") ?? null,
    };
  });
  const title = getOwnText(args, "message");
  return {
    convention: "adk",
    key,
    id: getOwnText(given, "id"),
    title,
    description: null,
    fields,
    submitLabel: null,
  };
}

type FormValues = ReadonlyMap<string, unknown>;

const RESUMED_ACTION = "CAIPEAgentResponse";

/** Creates the reply to a form in the format of its convention. */
export function createFormReply(form: Form, values: FormValues): ReplyContent {
  const hidden = form.fields.filter(isSecretField).map(({ name }) => values.get(name));
  return addReplySecrets(
    createReply(form, values),
    hidden.filter((value) => typeof value === "string"),
  );
}

/** Whether its value must be hidden. */
export function isSecretField({ type }: FormField): boolean {
  return /password|secret/i.test(type);
}

function createReply(form: Form, values: FormValues): ReplyContent {
  const filled = form.fields.flatMap((field): [FormField, unknown][] => {
    const value = values.has(field.name) ? values.get(field.name) : field.value;
    return value === null || value === undefined || value === "" ? [] : [[field, value]];
  });
  const words = formatLines(form, filled);
  switch (form.convention) {
    case "extension": {
      const given = filled.map(([{ name, type }, value]) => [name, { type, value }]);
      const text = form.title ?? "Form filled in";
      return createExtensionReply(form.key, { values: Object.fromEntries(given) }, text);
    }
    case "kagent": {
      const answers = form.fields.map(({ name }) => {
        const value = filled.find(([field]) => field.name === name)?.[1];
        return { answer: toList(value).map(formatLine) };
      });
      return createExtensionReply(
        form.key,
        { type: "ask_user_response", id: form.id, answers },
        words,
      );
    }
    case "caipe":
      // Some CAIPE agents read the lines, some the data.
      return {
        ...createTextReply(words),
        parts: [{ kind: "text", text: words }, createResumePart(filled)],
      };
    case "adk":
      return createDataReply(
        { id: form.id, name: "adk_request_input", response: toArguments(filled) },
        { adk_type: "function_response" },
      );
    case "words":
      return createTextReply(words);
  }
}

function createResumePart(filled: readonly [FormField, unknown][]): ReplyContent["parts"][number] {
  const edited_action = { name: RESUMED_ACTION, args: toArguments(filled) };
  const decision = { type: "edit", action_name: RESUMED_ACTION, edited_action };
  return { kind: "data", data: { resume: { decisions: [decision] } } };
}

function toArguments(filled: readonly [FormField, unknown][]): object {
  return Object.fromEntries(filled.map(([{ name }, value]) => [name, value]));
}

/** Lines of `key: value`; a single unnamed value is sent alone. */
function formatLines(form: Form, filled: readonly [FormField, unknown][]): string {
  const isNamed = form.convention !== "kagent";
  const lines = filled.map(([{ name, label }, value]) =>
    form.fields.length === 1 && !isNamed
      ? formatLine(value)
      : `${isNamed ? name : label}: ${formatLine(value)}`,
  );
  return lines.join("\n") || "Nothing filled in";
}

function formatLine(value: unknown): string {
  if (isArray(value)) return value.map(formatLine).join(", ");
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/\s*\n\s*/g, " ");
}
