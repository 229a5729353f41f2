/**
 * The parts of an artifact in order, with the text up to each. Most are a token: of many plain
 * texts in a row one string is held, and each of them is cut out of it when somebody looks.
 */

import type { Part } from "../protocol/model.ts";
import { NumberColumn } from "../wire/number-column.ts";

/** A text part without anything beside its text is kept as its text alone. */
export type Piece = string | Part;

const SHIFT = 8;
/** Pieces in a block. */
const BLOCK = 1 << SHIFT;
/** Longer texts are left where they are: to join them is to copy them. */
const JOINED_UNITS = 1 << 16;

export class Pieces {
  /** The full blocks: one text where all of it is short plain texts. */
  readonly #blocks: (string | readonly Piece[])[] = [];
  #tail: Piece[] = [];
  /** Running text length after each piece. */
  readonly #ends = NumberColumn.u32();

  add(part: Part): void {
    const piece = compact(part);
    this.#add(piece, textOfPiece(piece)?.length ?? 0);
  }

  /** A plain text. */
  addText(text: string): void {
    this.#add(text, text.length);
  }

  get length(): number {
    return this.#ends.length;
  }

  get textLength(): number {
    return this.length === 0 ? 0 : this.#ends.last;
  }

  at(index: number): Piece | undefined {
    const block = this.#blockAt(index >>> SHIFT);
    if (typeof block !== "string") return block?.[index & (BLOCK - 1)];
    const from = this.lengthUntil((index >>> SHIFT) << SHIFT);
    return block.slice(this.lengthUntil(index) - from, this.#ends.at(index) - from);
  }

  between(from: number, to: number): Piece[] {
    const found: Piece[] = [];
    for (let i = from; i < Math.min(to, this.length); i++) found.push(this.at(i) ?? "");
    return found;
  }

  textAt(index: number): string | null {
    return textOfPiece(this.at(index));
  }

  /** The text of some pieces in a row. */
  textBetween(from: number, to: number): string {
    let text = "";
    for (let i = from; i < to; ) {
      const block = (i & (BLOCK - 1)) === 0 && i + BLOCK <= to && this.#blockAt(i >>> SHIFT);
      text += typeof block === "string" ? block : (this.textAt(i) ?? "");
      i += typeof block === "string" ? BLOCK : 1;
    }
    return text;
  }

  /** Those that are not text. */
  othersUntil(to: number): Part[] {
    const found: Part[] = [];
    for (let from = 0; from < to; from += BLOCK) {
      const block = this.#blockAt(from >>> SHIFT);
      if (block === undefined || typeof block === "string") continue;
      for (const piece of block.slice(0, to - from)) {
        if (typeof piece !== "string" && piece.kind !== "text") found.push(piece);
      }
    }
    return found;
  }

  /** How much text there is before a piece. */
  lengthUntil(index: number): number {
    return index === 0 ? 0 : this.#ends.at(index - 1);
  }

  /** The piece that holds the character at a position. */
  holding(position: number): number {
    return this.#ends.countUpTo(position);
  }

  #add(piece: Piece, units: number): void {
    if (this.#tail.length === BLOCK) this.#close();
    const { textLength } = this;
    this.#tail.push(piece);
    this.#ends.push(textLength + units);
  }

  #blockAt(number: number): string | readonly Piece[] | undefined {
    return number === this.#blocks.length ? this.#tail : this.#blocks[number];
  }

  #close(): void {
    const units = this.textLength - this.lengthUntil(this.length - BLOCK);
    const isShort = units <= JOINED_UNITS && this.#tail.every((piece) => typeof piece === "string");
    this.#blocks.push(isShort ? this.#tail.join("") : this.#tail);
    this.#tail = [];
  }
}

function compact(part: Part): Piece {
  const isPlain =
    part.kind === "text" &&
    part.metadata === undefined &&
    (part.mediaType === undefined || part.mediaType === "text/plain");
  return isPlain ? part.text : part;
}

function textOfPiece(piece: Piece | undefined): string | null {
  if (typeof piece === "string") return piece;
  return piece?.kind === "text" ? piece.text : null;
}
