/**
 * Messages from the thread that forwards to the one that records. They contain only data, so that
 * they can be sent to another thread.
 */

import type { HeadRecord, HopCaller, OpenHop } from "../../wire/record.ts";
import type { EndDetails } from "../exchange/exchange-end.ts";
import type { Delivery, TapEdit } from "./tap-editor.ts";

/** `agent`: the agent closed the connection, with or without the head of a response. */
export type TapEnd = EndDetails | "agent";

type ByteDirection = "request" | "response";

interface ConnectionMessage {
  /** Number of the connection. */
  readonly connection: number;
}

/** A caller whose agent is not known yet. */
export interface CallerMessage extends ConnectionMessage {
  readonly kind: "caller";
  readonly caller: HopCaller;
  /** The port at the tap's end, if the caller is on this machine and its program not looked up. */
  readonly localPort: number | null;
}

export interface OpenMessage extends Omit<CallerMessage, "kind"> {
  readonly kind: "open";
  readonly route: Pick<OpenHop, "via" | "listen" | "target">;
  /** Of the agent. */
  readonly scheme: "http:" | "https:";
  /** The caller is an agent that notifies a client. */
  readonly isNotification: boolean;
  /** Its exchanges may be edited, also after their end. */
  readonly hasPlan: boolean;
}

/** Bytes as the agent receives or sends them. */
export interface BytesMessage extends ConnectionMessage {
  readonly kind: "bytes";
  readonly direction: ByteDirection;
  readonly bytes: Buffer;
  /** When they were read. */
  readonly t: number;
  /** For how long they were in the tap; `null` if they still are. */
  readonly delay: number | null;
}

/** About no exchange. */
export interface NoteMessage {
  readonly kind: "note";
  readonly text: string;
  readonly t: number;
}

export type TapMessage =
  | CallerMessage
  | OpenMessage
  | BytesMessage
  | (ConnectionMessage & { readonly kind: "connected"; readonly remote: HeadRecord["remote"] })
  /** The last bytes of the direction left the tap later. */
  | (ConnectionMessage & {
      readonly kind: "delay";
      readonly direction: ByteDirection;
      readonly delay: number;
    })
  /** About the next request, before its bytes. */
  | (ConnectionMessage & {
      readonly kind: "received";
      readonly received: OpenHop["received"];
    })
  /** About the next response, before its last bytes. */
  | (ConnectionMessage & { readonly kind: "delivered"; readonly delivery: Delivery })
  /** What was done to an event or a request, then or later. */
  | (ConnectionMessage & { readonly kind: "edit"; readonly t: number } & TapEdit)
  /** The agent has closed its side in order. */
  | (ConnectionMessage & { readonly kind: "agent-closed"; readonly t: number })
  /** Exchanges that are not complete end here. */
  | (ConnectionMessage & { readonly kind: "end"; readonly end: TapEnd; readonly t: number })
  /** Nothing more comes of the connection. */
  | (ConnectionMessage & { readonly kind: "gone" })
  | NoteMessage;

/** Receives messages, and says when it is behind. */
export interface TapRecorder {
  /** Milliseconds since the start of the recording. */
  now(): number;
  send(message: TapMessage): void;
  /**
   * Resolves when the program of a caller was looked up, or takes too long; `null` if nothing is to be
   * waited for. A caller that has its response may be gone.
   */
  waitForCaller(connection: number): Promise<void> | null;
  /** So much waits to be recorded that callers and agents must be slowed down. */
  readonly isBehind: boolean;
  /** Resolves when more can be sent. */
  waitForRoom(): Promise<void>;
  /** Resolves when everything sent so far is recorded. */
  waitUntilRecorded(): Promise<void>;
}
