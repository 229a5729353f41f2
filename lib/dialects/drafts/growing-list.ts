/**
 * A list that grows: append-only while items come at its end, a new revision where one comes or
 * goes elsewhere. Any event's items can be read.
 */

import { bornBy } from "../../timeline/track.ts";
import { build, cut, eachLeaf, join, type Leaf, leafAt, type Rope } from "./rope.ts";

export interface Item extends Leaf {
  readonly birth: number;
}

interface Revision<I extends Item> {
  readonly birth: number;
  readonly base: Rope<I> | null;
  readonly tail: I[];
}

export class GrowingList<I extends Item> {
  /** By birth. */
  readonly #revisions: Revision<I>[];
  #last: Revision<I>;

  constructor(items: readonly I[], birth: number) {
    this.#last = { birth, base: build(items), tail: [] };
    this.#revisions = [this.#last];
  }

  get count(): number {
    return baseCount(this.#last) + this.#last.tail.length;
  }

  at(index: number): I | undefined {
    return itemOf(this.#last, index);
  }

  append(item: I): void {
    this.#last.tail.push(item);
  }

  /** Takes so many items out at an index, and may put one there. */
  splice(index: number, removed: number, item: I | null, event: number): void {
    const { base, tail } = this.#last;
    const whole = join(base, build(tail));
    const [before, rest] = cut(whole, index, split);
    const [, after] = cut(rest, removed, split);
    this.#last = { birth: event, base: join(join(before, item), after), tail: [] };
    this.#revisions.push(this.#last);
  }

  countAt(n: number): number {
    const revision = this.#at(n);
    return revision ? baseCount(revision) + bornBy(revision.tail, n) : 0;
  }

  itemAt(index: number, n: number): I | undefined {
    const revision = this.#at(n);
    return revision && index < this.countAt(n) ? itemOf(revision, index) : undefined;
  }

  itemsAt(n: number): I[] {
    const revision = this.#at(n);
    if (!revision) return [];
    const items: I[] = [];
    eachLeaf(revision.base, (item) => items.push(item));
    return items.concat(revision.tail.slice(0, bornBy(revision.tail, n)));
  }

  #at(n: number): Revision<I> | undefined {
    return this.#revisions[bornBy(this.#revisions, n) - 1];
  }
}

function baseCount<I extends Item>({ base }: Revision<I>): number {
  return base?.units ?? 0;
}

function itemOf<I extends Item>(revision: Revision<I>, index: number): I | undefined {
  const inBase = baseCount(revision);
  return index < inBase ? leafAt(revision.base, index)?.leaf : revision.tail[index - inBase];
}

/** An item is one unit long: no cut falls inside it. */
function split<I extends Item>(item: I): [I, I] {
  return [item, item];
}
