/** Taps of Loupe's server, as the page starts and lists them. */

import type { TapMode } from "../wire/record.ts";

/** Why a tap did not start, and in which field. */
export interface TapProblem {
  /** Index of the route; 0 for a field that is of no route. */
  readonly route: number;
  readonly field: "listen" | "target" | "hosts" | "push" | "keys";
  readonly message: string;
  /** The agent cannot be reached: it may start later. */
  readonly canStartAnyway: boolean;
}

/** A running tap. */
export interface TapState {
  /** The ID of its first recording. */
  readonly id: string;
  /** The ID of the present one: a tap that runs for long has several, one after the other. */
  readonly recording: string;
  /** How many there have been. */
  readonly recordings: number;
  readonly name: string;
  readonly mode: TapMode;
  /** Addresses as `host:port`. All routes of a proxy have the same `listen`. */
  readonly routes: readonly { readonly listen: string; readonly target: string }[];
  /** Where notifications are received; `null` if callbacks are not changed. */
  readonly push: string | null;
  readonly calls: number;
  readonly running: number;
  /** Requests that the tap has answered itself, and why it did so the last time. */
  readonly refused: { readonly count: number; readonly last: string } | null;
  /** Why nothing more is recorded; calls still pass. */
  readonly failure: string | null;
}

export type TapStart = { readonly tap: TapState } | { readonly problem: TapProblem };

export const MAX_TAPS = 8;
export const MAX_TAP_ROUTES = 16;
