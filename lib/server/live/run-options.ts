/** What a run with a live agent sends, to whom it sends headers, and how long it waits. */

import type { LimitValues } from "../../api/limits.ts";
import type { Binding, Version } from "../../protocol/versions.ts";
import type { HeaderList } from "../../wire/record.ts";

export interface CallOptions {
  readonly headers: HeaderList;
  /** Origins that receive the headers besides the origin of the address. */
  readonly headersTo: readonly string[];
  /** Longest duration of a response. */
  readonly limitMs: number;
  /** How long to wait for an agent that cannot be found yet. */
  readonly waitMs: number;
  /** Binding for calling the address itself, without a card; `null` to use the card. */
  readonly binding: Binding | null;
  /** Protocol version; `null` for the card's version, or 1.0 without a card. */
  readonly version: Version | null;
  readonly limits: Partial<LimitValues>;
}

export type FollowUp = "send" | "get";

export interface RunOptions extends CallOptions {
  readonly messages: readonly string[];
  /** `null`: stream if the card says so. */
  readonly operation: "stream" | "send" | null;
  readonly taskId: string | null;
  readonly contextId: string | null;
  /** Data parts of the first message. */
  readonly data: readonly unknown[];
  /** Paths of the files attached to the first message. */
  readonly files: readonly string[];
  /** Calls made after the messages. */
  readonly also: ReadonlySet<FollowUp>;
}

/** Where the progress of a run is reported. */
export interface ProgressOutput {
  print(line: string): void;
  /** Updates the status line, which the next line replaces. Called for every event. */
  printStatus(line: string): void;
}
