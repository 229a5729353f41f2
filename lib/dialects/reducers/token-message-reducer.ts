/**
 * Reducer for agents that send each token as a separate message. Consecutive short working
 * messages become one message; its text still maps each character to its event.
 *
 *     event 4  working "High"
 *     event 5  working " water"
 *     event 6  working " at 14:20"     one message "High water at 14:20", of events 4 to 6
 */

import { isSameJson } from "../../json/json-stringify.ts";
import { Revision } from "../../timeline/artifact.ts";
import type { TimelineMessage } from "../../timeline/timeline.ts";
import type { EntryUpdate } from "../entry-update.ts";
import type { DialectReason, Item } from "../item.ts";
import type { ItemWriter } from "../item-writer.ts";

/** Fewer or longer messages are not tokens. */
const MIN_TOKENS = 3;
const MAX_TOKEN_LENGTH = 12;
/** A longer silence ends a sequence. */
const MAX_GAP_MS = 30_000;

interface TokenMessage {
  readonly ordinal: number;
  /** `null` if its message already has a row. */
  readonly item: Item | null;
  readonly text: string;
}

interface TokenSequence {
  readonly state: Item | null;
  readonly exchange: number;
  readonly metadata: unknown;
  readonly event: unknown;
  /** Messages to merge once the sequence is confirmed. */
  pendingTokens: TokenMessage[];
  count: number;
  /** How many are as short as tokens; if half of them are, so is the median. */
  shortCount: number;
  time: number;
  /** The resulting message. */
  item: Item | null;
  text: Revision | null;
}

export class TokenMessageReducer {
  readonly #writer: ItemWriter;
  #sequence: TokenSequence | null = null;

  constructor(writer: ItemWriter) {
    this.#writer = writer;
  }

  /** Ends the sequence because something else came. */
  endSequence(): void {
    this.#sequence = null;
  }

  /** Applies an update without other meaning: a token, or the end of a sequence. */
  addUpdate(update: EntryUpdate): void {
    const { item, ordinal, time } = update;
    const text = this.#getTokenText(update);
    if (text === null) return this.endSequence();
    if (!this.#sequence || !isContinuation(this.#sequence, update))
      this.#sequence = createSequence(update);
    this.#add(this.#sequence, { ordinal, item, text }, time);
  }

  /** Adds a message without an id that repeats another; in a sequence it is another token. */
  addRepeatedMessage({ message }: TimelineMessage, state: Item | undefined, ordinal: number): void {
    const run = this.#sequence;
    const [part] = message.parts;
    const { exchange, time } = this.#writer.timeline.events;
    if (!run || run.state !== state || run.exchange !== exchange.at(ordinal)) return;
    if (message.role !== "agent" || message.parts.length !== 1 || part?.kind !== "text") return;
    if (part.metadata !== undefined) return this.endSequence();
    this.#add(run, { ordinal, item: null, text: part.text }, time.at(ordinal));
  }

  #getTokenText({ item, message, parts }: EntryUpdate): string | null {
    const { entry } = item;
    if (message?.role !== "agent" || entry.kind !== "message") return null;
    if (entry.message.via !== "status" || parts.length !== 1) return null;
    const state = item.parent?.entry;
    if (state?.kind !== "state" || state.transition.state !== "working") return null;
    const [part] = parts;
    if (typeof part === "string") return part;
    return part?.kind === "text" && part.metadata === undefined ? part.text : null;
  }

  #add(run: TokenSequence, token: TokenMessage, time: number): void {
    run.count++;
    if (token.text.length <= MAX_TOKEN_LENGTH) run.shortCount++;
    run.time = time;
    if (run.item && run.text) return this.#mergeToken(run.item, run.text, token, token.ordinal);
    run.pendingTokens.push(token);
    if (run.count >= MIN_TOKENS && run.shortCount * 2 >= run.count)
      this.#createMessage(run, token.ordinal);
  }

  /** Confirms the sequence: all pending tokens become one message, from this event on. */
  #createMessage(run: TokenSequence, firstEvent: number): void {
    const first = run.pendingTokens[0]?.item;
    if (!first || !this.#writer.isEnabled(TOKEN_REASON.dialect, "message")) return;
    const item = this.#writer.createGroupItem(first, firstEvent);
    const text = new Revision(firstEvent, "update", "first");
    this.#writer.setDetail(item, { kind: "text", revisions: [text] });
    this.#writer.setKind(item, "message", TOKEN_REASON, firstEvent);
    for (const token of run.pendingTokens) this.#mergeToken(item, text, token, firstEvent);
    run.item = item;
    run.text = text;
    run.pendingTokens = [];
  }

  #mergeToken(
    by: Item,
    text: Revision,
    { item, ordinal, text: tokenText }: TokenMessage,
    firstEvent: number,
  ): void {
    text.add(ordinal, [{ kind: "text", text: tokenText }]);
    this.#writer.addEvent(by, ordinal);
    if (item) this.#writer.mergeItem(item, by, firstEvent);
  }
}

const TOKEN_REASON: DialectReason = {
  dialect: "token-messages",
  why: `${MIN_TOKENS} or more working messages in a row, half of them at most ${MAX_TOKEN_LENGTH} characters long`,
  confidence: "guess",
};

function createSequence({ item, message, eventMetadata, time }: EntryUpdate): TokenSequence {
  return {
    state: item.parent,
    exchange: item.exchange,
    metadata: message?.metadata ?? null,
    event: eventMetadata,
    pendingTokens: [],
    count: 0,
    shortCount: 0,
    time,
    item: null,
    text: null,
  };
}

/** Whether a message continues the sequence: same agent and state, no other data, no long silence. */
function isContinuation(
  run: TokenSequence,
  { item, message, eventMetadata, time }: EntryUpdate,
): boolean {
  return (
    run.state === item.parent &&
    run.exchange === item.exchange &&
    !(time - run.time > MAX_GAP_MS) &&
    isSameJson(run.metadata, message?.metadata ?? null) &&
    isSameJson(run.event, eventMetadata)
  );
}
