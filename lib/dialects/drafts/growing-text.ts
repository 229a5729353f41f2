/**
 * A text that grows: append-only while pieces come at its end, a new revision where one comes
 * elsewhere. Any event's text can be read, and every character leads to its event.
 */

import { bornBy } from "../../timeline/track.ts";
import { NumberColumn } from "../../wire/number-column.ts";
import { build, cut, eachLeaf, join, type Leaf, leafAt, leafAtPoint, type Rope } from "./rope.ts";

/** Longer texts become several leaves, so that finding a code point inside one stays cheap. */
const LEAF = 1024;

class Piece implements Leaf {
  readonly points: number;

  constructor(
    readonly text: string,
    readonly event: number,
  ) {
    this.points = pointsIn(text);
  }

  get units(): number {
    return this.text.length;
  }

  get opensLow(): boolean {
    return opensLow(this.text);
  }

  get endsHigh(): boolean {
    return endsHigh(this.text);
  }
}

/** What stood when the revision was born, and what came at the end since. */
class Revision {
  units: number;
  points: number;
  endsHigh: boolean;
  readonly pieces: string[] = [];
  /** The length of the whole text after each piece, and the piece's event. */
  #ends: NumberColumn | null = null;
  #events: NumberColumn | null = null;

  constructor(
    readonly birth: number,
    readonly base: Rope<Piece> | null,
  ) {
    this.units = base?.units ?? 0;
    this.points = base?.points ?? 0;
    this.endsHigh = base?.endsHigh ?? false;
  }

  append(text: string, event: number): void {
    this.#ends ??= NumberColumn.u32();
    this.#events ??= NumberColumn.u32();
    this.units += text.length;
    this.points += pointsIn(text) - (this.endsHigh && opensLow(text) ? 1 : 0);
    this.endsHigh = endsHigh(text);
    this.pieces.push(text);
    this.#ends.push(this.units);
    this.#events.push(event);
  }

  piecesAt(n: number): number {
    return this.#events?.countUpTo(n) ?? 0;
  }

  unitsAt(n: number): number {
    const pieces = this.piecesAt(n);
    return this.#ends && pieces > 0 ? this.#ends.at(pieces - 1) : (this.base?.units ?? 0);
  }

  eventOf(position: number): number {
    if (position < (this.base?.units ?? 0)) return leafAt(this.base, position)?.leaf.event ?? -1;
    return this.#events?.at(this.#ends?.countUpTo(position) ?? 0) ?? -1;
  }

  whole(): Rope<Piece> | null {
    const leaves: Piece[] = [];
    for (const [i, text] of this.pieces.entries())
      addLeaves(leaves, text, this.#events?.at(i) ?? 0);
    return join(this.base, build(leaves));
  }
}

export class GrowingText {
  /** By birth. */
  readonly #revisions: Revision[];
  #last: Revision;
  #joined: { revision: Revision; pieces: number; text: string } | null = null;

  constructor(text: string, birth: number) {
    this.#last = new Revision(birth, build(addLeaves([], text, birth)));
    this.#revisions = [this.#last];
  }

  get units(): number {
    return this.#last.units;
  }

  /** Its length in code points; half a surrogate pair counts as one. */
  get points(): number {
    return this.#last.points;
  }

  append(text: string, event: number): void {
    if (text !== "") this.#last.append(text, event);
  }

  /** Puts a text behind so many code points. */
  insert(points: number, text: string, event: number): void {
    if (text === "") return;
    const whole = this.#last.whole();
    const [before, after] = cut(whole, whole ? unitOf(whole, points) : 0, split);
    const middle = build(addLeaves([], text, event));
    const revision = new Revision(event, join(join(before, middle), after));
    this.#revisions.push(revision);
    this.#last = revision;
  }

  unitsAt(n: number): number {
    return this.#at(n)?.unitsAt(n) ?? 0;
  }

  textAt(n: number): string {
    const revision = this.#at(n);
    if (!revision) return "";
    let { pieces, text } = this.#joined?.revision === revision ? this.#joined : unread(revision);
    const end = revision.piecesAt(n);
    for (; pieces < end; pieces++) text += revision.pieces[pieces] ?? "";
    this.#joined = { revision, pieces, text };
    return text.slice(0, revision.unitsAt(n));
  }

  /** The event that brought the character at a position (in UTF-16 units); −1 past the end. */
  eventOf(position: number, n: number): number {
    const revision = this.#at(n);
    const isInside = revision && position >= 0 && position < revision.unitsAt(n);
    return isInside ? revision.eventOf(Math.trunc(position)) : -1;
  }

  #at(n: number): Revision | undefined {
    return this.#revisions[bornBy(this.#revisions, n) - 1];
  }
}

function unread({ base }: Revision): { pieces: number; text: string } {
  const texts: string[] = [];
  eachLeaf(base, ({ text }) => texts.push(text));
  return { pieces: 0, text: texts.join("") };
}

function addLeaves(leaves: Piece[], text: string, event: number): Piece[] {
  for (let from = 0; from < text.length; from += LEAF) {
    leaves.push(new Piece(text.slice(from, from + LEAF), event));
  }
  return leaves;
}

function split({ text, event }: Piece, at: number): [Piece, Piece] {
  return [new Piece(text.slice(0, at), event), new Piece(text.slice(at), event)];
}

/** Where in the text so many code points end, in UTF-16 units. */
function unitOf(rope: Rope<Piece>, points: number): number {
  const { leaf, from, points: own } = leafAtPoint(rope, points);
  if (leaf.points === leaf.units) return from + own;
  let at = 0;
  for (let i = 0; i < own; i++) at += isHigh(leaf.text, at) && isLow(leaf.text, at + 1) ? 2 : 1;
  return from + at;
}

function pointsIn(text: string): number {
  let points = text.length;
  for (let i = 1; i < text.length; i++) if (isLow(text, i) && isHigh(text, i - 1)) points--;
  return points;
}

function opensLow(text: string): boolean {
  return isLow(text, 0);
}

function endsHigh(text: string): boolean {
  return isHigh(text, text.length - 1);
}

function isLow(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
