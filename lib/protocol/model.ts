/**
 * A2A in one shape: what every version and dialect decodes to. Shaped like 1.0, with the states of
 * all versions in lower case. Where a value was mapped, the raw one stands beside it.
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
  /** Something in the place of a part that is none. */
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
  /** The state as spelled on the wire; `null` where there was none. */
  rawState: string | null;
  message: Message | null;
  timestamp: string | null;
}

export interface Artifact {
  /** `null` where the agent gave none: the timeline makes one up and says so. */
  artifactId: string | null;
  /** The identity of 0.1 artifacts. */
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
  /** A reason the agent gave by name, e.g. `TASK_NOT_FOUND`. */
  reason: string | null;
  message: string;
  data: unknown;
  /** Where the error was said. */
  layer: "json-rpc" | "http" | "grpc";
}

/** What one frame (or one member of a batch) says. */
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
  /** The answer to an operation that gives neither task nor message. */
  | { kind: "answer"; title: string }
  /** A request inside the log: what a client asked. */
  | { kind: "request"; request: RpcRequest }
  /** Anything else; `reason` says why it is not one of the above. */
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

/** What an agent says of a push notification configuration; its secrets only as being there. */
export interface PushConfigSummary {
  id: string | null;
  taskId: string | null;
  url: string;
  hasToken: boolean;
  schemes: string[];
  hasCredentials: boolean;
}

/** A request as some version's client sends it, over any binding. */
export interface RpcRequest {
  /** That of JSON-RPC; the other bindings have none. */
  id: string | number | null;
  /** As on the wire: `message/stream`, `SendStreamingMessage`, `GET tasks/{id}`... */
  method: string;
  operation: Operation | null;
  message: Message | null;
  /** The task that the request names. */
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
