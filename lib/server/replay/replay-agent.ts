/**
 * A recorded run that stands in for its agent: a request in, the recorded answer out, and a line
 * for whoever watches that says which exchange answered and why.
 */
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
import { tryParseJson } from "./try-parse-json.ts";

/** What became of one request. */
export interface ServedRequest {
  readonly request: string;
  /** The number of the exchange that answers; `null` where none does. */
  readonly exchange: number | null;
  readonly why: string;
  readonly notes: readonly string[];
  /** As written, where they are others than for all requests. */
  readonly options: string;
}

export interface ReplayResult {
  readonly answer: ReplayResponse;
  readonly served: ServedRequest;
}

export class ReplayAgent {
  readonly source: ReplaySource;
  readonly #matcher: RequestMatcher;
  readonly #options: ReplayOptions;

  constructor(script: ReplaySource, options: ReplayOptions) {
    this.source = script;
    this.#matcher = new RequestMatcher(script);
    this.#options = options;
  }

  /** `base` is this agent's address as the client knows it; the path is what follows it. */
  respond(incoming: ReplayHttpRequest, base: string): ReplayResult {
    const question = parseReplayRequest(incoming);
    const { request, text: words } = question;
    const title = formatRequestTitle(request, words, `${incoming.verb} ${incoming.path}`);
    const reply = (answer: ReplayResponse, exchange: number | null, why: string, options = "") => ({
      answer,
      served: { request: title, exchange, why, notes: answer.notes, options },
    });
    const options = resolveOptions(incoming, this.#options);
    if (typeof options === "string") {
      const message = `${FAULT_NAME}: ${options}.`;
      return reply(createTextResponse(400, message), null, message);
    }
    if (incoming.verb === "GET" && isCardPath(incoming.path, this.source)) {
      const { value, note } = createReplayCard(this.source, base);
      const text = JSON.stringify(value, null, 2);
      const header = ["x-loupe-replay", note] as const;
      return reply(createResponse(200, text, "application/json", [header]), null, note);
    }
    const refused = findParseRefusal(incoming, question);
    const match = refused ?? this.#matcher.match(question);
    if ("reason" in match) {
      return reply(
        createRefusalResponse(match, question, getMainVersion(this.source)),
        null,
        match.message,
      );
    }
    const { exchange, why, notes } = match;
    const answer = createReplayResponse(exchange, question, options, (card) =>
      rewriteCardUrls(card, this.source, base),
    );
    const told = { ...answer, notes: [...notes, ...answer.notes] };
    const isUsual = options === this.#options;
    return reply(told, exchange.number, why, isUsual ? "" : formatReplayOptions(options));
  }
}

/** What was asked of this one answer, on top of what holds for all. */
function resolveOptions(
  { headers, path }: ReplayHttpRequest,
  base: ReplayOptions,
): ReplayOptions | string {
  const query = new URL(path, "http://agent.invalid").searchParams.getAll(FAULT_NAME);
  return parseReplayOptions([...query, ...getHeaderValues(headers, FAULT_NAME)].join(","), base);
}

/** A call whose body is no call. */
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
