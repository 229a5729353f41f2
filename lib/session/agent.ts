/**
 * The agent being talked to, and the one sender: every exchange with it leaves from here, goes
 * through the server, and comes back as records of the open run.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { Call } from "../protocol/call.ts";
import { type AgentCard, type Endpoint, readCard, selectEndpoint } from "../protocol/card/card.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import type { Version } from "../protocol/versions.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { parseFrameValue } from "../timeline/timeline-queries.ts";
import type { ExchangeStarted } from "../wire/api-types.ts";
import {
  type AgentPhase,
  type AgentState,
  DISCONNECTED_AGENT,
  getRequestedExtensions,
} from "./agent-state.ts";
import { apiClient } from "./api-client.ts";
import {
  type AuthenticatedRequest,
  addPlaceholders,
  fillPlaceholders,
  type PlaceholderRequest,
} from "./apply-credentials.ts";
import { addRecentAgent, connectToAgent, getConnectCredentials } from "./connect-agent.ts";
import type { CredentialStore } from "./credentials.ts";
import { createRequestIds, type RequestIds } from "./request-ids.ts";
import { createRequestSender } from "./request-sender.ts";
import type { RunStore } from "./run.ts";
import { toUserFacingError, type UserFacingError } from "./user-facing-error.ts";

export interface AgentControls {
  connect(address: string): Promise<void>;
  /** Leaves an attempt or its failure, back to the agent there was before. */
  cancelConnect(): void;
  chooseVersion(version: Version): void;
  /** Calls the agent somewhere else from now on: at another interface, or by another binding. */
  chooseEndpoint(endpoint: Endpoint): void;
  /** Asks for an extension from now on, or no longer. */
  chooseExtension(uri: string, isWanted: boolean): void;
  /** Resolves to the exchange's id, or `null` when it was not sent; `at` another endpoint. */
  send(call: Call, at?: Endpoint): Promise<string | null>;
  /** Sends a request that somebody wrote, with the credentials that it names put in. */
  sendRaw(request: OutgoingRequest): Promise<string | null>;
  /** The request with names for the credentials that its URL's origin has. */
  addPlaceholders(request: OutgoingRequest): PlaceholderRequest;
  /**
   * The request that a call is; without ids of its own, each id to be made up stands as a word. In
   * place of every credential stands a name.
   */
  request(call: Call, ids?: RequestIds, at?: Endpoint): PlaceholderRequest | null;
  /** The same as it goes out, credentials and all; a sentence where that cannot be. */
  disclosed(call: Call, ids: RequestIds, at?: Endpoint): AuthenticatedRequest | string | null;
  /** The call that an exchange of this page was made for. */
  sent(exchange: string): Call | null;
  /** Fetches a document that the user asked for: recorded like a call, and without credentials. */
  fetchDocument(url: string): Promise<ExchangeStarted | UserFacingError>;
  /** Takes up the agent of a card that was given, not found; a sentence where it cannot be called. */
  connectToCard(raw: unknown): Promise<string | null>;
  /** Takes up an agent of which only the endpoint is known. */
  connectToEndpoint(endpoint: Endpoint): Promise<void>;
  dismissProblem(): void;
  /** Stops watching: hangs up, and tells the agent nothing. */
  hangUp(exchange: string): Promise<void>;
  /** Takes up the agent whose card is in a recording, to go on talking to it. */
  connectToRecordedAgent(recording: string, timeline: Timeline): Promise<void>;
  disconnect(): void;
}

export type AgentStore = StoreApi<AgentState> & AgentControls;

