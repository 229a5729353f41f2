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
  /** What was refused, in words. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

interface ExchangeServerOptions {
  readonly pace: Pace;
  /** Changes the response before it is sent. */
  readonly alter?: (response: ReplayResponse) => ReplayResponse;
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
    refusals: responder.refusals,
    close,
  };
}

class ExchangeResponder {
  readonly refusals: string[] = [];
  isAsked = false;
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
    const { pace } = this.#options;
    return { ...DEFAULT_REPLAY_OPTIONS, speed: pace === "short" ? 1 : pace };
  }

  respond(incoming: ReplayHttpRequest, base: string): ReplayResult {
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
    if (incoming.verb !== "GET") this.refusals.push(served.why);
    return result;
  }

  /** Whether a request that fits no exchange by its form asks for this one: it is a driver's own. */
  #isForExchange(incoming: ReplayHttpRequest): boolean {
    if (incoming.verb !== "POST") return false;
    const { request } = parseReplayRequest(incoming);
    const operation = request?.operation ?? parseRestCall("POST", incoming.path)?.operation;
    if (operation === undefined || operation === this.#exchange.operation) return true;
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
