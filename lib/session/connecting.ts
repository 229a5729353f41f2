/** Finding an agent by its address: what is asked, what is shown of who asks, what is remembered. */

import { getCardCandidates } from "../protocol/card/candidates.ts";
import { type Endpoint, readCard, selectEndpoint } from "../protocol/card/card.ts";
import { NO_SECURITY } from "../protocol/card/security.ts";
import type { Version } from "../protocol/versions.ts";
import type { CardAttempt, ConnectRequest, GrpcEndpoint } from "../wire/api-types.ts";
import { type Agent, type AgentPhase, NOBODY, type Refusal } from "./agent-state.ts";
import type { CredentialStore } from "./credentials.ts";
import { dress, fill, withoutCard } from "./dress.ts";
import { noCard, type Problem, problemFrom, unusableCard } from "./problem.ts";
import { service } from "./service.ts";
import { readSetting, SETTINGS, writeSetting } from "./settings.ts";

/** A URL of the origin that an address means; `null` where it means none. */
export function firstCandidate(address: string): string | null {
  const candidates = getCardCandidates(address);
  return "urls" in candidates ? (candidates.urls[0] ?? null) : null;
}

/** What is shown to a server whose card nobody has seen yet. */
export function identityFor(
  address: string,
  credentials: CredentialStore,
): Omit<ConnectRequest, "address"> {
  const url = firstCandidate(address);
  if (url === null) return {};
  const held = withoutCard(credentials.at(url));
  const bare = dress({ method: "GET", url, headers: [] }, held, NO_SECURITY);
  const filled = fill(bare, held, NO_SECURITY);
  if (typeof filled === "string") return {};
  const { headers, secrets, tls } = filled;
  return { headers, ...(secrets && { secrets }), ...(tls && { tls }) };
}

export async function connectTo(
  address: string,
  identity: Omit<ConnectRequest, "address">,
  ready: () => Promise<void>,
): Promise<Agent> {
  const failed = (
    problem: Problem,
    recording: string | null,
    tried: readonly CardAttempt[] = [],
    grpc: Endpoint | null = null,
  ): Agent => ({
    ...NOBODY,
    phase: {
      kind: "failed",
      address,
      problem,
      recording: recording || null,
      tried,
      refusal: refusalIn(tried),
      grpc,
    },
  });
  try {
    const [answer] = await Promise.all([service.connect({ address, ...identity }), ready()]);
    const { recording, card: found, tried } = answer;
    const grpc = grpcEndpoint(answer.grpc);
    if (!found) return failed(noCard(tried, grpc), recording, tried, grpc);
    const card = readCard(JSON.parse(found.text.replace(/^\ufeff/, "")));
    const endpoint = card ? selectEndpoint(card, found.url) : "The card is not an object.";
    if (!card || typeof endpoint === "string") {
      const what = typeof endpoint === "string" ? endpoint : "";
      return failed(unusableCard(what, found.text), recording, tried);
    }
    const phase: AgentPhase = { kind: "connected", address };
    return { ...NOBODY, card, cardUrl: found.url, endpoint, recording, phase };
  } catch (error) {
    return failed(problemFrom(error, "Not connected"), null);
  }
}

function grpcEndpoint(found: GrpcEndpoint | undefined): Endpoint | null {
  return found
    ? { ...found, binding: "grpc", tenant: null, why: "found by a call over gRPC" }
    : null;
}

function refusalIn(tried: readonly CardAttempt[]): Refusal | null {
  const refused = tried.find(({ status }) => status === 401 || status === 403);
  if (!refused) return null;
  const { url, status, challenge } = refused;
  return { url, status: status ?? 401, challenge };
}

const RECENT_LIMIT = 8;

export function remember(address: string, name: string, version: Version): void {
  const kept = memorable(address);
  const others = readSetting(SETTINGS.recentAgents).filter((agent) => agent.address !== kept);
  const agents = [{ address: kept, name, version, at: new Date().toISOString() }, ...others];
  writeSetting(SETTINGS.recentAgents, agents.slice(0, RECENT_LIMIT));
}

/** An address as it may lie in the browser's storage: keys are often pasted in a query. */
export function memorable(address: string): string {
  if (!URL.canParse(address)) return address.replace(/[?#].*$/s, "");
  const url = new URL(address);
  url.username = url.password = url.search = url.hash = "";
  return url.href;
}
