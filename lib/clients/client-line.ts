/** Lines that report on clients while they run, each as soon as it is known. */

import type { ClientResult } from "./client-result.ts";
import type { StressResult } from "./stress-result.ts";

/** A client that was not run, with the reason. */
export interface SkippedClient {
  readonly name: string;
  readonly reason: string;
}

/** How far all clients are. */
export interface ClientProgress {
  readonly client: string;
  /** The variant that it is served; `null` for the run as it was recorded. */
  readonly variant: string | null;
  readonly done: number;
  readonly all: number;
}

export type ClientLine =
  | { readonly kind: "progress"; readonly progress: ClientProgress }
  | { readonly kind: "client"; readonly result: ClientResult }
  | { readonly kind: "stress"; readonly result: StressResult }
  | { readonly kind: "skipped"; readonly client: SkippedClient };

/** A line of the response while clients run for the page. */
export type ClientStreamLine =
  | ClientLine
  /** What of the log is not served, in words. */
  | { readonly kind: "left"; readonly left: readonly string[] }
  /** The log of a variant that broke a client, as it was served. */
  | {
      readonly kind: "log";
      readonly client: string;
      readonly check: string;
      readonly text: string;
    }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };
