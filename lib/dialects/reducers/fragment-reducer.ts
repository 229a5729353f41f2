/**
 * Reducer for partial messages: fragments of one response, each sent as a message, until a whole
 * message replaces them; and messages that are sent again with more text.
 */

import type { Message, Part, Role } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import { getTextRelation, Revision } from "../../timeline/artifact.ts";
import type { DetectorMatch } from "../detector-matcher.ts";
import { type EntryUpdate, getSpeaker } from "../entry-update.ts";
import type { DialectReason, Item } from "../item.ts";
import type { TextDetail } from "../item-detail.ts";
import type { ItemWriter } from "../item-writer.ts";
import { addTextParts } from "./thought-reducer.ts";

/** Fragments that are being combined. */
interface FragmentSequence {
  readonly item: Item;
  readonly detail: TextDetail;
  readonly speaker: string | null;
  lastEvent: number;
}

/** The last plain messages of one speaker. */
interface PlainSequence {
  readonly items: Item[];
  readonly speaker: string | null;
  readonly messageId: string | null;
  text: string;
  newest: string;
  lastEvent: number;
}

const AGENT: Role = "agent";

const REPEATED_MESSAGE: DialectReason = {
  dialect: "habits",
  why: "the same messageId again, with more text",
  confidence: "likely",
};

export class FragmentReducer {
  readonly #writer: ItemWriter;
  #text: FragmentSequence | null = null;
  #thought: FragmentSequence | null = null;
  #plain: PlainSequence | null = null;
  /** Thoughts of the current update. */
  #thoughts: Part[] = [];
  #reason: DetectorMatch | null = null;

  constructor(writer: ItemWriter) {
    this.#writer = writer;
  }

  /** Ends the sequence because something else came. */
  interrupt(): void {
    this.#text = null;
    this.#thought = null;
    this.#plain = null;
  }

  /** Ends the sequences if the task changed its state in an event without a fragment. */
  onState(ordinal: number): void {
    const isOwn = [this.#text, this.#thought, this.#plain].some(
      (run) => run?.lastEvent === ordinal,
    );
    if (!isOwn) this.interrupt();
  }

