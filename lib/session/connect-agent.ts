/**
 * Finds out how to call an agent: from its address, a supplied card or a recording. Loads with the
 * first agent.
 */

import type { CardAttempt, GrpcEndpoint } from "../api/api-types.ts";
import type { ConnectRequest } from "../api/schemas/api-requests.ts";
import { getFirstCandidateUrl } from "../protocol/card/candidates.ts";
import { type AgentCard, type Endpoint, readCard, selectEndpoint } from "../protocol/card/card.ts";
import { NO_SECURITY } from "../protocol/card/security.ts";
import { describeOfferedCard, isCardOfAnother } from "../protocol/card/shared-card.ts";
import { isSecretHeader } from "../secrets/credentials.ts";
import { findNewestCard } from "../timeline/cards.ts";
import { isMessageExchange } from "../timeline/exchange-queries.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { parseFrameValue } from "../timeline/timeline-queries.ts";
import {
  type AgentPhase,
  type AgentState,
  type CardRejection,
  createFailedAgent,
  DISCONNECTED_AGENT,
} from "./agent-state.ts";
import { apiClient } from "./api-client.ts";
import {
  addPlaceholders,
  fillPlaceholders,
  toCardRequestCredentials,
} from "./apply-credentials.ts";
import { createNoCardError, createUnusableCardError } from "./card-errors.ts";
import type { CredentialStore } from "./credentials.ts";
import type { UserFacingError } from "./user-facing-error.ts";

/** The credentials to send along with the request for an agent's card. */
export function getConnectCredentials(
  address: string,
  credentials: CredentialStore,
): Omit<ConnectRequest, "address"> {
  const url = getFirstCandidateUrl(address);
  if (url === null) return {};
  const held = toCardRequestCredentials(credentials.getForUrl(url));
  const bare = addPlaceholders({ method: "GET", url, headers: [] }, held, NO_SECURITY);
  const filled = fillPlaceholders(bare, held, NO_SECURITY);
  if (typeof filled === "string") return {};
  const { headers, secrets, tls } = filled;
  return { headers, ...(secrets && { secrets }), ...(tls && { tls }) };
}

/** Rejects if the server cannot be reached; resolves to a failed agent if no card is usable. */
export async function connectToAgent(
  address: string,
  identity: Omit<ConnectRequest, "address">,
): Promise<AgentState> {
  const response = await apiClient.connect({ address, ...identity });
  const { recording, card: found, tried, denied = null } = response;
  const grpc = toGrpcEndpoint(response.grpc);
  const offered = response.offered ? describeOfferedCard(address, response.offered) : null;
  const createFailed = (problem: UserFacingError) =>
    createFailedAgent(address, problem, {
      recording: recording || null,
      tried,
      rejection: findCardRejection(denied ? [denied] : tried, identity),
      offered,
      grpc,
    });
  if (!found) return createFailed(createNoCardError(tried, { grpc, denied, offered }));
  const card = readCard(JSON.parse(found.text.replace(/^\ufeff/, "")));
  const endpoint = card ? selectEndpoint(card, found.url) : "The card is not a JSON object.";
  if (!card || typeof endpoint === "string") {
    const what = typeof endpoint === "string" ? endpoint : "";
    return createFailed(createUnusableCardError(what, found.text));
  }
  const phase: AgentPhase = { kind: "connected", address };
  return { ...DISCONNECTED_AGENT, card, cardUrl: found.url, endpoint, recording, phase };
}

/** A card that the user supplied, with its endpoint; the reason if the agent cannot be called. */
export function readSuppliedCard(
  raw: unknown,
): { readonly card: AgentCard; readonly endpoint: Endpoint } | string {
  const card = readCard(raw);
  if (!card) return "This is not an agent card.";
  const endpoint = selectEndpoint(card, null);
  return typeof endpoint === "string" ? endpoint : { card, endpoint };
}

/** The agent whose card is in a recording; `null` without a usable card. */
export function findRecordedAgent(recording: string, timeline: Timeline): AgentState | null {
  const found = findNewestCard(timeline);
  const hop = found?.exchange.open.record.hop;
  // What passed a tap are the calls of others: a message from here would be recorded twice.
  if (hop && hop.via !== "direct") return null;
  const card = found && readCard(parseFrameValue(timeline, found.event));
  const endpoint = card && selectEndpoint(card, found.url);
  if (!card || !endpoint || typeof endpoint === "string") return null;
  const address = timeline.name ?? found.url;
  // It was offered, not taken: a message sent from here would reach another agent.
  if (isCardOfAnother(card, found.url, address) && !timeline.exchanges.some(isMessageExchange))
    return null;
  const phase: AgentPhase = { kind: "connected", address };
  return { ...DISCONNECTED_AGENT, card, cardUrl: found.url, endpoint, recording, phase };
}

function toGrpcEndpoint(found: GrpcEndpoint | undefined): Endpoint | null {
  return found
    ? { ...found, binding: "grpc", tenant: null, why: "found by a call over gRPC" }
    : null;
}

function findCardRejection(
  tried: readonly CardAttempt[],
  { headers = [] }: Pick<ConnectRequest, "headers">,
): CardRejection | null {
  const rejected = tried.find(({ status }) => status === 401 || status === 403);
  if (!rejected) return null;
  const { url, status, challenge } = rejected;
  const isIdentified = headers.some(([name]) => isSecretHeader(name));
  return { url, status: status ?? 401, challenge, isIdentified };
}
