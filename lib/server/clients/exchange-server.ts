/**
 * Serves one recorded exchange to one client, on a loopback port of its own: the agent's card, and
 * the recorded response to whatever asks for it.
 *
 * **Guarantees:** the bytes are those that `loupe serve` would send; a response that was left open in
 * the recording ends after its last byte, because a client may wait for ever.
 */

import { parseRestCall } from "../../protocol/rest-call.ts";
import { ReplayAgent, type ReplayResult } from "../replay/replay-agent.ts";
import { rewriteCardUrls } from "../replay/replay-card.ts";
import { DEFAULT_REPLAY_OPTIONS } from "../replay/replay-options.ts";
import { parseReplayRequest, type ReplayHttpRequest } from "../replay/replay-request.ts";
import { createReplayResponse, type ReplayResponse } from "../replay/replay-response.ts";
import { startReplayServer } from "../replay/replay-server.ts";
import type { ReplaySource } from "../replay/replay-source.ts";
import type { ClientExchange } from "./client-exchange.ts";
import { type Pace, shortenPauses } from "./pace.ts";

export interface ExchangeServer {
  readonly base: string;
  /** Whether a client asked for the exchange. */
  readonly isAsked: boolean;
  /** Whether it subscribed again after the connection was cut. */
  readonly isResumed: boolean;
  close(): Promise<void>;
}

/** A stream that is cut, and what a client gets that subscribes to its task then. */
export interface CutStream {
  readonly after: number;
  readonly rest: ClientExchange;
}

/** How a response is served, if not as it was recorded. */
export interface ServingOptions {
  /** Changes the response before it is sent. */
  readonly alter?: (response: ReplayResponse) => ReplayResponse;
  readonly cut?: CutStream;
}

interface ExchangeServerOptions extends ServingOptions {
  readonly pace: Pace;
  /** Called for each response, with the milliseconds that it takes. */
  readonly onResponse: (duration: number) => void;
}

export async function startExchangeServer(
  source: ReplaySource,
  exchange: ClientExchange,
  options: ExchangeServerOptions,
): Promise<ExchangeServer> {
  const responder = new ExchangeResponder(source, exchange, options);
  const { url, close } = await startReplayServer(responder, {
    host: "127.0.0.1",
    port: 0,
    hosts: [],
    token: null,
    onServed() {},
  });
  return {
    base: url,
    get isAsked() {
      return responder.isAsked;
    },
    get isResumed() {
      return responder.isResumed;
    },
    close,
  };
}

class ExchangeResponder {
  isAsked = false;
  isResumed = false;
  readonly #agent: ReplayAgent;
  readonly #source: ReplaySource;
  readonly #exchange: ClientExchange;
  readonly #options: ExchangeServerOptions;

  constructor(source: ReplaySource, exchange: ClientExchange, options: ExchangeServerOptions) {
    this.#source = { ...source, exchanges: [exchange.recorded] };
    this.#exchange = exchange;
    this.#options = options;
    this.#agent = new ReplayAgent(this.#source, this.#replayOptions);
  }

  get #replayOptions() {
    const { pace, cut } = this.#options;
    const cutAfter = cut?.after ?? null;
    return { ...DEFAULT_REPLAY_OPTIONS, speed: pace === "short" ? 1 : pace, cutAfter };
  }

  respond(incoming: ReplayHttpRequest, base: string): ReplayResult {
    const resumed = this.#resume(incoming);
    if (resumed) return resumed;
    const result = this.#agent.respond(incoming, base);
    const { served } = result;
    if (served.exchange !== null) return this.#serve(result);
    if (this.#isForExchange(incoming)) {
      const { recorded } = this.#exchange;
      const response = createReplayResponse(
        recorded,
        parseReplayRequest(incoming),
        this.#replayOptions,
        (card) => rewriteCardUrls(card, this.#source, base),
      );
      const why = "the only exchange";
      return this.#serve({ response, served: { ...served, exchange: recorded.number, why } });
    }
    return result;
  }

  /** The rest of a stream that was cut. */
  #resume(incoming: ReplayHttpRequest): ReplayResult | null {
    const { cut } = this.#options;
    const replayRequest = parseReplayRequest(incoming);
    if (!cut || replayRequest.request?.operation !== "subscribe") return null;
    this.isResumed = true;
    const options = { ...this.#replayOptions, cutAfter: null };
    const { recorded } = cut.rest;
    const response = createReplayResponse(recorded, replayRequest, options, (card) => card);
    const why = "the rest of the stream";
    const served = { request: "", exchange: recorded.number, why, notes: [], options: "" };
    return this.#serve({ response, served });
  }

  /** Whether a request that fits no exchange by its form asks for this one: it is a driver's own. */
  #isForExchange(incoming: ReplayHttpRequest): boolean {
    if (incoming.verb !== "POST") return false;
    const { request, binding } = parseReplayRequest(incoming);
    // Over HTTP+JSON, only the path names the operation.
    const call = binding === "jsonrpc" ? request : parseRestCall("POST", incoming.path);
    const operation = call?.operation ?? null;
    if (operation === null || operation === this.#exchange.operation) return true;
    // Without a recorded request, nothing says whether its message was streamed.
    return this.#exchange.recorded.head === null && operation === "send";
  }

  #serve({ response, served }: ReplayResult): ReplayResult {
    this.isAsked = true;
    const { alter, pace, onResponse } = this.#options;
    const ended: ReplayResponse =
      response.ending === "hold" ? { ...response, ending: "end" } : response;
    const paced = pace === "short" ? shortenPauses(ended) : ended;
    const altered = alter ? alter(paced) : paced;
    onResponse(altered.endAt);
    return { response: altered, served };
  }
}
