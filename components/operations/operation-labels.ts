// The operations in the user's words, and what each of them does.
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
  get: "The task as the agent has stored it.",
  list: "The tasks that the agent has stored, a page at a time.",
  cancel: "Tells the agent to stop. To stop only listening, use Stop watching.",
  subscribe: "Opens the stream of a task again, from now on.",
  "push-set": "Has the agent post what happens to a task to an address.",
  "push-get": "Where one configuration sends.",
  "push-list": "Where everything that happens to a task is sent.",
  "push-delete": "Ends the notifications of one configuration.",
  "extended-card": "The card for those who are signed in.",
};

interface FieldMeta {
  readonly label: string;
  readonly placeholder: string;
}

export const FIELD_META: Readonly<Record<OperationField, FieldMeta>> = {
  taskId: { label: "Task", placeholder: "task id" },
  historyLength: { label: "History length", placeholder: "as the agent has it" },
  generation: { label: "Known generation", placeholder: "none" },
  contextId: { label: "Context", placeholder: "any" },
  state: { label: "State", placeholder: "any" },
  changedAfter: { label: "Changed after", placeholder: "2026-03-01T12:00:00Z" },
  pageSize: { label: "Page size", placeholder: "as the agent has it" },
  pageToken: { label: "Page token", placeholder: "first page" },
  includeArtifacts: { label: "With artifacts", placeholder: "" },
  metadata: { label: "Metadata", placeholder: "{ }" },
  configId: { label: "Configuration", placeholder: "id" },
  url: { label: "Address to post to", placeholder: "https://…" },
  token: { label: "Token", placeholder: "none" },
  scheme: { label: "Authentication", placeholder: "none; Bearer, for example" },
  credentials: { label: "Credentials", placeholder: "none" },
};
