/**
 * Agent that answers from a recorded run: takes a request and returns the recorded response, with a
 * log line that says which exchange was used and why.
 */
import { tryParseJson } from "../../protocol/json.ts";
import { getHeaderValues } from "../../wire/headers.ts";
import { createReplayCard, getMainVersion, isCardPath, rewriteCardUrls } from "./replay-card.ts";
import {
  FAULT_NAME,
  formatReplayOptions,
  parseReplayOptions,
  type ReplayOptions,
} from "./replay-options.ts";
import {
  createRefusalResponse,
  createResponse,
  createTextResponse,
  type ReplayRefusal,
} from "./replay-refusal.ts";
import {
  formatRequestTitle,
  parseReplayRequest,
  type ReplayHttpRequest,
  type ReplayRequest,
} from "./replay-request.ts";
import { createReplayResponse, type ReplayResponse } from "./replay-response.ts";
import type { ReplaySource } from "./replay-source.ts";
import { RequestMatcher } from "./request-matcher.ts";

/** Log line of one request: what it was and how it was answered. */
export interface ServedRequest {
  readonly request: string;
  /** The number of the exchange that answers; `null` if there is none. */
  readonly exchange: number | null;
  readonly why: string;
  readonly notes: readonly string[];
  /** The options of this request, if they differ from those for all requests. */
  readonly options: string;
}

export interface ReplayResult {
  readonly response: ReplayResponse;
  readonly served: ServedRequest;
}

export class ReplayAgent {
  readonly source: ReplaySource;
  readonly #matcher: RequestMatcher;
  readonly #options: ReplayOptions;

  constructor(source: ReplaySource, options: ReplayOptions) {
    this.source = source;
    this.#matcher = new RequestMatcher(source);
    this.#options = options;
  }

  /** `base` is this agent's URL as the client knows it; the path follows it. */
  respond(incoming: ReplayHttpRequest, base: string): ReplayResult {
    const replayRequest = parseReplayRequest(incoming);
    const { request, text } = replayRequest;
    const title = formatRequestTitle(request, text, `${incoming.verb} ${incoming.path}`);
    const reply = (
      response: ReplayResponse,
      exchange: number | null,
      why: string,
      options = "",
    ) => ({
      response,
      served: { request: title, exchange, why, notes: response.notes, options },
    });
    const options = resolveOptions(incoming, this.#options);
    if (typeof options === "string") {
      const message = `${FAULT_NAME}: ${options}.`;
      return reply(createTextResponse(400, message), null, message);
    }
    if (incoming.verb === "GET" && isCardPath(incoming.path, this.source)) {
      const { value, note } = createReplayCard(this.source, base);
      const json = JSON.stringify(value, null, 2);
      const header = ["x-loupe-replay", note] as const;
      return reply(createResponse(200, json, "application/json", [header]), null, note);
    }
    const refusal = findParseRefusal(incoming, replayRequest);
    const match = refusal ?? this.#matcher.match(replayRequest);
    if ("reason" in match) {
      return reply(
        createRefusalResponse(match, replayRequest, getMainVersion(this.source)),
        null,
        match.message,
      );
    }
    const { exchange, why, notes } = match;
    const response = createReplayResponse(exchange, replayRequest, options, (card) =>
      rewriteCardUrls(card, this.source, base),
    );
    const annotated = { ...response, notes: [...notes, ...response.notes] };
    const isDefault = options === this.#options;
    return reply(annotated, exchange.number, why, isDefault ? "" : formatReplayOptions(options));
  }
}

/** The options for all requests, overridden by the faults that this request asks for. */
function resolveOptions(
  { headers, path }: ReplayHttpRequest,
  base: ReplayOptions,
): ReplayOptions | string {
  const query = new URL(path, "http://agent.invalid").searchParams.getAll(FAULT_NAME);
  return parseReplayOptions([...query, ...getHeaderValues(headers, FAULT_NAME)].join(","), base);
}

/** A refusal for a POST whose body is not JSON. */
function findParseRefusal(
  { verb, body }: ReplayHttpRequest,
  { binding }: ReplayRequest,
): ReplayRefusal | null {
  if (verb !== "POST" || binding !== null) return null;
  if (tryParseJson(body) === undefined && body !== "") {
    return { reason: "PARSE_ERROR", message: "The request is not JSON." };
  }
  return null;
}
