/**
 * Runs: some agents send each token as a message of its own. Short working messages that follow
 * one another become one message; its text still knows which event brought which character.
 */

import { isSameJson } from "../../protocol/json.ts";
import { Revision } from "../../timeline/artifact.ts";
import type { MessageFact } from "../../timeline/timeline.ts";
import type { Ground, Item } from "../item.ts";
import type { Scribe } from "../scribe.ts";
import type { Statement } from "../statement.ts";

/** Fewer are real messages, and so are longer ones. */
const FEWEST = 3;
const TOKEN_LENGTH = 12;
/** Who says nothing for so long has begun anew. */
const LONGEST_GAP_MS = 30_000;

interface Token {
  readonly ordinal: number;
  /** `null` where its message has a row already. */
  readonly item: Item | null;
  readonly text: string;
}

interface Run {
  readonly state: Item | null;
  readonly exchange: number;
  readonly metadata: unknown;
  readonly event: unknown;
  /** What it will absorb if it turns out to be one. */
  waiting: Token[];
  count: number;
  /** How many are as short as tokens: with half of them, the median is. */
  short: number;
  time: number;
  /** The message it became. */
  item: Item | null;
  text: Revision | null;
}

export class RunFold {
  readonly #scribe: Scribe;
  #run: Run | null = null;

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
  }

  /** Something came between. */
  stop(): void {
    this.#run = null;
  }

  /** A statement that means nothing else: a token, or the end of a run. */
  say(statement: Statement): void {
    const { item, ordinal, time } = statement;
    const text = this.#tokenOf(statement);
    if (text === null) return this.stop();
    if (!this.#run || !goesOn(this.#run, statement)) this.#run = begun(statement);
    this.#add(this.#run, { ordinal, item, text }, time);
  }

  /** A message without an id that says what another one said: one more token, if in a run. */
  sayAgain({ message }: MessageFact, state: Item | undefined, ordinal: number): void {
    const run = this.#run;
    const [part] = message.parts;
    const { exchange, time } = this.#scribe.timeline.events;
    if (!run || run.state !== state || run.exchange !== exchange.at(ordinal)) return;
    if (message.role !== "agent" || message.parts.length !== 1 || part?.kind !== "text") return;
    if (part.metadata !== undefined) return this.stop();
    this.#add(run, { ordinal, item: null, text: part.text }, time.at(ordinal));
  }

  #tokenOf({ item, message, pieces }: Statement): string | null {
    const { entry } = item;
    if (message?.role !== "agent" || entry.kind !== "message") return null;
    if (entry.message.via !== "status" || pieces.length !== 1) return null;
    const state = item.parent?.entry;
    if (state?.kind !== "state" || state.transition.state !== "working") return null;
    const [piece] = pieces;
    if (typeof piece === "string") return piece;
    return piece?.kind === "text" && piece.metadata === undefined ? piece.text : null;
  }

  #add(run: Run, token: Token, time: number): void {
    run.count++;
    if (token.text.length <= TOKEN_LENGTH) run.short++;
    run.time = time;
    if (run.item && run.text) return this.#absorb(run.item, run.text, token, token.ordinal);
    run.waiting.push(token);
    if (run.count >= FEWEST && run.short * 2 >= run.count) this.#engage(run, token.ordinal);
  }

  /** It is a run: all that waited is one message, from this event on. */
  #engage(run: Run, birth: number): void {
    const first = run.waiting[0]?.item;
    if (!first || !this.#scribe.makes(TOKENS.dialect, "message")) return;
    const item = this.#scribe.gather(first, birth);
    const text = new Revision(birth, "update", "first");
    this.#scribe.compose(item, { kind: "text", revisions: [text] });
    this.#scribe.become(item, "message", TOKENS, birth);
    for (const token of run.waiting) this.#absorb(item, text, token, birth);
    run.item = item;
    run.text = text;
    run.waiting = [];
  }

  #absorb(by: Item, text: Revision, { item, ordinal, text: said }: Token, birth: number): void {
    text.add(ordinal, [{ kind: "text", text: said }]);
    this.#scribe.touch(by, ordinal);
    if (item) this.#scribe.absorb(item, by, birth);
  }
}

const TOKENS: Ground = {
  dialect: "token-messages",
  why: `${FEWEST} or more working messages in a row, half of them of at most ${TOKEN_LENGTH} characters`,
  sure: "guess",
};

function begun({ item, message, event, time }: Statement): Run {
  return {
    state: item.parent,
    exchange: item.exchange,
    metadata: message?.metadata ?? null,
    event,
    waiting: [],
    count: 0,
    short: 0,
    time,
    item: null,
    text: null,
  };
}

/** The same agent in the same state, with nothing else to say, and not after a long silence. */
function goesOn(run: Run, { item, message, event, time }: Statement): boolean {
  return (
    run.state === item.parent &&
    run.exchange === item.exchange &&
    !(time - run.time > LONGEST_GAP_MS) &&
    isSameJson(run.metadata, message?.metadata ?? null) &&
    isSameJson(run.event, event)
  );
}
