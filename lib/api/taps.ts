/** Taps of Loupe's server, as the page starts and lists them. */

/** How callers reach the tap: in the agent's place, or at an address of its own. */
export const APP_TAP_MODES = ["takeover", "reverse"] as const;
export type AppTapMode = (typeof APP_TAP_MODES)[number];

/** As typed: a port or `HOST:PORT`; the target may be an `http` URL. */
export interface TapRouteDraft {
  readonly listen: string;
  readonly target: string;
}

export interface TapStartRequest {
  readonly mode: AppTapMode;
  readonly routes: readonly TapRouteDraft[];
  /** Starts also before agents that cannot be reached yet. */
  readonly startsAnyway: boolean;
}

/** Why a tap did not start, and in which field. */
export interface TapProblem {
  /** Index of the route. */
  readonly route: number;
  readonly field: keyof TapRouteDraft;
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
  readonly mode: AppTapMode;
  /** Addresses as `host:port`. */
  readonly routes: readonly TapRouteDraft[];
  readonly calls: number;
  readonly running: number;
  /** Why nothing more is recorded; calls still pass. */
  readonly failure: string | null;
}

export type TapStart = { readonly tap: TapState } | { readonly problem: TapProblem };

export const MAX_TAPS = 8;
export const MAX_TAP_ROUTES = 16;
