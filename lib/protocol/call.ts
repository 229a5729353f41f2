/** Calls: the operations that a client can request, in one model for all versions and bindings. */

import type { Operation, Part, TaskState } from "./model.ts";

export interface OutgoingMessage {
  readonly text: string;
  readonly messageId: string;
  readonly contextId: string | null;
  /** The task to continue; `null` starts a new one. */
  readonly taskId: string | null;
  /** The content, if it is more than text. */
  readonly content?: MessageContent;
}

export interface MessageContent {
  readonly parts: readonly Part[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The extensions it uses: listed in the message and requested with it. */
  readonly extensions: readonly string[];
  /** Referenced tasks of the same context. */
  readonly referenceTaskIds?: readonly string[];
  /** Values that must not be recorded. */
  readonly secrets: readonly string[];
}

/** Options for the response; the agent decides on absent ones. */
export interface SendOptions {
  readonly acceptedOutputModes?: readonly string[];
  readonly historyLength?: number;
  /** Respond immediately, not when the task ends or waits. */
  readonly returnImmediately?: boolean;
  readonly push?: PushConfig;
  /** Reject the request unless the task has this generation (1.1). */
  readonly ifGenerationMatch?: string;
  /** Metadata of the request itself, in addition to that of the message. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface PushConfig {
  readonly id?: string;
  readonly url: string;
  readonly token?: string;
  readonly authentication?: { readonly scheme: string; readonly credentials?: string };
}

export interface TaskFilter {
  readonly contextId?: string;
  readonly state?: TaskState;
  readonly pageSize?: number;
  readonly pageToken?: string;
  readonly historyLength?: number;
  /** ISO 8601. */
  readonly changedAfter?: string;
  readonly includeArtifacts?: boolean;
}

export type Call =
  | {
      readonly operation: "send" | "stream";
      readonly message: OutgoingMessage;
      readonly options?: SendOptions;
    }
  | {
      readonly operation: "get";
      readonly taskId: string;
      readonly historyLength?: number;
      /** The last known generation (1.1). */
      readonly currentGeneration?: string;
    }
  | { readonly operation: "list"; readonly filter: TaskFilter }
  | {
      readonly operation: "cancel";
      readonly taskId: string;
      readonly metadata?: Readonly<Record<string, unknown>>;
    }
  | { readonly operation: "subscribe"; readonly taskId: string }
  | { readonly operation: "push-set"; readonly taskId: string; readonly config: PushConfig }
  | {
      readonly operation: "push-get" | "push-delete";
      readonly taskId: string;
      readonly configId: string;
    }
  | { readonly operation: "push-list"; readonly taskId: string }
  | { readonly operation: "extended-card" };

/** Whether its response is a stream. */
export function isStreamingOperation(operation: Operation): boolean {
  return operation === "stream" || operation === "subscribe";
}

export function getCallMessage(call: Call): OutgoingMessage | null {
  return "message" in call ? call.message : null;
}

/** The call that probes whether an endpoint responds; no server creates a task with this id. */
export const PROBE_CALL = {
  operation: "get",
  taskId: "loupe-probe-of-a-task-that-is-not",
} as const;
