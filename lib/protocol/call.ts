/** What a client can ask of an agent, in one model for every version and binding. */

import type { Operation, Part, TaskState } from "./model.ts";

export interface OutgoingMessage {
  readonly text: string;
  readonly messageId: string;
  readonly contextId: string | null;
  /** The task to continue; `null` begins a new one. */
  readonly taskId: string | null;
  /** What it is made of, where that is more than its text. */
  readonly content?: MessageContent;
}

export interface MessageContent {
  readonly parts: readonly Part[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The extensions that it uses: named in the message, and asked for with it. */
  readonly extensions: readonly string[];
  /** Tasks of the same context that it speaks of. */
  readonly referenceTaskIds?: readonly string[];
  /** What of it must not be written down. */
  readonly secrets: readonly string[];
}

/** How an answer is wanted; what is absent is left to the agent. */
export interface SendOptions {
  readonly acceptedOutputModes?: readonly string[];
  readonly historyLength?: number;
  /** Answer at once instead of when the task is over or waits. */
  readonly returnImmediately?: boolean;
  readonly push?: PushConfig;
  /** Refuse unless the task is of this generation (1.1). */
  readonly ifGenerationMatch?: string;
  /** Of the request itself, beside that of the message. */
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
      /** The generation that is known already (1.1). */
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

/** Does its answer come in pieces? */
export function isStreamingOperation(operation: Operation): boolean {
  return operation === "stream" || operation === "subscribe";
}

export function getCallMessage(call: Call): OutgoingMessage | null {
  return "message" in call ? call.message : null;
}
