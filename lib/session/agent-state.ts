/** What is known of the agent being talked to, and of the attempt to reach it. */

import type { AgentCard, Endpoint } from "../protocol/card/card.ts";
import { getDefaultExtensions } from "../protocol/extensions.ts";
import type { Version } from "../protocol/versions.ts";
import type { CardAttempt } from "../wire/api-types.ts";
import type { UserFacingError } from "./user-facing-error.ts";

export type AgentPhase =
  | { readonly kind: "none" }
  | { readonly kind: "connecting"; readonly address: string }
  | {
      readonly kind: "failed";
      readonly address: string;
      readonly problem: UserFacingError;
      /** Where the attempts are recorded, byte for byte. */
      readonly recording: string | null;
      /** Where a card was looked for, and what each place answered. */
      readonly tried: readonly CardAttempt[];
      /** What the server wants to know first, where it refused for want of that. */
      readonly rejection: CardRejection | null;
      /** Where the agent can be called over gRPC, without a card. */
      readonly grpc: Endpoint | null;
    }
  | { readonly kind: "connected"; readonly address: string };

/** A 401 or 403, and what it says is wanted. */
export interface CardRejection {
  readonly status: number;
  readonly url: string;
  /** Its `WWW-Authenticate`. */
  readonly challenge: string | null;
}

export interface AgentState {
  readonly phase: AgentPhase;
  readonly card: AgentCard | null;
  /** Where the card came from. */
  readonly cardUrl: string | null;
  readonly endpoint: Endpoint | null;
  /** What the user chose over the card's word; `null` follows the card. */
  readonly version: Version | null;
  /** The extensions the user chose to ask for; `null` for what is asked for by default. */
  readonly extensions: readonly string[] | null;
  readonly recording: string | null;
  /** Why the last request could not even be sent. */
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

/** The URIs of the extensions that the next request asks for. */
export function getRequestedExtensions({ card, extensions }: AgentState): readonly string[] {
  return extensions ?? getDefaultExtensions(card?.extensions ?? []);
}
