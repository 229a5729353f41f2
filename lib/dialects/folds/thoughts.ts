/**
 * Thoughts: those that follow one another inside one entry are one text. An artifact that is told
 * anew tells its thoughts anew.
 */

import type { Part } from "../../protocol/model.ts";
import { Revision, relationOf } from "../../timeline/artifact.ts";
import type { TextFacet } from "../facet.ts";
import type { Item } from "../item.ts";
import type { Match } from "../matcher.ts";
import type { Scribe } from "../scribe.ts";
import type { Statement } from "../statement.ts";

export class ThoughtFold {
  readonly #scribe: Scribe;
  /** The thought inside an artifact that may be told anew. */
  readonly #insideOf = new Map<Item, Item>();

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
  }

  /** A statement that is a thought as a whole; some write theirs as data. */
  whole({ item, ordinal }: Statement, match: Match): void {
    this.#scribe.become(item, "thought", match, ordinal);
    if (match.signal.gives === undefined || typeof match.value !== "string") return;
    const text = new Revision(ordinal, "update", "first");
    text.add(ordinal, [{ kind: "text", text: match.value }]);
    this.#scribe.compose(item, { kind: "text", revisions: [text] });
  }

  part(statement: Statement, match: Match, part: Part, isAll: boolean): void {
    if (isAll) return this.whole(statement, match);
    const { items, facets } = this.#scribe;
    const { ordinal, item, replaces } = statement;
    const before = this.#insideOf.get(item);
    const isLast = before !== undefined && items[items.length - 1] === before;
    const goesOn = before !== undefined && (isLast || replaces);
    const thought = goesOn ? before : this.#scribe.inside(statement);
    const known = facets.get(thought);
    const facet: TextFacet = known?.kind === "text" ? known : { kind: "text", revisions: [] };
    if (facet !== known) this.#scribe.compose(thought, facet);
    tell(facet, ordinal, [part], replaces);
    this.#insideOf.set(item, thought);
    if (goesOn) this.#scribe.touch(thought, ordinal);
    this.#scribe.become(thought, "thought", match, ordinal);
  }
}

/** Adds parts to a text, or tells it anew from an event on. */
export function tell(
  { revisions }: TextFacet,
  ordinal: number,
  parts: readonly Part[],
  isAnew: boolean,
): void {
  let current = revisions[revisions.length - 1];
  if (!current || (isAnew && current.birth !== ordinal)) {
    current = new Revision(ordinal, "update", current ? relationTo(current, parts) : "first");
    revisions.push(current);
  }
  current.add(ordinal, parts);
}

function relationTo(before: Revision, parts: readonly Part[]): Revision["relation"] {
  const after = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  return relationOf(before.textAt(Number.MAX_SAFE_INTEGER), after);
}
