// Titles and descriptions of the operations and their fields.
import type { FormOperation, OperationField } from "./operation-fields.ts";

export const OPERATION_TITLES: Readonly<Record<FormOperation, string>> = {
  get: "Get a task",
  list: "List tasks",
  cancel: "Cancel a task",
  subscribe: "Subscribe to a task",
  "push-set": "Create a push configuration",
  "push-get": "Get a push configuration",
  "push-list": "List push configurations",
  "push-delete": "Delete a push configuration",
  "extended-card": "Get the extended card",
};

export const FORM_OPERATIONS = Object.keys(OPERATION_TITLES) as FormOperation[];

export const OPERATION_DESCRIPTIONS: Readonly<Record<FormOperation, string>> = {
  get: "Returns the task as the agent has stored it.",
  list: "Lists the tasks that the agent has stored, one page at a time.",
  cancel: "Tells the agent to stop. To close only the connection, use Stop watching.",
  subscribe: "Opens the event stream of a task again, from now on.",
  "push-set": "Makes the agent post the events of a task to a URL.",
  "push-get": "Shows where one configuration sends notifications.",
  "push-list": "Lists where notifications of a task are sent.",
  "push-delete": "Stops the notifications of one configuration.",
  "extended-card": "Returns the card for authenticated clients.",
};

interface FieldMeta {
  readonly label: string;
  readonly placeholder: string;
}

export const FIELD_META: Readonly<Record<OperationField, FieldMeta>> = {
  taskId: { label: "Task", placeholder: "task ID" },
  historyLength: { label: "History length", placeholder: "agent default" },
  generation: { label: "Known generation", placeholder: "none" },
  contextId: { label: "Context", placeholder: "any" },
  state: { label: "State", placeholder: "any" },
  changedAfter: { label: "Changed after", placeholder: "2026-03-01T12:00:00Z" },
  pageSize: { label: "Page size", placeholder: "agent default" },
  pageToken: { label: "Page token", placeholder: "first page" },
  includeArtifacts: { label: "Include artifacts", placeholder: "" },
  metadata: { label: "Metadata", placeholder: "{ }" },
  configId: { label: "Configuration", placeholder: "ID" },
  url: { label: "Webhook URL", placeholder: "https://…" },
  token: { label: "Token", placeholder: "none" },
  scheme: { label: "Authentication", placeholder: "none, or e.g. Bearer" },
  credentials: { label: "Credentials", placeholder: "none" },
};
