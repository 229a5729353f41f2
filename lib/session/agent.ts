/**
 * Store of the connected agent, and the only place from which requests are sent to it.
 *
 * Guarantees: every exchange with the agent goes through Loupe's server and returns as records of
 * the open run.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { ExchangeStarted } from "../api/api-types.ts";
import type { Call } from "../protocol/call.ts";
import { type AgentCard, type Endpoint, readCard, selectEndpoint } from "../protocol/card/card.ts";
import type { OutgoingRequest } from "../protocol/encode/encode.ts";
import type { Version } from "../protocol/versions.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { parseFrameValue } from "../timeline/timeline-queries.ts";
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
  /** Cancels a connection attempt, or dismisses its failure, and restores the previous agent. */
  cancelConnect(): void;
  chooseVersion(version: Version): void;
  /** Calls the agent at another interface or over another binding from now on. */
  chooseEndpoint(endpoint: Endpoint): void;
  /** Requests an extension from now on, or stops requesting it. */
  chooseExtension(uri: string, isWanted: boolean): void;
  /** Resolves to the exchange's id, or to `null` if not sent. `at` overrides the endpoint. */
  send(call: Call, at?: Endpoint): Promise<string | null>;
  /** Sends a request that the user edited, after filling in its credential placeholders. */
  sendRaw(request: OutgoingRequest): Promise<string | null>;
  /** The request with placeholders for the credentials of its URL's origin. */
  addPlaceholders(request: OutgoingRequest): PlaceholderRequest;
  /** Encodes a call. Without `ids`, generated ids are placeholders; credentials always are. */
  request(call: Call, ids?: RequestIds, at?: Endpoint): PlaceholderRequest | null;
  /** Encodes a call with its credentials filled in; the reason if that is impossible. */
  disclosed(call: Call, ids: RequestIds, at?: Endpoint): AuthenticatedRequest | string | null;
  /** The call that this page sent as an exchange. */
  sent(exchange: string): Call | null;
  /** Fetches a document for the user: recorded like a call, but sent without credentials. */
  fetchDocument(url: string): Promise<ExchangeStarted | UserFacingError>;
  /** Connects to the agent of a card that the user supplied; the reason if it cannot be called. */
  connectToCard(raw: unknown): Promise<string | null>;
  /** Connects to an agent of which only the endpoint is known. */
  connectToEndpoint(endpoint: Endpoint): Promise<void>;
  dismissProblem(): void;
  /** Stops watching: closes the connection without canceling the task. */
  hangUp(exchange: string): Promise<void>;
  /** Connects to the agent whose card is in a recording, to continue the conversation. */
  connectToRecordedAgent(recording: string, timeline: Timeline): Promise<void>;
  disconnect(): void;
}

export type AgentStore = StoreApi<AgentState> & AgentControls;

export function createAgentStore(run: RunStore, credentials: CredentialStore): AgentStore {
  const store = createStore<AgentState>(() => DISCONNECTED_AGENT);
  let attempt = 0;
  let previous: AgentState = DISCONNECTED_AGENT;
  const sent = new Map<string, Call>();
  const sending = createRequestSender({ store, attempt: () => attempt }, run, credentials);
  const { ready, security, request, disclosed, perform } = sending;

  /** Connects without fetching a card: the first call creates the recording. */
  const connectWithoutLookup = async (card: AgentCard | null, endpoint: Endpoint) => {
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
      const current = store.getState();
      if (current.phase.kind === "connected") previous = current;
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
      store.setState(previous);
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
      // Loaded on demand: on a first visit there is no recording to find a card in.
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
      await connectWithoutLookup(card, endpoint);
      return null;
    },
    connectToEndpoint: (endpoint: Endpoint) => connectWithoutLookup(null, endpoint),
    disconnect() {
      attempt++;
      previous = DISCONNECTED_AGENT;
      store.setState(DISCONNECTED_AGENT);
    },
  });
}

const DOCUMENT_TIMEOUT_MS = 10_000;

/** Bounded because calls can hold whole files. */
const MAX_SENT_CALLS = 20;
