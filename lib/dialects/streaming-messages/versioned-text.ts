/**
 * Versioned text: append-only while text is added at the end; an insertion elsewhere starts a new
 * revision. The text can be read as of any event, and each character maps to its event.
 */

import { NumberColumn } from "../../collections/number-column.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import {
  buildRope,
  findLeaf,
  findLeafAtCodePoint,
  forEachLeaf,
  joinRopes,
  type Rope,
  type RopeLeaf,
  splitRope,
} from "./rope.ts";

/** Longer texts are split into leaves, so that finding a code point in one stays cheap. */
const MAX_LEAF_LENGTH = 1024;

class TextLeaf implements RopeLeaf {
  readonly codePoints: number;

  constructor(
    readonly text: string,
    readonly event: number,
  ) {
    this.codePoints = countCodePoints(text);
  }

  get units(): number {
    return this.text.length;
  }

  get startsWithLowSurrogate(): boolean {
    return startsLow(this.text);
  }

  get endsWithHighSurrogate(): boolean {
    return endsHighSurrogate(this.text);
  }
}

/** The text at the start of the revision, and what was appended since. */
class TextRevision {
  units: number;
  codePoints: number;
  endsWithHighSurrogate: boolean;
  readonly appendedTexts: string[] = [];
  /** The length of the whole text after each append, and the event of the append. */
  #ends: NumberColumn | null = null;
  #events: NumberColumn | null = null;

  constructor(
    readonly firstEvent: number,
    readonly base: Rope<TextLeaf> | null,
  ) {
    this.units = base?.units ?? 0;
    this.codePoints = base?.codePoints ?? 0;
    this.endsWithHighSurrogate = base?.endsWithHighSurrogate ?? false;
  }

  append(text: string, event: number): void {
    this.#ends ??= NumberColumn.u32();
    this.#events ??= NumberColumn.u32();
    this.units += text.length;
    this.codePoints +=
      countCodePoints(text) - (this.endsWithHighSurrogate && startsLow(text) ? 1 : 0);
    this.endsWithHighSurrogate = endsHighSurrogate(text);
    this.appendedTexts.push(text);
    this.#ends.push(this.units);
    this.#events.push(event);
  }

  appendedCountAt(n: number): number {
    return this.#events?.countUpTo(n) ?? 0;
  }

  unitsAt(n: number): number {
    const pieces = this.appendedCountAt(n);
    return this.#ends && pieces > 0 ? this.#ends.at(pieces - 1) : (this.base?.units ?? 0);
  }

  findEvent(position: number): number {
    if (position < (this.base?.units ?? 0)) return findLeaf(this.base, position)?.leaf.event ?? -1;
    return this.#events?.at(this.#ends?.countUpTo(position) ?? 0) ?? -1;
  }

  toRope(): Rope<TextLeaf> | null {
    const leaves: TextLeaf[] = [];
    for (const [i, text] of this.appendedTexts.entries())
      addLeaves(leaves, text, this.#events?.at(i) ?? 0);
    return joinRopes(this.base, buildRope(leaves));
  }
}

export class VersionedText {
  /** In order of creation. */
  readonly #revisions: TextRevision[];
  #last: TextRevision;
  #joined: { revision: TextRevision; pieces: number; text: string } | null = null;

  constructor(text: string, firstEvent: number) {
    this.#last = new TextRevision(firstEvent, buildRope(addLeaves([], text, firstEvent)));
    this.#revisions = [this.#last];
  }

  get units(): number {
    return this.#last.units;
  }

  /** The length in code points; half a surrogate pair counts as one. */
  get codePoints(): number {
    return this.#last.codePoints;
  }

  append(text: string, event: number): void {
    if (text !== "") this.#last.append(text, event);
  }

  /** Inserts a text after a number of code points. */
  insert(points: number, text: string, event: number): void {
    if (text === "") return;
    const whole = this.#last.toRope();
    const [before, after] = splitRope(whole, whole ? findUnit(whole, points) : 0, splitLeaf);
    const middle = buildRope(addLeaves([], text, event));
    const revision = new TextRevision(event, joinRopes(joinRopes(before, middle), after));
    this.#revisions.push(revision);
    this.#last = revision;
  }

  unitsAt(n: number): number {
    return this.#revisionAt(n)?.unitsAt(n) ?? 0;
  }

  textAt(n: number): string {
    const revision = this.#revisionAt(n);
    if (!revision) return "";
    let { pieces, text } = this.#joined?.revision === revision ? this.#joined : readBase(revision);
    const end = revision.appendedCountAt(n);
    for (; pieces < end; pieces++) text += revision.appendedTexts[pieces] ?? "";
    this.#joined = { revision, pieces, text };
    return text.slice(0, revision.unitsAt(n));
  }

  /** The event that brought the character at a position (in UTF-16 units); −1 past the end. */
  findEvent(position: number, n: number): number {
    const revision = this.#revisionAt(n);
    const isInside = revision && position >= 0 && position < revision.unitsAt(n);
    return isInside ? revision.findEvent(Math.trunc(position)) : -1;
  }

  #revisionAt(n: number): TextRevision | undefined {
    return this.#revisions[countUpToEvent(this.#revisions, n) - 1];
  }
}

function readBase({ base }: TextRevision): { pieces: number; text: string } {
  const texts: string[] = [];
  forEachLeaf(base, ({ text }) => texts.push(text));
  return { pieces: 0, text: texts.join("") };
}

function addLeaves(leaves: TextLeaf[], text: string, event: number): TextLeaf[] {
  for (let from = 0; from < text.length; from += MAX_LEAF_LENGTH) {
    leaves.push(new TextLeaf(text.slice(from, from + MAX_LEAF_LENGTH), event));
  }
  return leaves;
}

function splitLeaf({ text, event }: TextLeaf, at: number): [TextLeaf, TextLeaf] {
  return [new TextLeaf(text.slice(0, at), event), new TextLeaf(text.slice(at), event)];
}

/** The offset in UTF-16 units after a number of code points. */
function findUnit(rope: Rope<TextLeaf>, points: number): number {
  const { leaf, from, points: own } = findLeafAtCodePoint(rope, points);
  if (leaf.codePoints === leaf.units) return from + own;
  let at = 0;
  for (let i = 0; i < own; i++) at += isHigh(leaf.text, at) && isLow(leaf.text, at + 1) ? 2 : 1;
  return from + at;
}

function countCodePoints(text: string): number {
  let points = text.length;
  for (let i = 1; i < text.length; i++) if (isLow(text, i) && isHigh(text, i - 1)) points--;
  return points;
}

function startsLow(text: string): boolean {
  return isLow(text, 0);
}

function endsHighSurrogate(text: string): boolean {
  return isHigh(text, text.length - 1);
}

function isLow(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function isHigh(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800;
}
