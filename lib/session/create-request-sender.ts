/**
 * Sends requests to the connected agent: encodes calls, renews stale tokens first, and records into
 * the agent's recording. Loads with the first agent.
 *
 * Guarantees: a response changes only the connection that its request was sent in, not a later one;
 * an agent that was connected without fetching its card gets one recording, which the first call
 * creates.
 */

import type { StoreApi } from "zustand/vanilla";
import type { ExchangeStarted } from "../api/api-types.ts";
import type { Call } from "../protocol/call.ts";
import type { Endpoint } from "../protocol/card/card.ts";
import { NO_SECURITY } from "../protocol/card/security.ts";
import { encodeCall, type OutgoingRequest } from "../protocol/encode/encode.ts";
import { findAuthRejection } from "../timeline/auth-rejection.ts";
import { type AgentState, getRequestedExtensions } from "./agent-state.ts";
import { apiClient } from "./api-client.ts";
import {
  type AuthenticatedRequest,
  addPlaceholders,
  fillPlaceholders,
  type PlaceholderRequest,
} from "./apply-credentials.ts";
import { onExchangeResponse } from "./await-exchange.ts";
import type { CredentialStore } from "./credentials.ts";
import { findRenewableGrants, findStaleGrants } from "./origin-credentials.ts";
import { createRequestIds, ID_PLACEHOLDERS, type RequestIds } from "./request-ids.ts";
import type { RequestSender } from "./request-sender.ts";
import type { RunStore } from "./run.ts";
import {
  createMissingCredentialError,
  toUserFacingError,
  type UserFacingError,
} from "./user-facing-error.ts";

/** The connected agent, with a number that changes with each connection. */
export interface AgentConnection {
  readonly store: StoreApi<AgentState>;
  /** The number of the connection attempt; results of earlier attempts are discarded. */
  attempt(): number;
}

/** A request that is built only once its tokens are renewed, because it may change until then. */
interface PendingRequest {
  readonly url: string;
  /** Returns the reason if the request cannot be built. */
  createRequest(): AuthenticatedRequest | string | null;
  onStarted?(exchange: string): void;
}

