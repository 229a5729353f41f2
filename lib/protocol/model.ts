/**
 * Model of A2A that every version and dialect decodes to. It is shaped like 1.0, with the states of
 * all versions in lower case. Mapped values keep the raw value beside them.
 */

export const TASK_STATES = [
  "submitted",
  "working",
  "input-required",
  "auth-required",
  "completed",
  "failed",
  "canceled",
  "rejected",
  "unknown",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

export const TERMINAL_STATES: ReadonlySet<TaskState> = new Set([
  "completed",
  "failed",
  "canceled",
  "rejected",
]);
export const WAITING_STATES: ReadonlySet<TaskState> = new Set(["input-required", "auth-required"]);

export type TerminalOrWaitingState = Exclude<TaskState, "submitted" | "working" | "unknown">;

/** Whether the agent does nothing more in the state until its client does. */
export function isTerminalOrWaiting(state: TaskState | null): state is TerminalOrWaitingState {
  return state !== null && (TERMINAL_STATES.has(state) || WAITING_STATES.has(state));
}

export type Role = "user" | "agent";

export type Part =
  | { kind: "text"; text: string; mediaType?: string; metadata?: unknown }
  | { kind: "data"; data: unknown; mediaType?: string; metadata?: unknown }
  | {
      kind: "file";
      name?: string;
      mediaType?: string;
      /** Base64, as sent. */
      bytes?: string;
      uri?: string;
      metadata?: unknown;
    }
  /** An invalid value in a list of parts. */
  | { kind: "other"; raw: unknown };

export interface Message {
  role: Role;
  rawRole: string | null;
  messageId: string | null;
  taskId: string | null;
  contextId: string | null;
  parts: Part[];
  metadata: unknown;
  referenceTaskIds: string[];
  extensions: string[];
}

export interface Status {
  state: TaskState;
  /** The state as spelled on the wire; `null` if there was none. */
  rawState: string | null;
  message: Message | null;
  timestamp: string | null;
}

export interface Artifact {
  /** `null` if the agent sent none; the timeline then creates one and says so. */
  artifactId: string | null;
  /** The identifier of artifacts in 0.1. */
  index: number | null;
  name: string | null;
  description: string | null;
  parts: Part[];
  metadata: unknown;
  extensions: string[];
}

export interface Task {
  id: string | null;
  contextId: string | null;
  status: Status;
  artifacts: Artifact[];
  history: Message[];
  metadata: unknown;
}

export interface ProtocolError {
  code: number | null;
  /** The reason that the agent named, e.g. `TASK_NOT_FOUND`. */
  reason: string | null;
  message: string;
  data: unknown;
  /** Where the error was sent. */
  layer: "json-rpc" | "http" | "grpc";
}

/** The content of one frame (or one member of a batch). */
export type ProtocolEvent =
  | { kind: "task"; task: Task; generation: string | null }
  | {
      kind: "status";
      taskId: string | null;
      contextId: string | null;
      status: Status;
      final: boolean | null;
      metadata: unknown;
      generation: string | null;
    }
  | {
      kind: "artifact";
      taskId: string | null;
      contextId: string | null;
      artifact: Artifact;
      append: boolean;
      lastChunk: boolean;
      metadata: unknown;
      generation: string | null;
    }
  | { kind: "message"; message: Message }
  | { kind: "error"; error: ProtocolError }
  /** A page of tasks; the token of the last page is empty. */
  | { kind: "tasks"; tasks: Task[]; nextPageToken: string | null }
  | { kind: "card"; name: string | null; protocolVersion: string | null }
  /** Push notification configurations: one, or a list of them. */
  | {
      kind: "configs";
      configs: PushConfigSummary[];
      isList: boolean;
      nextPageToken: string | null;
    }
  /** The response to an operation that returns neither task nor message. */
  | { kind: "answer"; title: string }
  /** A client request inside the log. */
  | { kind: "request"; request: RpcRequest }
  /** Any other value; `reason` says why it is not one of the above. */
  | { kind: "other"; title: string; reason: string };

export type EventKind = ProtocolEvent["kind"];

export const EVENT_KINDS = [
  "task",
  "status",
  "artifact",
  "message",
  "error",
  "tasks",
  "card",
  "answer",
  "request",
  "other",
  "configs",
] as const satisfies readonly EventKind[];

/** A push notification configuration without its secrets; only their presence is recorded. */
export interface PushConfigSummary {
  id: string | null;
  taskId: string | null;
  url: string;
  hasToken: boolean;
  schemes: string[];
  hasCredentials: boolean;
}

/** A client request of any version, over any binding. */
export interface RpcRequest {
  /** The JSON-RPC id; other bindings have none. */
  id: string | number | null;
  /** As on the wire: `message/stream`, `SendStreamingMessage`, `GET tasks/{id}`... */
  method: string;
  operation: Operation | null;
  message: Message | null;
  /** The task id in the request. */
  taskId: string | null;
}

export type Operation =
  | "send"
  | "stream"
  | "get"
  | "list"
  | "cancel"
  | "subscribe"
  | "push-set"
  | "push-get"
  | "push-list"
  | "push-delete"
  | "extended-card";
