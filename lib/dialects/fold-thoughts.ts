/** Thoughts: those that follow one another inside one entry are one text. */

import type { Part } from "../protocol/model.ts";
import { Revision } from "../timeline/artifact.ts";
import type { Match } from "./matcher.ts";
import type { Scribe } from "./scribe.ts";
import type { Statement } from "./statement.ts";

export class ThoughtFold {
  readonly #scribe: Scribe;

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
  }

  /** A statement that is a thought as a whole. */
  whole({ item, ordinal }: Statement, match: Match): void {
    this.#scribe.become(item, "thought", match, ordinal);
  }

  part(statement: Statement, match: Match, part: Part, isAll: boolean): void {
    if (isAll) return this.whole(statement, match);
    const { facets, items } = this.#scribe;
    const { ordinal, item } = statement;
    const last = items[items.length - 1];
    const goesOn = last?.entry === item.entry && last.kind === "thought" && last.isInside;
    const thought = goesOn ? last : this.#scribe.inside(statement);
    const facet = facets.get(thought);
    const text =
      facet?.kind === "text" ? facet.revisions[0] : new Revision(ordinal, "update", "first");
    if (!text) return;
    if (!facet) this.#scribe.compose(thought, { kind: "text", revisions: [text] });
    text.add(ordinal, [part]);
    if (goesOn) this.#scribe.touch(thought, ordinal);
    this.#scribe.become(thought, "thought", match, ordinal);
  }
}