export function createRequestSender(
  { store, attempt }: AgentConnection,
  run: RunStore,
  credentials: CredentialStore,
): RequestSender {
  const calls = new Map<string, Call>();
  /** The call that creates the recording, until the recording is known. */
  let firstExchange: FirstExchange | null = null;
  const security = () => store.getState().card?.security ?? NO_SECURITY;

  const addOwnPlaceholders = (raw: OutgoingRequest) =>
    addPlaceholders(raw, credentials.getForUrl(raw.url), security());

  const fillOwnPlaceholders = (raw: OutgoingRequest) =>
    fillPlaceholders(raw, credentials.getForUrl(raw.url), security());

  const request = (
    call: Call,
    ids: RequestIds = ID_PLACEHOLDERS,
    at?: Endpoint,
  ): PlaceholderRequest | null => {
    const state = store.getState();
    const endpoint = at ?? state.endpoint;
    const version = at ? null : state.version;
    const extensions = getRequestedExtensions(state);
    if (!endpoint) return null;
    const { id, freshId } = ids;
    const { url, binding, tenant } = endpoint;
    const bare = encodeCall(call, {
      url,
      binding,
      version: version ?? endpoint.version,
      ...(tenant !== null && { tenant }),
      id,
      freshId,
      extensions,
    });
    return addOwnPlaceholders(bare);
  };

  const disclosed = (call: Call, ids: RequestIds, at?: Endpoint) => {
    const outgoing = request(call, ids, at);
    return outgoing && fillOwnPlaceholders(outgoing);
  };

  const showProblem = (mine: number, sendProblem: UserFacingError) => {
    if (mine === attempt()) store.setState({ sendProblem });
  };

  /** Renews tokens of a URL's origin. Shows the problem and resolves to false on failure. */
  const renew = async (url: string, which: "stale" | "all", mine: number): Promise<boolean> => {
    const held = credentials.getForUrl(url);
    const due = which === "all" ? findRenewableGrants(held) : findStaleGrants(held, Date.now());
    if (due.length === 0) return true;
    try {
      // Loaded on demand, because most agents need no tokens.
      const failure = await (await import("./oauth-tokens.ts")).renewTokens(
        credentials,
        url,
        which,
      );
      if (failure === null) return true;
      throw new Error(failure);
    } catch (error) {
      showProblem(mine, toUserFacingError(error, "The token could not be renewed"));
      return false;
    }
  };

  /** Other calls wait for this while the first one creates the recording. */
  const getFirstCall = (mine: number): Promise<void> | null =>
    firstExchange?.attempt === mine && store.getState().recording === null
      ? firstExchange.done
      : null;

  /** Sends the first call of an agent without a recording, which creates the recording. */
  const startFirst = async (
    outgoing: AuthenticatedRequest,
    mine: number,
  ): Promise<ExchangeStarted> => {
    const starting = apiClient.startExchange(outgoing);
    const own: FirstExchange = { attempt: mine, done: starting.then(doNothing, doNothing) };
    firstExchange = own;
    try {
      const started = await starting;
      if (mine === attempt()) {
        store.setState({ recording: started.recording });
        run.openRecording(started.recording, store.getState().card?.name);
      }
      return started;
    } finally {
      if (firstExchange === own) firstExchange = null;
    }
  };

  const start = (outgoing: AuthenticatedRequest, mine: number): Promise<ExchangeStarted> => {
    const { recording } = store.getState();
    if (recording === null) return startFirst(outgoing, mine);
    return apiClient.startExchange({ ...outgoing, recording });
  };

  /** Retries once with renewed tokens, because a provider may revoke a token early. */
  const retryIfUnauthorized = (pending: PendingRequest, exchange: string, mine: number) => {
    if (findRenewableGrants(credentials.getForUrl(pending.url)).length === 0) return;
    onExchangeResponse(run, exchange, async (responded) => {
      if (
        findAuthRejection(responded)?.isUnauthenticated &&
        (await renew(pending.url, "all", mine))
      )
        await tryOnce(pending, mine);
    });
  };

  /** A request for one agent is never sent to the next, and its failure is not shown there. */
  const tryOnce = async (pending: PendingRequest, mine: number): Promise<string | null> => {
    try {
      // No await after this loop: if the first call failed, the next one must become the first.
      for (let first = getFirstCall(mine); first; first = getFirstCall(mine)) await first;
      const outgoing = mine === attempt() ? pending.createRequest() : null;
      if (!outgoing) return null;
      if (typeof outgoing === "string") {
        showProblem(mine, createMissingCredentialError(outgoing));
        return null;
      }
      const { exchange } = await start(outgoing, mine);
      pending.onStarted?.(exchange);
      return exchange;
    } catch (error) {
      showProblem(mine, toUserFacingError(error, "Not sent"));
      return null;
    }
  };

  /** Starts every exchange with the agent. Resolves to its id, or to `null` if not sent. */
  const perform = async (pending: PendingRequest): Promise<string | null> => {
    const mine = attempt();
    store.setState({ sendProblem: null });
    if (!(await renew(pending.url, "stale", mine))) return null;
    const exchange = await tryOnce(pending, mine);
    if (exchange !== null && mine === attempt()) retryIfUnauthorized(pending, exchange, mine);
    return exchange;
  };

  return {
    request,
    disclosed,
    addPlaceholders: addOwnPlaceholders,
    send: (call, at) =>
      perform({
        url: (at ?? store.getState().endpoint)?.url ?? "",
        createRequest: () => disclosed(call, createRequestIds(), at),
        onStarted(exchange) {
          calls.set(exchange, call);
          for (const [oldest] of [...calls].slice(0, -MAX_SENT_CALLS)) calls.delete(oldest);
        },
      }),
    sendRaw: (raw) => perform({ url: raw.url, createRequest: () => fillOwnPlaceholders(raw) }),
    sent: (exchange) => calls.get(exchange) ?? null,
  };
}

/** Bounded because calls can hold whole files. */
const MAX_SENT_CALLS = 20;

interface FirstExchange {
  readonly attempt: number;
  /** Resolves on failure too. */
  readonly done: Promise<void>;
}

const doNothing = () => undefined;
