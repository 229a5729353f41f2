// Form fields of the operations, their validation, and the calls they produce.
import type { Call, PushConfig, TaskFilter } from "../../lib/protocol/call.ts";
import { isObject } from "../../lib/protocol/json.ts";
import type { Operation, TaskState } from "../../lib/protocol/model.ts";
import type { Version } from "../../lib/protocol/versions.ts";

/** Messages are sent from the composer. */
export type FormOperation = Exclude<Operation, "send" | "stream">;

export interface OperationFields {
  readonly taskId: string;
  readonly historyLength: string;
  /** The generation the client already has (1.1). */
  readonly generation: string;
  readonly contextId: string;
  readonly state: TaskState | "";
  readonly changedAfter: string;
  readonly pageSize: string;
  readonly pageToken: string;
  readonly includeArtifacts: boolean;
  readonly metadata: string;
  readonly configId: string;
  readonly url: string;
  readonly token: string;
  readonly scheme: string;
  readonly credentials: string;
}

export type OperationField = keyof OperationFields;

export const EMPTY_FIELDS: OperationFields = {
  taskId: "",
  historyLength: "",
  generation: "",
  contextId: "",
  state: "",
  changedAfter: "",
  pageSize: "",
  pageToken: "",
  includeArtifacts: false,
  metadata: "",
  configId: "",
  url: "",
  token: "",
  scheme: "",
  credentials: "",
};

/** The fields of each operation, in the order of the form. */
export const FIELDS_BY_OPERATION: Readonly<Record<FormOperation, readonly OperationField[]>> = {
  get: ["taskId", "historyLength", "generation"],
  list: [
    "contextId",
    "state",
    "changedAfter",
    "pageSize",
    "historyLength",
    "includeArtifacts",
    "pageToken",
  ],
  cancel: ["taskId", "metadata"],
  subscribe: ["taskId"],
  "push-set": ["taskId", "url", "configId", "token", "scheme", "credentials"],
  "push-get": ["taskId", "configId"],
  "push-list": ["taskId"],
  "push-delete": ["taskId", "configId"],
  "extended-card": [],
};

/** The fields that a version supports. Generations are new in the draft of 1.1. */
export function getOperationFields(
  operation: FormOperation,
  version: Version,
): readonly OperationField[] {
  return FIELDS_BY_OPERATION[operation].filter(
    (field) => field !== "generation" || version === "1.1",
  );
}

interface FieldError {
  readonly field: OperationField;
  readonly problem: string;
}

/** Returns the call, or the first error. */
export function parseOperationCall(
  operation: FormOperation,
  fields: OperationFields,
): Call | FieldError {
  const error = findFieldError(operation, fields);
  if (error) return error;
  const taskId = fields.taskId.trim();
  const configId = fields.configId.trim();
  switch (operation) {
    case "get":
      return {
        operation,
        taskId,
        ...pickNumbers(fields, "historyLength"),
        ...(fields.generation.trim() !== "" && { currentGeneration: fields.generation.trim() }),
      };
    case "list":
      return { operation, filter: createTaskFilter(fields) };
    case "cancel": {
      const metadata = parseObject(fields.metadata);
      return { operation, taskId, ...(metadata && { metadata }) };
    }
    case "subscribe":
    case "push-list":
      return { operation, taskId };
    case "push-set":
      return { operation, taskId, config: createPushConfig(fields) };
    case "push-get":
    case "push-delete":
      return { operation, taskId, configId };
    case "extended-card":
      return { operation };
  }
}

export function isFieldError(result: Call | FieldError): result is FieldError {
  return "problem" in result;
}

function findFieldError(operation: FormOperation, fields: OperationFields): FieldError | null {
  for (const field of FIELDS_BY_OPERATION[operation]) {
    const problem = getFieldProblem(operation, field, fields);
    if (problem !== null) return { field, problem };
  }
  return null;
}

function getFieldProblem(
  operation: FormOperation,
  field: OperationField,
  fields: OperationFields,
): string | null {
  const text = String(fields[field]).trim();
  switch (field) {
    case "taskId":
      return text === "" ? "Enter a task ID." : null;
    case "configId":
      return text === "" && operation !== "push-set" ? "Enter a configuration ID." : null;
    case "historyLength":
    case "pageSize":
      return /^\d{0,9}$/.test(text) ? null : "Enter a whole number, 0 or more.";
    case "generation":
      return /^\d{0,19}$/.test(text) ? null : "Enter a whole number, 0 or more.";
    case "changedAfter":
      return text === "" || isTimestamp(text) ? null : "Enter a time such as 2026-03-01T12:00:00Z.";
    case "metadata":
      return text === "" || parseObject(text)
        ? null
        : 'Enter a JSON object such as {"reason": "…"}.';
    case "url":
      return URL.canParse(text) ? null : "Enter a full URL with http:// or https://.";
    case "credentials":
      return text !== "" && fields.scheme.trim() === ""
        ? "Enter the scheme of these credentials."
        : null;
    default:
      return null;
  }
}

function isTimestamp(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function createTaskFilter(fields: OperationFields): TaskFilter {
  const { state, includeArtifacts } = fields;
  return {
    ...pickTexts(fields, "contextId", "changedAfter", "pageToken"),
    ...pickNumbers(fields, "pageSize", "historyLength"),
    ...(state !== "" && { state }),
    ...(includeArtifacts && { includeArtifacts }),
  };
}

function createPushConfig(fields: OperationFields): PushConfig {
  const scheme = fields.scheme.trim();
  const id = fields.configId.trim();
  return {
    ...(id !== "" && { id }),
    url: fields.url.trim(),
    ...pickTexts(fields, "token"),
    ...(scheme !== "" && { authentication: { scheme, ...pickTexts(fields, "credentials") } }),
  };
}

/** Picks the fields that are filled in. */
function pickTexts<F extends OperationField>(
  fields: OperationFields,
  ...names: F[]
): { [name in F]?: string } {
  const filled = names.filter((name) => fields[name] !== "");
  return Object.fromEntries(filled.map((name) => [name, String(fields[name]).trim()])) as {
    [name in F]?: string;
  };
}

function pickNumbers<F extends OperationField>(
  fields: OperationFields,
  ...names: F[]
): { [name in F]?: number } {
  const filled = names.filter((name) => String(fields[name]).trim() !== "");
  return Object.fromEntries(filled.map((name) => [name, Number(fields[name])])) as {
    [name in F]?: number;
  };
}
