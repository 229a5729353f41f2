/** Tools over the events of one task: notices and calls begin them, ends and results end them. */

import type { Part } from "../protocol/model.ts";
import type { Item } from "./item.ts";
import type { Match } from "./matcher.ts";
import type { Scribe } from "./scribe.ts";
import type { ToolWords } from "./signal.ts";
import { type Statement, statedText } from "./statement.ts";
import { OpenCalls, ToolCall } from "./tools.ts";

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
    const { item, ordinal } = statement;
    if (match.means === "tool-start") {
      const call = this.#begin(item, ordinal, words, match);
      // What is only guessed to be a tool accuses nobody.
      if (match.sure !== "guess") this.#noticed.add(call);
    } else if (match.means === "tool-end") this.#finish(statement, words, match, true);
    else this.#report(statement, words, match);
  }

  /** A part about a tool; `isAll` when its statement says nothing else. */
  part(statement: Statement, match: Match, part: Part, isAll: boolean): void {
    const words = wordsOf(statement, match, part);
    if (match.means === "tool-result") return this.#finish(statement, words, match, isAll);
    const item = isAll ? statement.item : this.#scribe.inside(statement);
    this.#begin(item, statement.ordinal, words, match);
  }

  /** The task is over: nothing ends any more. */
  onOver(ordinal: number): void {
    for (const { item } of this.#noticed) this.#scribe.remark(item, "CAI-TOOL-UNPAIRED", ordinal);
    this.#noticed.clear();
  }

  #begin(item: Item, birth: number, words: ToolWords, match: Match): ToolCall {
    const call = new ToolCall(item, { birth, words, item });
    this.#note(call, match, birth);
    this.#open.add(call);
    return call;
  }

  #report(statement: Statement, words: ToolWords, match: Match): void {
    const { item, ordinal } = statement;
    const call = this.#open.find(words);
    if (!call) {
      this.#begin(item, ordinal, words, match);
      return;
    }
    call.reports.push({ birth: ordinal, words: { result: statedText(statement), ...words }, item });
    this.#join(item, call, match, ordinal);
  }

  /** An end without a beginning is a call of its own. */
  #finish(statement: Statement, words: ToolWords, match: Match, isAll: boolean): void {
    const { item, ordinal } = statement;
    const call = this.#open.find(words);
    if (!call && match.sure === "guess") return;
    if (!call) {
      const own = isAll ? item : this.#scribe.inside(statement);
      const orphan = new ToolCall(own, null);
      orphan.end = { birth: ordinal, words, item: own };
      this.#note(orphan, match, ordinal);
      const isNotice = match.means === "tool-end";
      if (isNotice) this.#scribe.remark(own, "CAI-TOOL-UNPAIRED", ordinal);
      return;
    }
    this.#noticed.delete(call);
    call.end = { birth: ordinal, words, item };
    this.#open.remove(call);
    // What a user answers stays a message of the user.
    const isUsers = statement.message?.role === "user";
    if (isAll && !isUsers) this.#join(item, call, match, ordinal);
    else this.#scribe.touch(call.item, ordinal);
  }

  #note(call: ToolCall, match: Match, birth: number): void {
    this.#scribe.compose(call.item, { kind: "tool", call });
    this.#scribe.tools.push(call);
    this.#scribe.become(call.item, "tool", match, birth);
  }

  #join(item: Item, { item: teller }: ToolCall, match: Match, birth: number): void {
    this.#scribe.become(item, "tool", match, birth);
    this.#scribe.absorb(item, teller, birth);
    this.#scribe.touch(teller, birth);
  }
}

function wordsOf(statement: Statement, match: Match, part: Part | null): ToolWords {
  return match.signal.tool?.(statement, part, match.value) ?? {};
}
