/** Tools over the events of one task: notices and calls begin them, ends and results end them. */

import type { Part } from "../../protocol/model.ts";
import type { ToolFields } from "../detector.ts";
import type { DetectorMatch } from "../detector-matcher.ts";
import { type EntryUpdate, getUpdateText } from "../entry-update.ts";
import type { Item } from "../item.ts";
import type { ItemWriter } from "../item-writer.ts";
import { OpenToolCalls, ToolCall } from "../tool-calls.ts";

export class ToolReducer {
  readonly #writer: ItemWriter;
  readonly #open = new OpenToolCalls();
  /** Those that a notice began, which should end by another. */
  readonly #announcedCalls = new Set<ToolCall>();

  constructor(scribe: ItemWriter) {
    this.#writer = scribe;
  }

  /** A whole statement about a tool. */
  applyNotice(update: EntryUpdate, match: DetectorMatch): void {
    // A notice says all it has to say at once; what an agent appends to it is no new notice.
    if (!update.isFirst) return;
    const words = readToolFields(update, match, null);
    switch (match.meaning) {
      case "tool-start": {
        const call = this.#begin(update, words, match, true);
        // What is only guessed to be a tool accuses nobody.
        if (call && match.confidence !== "guess") this.#announcedCalls.add(call);
        return;
      }
      case "tool-call":
        this.#begin(update, words, match, true);
        return;
      case "tool-end":
      case "tool-result":
        return this.#finish(update, words, match, true);
      case "tool-update":
        return this.#update(update, words, match, true);
      default:
        return this.#report(update, words, match);
    }
  }

  /** A part about a tool; `isAll` when its statement says nothing else. */
  applyPart(update: EntryUpdate, match: DetectorMatch, part: Part, isAll: boolean): void {
    const words = readToolFields(update, match, part);
    if (match.meaning === "tool-update") this.#update(update, words, match, isAll);
    else if (match.meaning === "tool-result") this.#finish(update, words, match, isAll);
    else this.#begin(update, words, match, isAll);
  }

  /** A call found inside a text. */
  addNestedCall(item: Item, firstEvent: number, words: ToolFields, match: DetectorMatch): ToolCall {
    const call = new ToolCall(item, { firstEvent: firstEvent, fields: words, item });
    this.#addCall(call, match, firstEvent);
    this.#open.add(call, undefined);
    return call;
  }

  /** What is known of a call found inside a text, once all of it is there. */
  addReport(call: ToolCall, firstEvent: number, words: ToolFields): void {
    this.#open.addReport(call, { firstEvent: firstEvent, fields: words, item: call.item });
  }

  /** Somebody's answer is awaited before a known call goes on. */
  markWaiting(callId: string, { item, ordinal }: EntryUpdate): Item | null {
    const call = this.#open.findById(callId);
    if (!call || call.end) return null;
    this.#open.addReport(call, { firstEvent: ordinal, fields: { waits: true }, item });
    return call.item;
  }

  /** The call in which an agent is at work. */
  findAgentCall(agent: string): ToolCall | null {
    return agent === "" ? null : this.#open.findByAgent(agent);
  }

  /** The task is over: nothing ends any more. */
  onTaskEnd(ordinal: number): void {
    for (const { item } of this.#announcedCalls)
      this.#writer.reportViolation(item, "CAI-TOOL-UNPAIRED", ordinal);
    this.#announcedCalls.clear();
  }

  /**
   * The item of a call that is told for the first time. What says nothing but calls is the first of
   * them itself, and the others stand beside it.
   */
  #getItemFor(update: EntryUpdate, isAll: boolean): Item {
    const { item } = update;
    const isTaken = item.mergedInto !== null || this.#writer.details.get(item)?.kind === "tool";
    if (isAll && !isTaken) return item;
    const inside = this.#writer.createNestedItem(update);
    if (isAll) inside.parent = item.parent;
    return inside;
  }

