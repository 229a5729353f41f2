/**
 * Store of the connected agent, and the only place from which requests are sent to it.
 *
 * Guarantees: every exchange with the agent goes through Loupe's server and returns as records of
 * the open run.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { ExchangeStarted } from "../api/api-types.ts";
import type { AgentCard, Endpoint } from "../protocol/card/card.ts";
import type { Version } from "../protocol/versions.ts";
import type { Timeline } from "../timeline/timeline.ts";
import {
  type AgentPhase,
  type AgentState,
  createFailedAgent,
  DISCONNECTED_AGENT,
  getRequestedExtensions,
} from "./agent-state.ts";
import { apiClient, loadFromServer } from "./api-client.ts";
import type { CredentialStore } from "./credentials.ts";
import { NO_SENDER, type RequestSender } from "./request-sender.ts";
import type { RunStore } from "./run.ts";
import { addRecentAgent } from "./settings.ts";
import { toUserFacingError, type UserFacingError } from "./user-facing-error.ts";

export interface AgentControls extends RequestSender {
  connect(address: string): Promise<void>;
  /** Cancels a connection attempt, or dismisses its failure, and restores the previous agent. */
  cancelConnect(): void;
  chooseVersion(version: Version): void;
  /** Calls the agent at another interface or over another binding from now on. */
  chooseEndpoint(endpoint: Endpoint): void;
  /** Requests an extension from now on, or stops requesting it. */
  chooseExtension(uri: string, isWanted: boolean): void;
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

type AgentFinder = typeof import("./connect-agent.ts");

export function createAgentStore(run: RunStore, credentials: CredentialStore): AgentStore {
  const store = createStore<AgentState>(() => DISCONNECTED_AGENT);
  let attempt = 0;
  let previous: AgentState = DISCONNECTED_AGENT;
  let sender = NO_SENDER;
  let finder: AgentFinder | null = null;

  /** Loads what finds agents and sends to them. A connected agent always has it. */
  const loadAgentCode = async (): Promise<AgentFinder> => {
    if (finder !== null) return finder;
    const [loaded, { createRequestSender }] = await loadFromServer(() =>
      Promise.all([import("./connect-agent.ts"), import("./create-request-sender.ts")]),
    );
    if (finder === null)
      sender = createRequestSender({ store, attempt: () => attempt }, run, credentials);
    finder = loaded;
    return loaded;
  };

  /** Connects without fetching a card: the first call creates the recording. */
  const connectWithoutLookup = async (card: AgentCard | null, endpoint: Endpoint) => {
    const mine = ++attempt;
    await loadAgentCode();
    if (mine !== attempt) return;
    run.close();
    const phase: AgentPhase = { kind: "connected", address: endpoint.url };
    store.setState({ ...DISCONNECTED_AGENT, card, endpoint, phase });
  };

  const findAgent = async (address: string): Promise<AgentState> => {
    try {
      const { connectToAgent, getConnectCredentials } = await loadAgentCode();
      return await connectToAgent(address, getConnectCredentials(address, credentials));
    } catch (error) {
      return createFailedAgent(address, toUserFacingError(error, "Not connected"));
    }
  };

  const requests: RequestSender = {
    send: (...call) => sender.send(...call),
    sendRaw: (raw) => sender.sendRaw(raw),
    addPlaceholders: (raw) => sender.addPlaceholders(raw),
    request: (...call) => sender.request(...call),
    disclosed: (...call) => sender.disclosed(...call),
    sent: (exchange) => sender.sent(exchange),
  };

  return Object.assign(store, {
    ...requests,
    async connect(address: string) {
      const mine = ++attempt;
      const current = store.getState();
      if (current.phase.kind === "connected") previous = current;
      store.setState({ ...DISCONNECTED_AGENT, phase: { kind: "connecting", address } });
      const next = await findAgent(address);
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
    async hangUp(exchange: string) {
      const { source } = run.getState();
      // What is open may be the run of an agent that is no longer connected.
      const recording = source?.kind === "recording" ? source.id : store.getState().recording;
      if (recording !== null) await apiClient.abort(recording, exchange).catch(() => undefined);
    },
    async connectToRecordedAgent(recording: string, timeline: Timeline) {
      const mine = attempt;
      const { findRecordedAgent } = await loadAgentCode();
      if (mine !== attempt || run.getState().timeline !== timeline) return;
      const found = findRecordedAgent(recording, timeline);
      if (!found) return;
      attempt++;
      store.setState(found);
    },
    async connectToCard(raw: unknown) {
      const mine = attempt;
      // Without a pause if possible: a response for the previous agent may arrive during one.
      const { readSuppliedCard } = finder ?? (await loadAgentCode());
      const supplied = readSuppliedCard(raw);
      if (typeof supplied === "string") return supplied;
      if (mine === attempt) await connectWithoutLookup(supplied.card, supplied.endpoint);
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
