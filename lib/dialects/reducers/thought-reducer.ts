/**
 * Reducer for thoughts: consecutive thoughts in one entry are one text. A new revision of an
 * artifact starts a new revision of its thoughts.
 */

import type { Part } from "../../protocol/model.ts";
import { getTextRelation, Revision } from "../../timeline/artifact.ts";
import type { DetectorMatch } from "../detector-matcher.ts";
import type { EntryUpdate } from "../entry-update.ts";
import type { Item } from "../item.ts";
import type { TextDetail } from "../item-detail.ts";
import type { ItemWriter } from "../item-writer.ts";

export class ThoughtReducer {
  readonly #writer: ItemWriter;
  /** The thought inside each artifact that may get a new revision. */
  readonly #thoughtByItem = new Map<Item, Item>();

  constructor(writer: ItemWriter) {
    this.#writer = writer;
  }

  /** Applies an update that is a thought as a whole; some agents send thoughts as data. */
  applyWhole({ item, ordinal }: EntryUpdate, match: DetectorMatch): void {
    this.#writer.setKind(item, "thought", match, ordinal);
    if (match.detector.getValue === undefined || typeof match.value !== "string") return;
    const text = new Revision(ordinal, "update", "first");
    text.add(ordinal, [{ kind: "text", text: match.value }]);
    this.#writer.setDetail(item, { kind: "text", revisions: [text] });
  }

  applyPart(update: EntryUpdate, match: DetectorMatch, part: Part, isAll: boolean): void {
    if (isAll) return this.applyWhole(update, match);
    const { items, details } = this.#writer;
    const { ordinal, item, opensRevision } = update;
    const before = this.#thoughtByItem.get(item);
    const isLast = before !== undefined && items[items.length - 1] === before;
    const isContinued = before !== undefined && (isLast || opensRevision);
    const thought = isContinued ? before : this.#writer.createNestedItem(update);
    const known = details.get(thought);
    const detail: TextDetail = known?.kind === "text" ? known : { kind: "text", revisions: [] };
    if (detail !== known) this.#writer.setDetail(thought, detail);
    addTextParts(detail, ordinal, [part], opensRevision);
    this.#thoughtByItem.set(item, thought);
    if (isContinued) this.#writer.addEvent(thought, ordinal);
    this.#writer.setKind(thought, "thought", match, ordinal);
  }
}

/** Adds parts to a text, or starts a new revision of it. */
export function addTextParts(
  { revisions }: TextDetail,
  ordinal: number,
  parts: readonly Part[],
  isRestart: boolean,
): void {
  let current = revisions[revisions.length - 1];
  if (!current || (isRestart && current.firstEvent !== ordinal)) {
    current = new Revision(ordinal, "update", current ? getRelationTo(current, parts) : "first");
    revisions.push(current);
  }
  current.add(ordinal, parts);
}

function getRelationTo(before: Revision, parts: readonly Part[]): Revision["relation"] {
  const after = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  return getTextRelation(before.textAt(Number.MAX_SAFE_INTEGER), after);
}
