/** Reducer for the tool calls of one task: started by notices or calls, ended by results. */

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
  /** Calls that started with a notice and should end with one. */
  readonly #announcedCalls = new Set<ToolCall>();

  constructor(writer: ItemWriter) {
    this.#writer = writer;
  }

  /** Applies an update that is about a tool as a whole. */
  applyNotice(update: EntryUpdate, match: DetectorMatch): void {
    // A notice is complete at once; appended text is not a new notice.
    if (!update.isFirst) return;
    const fields = readToolFields(update, match, null);
    switch (match.meaning) {
      case "tool-start": {
        const call = this.#begin(update, fields, match, true);
        // A guessed tool call is never reported as a violation.
        if (call && match.confidence !== "guess") this.#announcedCalls.add(call);
        return;
      }
      case "tool-call":
        this.#begin(update, fields, match, true);
        return;
      case "tool-end":
      case "tool-result":
        return this.#finish(update, fields, match, true);
      case "tool-update":
        return this.#update(update, fields, match, true);
      default:
        return this.#report(update, fields, match);
    }
  }

  /** Applies a part about a tool; `isAll` if its update contains nothing else. */
  applyPart(update: EntryUpdate, match: DetectorMatch, part: Part, isAll: boolean): void {
    const fields = readToolFields(update, match, part);
    if (match.meaning === "tool-update") this.#update(update, fields, match, isAll);
    else if (match.meaning === "tool-result") this.#finish(update, fields, match, isAll);
    else this.#begin(update, fields, match, isAll);
  }

  /** Adds a call found inside a text. */
  addNestedCall(
    item: Item,
    firstEvent: number,
    fields: ToolFields,
    match: DetectorMatch,
  ): ToolCall {
    const call = new ToolCall(item, { firstEvent: firstEvent, fields, item });
    this.#addCall(call, match, firstEvent);
    this.#open.add(call, undefined);
    return call;
  }

  /** Adds the fields of a call found inside a text, once it is complete. */
  addReport(call: ToolCall, firstEvent: number, fields: ToolFields): void {
    this.#open.addReport(call, { firstEvent: firstEvent, fields, item: call.item });
  }

  /** Marks a known call as waiting for a response. */
  markWaiting(callId: string, { item, ordinal }: EntryUpdate): Item | null {
    const call = this.#open.findById(callId);
    if (!call || call.end) return null;
    this.#open.addReport(call, { firstEvent: ordinal, fields: { waits: true }, item });
    return call.item;
  }

  /** The item of the call in which an agent works. */
  findAgentCall(agent: string): ToolCall | null {
    return agent === "" ? null : this.#open.findByAgent(agent);
  }

  /** When the task ends, open calls will not end any more. */
  onTaskEnd(ordinal: number): void {
    for (const { item } of this.#announcedCalls)
      this.#writer.reportViolation(item, "CAI-TOOL-UNPAIRED", ordinal);
    this.#announcedCalls.clear();
  }

  /**
   * The item of a new call. If the update contains only calls, its item is the first call, and the
   * other calls are placed beside it.
   */
  #getItemFor(update: EntryUpdate, isAll: boolean): Item {
    const { item } = update;
    const isTaken = item.mergedInto !== null || this.#writer.details.get(item)?.kind === "tool";
    if (isAll && !isTaken) return item;
    const inside = this.#writer.createNestedItem(update);
    if (isAll) inside.parent = item.parent;
    return inside;
  }

  /** Starts a call; `null` if it was already started. */
  #begin(
    update: EntryUpdate,
    fields: ToolFields,
    match: DetectorMatch,
    isAll: boolean,
  ): ToolCall | null {
    const known = this.#open.findById(fields.callId);
    // Agents repeat waiting calls when they request the response.
    if (known) {
      this.#addRepetition(update, fields, known, match, isAll);
      return null;
    }
    const item = this.#getItemFor(update, isAll);
    const call = new ToolCall(item, { firstEvent: update.ordinal, fields, item });
    this.#addCall(call, match, update.ordinal);
    this.#open.add(call, fields.callId);
    return call;
  }

  #addRepetition(
    update: EntryUpdate,
    fields: ToolFields,
    call: ToolCall,
    match: DetectorMatch,
    isAll: boolean,
  ): void {
    const { item, ordinal } = update;
    this.#open.addReport(call, { firstEvent: ordinal, fields, item });
    this.#addEventToCall(update, call, match, isAll);
  }

  /** Applies the whole state of a call so far. */
  #update(update: EntryUpdate, fields: ToolFields, match: DetectorMatch, isAll: boolean): void {
    const known = this.#open.findById(fields.callId);
    if (!known) this.#begin(update, fields, match, isAll);
    const call = known ?? this.#open.findById(fields.callId);
    if (!call) return;
    if (fields.over && !call.end) this.#finish(update, fields, match, isAll);
    else if (known) this.#addRepetition(update, fields, known, match, isAll);
  }

  #report(update: EntryUpdate, fields: ToolFields, match: DetectorMatch): void {
    const { item, ordinal } = update;
    const call = this.#open.find(fields);
    if (!call) {
      this.#begin(update, fields, match, true);
      return;
    }
    const report = { result: getUpdateText(update), ...fields };
    this.#open.addReport(call, { firstEvent: ordinal, fields: report, item });
    this.#mergeIntoCall(item, call, match, ordinal);
  }

  /** Ends a call; an end without a start is a separate call. */
  #finish(update: EntryUpdate, fields: ToolFields, match: DetectorMatch, isAll: boolean): void {
    const { item, ordinal } = update;
    const call = this.#open.find(fields);
    if (!call && match.confidence === "guess") return;
    if (!call) {
      const isWhole = isAll && update.message?.role !== "user";
      const own = this.#getItemFor(update, isWhole);
      const orphan = new ToolCall(own, null);
      orphan.finish({ firstEvent: ordinal, fields, item: own });
      if (fields.failed) this.#writer.failedTools.push(orphan);
      this.#open.add(orphan, fields.callId);
      this.#open.remove(orphan);
      this.#addCall(orphan, match, ordinal);
      const isNotice = match.meaning === "tool-end";
      if (isNotice) this.#writer.reportViolation(own, "CAI-TOOL-UNPAIRED", ordinal);
      return;
    }
    this.#announcedCalls.delete(call);
    const isUsers = update.message?.role === "user";
    if (match.meaning === "tool-result" && call.start?.fields.waits && !isUsers && !call.end) {
      // The immediate result of such a tool only says that a response will follow.
      return this.#addRepetition(update, fields, call, match, isAll);
    }
    // The first end counts; a further end is a repetition.
    if (call.end) return this.#addEventToCall(update, call, match, isAll);
    call.finish({ firstEvent: ordinal, fields, item });
    if (fields.failed) this.#writer.failedTools.push(call);
    this.#open.remove(call);
    this.#addEventToCall(update, call, match, isAll);
  }

  #addCall(call: ToolCall, match: DetectorMatch, firstEvent: number): void {
    this.#writer.setDetail(call.item, { kind: "tool", call });
    this.#writer.tools.push(call);
    this.#writer.setKind(call.item, "tool", match, firstEvent);
  }

  /** Merges an update with no other content into the call; messages of a user stay messages. */
  #addEventToCall(update: EntryUpdate, call: ToolCall, match: DetectorMatch, isAll: boolean): void {
    const isUsers = update.message?.role === "user";
    const own = this.#writer.details.get(update.item);
    // The first of several calls takes the item of the update.
    const isOthers = own?.kind === "tool" && own.call !== call;
    if (isAll && !isUsers && !isOthers)
      this.#mergeIntoCall(update.item, call, match, update.ordinal);
    else this.#writer.addEvent(call.item, update.ordinal);
  }

  #mergeIntoCall(
    item: Item,
    { item: callItem }: ToolCall,
    match: DetectorMatch,
    firstEvent: number,
  ): void {
    if (item !== callItem) {
      this.#writer.setKind(item, "tool", match, firstEvent);
      this.#writer.mergeItem(item, callItem, firstEvent);
    }
    this.#writer.addEvent(callItem, firstEvent);
  }
}

function readToolFields(update: EntryUpdate, match: DetectorMatch, part: Part | null): ToolFields {
  return match.detector.tool?.(update, part, match.value) ?? {};
}
