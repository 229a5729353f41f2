/** State of the connected agent and of the attempt to connect to it. */

import type { CardAttempt } from "../api/api-types.ts";
import type { AgentCard, Endpoint } from "../protocol/card/card.ts";
import type { OfferedCard } from "../protocol/card/shared-card.ts";
import { getDefaultExtensions } from "../protocol/extensions.ts";
import type { Version } from "../protocol/versions.ts";
import type { UserFacingError } from "./user-facing-error.ts";

export type AgentPhase =
  | { readonly kind: "none" }
  | { readonly kind: "connecting"; readonly address: string }
  | {
      readonly kind: "failed";
      readonly address: string;
      readonly problem: UserFacingError;
      /** The recording of the attempts. */
      readonly recording: string | null;
      /** The URLs that were tried for a card, with their responses. */
      readonly tried: readonly CardAttempt[];
      /** The server's demand for authentication; `null` if it made none. */
      readonly rejection: CardRejection | null;
      /** The card that was found elsewhere on the host; it may be another agent's. */
      readonly offered: OfferedCard | null;
      /** The endpoint at which the agent can be called over gRPC without a card. */
      readonly grpc: Endpoint | null;
    }
  | { readonly kind: "connected"; readonly address: string };

/** A 401 or 403 response to the request for a card. */
export interface CardRejection {
  readonly status: number;
  readonly url: string;
  /** The `WWW-Authenticate` header. */
  readonly challenge: string | null;
  /** The request carried credentials. */
  readonly isIdentified: boolean;
}

export interface AgentState {
  readonly phase: AgentPhase;
  readonly card: AgentCard | null;
  /** The URL that the card was fetched from. */
  readonly cardUrl: string | null;
  readonly endpoint: Endpoint | null;
  /** The version that the user chose; `null` follows the card. */
  readonly version: Version | null;
  /** The extensions that the user chose to request; `null` for the default ones. */
  readonly extensions: readonly string[] | null;
  readonly recording: string | null;
  /** Why the last request could not be sent. */
  readonly sendProblem: UserFacingError | null;
}

export const DISCONNECTED_AGENT: AgentState = {
  phase: { kind: "none" },
  card: null,
  cardUrl: null,
  endpoint: null,
  version: null,
  extensions: null,
  recording: null,
  sendProblem: null,
};

type FailedPhase = Extract<AgentPhase, { readonly kind: "failed" }>;
type FailureContext = Omit<FailedPhase, "kind" | "address" | "problem">;

const NOTHING_TRIED: FailureContext = {
  recording: null,
  tried: [],
  rejection: null,
  offered: null,
  grpc: null,
};

/** The state after a failed connection attempt. `context`: what was tried. */
export function createFailedAgent(
  address: string,
  problem: UserFacingError,
  context = NOTHING_TRIED,
): AgentState {
  return { ...DISCONNECTED_AGENT, phase: { kind: "failed", address, problem, ...context } };
}

/** The URIs of the extensions that the next request will ask for. */
export function getRequestedExtensions({ card, extensions }: AgentState): readonly string[] {
  return extensions ?? getDefaultExtensions(card?.extensions ?? []);
}
