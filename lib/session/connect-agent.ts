/** Connects to an agent by its address, and remembers recent agents. */

import type { CardAttempt, ConnectRequest, GrpcEndpoint } from "../api/api-types.ts";
import { getCardCandidates } from "../protocol/card/candidates.ts";
import { type Endpoint, readCard, selectEndpoint } from "../protocol/card/card.ts";
import { NO_SECURITY } from "../protocol/card/security.ts";
import type { Version } from "../protocol/versions.ts";
import {
  type AgentPhase,
  type AgentState,
  type CardRejection,
  DISCONNECTED_AGENT,
} from "./agent-state.ts";
import { apiClient } from "./api-client.ts";
import {
  addPlaceholders,
  fillPlaceholders,
  toCardRequestCredentials,
} from "./apply-credentials.ts";
import type { CredentialStore } from "./credentials.ts";
import { readSetting, SETTINGS, writeSetting } from "./settings.ts";
import {
  createNoCardError,
  createUnusableCardError,
  toUserFacingError,
  type UserFacingError,
} from "./user-facing-error.ts";

/** The first URL to try for an address; `null` for an invalid address. */
export function getFirstCandidateUrl(address: string): string | null {
  const candidates = getCardCandidates(address);
  return "urls" in candidates ? (candidates.urls[0] ?? null) : null;
}

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

export async function connectToAgent(
  address: string,
  identity: Omit<ConnectRequest, "address">,
  ready: () => Promise<void>,
): Promise<AgentState> {
  const createFailed = (
    problem: UserFacingError,
    recording: string | null,
    tried: readonly CardAttempt[] = [],
    grpc: Endpoint | null = null,
  ): AgentState => ({
    ...DISCONNECTED_AGENT,
    phase: {
      kind: "failed",
      address,
      problem,
      recording: recording || null,
      tried,
      rejection: findCardRejection(tried),
      grpc,
    },
  });
  try {
    const [response] = await Promise.all([apiClient.connect({ address, ...identity }), ready()]);
    const { recording, card: found, tried } = response;
    const grpc = toGrpcEndpoint(response.grpc);
    if (!found) return createFailed(createNoCardError(tried, grpc), recording, tried, grpc);
    const card = readCard(JSON.parse(found.text.replace(/^\ufeff/, "")));
    const endpoint = card ? selectEndpoint(card, found.url) : "The card is not a JSON object.";
    if (!card || typeof endpoint === "string") {
      const what = typeof endpoint === "string" ? endpoint : "";
      return createFailed(createUnusableCardError(what, found.text), recording, tried);
    }
    const phase: AgentPhase = { kind: "connected", address };
    return { ...DISCONNECTED_AGENT, card, cardUrl: found.url, endpoint, recording, phase };
  } catch (error) {
    return createFailed(toUserFacingError(error, "Not connected"), null);
  }
}

function toGrpcEndpoint(found: GrpcEndpoint | undefined): Endpoint | null {
  return found
    ? { ...found, binding: "grpc", tenant: null, why: "found by a call over gRPC" }
    : null;
}

function findCardRejection(tried: readonly CardAttempt[]): CardRejection | null {
  const rejected = tried.find(({ status }) => status === 401 || status === 403);
  if (!rejected) return null;
  const { url, status, challenge } = rejected;
  return { url, status: status ?? 401, challenge };
}

const MAX_RECENT_AGENTS = 8;

export function addRecentAgent(address: string, name: string, version: Version): void {
  const sanitized = sanitizeAddress(address);
  const others = readSetting(SETTINGS.recentAgents).filter((agent) => agent.address !== sanitized);
  const agents = [{ address: sanitized, name, version, at: new Date().toISOString() }, ...others];
  writeSetting(SETTINGS.recentAgents, agents.slice(0, MAX_RECENT_AGENTS));
}

/** The address without user info, query and fragment: pasted URLs often contain keys. */
export function sanitizeAddress(address: string): string {
  if (!URL.canParse(address)) return address.replace(/[?#].*$/s, "");
  const url = new URL(address);
  url.username = url.password = url.search = url.hash = "";
  return url.href;
}