export function createAgentStore(run: RunStore, credentials: CredentialStore): AgentStore {
  const store = createStore<AgentState>(() => DISCONNECTED_AGENT);
  let attempt = 0;
  let before: AgentState = DISCONNECTED_AGENT;
  const sent = new Map<string, Call>();
  const sending = createRequestSender({ store, attempt: () => attempt }, run, credentials);
  const { ready, security, request, disclosed, perform } = sending;

  /** An agent that was not looked up: its first call begins the recording. */
  const takeUp = async (card: AgentCard | null, endpoint: Endpoint) => {
    const mine = ++attempt;
    await ready();
    if (mine !== attempt) return;
    run.close();
    const phase: AgentPhase = { kind: "connected", address: endpoint.url };
    store.setState({ ...DISCONNECTED_AGENT, card, endpoint, phase });
  };

  return Object.assign(store, {
    async connect(address: string) {
      const mine = ++attempt;
      const now = store.getState();
      if (now.phase.kind === "connected") before = now;
      store.setState({ ...DISCONNECTED_AGENT, phase: { kind: "connecting", address } });
      const next = await connectToAgent(
        address,
        getConnectCredentials(address, credentials),
        ready,
      );
      if (mine !== attempt) return;
      store.setState(next);
      if (next.recording && next.endpoint)
        run.openRecording(next.recording, next.card?.name ?? address);
      if (next.card && next.endpoint)
        addRecentAgent(address, next.card.name, next.endpoint.version);
    },
    cancelConnect() {
      attempt++;
      store.setState(before);
    },
    chooseVersion: (version: Version) => store.setState({ version }),
    chooseEndpoint: (endpoint: Endpoint) => store.setState({ endpoint, version: null }),
    chooseExtension(uri: string, isWanted: boolean) {
      const others = getRequestedExtensions(store.getState()).filter((other) => other !== uri);
      store.setState({ extensions: isWanted ? [...others, uri] : others });
    },
    request,
    disclosed,
    sent: (exchange: string) => sent.get(exchange) ?? null,
    dismissProblem: () => store.setState({ sendProblem: null }),
    async fetchDocument(url: string) {
      const { recording } = store.getState();
      const headers = [["accept", "application/json"]] as const;
      const request = { method: "GET", url, headers, idleTimeoutMs: DOCUMENT_TIMEOUT_MS };
      try {
        return await apiClient.startExchange({
          ...request,
          ...(recording !== null && { recording }),
        });
      } catch (error) {
        return toUserFacingError(error, "Not fetched");
      }
    },
    send: (call: Call, at?: Endpoint) =>
      perform({
        url: (at ?? store.getState().endpoint)?.url ?? "",
        createRequest: () => disclosed(call, createRequestIds(), at),
        onStarted(exchange) {
          sent.set(exchange, call);
          for (const [oldest] of [...sent].slice(0, -MAX_SENT_CALLS)) sent.delete(oldest);
        },
      }),
    sendRaw: (raw: OutgoingRequest) =>
      perform({
        url: raw.url,
        createRequest: () => fillPlaceholders(raw, credentials.getForUrl(raw.url), security()),
      }),
    addPlaceholders: (raw: OutgoingRequest) =>
      addPlaceholders(raw, credentials.getForUrl(raw.url), security()),
    async hangUp(exchange: string) {
      const { recording } = store.getState();
      if (recording !== null) await apiClient.abort(recording, exchange).catch(() => undefined);
    },
    async connectToRecordedAgent(recording: string, timeline: Timeline) {
      const mine = attempt;
      // A first visit has no recording to find a card in.
      const [{ findNewestCard }] = await Promise.all([import("../timeline/cards.ts"), ready()]);
      if (mine !== attempt || run.getState().timeline !== timeline) return;
      const found = findNewestCard(timeline);
      const card = found && readCard(parseFrameValue(timeline, found.event));
      const endpoint = card && selectEndpoint(card, found.url);
      if (!card || !endpoint || typeof endpoint === "string") return;
      const address = timeline.name ?? found.url;
      const phase: AgentPhase = { kind: "connected", address };
      attempt++;
      store.setState({
        ...DISCONNECTED_AGENT,
        card,
        cardUrl: found.url,
        endpoint,
        recording,
        phase,
      });
    },
    async connectToCard(raw: unknown) {
      const card = readCard(raw);
      if (!card) return "This is not an agent card.";
      const endpoint = selectEndpoint(card, null);
      if (typeof endpoint === "string") return endpoint;
      await takeUp(card, endpoint);
      return null;
    },
    connectToEndpoint: (endpoint: Endpoint) => takeUp(null, endpoint),
    disconnect() {
      attempt++;
      before = DISCONNECTED_AGENT;
      store.setState(DISCONNECTED_AGENT);
    },
  });
}

const DOCUMENT_TIMEOUT_MS = 10_000;

/** Calls hold files as well. */
const MAX_SENT_CALLS = 20;
