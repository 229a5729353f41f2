/** Taps of Loupe's server, as the page starts and lists them. */

import type { TapMode } from "../wire/record.ts";
import type { TapStep } from "./schemas/plan.ts";

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

/** A stream, or a request, that a tap holds. */
export interface HeldStream {
  readonly id: string;
  /** Number of the caller's connection, as in its hop. */
  readonly connection: number;
  readonly listen: string;
  readonly target: string;
  /** The method as it was spelled. */
  readonly method: string;
  /** Number of the event within its response; 0 for the request. */
  readonly event: number;
  /** What it is, for people. */
  readonly title: string;
  /** The event as it came; empty if it is binary, and for a request, which may have credentials. */
  readonly text: string;
  /** Its A2A object as JSON, as an edit names its members; empty for a request. */
  readonly payload: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
  /** Events that came after it. */
  readonly waiting: number;
  /** Comments or pings with which Loupe kept the caller waiting. */
  readonly keepAlives: number;
}

/** What would become of a command, before it is given. */
export interface CommandCheck {
  /** Why it would be refused; `null` if it would not. */
  readonly problem: string | null;
  /** The rules that the event would break then. */
  readonly broken: readonly { readonly rule: string; readonly title: string }[];
}

export interface Breakpoint {
  readonly id: string;
  readonly step: TapStep;
  readonly isEnabled: boolean;
  /** It is a step of a plan. */
  readonly isPlan: boolean;
  /** How often it was done. */
  readonly hits: number;
}

/** What a tap holds, and where it stops. */
export interface TapHolds {
  /** The ID of the tap. */
  readonly tap: string;
  readonly name: string;
  /** The ID of its recording, or the file that `loupe tap -o` writes. */
  readonly recording: string;
  readonly held: readonly HeldStream[];
  readonly breakpoints: readonly Breakpoint[];
}

export type TapStart = { readonly tap: TapState } | { readonly problem: TapProblem };

export const MAX_TAPS = 8;
export const MAX_TAP_ROUTES = 16;
