/**
 * Versioned list: append-only while items are added at the end; a change elsewhere starts a new
 * revision. The items can be read as of any event.
 */

import { countUpToEvent } from "../../timeline/event-index.ts";
import {
  buildRope,
  findLeaf,
  forEachLeaf,
  joinRopes,
  type Rope,
  type RopeLeaf,
  splitRope,
} from "./rope.ts";

export interface VersionedListItem extends RopeLeaf {
  readonly firstEvent: number;
}

interface ListRevision<I extends VersionedListItem> {
  readonly firstEvent: number;
  readonly base: Rope<I> | null;
  readonly tail: I[];
}

export class VersionedList<I extends VersionedListItem> {
  /** In order of creation. */
  readonly #revisions: ListRevision<I>[];
  #last: ListRevision<I>;

  constructor(items: readonly I[], firstEvent: number) {
    this.#last = { firstEvent: firstEvent, base: buildRope(items), tail: [] };
    this.#revisions = [this.#last];
  }

  get count(): number {
    return baseCount(this.#last) + this.#last.tail.length;
  }

  at(index: number): I | undefined {
    return getItem(this.#last, index);
  }

  append(item: I): void {
    this.#last.tail.push(item);
  }

  /** Removes a number of items at an index, and may insert one there. */
  splice(index: number, removed: number, item: I | null, event: number): void {
    const { base, tail } = this.#last;
    const whole = joinRopes(base, buildRope(tail));
    const [before, rest] = splitRope(whole, index, splitItem);
    const [, after] = splitRope(rest, removed, splitItem);
    this.#last = { firstEvent: event, base: joinRopes(joinRopes(before, item), after), tail: [] };
    this.#revisions.push(this.#last);
  }

  countAt(n: number): number {
    const revision = this.#revisionAt(n);
    return revision ? baseCount(revision) + countUpToEvent(revision.tail, n) : 0;
  }

  itemAt(index: number, n: number): I | undefined {
    const revision = this.#revisionAt(n);
    return revision && index < this.countAt(n) ? getItem(revision, index) : undefined;
  }

  itemsAt(n: number): I[] {
    const revision = this.#revisionAt(n);
    if (!revision) return [];
    const items: I[] = [];
    forEachLeaf(revision.base, (item) => items.push(item));
    return items.concat(revision.tail.slice(0, countUpToEvent(revision.tail, n)));
  }

  #revisionAt(n: number): ListRevision<I> | undefined {
    return this.#revisions[countUpToEvent(this.#revisions, n) - 1];
  }
}

function baseCount<I extends VersionedListItem>({ base }: ListRevision<I>): number {
  return base?.units ?? 0;
}

function getItem<I extends VersionedListItem>(
  revision: ListRevision<I>,
  index: number,
): I | undefined {
  const inBase = baseCount(revision);
  return index < inBase ? findLeaf(revision.base, index)?.leaf : revision.tail[index - inBase];
}

/** An item is one unit long: no cut falls inside it. */
function splitItem<I extends VersionedListItem>(item: I): [I, I] {
  return [item, item];
}
