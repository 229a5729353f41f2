/**
 * The parts of an artifact in order, with the running length of their text. Most parts are single
 * tokens, so a block of short plain texts is stored as one joined string and cut apart on access.
 */

import { NumberColumn } from "../collections/number-column.ts";
import type { Part } from "../protocol/model.ts";

/** A part with nothing but text is stored as the bare string. */
export type CompactPart = string | Part;

const SHIFT = 8;
/** Parts per block. */
const BLOCK = 1 << SHIFT;
/** Longer texts are not joined, because joining copies them. */
const MAX_JOINED_UNITS = 1 << 16;

export class PartList {
  /** Full blocks: one string where all parts are short plain texts. */
  readonly #blocks: (string | readonly CompactPart[])[] = [];
  #tail: CompactPart[] = [];
  /** Running text length after each part. */
  readonly #ends = NumberColumn.u32();

  add(part: Part): void {
    const piece = compactPart(part);
    this.#add(piece, getPartText(piece)?.length ?? 0);
  }

  /** Adds a plain text part. */
  addText(text: string): void {
    this.#add(text, text.length);
  }

  get length(): number {
    return this.#ends.length;
  }

  get textLength(): number {
    return this.length === 0 ? 0 : this.#ends.last;
  }

  at(index: number): CompactPart | undefined {
    const block = this.#blockAt(index >>> SHIFT);
    if (typeof block !== "string") return block?.[index & (BLOCK - 1)];
    const from = this.getTextLengthBefore((index >>> SHIFT) << SHIFT);
    return block.slice(this.getTextLengthBefore(index) - from, this.#ends.at(index) - from);
  }

  slice(from: number, to: number): CompactPart[] {
    const found: CompactPart[] = [];
    for (let i = from; i < Math.min(to, this.length); i++) found.push(this.at(i) ?? "");
    return found;
  }

  textAt(index: number): string | null {
    return getPartText(this.at(index));
  }

  /** Joins the text of consecutive parts. */
  joinText(from: number, to: number): string {
    let text = "";
    for (let i = from; i < to; ) {
      const block = (i & (BLOCK - 1)) === 0 && i + BLOCK <= to && this.#blockAt(i >>> SHIFT);
      text += typeof block === "string" ? block : (this.textAt(i) ?? "");
      i += typeof block === "string" ? BLOCK : 1;
    }
    return text;
  }

  /** The parts before index `to` that are not text. */
  getNonTextParts(to: number): Part[] {
    const found: Part[] = [];
    for (let from = 0; from < to; from += BLOCK) {
      const block = this.#blockAt(from >>> SHIFT);
      if (block === undefined || typeof block === "string") continue;
      for (const part of block.slice(0, to - from)) {
        if (typeof part !== "string" && part.kind !== "text") found.push(part);
      }
    }
    return found;
  }

  /** Length of the text before a part. */
  getTextLengthBefore(index: number): number {
    return index === 0 ? 0 : this.#ends.at(index - 1);
  }

  /** Index of the part that holds the character at a position. */
  findIndexAt(position: number): number {
    return this.#ends.countUpTo(position);
  }

  #add(part: CompactPart, units: number): void {
    if (this.#tail.length === BLOCK) this.#close();
    const { textLength } = this;
    this.#tail.push(part);
    this.#ends.push(textLength + units);
  }

  #blockAt(number: number): string | readonly CompactPart[] | undefined {
    return number === this.#blocks.length ? this.#tail : this.#blocks[number];
  }

  #close(): void {
    const units = this.textLength - this.getTextLengthBefore(this.length - BLOCK);
    const isShort =
      units <= MAX_JOINED_UNITS && this.#tail.every((part) => typeof part === "string");
    this.#blocks.push(isShort ? this.#tail.join("") : this.#tail);
    this.#tail = [];
  }
}

function compactPart(part: Part): CompactPart {
  const isPlain =
    part.kind === "text" &&
    part.metadata === undefined &&
    (part.mediaType === undefined || part.mediaType === "text/plain");
  return isPlain ? part.text : part;
}

function getPartText(part: CompactPart | undefined): string | null {
  if (typeof part === "string") return part;
  return part?.kind === "text" ? part.text : null;
}
