/**
 * Messages that are not whole: fragments of one answer, each a message of its own, until one that
 * says all of it takes their place; and messages that are sent again with more in them.
 */

import type { Message, Part, Role } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import { Revision, relationOf } from "../../timeline/artifact.ts";
import type { TextFacet } from "../facet.ts";
import type { Ground, Item } from "../item.ts";
import type { Match } from "../matcher.ts";
import type { Scribe } from "../scribe.ts";
import { type Statement, speakerOf } from "../statement.ts";
import { tell } from "./thoughts.ts";

/** Fragments that are being put together. */
interface Run {
  readonly item: Item;
  readonly facet: TextFacet;
  readonly speaker: string | null;
  last: number;
}

/** What an agent said last, as plain messages of one speaker. */
interface Plain {
  readonly items: Item[];
  readonly speaker: string | null;
  readonly messageId: string | null;
  text: string;
  newest: string;
  last: number;
}

const AGENT: Role = "agent";

const MORE: Ground = {
  dialect: "habits",
  why: "the same messageId again, with more text",
  sure: "likely",
};

export class FragmentFold {
  readonly #scribe: Scribe;
  #text: Run | null = null;
  #thought: Run | null = null;
  #plain: Plain | null = null;
  /** Thoughts of the statement that is being read. */
  #thoughts: Part[] = [];
  #ground: Match | null = null;

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
  }

  /** Something else was said: what follows begins anew. */
  interrupt(): void {
    this.#text = null;
    this.#thought = null;
    this.#plain = null;
  }

  /** The task changed its state in an event that brought nothing of a run. */
  onState(ordinal: number): void {
    const isOwn = [this.#text, this.#thought, this.#plain].some((run) => run?.last === ordinal);
    if (!isOwn) this.interrupt();
  }

  /** Is this thought one of fragments, or of what takes their place? */
  takesThought(statement: Statement, match: Match, part: Part, isFragment: boolean): boolean {
    if (statement.message?.role !== AGENT) return false;
    if (!isFragment && !(this.#thought && isSame(this.#thought, statement))) return false;
    this.#thoughts.push(part);
    this.#ground = match;
    return true;
  }

  /** All of a message was looked at; `isPlain` when no more was found in it. */
  settle(statement: Statement, isFragment: boolean, isPlain: boolean): void {
    const { message } = statement;
    const thoughts = this.#thoughts;
    this.#thoughts = [];
    if (!message) return;
    if (message.role !== AGENT) return this.interrupt();
    const rest = message.parts.filter((part) => !thoughts.includes(part));
    const text = rest.filter(({ kind }) => kind === "text");
    if (thoughts.length > 0) {
      const isAll = rest.length === 0;
      this.#thought = this.#tell(this.#thought, statement, thoughts, isFragment, isAll, true);
    }
    if (text.length === 0) return;
    if (isFragment) {
      this.#plain = null;
      this.#text = this.#tell(this.#text, statement, text, true, true, false);
    } else if (this.#text && supersedes(this.#text, statement, joinPartTexts(text))) {
      this.#tell(this.#text, statement, text, false, true, false);
      this.interrupt();
    } else if (isPlain) this.#text = null;
    else this.interrupt();
  }

  /** Does a plain message tell again, and more of, what was said right before it? */
  tellsAgain(statement: Statement): boolean {
    const { message } = statement;
    if (message?.role !== AGENT) return false;
    const text = joinPartTexts(message.parts);
    if (this.#text && supersedes(this.#text, statement, text)) return true;
    return this.#again(statement, message, text);
  }

  /** Goes on with a run, opens one, or closes it with the whole; the run that is open then. */
  #tell(
    run: Run | null,
    statement: Statement,
    parts: readonly Part[],
    isFragment: boolean,
    isAll: boolean,
    isThought: boolean,
  ): Run | null {
    const { item, ordinal } = statement;
    if (!run) {
      if (!isFragment) return null;
      const own = isAll ? item : this.#scribe.inside(statement);
      const facet: TextFacet = { kind: "text", revisions: [] };
      this.#scribe.compose(own, facet);
      tell(facet, ordinal, parts, false);
      if (isThought && this.#ground) this.#scribe.become(own, "thought", this.#ground, ordinal);
      return { item: own, facet, speaker: speakerOf(statement), last: ordinal };
    }
    tell(run.facet, ordinal, parts, !isFragment);
    run.last = ordinal;
    if (isAll) this.#scribe.absorb(item, run.item, ordinal);
    this.#scribe.touch(run.item, ordinal);
    return isFragment ? run : null;
  }

  #again(statement: Statement, message: Message, text: string): boolean {
    const { item, ordinal } = statement;
    const { messageId } = message;
    const speaker = speakerOf(statement);
    const before = this.#plain;
    if (before && grows(before, messageId, text)) return this.#grow(before, statement, text);
    const isSameSpeaker =
      before !== null && before.speaker === speaker && before.items[0]?.parent === item.parent;
    // Of one message alone nobody knows whether it was said twice, or told in one fragment.
    const isEnough = speaker !== null || (before !== null && before.items.length > 1);
    if (isSameSpeaker && isEnough && text !== "" && text === before.text) {
      for (const told of before.items) {
        this.#scribe.absorb(told.tellerAt(ordinal), item, ordinal);
        this.#scribe.usage.forget(told, ordinal);
      }
      this.#scribe.touch(item, ordinal);
      this.#plain = null;
      return true;
    }
    const items = isSameSpeaker ? before.items : [];
    items.push(item);
    const all = isSameSpeaker ? before.text + text : text;
    this.#plain = { items, speaker, messageId, text: all, newest: text, last: ordinal };
    return false;
  }

  #grow(before: Plain, statement: Statement, text: string): boolean {
    const { item, ordinal } = statement;
    const [first] = before.items;
    if (!first || !this.#scribe.makes("habits", "message")) return false;
    const known = this.#scribe.facets.get(first);
    const facet: TextFacet = known?.kind === "text" ? known : { kind: "text", revisions: [] };
    if (facet !== known) {
      const start = new Revision(first.birth, "update", "first");
      start.add(first.birth, [{ kind: "text", text: before.newest }]);
      facet.revisions.push(start);
      this.#scribe.compose(first, facet);
    }
    tell(facet, ordinal, [{ kind: "text", text: text.slice(before.newest.length) }], false);
    before.newest = text;
    before.text = text;
    before.last = ordinal;
    this.#scribe.become(first, "message", MORE, ordinal);
    this.#scribe.absorb(item, first, ordinal);
    this.#scribe.touch(first, ordinal);
    return true;
  }
}

function grows({ items, messageId, newest }: Plain, id: string | null, text: string): boolean {
  return items.length === 1 && id !== null && id === messageId && text.startsWith(newest);
}

function isSame({ speaker }: Run, statement: Statement): boolean {
  const now = speakerOf(statement);
  return speaker === null || now === null || speaker === now;
}

/** Does this message say all that the fragments did? */
function supersedes(run: Run, statement: Statement, text: string): boolean {
  if (!isSame(run, statement)) return false;
  if (run.speaker !== null && speakerOf(statement) !== null) return true;
  const before = run.facet.revisions[0]?.textAt(Number.MAX_SAFE_INTEGER) ?? "";
  const relation = relationOf(before, text);
  return relation === "same" || relation === "extends";
}
