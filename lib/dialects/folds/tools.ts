/** Tools over the events of one task: notices and calls begin them, ends and results end them. */

import type { Part } from "../../protocol/model.ts";
import type { Item } from "../item.ts";
import type { Match } from "../matcher.ts";
import type { Scribe } from "../scribe.ts";
import type { ToolWords } from "../signal.ts";
import { type Statement, statedText } from "../statement.ts";
import { OpenCalls, ToolCall } from "../tools.ts";

export class ToolFold {
  readonly #scribe: Scribe;
  readonly #open = new OpenCalls();
  /** Those that a notice began, which should end by another. */
  readonly #noticed = new Set<ToolCall>();

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
  }

  /** A whole statement about a tool. */
  notice(statement: Statement, match: Match): void {
    // A notice says all it has to say at once; what an agent appends to it is no new notice.
    if (!statement.isFirst) return;
    const words = wordsOf(statement, match, null);
    switch (match.means) {
      case "tool-start": {
        const call = this.#begin(statement, words, match, true);
        // What is only guessed to be a tool accuses nobody.
        if (call && match.sure !== "guess") this.#noticed.add(call);
        return;
      }
      case "tool-call":
        this.#begin(statement, words, match, true);
        return;
      case "tool-end":
      case "tool-result":
        return this.#finish(statement, words, match, true);
      case "tool-update":
        return this.#update(statement, words, match, true);
      default:
        return this.#report(statement, words, match);
    }
  }

  /** A part about a tool; `isAll` when its statement says nothing else. */
  part(statement: Statement, match: Match, part: Part, isAll: boolean): void {
    const words = wordsOf(statement, match, part);
    if (match.means === "tool-update") this.#update(statement, words, match, isAll);
    else if (match.means === "tool-result") this.#finish(statement, words, match, isAll);
    else this.#begin(statement, words, match, isAll);
  }

  /** A call found inside a text. */
  inside(item: Item, birth: number, words: ToolWords, match: Match): ToolCall {
    const call = new ToolCall(item, { birth, words, item });
    this.#note(call, match, birth);
    this.#open.add(call, undefined);
    return call;
  }

  /** What is known of a call found inside a text, once all of it is there. */
  report(call: ToolCall, birth: number, words: ToolWords): void {
    this.#open.report(call, { birth, words, item: call.item });
  }

  /** Somebody's answer is awaited before a known call goes on. */
  wait(callId: string, { item, ordinal }: Statement): Item | null {
    const call = this.#open.byId(callId);
    if (!call || call.end) return null;
    this.#open.report(call, { birth: ordinal, words: { waits: true }, item });
    return call.item;
  }

  /** The call in which an agent is at work. */
  callOf(agent: string): ToolCall | null {
    return agent === "" ? null : this.#open.ofAgent(agent);
  }

  /** The task is over: nothing ends any more. */
  onOver(ordinal: number): void {
    for (const { item } of this.#noticed) this.#scribe.remark(item, "CAI-TOOL-UNPAIRED", ordinal);
    this.#noticed.clear();
  }

  /**
   * The item of a call that is told for the first time. What says nothing but calls is the first of
   * them itself, and the others stand beside it.
   */
  #itemFor(statement: Statement, isAll: boolean): Item {
    const { item } = statement;
    const isTaken = item.absorbed !== null || this.#scribe.facets.get(item)?.kind === "tool";
    if (isAll && !isTaken) return item;
    const inside = this.#scribe.inside(statement);
    if (isAll) inside.parent = item.parent;
    return inside;
  }

  /** The call that begins; `null` where it had begun. */
  #begin(statement: Statement, words: ToolWords, match: Match, isAll: boolean): ToolCall | null {
    const known = this.#open.byId(words.callId);
    // Agents repeat the calls that wait for an answer as they ask for it.
    if (known) {
      this.#again(statement, words, known, match, isAll);
      return null;
    }
    const item = this.#itemFor(statement, isAll);
    const call = new ToolCall(item, { birth: statement.ordinal, words, item });
    this.#note(call, match, statement.ordinal);
    this.#open.add(call, words.callId);
    return call;
  }

  #again(
    statement: Statement,
    words: ToolWords,
    call: ToolCall,
    match: Match,
    isAll: boolean,
  ): void {
    const { item, ordinal } = statement;
    this.#open.report(call, { birth: ordinal, words, item });
    this.#told(statement, call, match, isAll);
  }

  /** The whole of a call as far as it is. */
  #update(statement: Statement, words: ToolWords, match: Match, isAll: boolean): void {
    const known = this.#open.byId(words.callId);
    if (!known) this.#begin(statement, words, match, isAll);
    const call = known ?? this.#open.byId(words.callId);
    if (!call) return;
    if (words.over && !call.end) this.#finish(statement, words, match, isAll);
    else if (known) this.#again(statement, words, known, match, isAll);
  }

  #report(statement: Statement, words: ToolWords, match: Match): void {
    const { item, ordinal } = statement;
    const call = this.#open.find(words);
    if (!call) {
      this.#begin(statement, words, match, true);
      return;
    }
    const told = { result: statedText(statement), ...words };
    this.#open.report(call, { birth: ordinal, words: told, item });
    this.#join(item, call, match, ordinal);
  }

  /** An end without a beginning is a call of its own. */
  #finish(statement: Statement, words: ToolWords, match: Match, isAll: boolean): void {
    const { item, ordinal } = statement;
    const call = this.#open.find(words);
    if (!call && match.sure === "guess") return;
    if (!call) {
      const isWhole = isAll && statement.message?.role !== "user";
      const own = this.#itemFor(statement, isWhole);
      const orphan = new ToolCall(own, null);
      orphan.finish({ birth: ordinal, words, item: own });
      this.#open.add(orphan, words.callId);
      this.#open.remove(orphan);
      this.#note(orphan, match, ordinal);
      const isNotice = match.means === "tool-end";
      if (isNotice) this.#scribe.remark(own, "CAI-TOOL-UNPAIRED", ordinal);
      return;
    }
    this.#noticed.delete(call);
    const isUsers = statement.message?.role === "user";
    if (match.means === "tool-result" && call.start?.words.waits && !isUsers && !call.end) {
      // What such a tool returns at once says that somebody will answer.
      return this.#again(statement, words, call, match, isAll);
    }
    // The first end is the end; who ends a call again repeats it.
    if (call.end) return this.#told(statement, call, match, isAll);
    call.finish({ birth: ordinal, words, item });
    this.#open.remove(call);
    this.#told(statement, call, match, isAll);
  }

  #note(call: ToolCall, match: Match, birth: number): void {
    this.#scribe.compose(call.item, { kind: "tool", call });
    this.#scribe.tools.push(call);
    this.#scribe.become(call.item, "tool", match, birth);
  }

  /** What says nothing but this belongs to the call; what a user says stays a message. */
  #told(statement: Statement, call: ToolCall, match: Match, isAll: boolean): void {
    const isUsers = statement.message?.role === "user";
    const own = this.#scribe.facets.get(statement.item);
    // The first of several calls stands where they were said.
    const isOthers = own?.kind === "tool" && own.call !== call;
    if (isAll && !isUsers && !isOthers) this.#join(statement.item, call, match, statement.ordinal);
    else this.#scribe.touch(call.item, statement.ordinal);
  }

  #join(item: Item, { item: teller }: ToolCall, match: Match, birth: number): void {
    if (item !== teller) {
      this.#scribe.become(item, "tool", match, birth);
      this.#scribe.absorb(item, teller, birth);
    }
    this.#scribe.touch(teller, birth);
  }
}

function wordsOf(statement: Statement, match: Match, part: Part | null): ToolWords {
  return match.signal.tool?.(statement, part, match.value) ?? {};
}