  /** The call that begins; `null` where it had begun. */
  #begin(
    update: EntryUpdate,
    words: ToolFields,
    match: DetectorMatch,
    isAll: boolean,
  ): ToolCall | null {
    const known = this.#open.findById(words.callId);
    // Agents repeat the calls that wait for an answer as they ask for it.
    if (known) {
      this.#addRepetition(update, words, known, match, isAll);
      return null;
    }
    const item = this.#getItemFor(update, isAll);
    const call = new ToolCall(item, { firstEvent: update.ordinal, fields: words, item });
    this.#addCall(call, match, update.ordinal);
    this.#open.add(call, words.callId);
    return call;
  }

  #addRepetition(
    update: EntryUpdate,
    words: ToolFields,
    call: ToolCall,
    match: DetectorMatch,
    isAll: boolean,
  ): void {
    const { item, ordinal } = update;
    this.#open.addReport(call, { firstEvent: ordinal, fields: words, item });
    this.#addEventToCall(update, call, match, isAll);
  }

  /** The whole of a call as far as it is. */
  #update(update: EntryUpdate, words: ToolFields, match: DetectorMatch, isAll: boolean): void {
    const known = this.#open.findById(words.callId);
    if (!known) this.#begin(update, words, match, isAll);
    const call = known ?? this.#open.findById(words.callId);
    if (!call) return;
    if (words.over && !call.end) this.#finish(update, words, match, isAll);
    else if (known) this.#addRepetition(update, words, known, match, isAll);
  }

  #report(update: EntryUpdate, words: ToolFields, match: DetectorMatch): void {
    const { item, ordinal } = update;
    const call = this.#open.find(words);
    if (!call) {
      this.#begin(update, words, match, true);
      return;
    }
    const told = { result: getUpdateText(update), ...words };
    this.#open.addReport(call, { firstEvent: ordinal, fields: told, item });
    this.#mergeIntoCall(item, call, match, ordinal);
  }

  /** An end without a beginning is a call of its own. */
  #finish(update: EntryUpdate, words: ToolFields, match: DetectorMatch, isAll: boolean): void {
    const { item, ordinal } = update;
    const call = this.#open.find(words);
    if (!call && match.confidence === "guess") return;
    if (!call) {
      const isWhole = isAll && update.message?.role !== "user";
      const own = this.#getItemFor(update, isWhole);
      const orphan = new ToolCall(own, null);
      orphan.finish({ firstEvent: ordinal, fields: words, item: own });
      this.#open.add(orphan, words.callId);
      this.#open.remove(orphan);
      this.#addCall(orphan, match, ordinal);
      const isNotice = match.meaning === "tool-end";
      if (isNotice) this.#writer.reportViolation(own, "CAI-TOOL-UNPAIRED", ordinal);
      return;
    }
    this.#announcedCalls.delete(call);
    const isUsers = update.message?.role === "user";
    if (match.meaning === "tool-result" && call.start?.fields.waits && !isUsers && !call.end) {
      // What such a tool returns at once says that somebody will answer.
      return this.#addRepetition(update, words, call, match, isAll);
    }
    // The first end is the end; who ends a call again repeats it.
    if (call.end) return this.#addEventToCall(update, call, match, isAll);
    call.finish({ firstEvent: ordinal, fields: words, item });
    this.#open.remove(call);
    this.#addEventToCall(update, call, match, isAll);
  }

  #addCall(call: ToolCall, match: DetectorMatch, firstEvent: number): void {
    this.#writer.setDetail(call.item, { kind: "tool", call });
    this.#writer.tools.push(call);
    this.#writer.setKind(call.item, "tool", match, firstEvent);
  }

  /** What says nothing but this belongs to the call; what a user says stays a message. */
  #addEventToCall(update: EntryUpdate, call: ToolCall, match: DetectorMatch, isAll: boolean): void {
    const isUsers = update.message?.role === "user";
    const own = this.#writer.details.get(update.item);
    // The first of several calls stands where they were said.
    const isOthers = own?.kind === "tool" && own.call !== call;
    if (isAll && !isUsers && !isOthers)
      this.#mergeIntoCall(update.item, call, match, update.ordinal);
    else this.#writer.addEvent(call.item, update.ordinal);
  }

  #mergeIntoCall(
    item: Item,
    { item: teller }: ToolCall,
    match: DetectorMatch,
    firstEvent: number,
  ): void {
    if (item !== teller) {
      this.#writer.setKind(item, "tool", match, firstEvent);
      this.#writer.mergeItem(item, teller, firstEvent);
    }
    this.#writer.addEvent(teller, firstEvent);
  }
}

function readToolFields(update: EntryUpdate, match: DetectorMatch, part: Part | null): ToolFields {
  return match.detector.tool?.(update, part, match.value) ?? {};
}