  /** Whether this thought belongs to fragments or to the message that replaces them. */
  takesThought(
    update: EntryUpdate,
    match: DetectorMatch,
    part: Part,
    isFragment: boolean,
  ): boolean {
    if (update.message?.role !== AGENT) return false;
    if (!isFragment && !(this.#thought && hasSameSpeaker(this.#thought, update))) return false;
    this.#thoughts.push(part);
    this.#reason = match;
    return true;
  }

  /** Finishes a message; `isPlain` if nothing else was found in it. */
  finishUpdate(update: EntryUpdate, isFragment: boolean, isPlain: boolean): void {
    const { message } = update;
    const thoughts = this.#thoughts;
    this.#thoughts = [];
    if (!message) return;
    if (message.role !== AGENT) return this.interrupt();
    const rest = message.parts.filter((part) => !thoughts.includes(part));
    const text = rest.filter(({ kind }) => kind === "text");
    if (thoughts.length > 0) {
      const isAll = rest.length === 0;
      this.#thought = this.#addToSequence(this.#thought, update, thoughts, isFragment, isAll, true);
    }
    if (text.length === 0) return;
    if (isFragment) {
      this.#plain = null;
      this.#text = this.#addToSequence(this.#text, update, text, true, true, false);
    } else if (this.#text && supersedes(this.#text, update, joinPartTexts(text))) {
      this.#addToSequence(this.#text, update, text, false, true, false);
      this.interrupt();
    } else if (isPlain) this.#text = null;
    else this.interrupt();
  }

  /** Whether a plain message repeats the previous one with more text. */
  replacesPrevious(update: EntryUpdate): boolean {
    const { message } = update;
    if (message?.role !== AGENT) return false;
    const text = joinPartTexts(message.parts);
    if (this.#text && supersedes(this.#text, update, text)) return true;
    return this.#checkRepetition(update, message, text);
  }

  /** Continues, opens or closes a sequence; returns the sequence that is then open. */
  #addToSequence(
    run: FragmentSequence | null,
    update: EntryUpdate,
    parts: readonly Part[],
    isFragment: boolean,
    isAll: boolean,
    isThought: boolean,
  ): FragmentSequence | null {
    const { item, ordinal } = update;
    if (!run) {
      if (!isFragment) return null;
      const own = isAll ? item : this.#writer.createNestedItem(update);
      const detail: TextDetail = { kind: "text", revisions: [] };
      this.#writer.setDetail(own, detail);
      addTextParts(detail, ordinal, parts, false);
      if (isThought && this.#reason) this.#writer.setKind(own, "thought", this.#reason, ordinal);
      return { item: own, detail, speaker: getSpeaker(update), lastEvent: ordinal };
    }
    addTextParts(run.detail, ordinal, parts, !isFragment);
    run.lastEvent = ordinal;
    if (isAll) this.#writer.mergeItem(item, run.item, ordinal);
    this.#writer.addEvent(run.item, ordinal);
    return isFragment ? run : null;
  }

  #checkRepetition(update: EntryUpdate, message: Message, text: string): boolean {
    const { item, ordinal } = update;
    const { messageId } = message;
    const speaker = getSpeaker(update);
    const before = this.#plain;
    if (before && isExtension(before, messageId, text))
      return this.#extendMessage(before, update, text);
    const isSameSpeaker =
      before !== null && before.speaker === speaker && before.items[0]?.parent === item.parent;
    // A single message may be a repetition or a fragment; this cannot be told apart.
    const isEnough = speaker !== null || (before !== null && before.items.length > 1);
    if (isSameSpeaker && isEnough && text !== "" && text === before.text) {
      for (const previous of before.items) {
        this.#writer.mergeItem(previous.getRowItemAt(ordinal), item, ordinal);
        this.#writer.usage.removeReport(previous, ordinal);
      }
      this.#writer.addEvent(item, ordinal);
      this.#plain = null;
      return true;
    }
    const items = isSameSpeaker ? before.items : [];
    items.push(item);
    const all = isSameSpeaker ? before.text + text : text;
    this.#plain = { items, speaker, messageId, text: all, newest: text, lastEvent: ordinal };
    return false;
  }

  #extendMessage(before: PlainSequence, update: EntryUpdate, text: string): boolean {
    const { item, ordinal } = update;
    const [first] = before.items;
    if (!first || !this.#writer.isEnabled("habits", "message")) return false;
    const known = this.#writer.details.get(first);
    const detail: TextDetail = known?.kind === "text" ? known : { kind: "text", revisions: [] };
    if (detail !== known) {
      const start = new Revision(first.firstEvent, "update", "first");
      start.add(first.firstEvent, [{ kind: "text", text: before.newest }]);
      detail.revisions.push(start);
      this.#writer.setDetail(first, detail);
    }
    addTextParts(
      detail,
      ordinal,
      [{ kind: "text", text: text.slice(before.newest.length) }],
      false,
    );
    before.newest = text;
    before.text = text;
    before.lastEvent = ordinal;
    this.#writer.setKind(first, "message", REPEATED_MESSAGE, ordinal);
    this.#writer.mergeItem(item, first, ordinal);
    this.#writer.addEvent(first, ordinal);
    return true;
  }
}

function isExtension(
  { items, messageId, newest }: PlainSequence,
  id: string | null,
  text: string,
): boolean {
  return items.length === 1 && id !== null && id === messageId && text.startsWith(newest);
}

function hasSameSpeaker({ speaker }: FragmentSequence, update: EntryUpdate): boolean {
  const now = getSpeaker(update);
  return speaker === null || now === null || speaker === now;
}

/** Whether this message contains the text of all fragments. */
function supersedes(run: FragmentSequence, update: EntryUpdate, text: string): boolean {
  if (!hasSameSpeaker(run, update)) return false;
  if (run.speaker !== null && getSpeaker(update) !== null) return true;
  const before = run.detail.revisions[0]?.textAt(Number.MAX_SAFE_INTEGER) ?? "";
  const relation = getTextRelation(before, text);
  return relation === "same" || relation === "extends";
}
