/**
 * What the dialects know of one task, or of an exchange without one: a fold for each thing that is
 * told over several events, and which fold hears what.
 */

import type { Part } from "../protocol/model.ts";
import type { Piece } from "../timeline/artifact.ts";
import { FragmentFold } from "./fold-fragments.ts";
import { InlineFold } from "./fold-inlined.ts";
import { ThoughtFold } from "./fold-thoughts.ts";
import { ToolFold } from "./fold-tools.ts";
import type { Item } from "./item.ts";
import { type ItemKind, KIND_OF } from "./kinds.ts";
import type { Match } from "./matcher.ts";
import { readApproval } from "./said/approval.ts";
import type { Scribe } from "./scribe.ts";
import { type Statement, speakerOf, statedText, textOfPiece } from "./statement.ts";
import { readUsage } from "./usage.ts";

/** Texts of these kinds are understood already. */
const NOT_SCANNED: ReadonlySet<ItemKind> = new Set(["tool", "thought", "plan"]);

export class TaskBook {
  readonly #scribe: Scribe;
  readonly #tools: ToolFold;
  readonly #thoughts: ThoughtFold;
  readonly #fragments: FragmentFold;
  readonly #inlined: InlineFold;
  /** The statement that is read, if it is a fragment. */
  #fragment: Statement | null = null;

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
    this.#tools = new ToolFold(scribe);
    this.#thoughts = new ThoughtFold(scribe);
    this.#fragments = new FragmentFold(scribe);
    this.#inlined = new InlineFold(scribe, this.#tools);
  }

  /** A statement that as a whole means something. */
  tell(statement: Statement, match: Match): void {
    // Chunks of an artifact are put together already.
    this.#fragment = match.means === "fragment" && statement.message ? statement : null;
    if (match.means === "fragment") return;
    this.#fragments.interrupt();
    switch (match.means) {
      case "tool-start":
      case "tool-output":
      case "tool-end":
      case "tool-call":
      case "tool-result":
      case "tool-update":
        return this.#tools.notice(statement, match);
      case "thought":
        return this.#thoughts.whole(statement, match);
      default: {
        const kind = KIND_OF[match.means];
        if (kind) this.#scribe.become(statement.item, kind, match, statement.ordinal);
      }
    }
  }

  /** A part that means something by itself; `isOnly` where there is no other. */
  tellPart(statement: Statement, match: Match, part: Part, isOnly: boolean): void {
    const isAll = isOnly && statement.pieces.length === 1 && isWhole(statement);
    switch (match.means) {
      case "tool-result":
        this.#scribe.usage.next(statement.item.taskAt(statement.ordinal));
        return this.#tools.part(statement, match, part, isAll);
      case "tool-call":
      case "tool-update":
        return this.#tools.part(statement, match, part, isAll);
      case "thought": {
        const isFragment = this.#fragment === statement;
        if (this.#fragments.takesThought(statement, match, part, isFragment)) return;
        return this.#thoughts.part(statement, match, part, isAll);
      }
      default:
        return;
    }
  }

  /** A statement that means nothing beyond A2A. */
  onPlain(_statement: Statement): void {}

  /** All of a statement was looked at; `isPlain` when nothing was found in it. */
  settle(statement: Statement, isPlain: boolean): void {
    this.#fragments.settle(statement, this.#fragment === statement, isPlain);
    this.#fragment = null;
    const { item, ordinal, message, replaces } = statement;
    if (item.absorbed || NOT_SCANNED.has(item.kind) || message?.role === "user") return;
    this.#inlined.read(item, ordinal, statedText(statement), replaces);
  }

  /** Something said beside what the statement says itself. */
  beside(statement: Statement, match: Match): void {
    const { item, ordinal } = statement;
    if (match.means === "usage") {
      const tokens = readUsage(match.value);
      const task = item.taskAt(ordinal);
      const teller = item.tellerAt(ordinal);
      if (tokens) this.#scribe.usage.report(teller, task, ordinal, tokens, speakerOf(statement));
    } else if (match.means === "approval") {
      for (const { callId } of readApproval(match.value)?.calls ?? []) {
        if (callId !== null) this.#tools.wait(callId, statement);
      }
    }
  }

  /** More text of an artifact that is known for what it is. */
  onText(item: Item, ordinal: number, pieces: readonly Piece[]): void {
    if (NOT_SCANNED.has(item.kind)) return;
    for (const piece of pieces) this.#inlined.read(item, ordinal, textOfPiece(piece), false);
  }

  /** Any other event of the task. */
  onEvent(ordinal: number): void {
    const { entries, events } = this.#scribe.timeline;
    const entry = entries[events.entry.at(ordinal)];
    if (entry?.kind === "state" && entry.birth === ordinal) this.#fragments.onState(ordinal);
  }
}

/** An artifact may go on, unless it is closed at once; a message has said everything. */
function isWhole({ artifact, ordinal, isFirst }: Statement): boolean {
  return artifact === null || (isFirst && artifact.revisionAt(ordinal)?.closed === ordinal);
}
