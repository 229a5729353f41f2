/**
 * A recorded run that stands in for its agent: a request in, the recorded answer out, and a line
 * for whoever watches that says which exchange answered and why.
 */
import { getHeaderValues } from "../../wire/headers.ts";
import { type Answer, answerWith } from "./answer.ts";
import { isCardPath, leadingHere, servedCard, versionOf } from "./card.ts";
import { Matcher } from "./matcher.ts";
import { FAULT_NAME, type ReplayOptions, readOptions, writtenOptions } from "./options.ts";
import { parsedJson } from "./parsed.ts";
import { type Incoming, type Question, readQuestion, titleOf } from "./question.ts";
import { answered, plain, type Refusal, refusalOf } from "./refusal.ts";
import type { Script } from "./script.ts";

/** What became of one request. */
export interface Served {
  readonly request: string;
  /** The number of the exchange that answers; `null` where none does. */
  readonly exchange: number | null;
  readonly why: string;
  readonly notes: readonly string[];
  /** As written, where they are others than for all requests. */
  readonly options: string;
}

export interface Reply {
  readonly answer: Answer;
  readonly served: Served;
}

export class ReplayAgent {
  readonly script: Script;
  readonly #matcher: Matcher;
  readonly #options: ReplayOptions;

  constructor(script: Script, options: ReplayOptions) {
    this.script = script;
    this.#matcher = new Matcher(script);
    this.#options = options;
  }

  /** `base` is this agent's address as the client knows it; the path is what follows it. */
  reply(incoming: Incoming, base: string): Reply {
    const question = readQuestion(incoming);
    const { request, words } = question;
    const title = titleOf(request, words, `${incoming.verb} ${incoming.path}`);
    const reply = (answer: Answer, exchange: number | null, why: string, options = "") => ({
      answer,
      served: { request: title, exchange, why, notes: answer.notes, options },
    });
    const options = optionsFor(incoming, this.#options);
    if (typeof options === "string") {
      const message = `${FAULT_NAME}: ${options}.`;
      return reply(plain(400, message), null, message);
    }
    if (incoming.verb === "GET" && isCardPath(incoming.path, this.script)) {
      const { value, note } = servedCard(this.script, base);
      const text = JSON.stringify(value, null, 2);
      const header = ["x-loupe-replay", note] as const;
      return reply(answered(200, text, "application/json", [header]), null, note);
    }
    const refused = unreadable(incoming, question);
    const match = refused ?? this.#matcher.match(question);
    if ("reason" in match) {
      return reply(refusalOf(match, question, versionOf(this.script)), null, match.message);
    }
    const { exchange, why, notes } = match;
    const answer = answerWith(exchange, question, options, (card) =>
      leadingHere(card, this.script, base),
    );
    const told = { ...answer, notes: [...notes, ...answer.notes] };
    const isUsual = options === this.#options;
    return reply(told, exchange.number, why, isUsual ? "" : writtenOptions(options));
  }
}

/** What was asked of this one answer, on top of what holds for all. */
function optionsFor({ headers, path }: Incoming, base: ReplayOptions): ReplayOptions | string {
  const query = new URL(path, "http://agent.invalid").searchParams.getAll(FAULT_NAME);
  return readOptions([...query, ...getHeaderValues(headers, FAULT_NAME)].join(","), base);
}

/** A call whose body is no call. */
function unreadable({ verb, body }: Incoming, { binding }: Question): Refusal | null {
  if (verb !== "POST" || binding !== null) return null;
  if (parsedJson(body) === undefined && body !== "") {
    return { reason: "PARSE_ERROR", message: "The request is not JSON." };
  }
  return null;
}
