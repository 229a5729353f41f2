/**
 * What goes out to an agent: the request that a call is, with tokens renewed first where that is
 * due, into the agent's recording.
 *
 * Guarantees: what an answer changes, it changes for the attempt at an agent that it was begun in,
 * and for no later one; of a card that was given the first call begins the one recording.
 */

import type { StoreApi } from "zustand/vanilla";
import type { Call } from "../protocol/call.ts";
import type { Endpoint } from "../protocol/card/card.ts";
import { type CardSecurity, NO_SECURITY } from "../protocol/card/security.ts";
import type { encodeCall } from "../protocol/encode/encode.ts";
import { findAuthRejection } from "../timeline/auth-rejection.ts";
import type { ExchangeStarted } from "../wire/api-types.ts";
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
import { ID_PLACEHOLDERS, type RequestIds } from "./request-ids.ts";
import type { RunStore } from "./run.ts";
import {
  createMissingCredentialError,
  toUserFacingError,
  type UserFacingError,
} from "./user-facing-error.ts";

/** Whom all is sent to: who that is now, and how often it has been somebody else. */
export interface AgentConnection {
  readonly store: StoreApi<AgentState>;
  /** Another number is another attempt: what was begun in an earlier one is nobody's by now. */
  attempt(): number;
}

/** A request in the making: what it is made of may change until its tokens are renewed. */
export interface PendingRequest {
  readonly url: string;
  /** A sentence where it cannot be made. */
  createRequest(): AuthenticatedRequest | string | null;
  onStarted?(exchange: string): void;
}

export interface RequestSender {
  /** How calls are put is loaded with the first agent: who has none sends nothing. */
  ready(): Promise<void>;
  security(): CardSecurity;
  request(call: Call, ids?: RequestIds, at?: Endpoint): PlaceholderRequest | null;
  disclosed(call: Call, ids: RequestIds, at?: Endpoint): AuthenticatedRequest | string | null;
  /** Every exchange with the agent begins here; resolves to its id, or `null` if it was not sent. */
  perform(making: PendingRequest): Promise<string | null>;
}

export function createRequestSender(
  { store, attempt }: AgentConnection,
  run: RunStore,
  credentials: CredentialStore,
): RequestSender {
  let encode: typeof encodeCall | null = null;
  /** The first call of a card that was given, while it is not known where it is recorded. */
  let beginning: FirstExchange | null = null;
  const security = () => store.getState().card?.security ?? NO_SECURITY;

  const request = (
    call: Call,
    ids: RequestIds = ID_PLACEHOLDERS,
    at?: Endpoint,
  ): PlaceholderRequest | null => {
    const state = store.getState();
    const endpoint = at ?? state.endpoint;
    const version = at ? null : state.version;
    const extensions = getRequestedExtensions(state);
    if (!endpoint || !encode) return null;
    const { id, freshId } = ids;
    const { url, binding, tenant } = endpoint;
    const bare = encode(call, {
      url,
      binding,
      version: version ?? endpoint.version,
      ...(tenant !== null && { tenant }),
      id,
      freshId,
      extensions,
    });
    return addPlaceholders(bare, credentials.getForUrl(bare.url), security());
  };

  const disclosed = (call: Call, ids: RequestIds, at?: Endpoint) => {
    const dressed = request(call, ids, at);
    return dressed && fillPlaceholders(dressed, credentials.getForUrl(dressed.url), security());
  };

  const tell = (mine: number, sendProblem: UserFacingError) => {
    if (mine === attempt()) store.setState({ sendProblem });
  };

  /** Renews tokens of a URL's origin; where one could not be, it says why. */
  const renewed = async (url: string, which: "stale" | "all", mine: number): Promise<boolean> => {
    const held = credentials.getForUrl(url);
    const due = which === "all" ? findRenewableGrants(held) : findStaleGrants(held, Date.now());
    if (due.length === 0) return true;
    try {
      // Most agents want no tokens: how they are renewed is loaded for those that do.
      const failure = await (await import("./oauth-tokens.ts")).renewTokens(
        credentials,
        url,
        which,
      );
      if (failure === null) return true;
      throw new Error(failure);
    } catch (error) {
      tell(mine, toUserFacingError(error, "The token could not be renewed"));
      return false;
    }
  };

  /** While the first call begins the recording, the others wait to be told of it. */
  const firstCall = (mine: number): Promise<void> | null =>
    beginning?.attempt === mine && store.getState().recording === null ? beginning.done : null;

  /** Whose card was given has no recording before the first call: that one begins it. */
  const begin = async (outgoing: AuthenticatedRequest, mine: number): Promise<ExchangeStarted> => {
    const starting = apiClient.startExchange(outgoing);
    const own: FirstExchange = { attempt: mine, done: starting.then(doNothing, doNothing) };
    beginning = own;
    try {
      const started = await starting;
      if (mine === attempt()) {
        store.setState({ recording: started.recording });
        run.openRecording(started.recording, store.getState().card?.name);
      }
      return started;
    } finally {
      if (beginning === own) beginning = null;
    }
  };

  const start = (outgoing: AuthenticatedRequest, mine: number): Promise<ExchangeStarted> => {
    const { recording } = store.getState();
    if (recording === null) return begin(outgoing, mine);
    return apiClient.startExchange({ ...outgoing, recording });
  };

  /** The provider may take a token back before its time: then the same is sent once more. */
  const sendAgainIfRefused = (making: PendingRequest, exchange: string, mine: number) => {
    if (findRenewableGrants(credentials.getForUrl(making.url)).length === 0) return;
    onExchangeResponse(run, exchange, async (answered) => {
      if (
        findAuthRejection(answered)?.isUnauthenticated &&
        (await renewed(making.url, "all", mine))
      )
        await tryOnce(making, mine);
    });
  };

  /** What was meant for one agent is never sent to the next, nor told about it. */
  const tryOnce = async (making: PendingRequest, mine: number): Promise<string | null> => {
    try {
      // Where it could not be sent, the next of them is the first: nothing may come in between.
      for (let first = firstCall(mine); first; first = firstCall(mine)) await first;
      const outgoing = mine === attempt() ? making.createRequest() : null;
      if (!outgoing) return null;
      if (typeof outgoing === "string") {
        tell(mine, createMissingCredentialError(outgoing));
        return null;
      }
      const { exchange } = await start(outgoing, mine);
      making.onStarted?.(exchange);
      return exchange;
    } catch (error) {
      tell(mine, toUserFacingError(error, "Not sent"));
      return null;
    }
  };

  return {
    async ready() {
      encode ??= (await import("../protocol/encode/encode.ts")).encodeCall;
    },
    security,
    request,
    disclosed,
    async perform(making: PendingRequest) {
      const mine = attempt();
      store.setState({ sendProblem: null });
      if (!(await renewed(making.url, "stale", mine))) return null;
      const exchange = await tryOnce(making, mine);
      if (exchange !== null && mine === attempt()) sendAgainIfRefused(making, exchange, mine);
      return exchange;
    },
  };
}

interface FirstExchange {
  readonly attempt: number;
  /** Also where it could not be begun. */
  readonly done: Promise<void>;
}

const doNothing = () => undefined;
