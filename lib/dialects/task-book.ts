/**
 * What the dialects know of one task, or of an exchange without one: a fold for each thing that is
 * told over several events, and which fold hears what.
 */

import type { Part } from "../protocol/model.ts";
import type { Piece } from "../timeline/artifact.ts";
import { ThoughtFold } from "./fold-thoughts.ts";
import { ToolFold } from "./fold-tools.ts";
import type { Item } from "./item.ts";
import { KIND_OF } from "./kinds.ts";
import type { Match } from "./matcher.ts";
import type { Scribe } from "./scribe.ts";
import type { Statement } from "./statement.ts";

export class TaskBook {
  readonly #scribe: Scribe;
  readonly #tools: ToolFold;
  readonly #thoughts: ThoughtFold;

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
    this.#tools = new ToolFold(scribe);
    this.#thoughts = new ThoughtFold(scribe);
  }

  /** A statement that as a whole means something. */
  tell(statement: Statement, match: Match): void {
    switch (match.means) {
      case "tool-start":
      case "tool-output":
      case "tool-end":
        return this.#tools.notice(statement, match);
      case "thought":
        return this.#thoughts.whole(statement, match);
      default: {
        const kind = KIND_OF[match.means];
        if (kind) this.#scribe.become(statement.item, kind, match, statement.ordinal);
      }
    }
  }

  /** A part that means something by itself. */
  tellPart(statement: Statement, match: Match, part: Part): void {
    // An artifact may go on; a message of one part has said everything.
    const isAll = statement.artifact === null && statement.pieces.length === 1;
    switch (match.means) {
      case "tool-call":
      case "tool-result":
        return this.#tools.part(statement, match, part, isAll);
      case "thought":
        return this.#thoughts.part(statement, match, part, isAll);
      default:
        return;
    }
  }

  /** A statement that means nothing beyond A2A. */
  onPlain(_statement: Statement): void {}

  /** More text of an artifact that is known for what it is. */
  onText(_item: Item, _ordinal: number, _pieces: readonly Piece[]): void {}

  /** Any other event of the task. */
  onEvent(_ordinal: number): void {}
}
