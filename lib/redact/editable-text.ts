/**
 * A text that can be overwritten at its source: a field of a record, a range of a body, or either
 * of these with any number of encodings removed.
 *
 * Guarantees: a write never changes the number or the positions of the characters and bytes around
 * it; `text` stays as recorded, `getCurrent` includes the writes so far.
 */

import { countAtMost } from "../collections/bisect.ts";

/** A source of a text: a field of a record, or a body. */
export interface TextTarget {
  /** Whether anything was overwritten. */
  readonly isChanged: boolean;
}

export interface EditableText {
  readonly text: string;
  getCurrent(from: number, to: number): string;
  /** Each character must have as many bytes as the character that it replaces. */
  write(from: number, text: string): void;
  /** The source and position of a character, with all encodings resolved. */
  getOrigin(at: number): TextOrigin;
}

export interface TextOrigin {
  readonly root: TextTarget;
  readonly at: number;
}

/** A range of a text. */
export function sliceText(of: EditableText, from: number, to = of.text.length): EditableText {
  return from === 0 && to === of.text.length ? of : new SlicedText(of, from, to);
}

class SlicedText implements EditableText {
  readonly text: string;
  readonly #source: EditableText;
  readonly #from: number;

  constructor(of: EditableText, from: number, to: number) {
    this.text = of.text.slice(from, to);
    this.#source = of;
    this.#from = from;
  }

  getCurrent(from: number, to: number): string {
    return this.#source.getCurrent(this.#from + from, this.#from + to);
  }

  write(from: number, text: string): void {
    this.#source.write(this.#from + from, text);
  }

  getOrigin(at: number): TextOrigin {
    return this.#source.getOrigin(this.#from + at);
  }
}

/** Concatenates texts, such as the chunks of a streamed text. */
export function concatTexts(pieces: readonly EditableText[]): EditableText {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of pieces) {
    starts.push(length);
    length += text.length;
  }
  const text = pieces.map((piece) => piece.text).join("");
  const pieceAt = (at: number) => Math.max(0, countAtMost(starts, at) - 1);
  /** Visits the range of each piece between two positions. */
  const within = (
    from: number,
    to: number,
    visit: (piece: EditableText, at: number, end: number, start: number) => void,
  ) => {
    for (let i = pieceAt(from); i < pieces.length; i++) {
      const piece = pieces[i];
      const start = starts[i] ?? 0;
      if (!piece || start >= to) return;
      const at = Math.max(from, start);
      const end = Math.min(to, start + piece.text.length);
      if (end > at) visit(piece, at - start, end - start, at - from);
    }
  };
  return {
    text,
    getCurrent: (from, to) => {
      let now = "";
      within(from, to, (piece, at, end) => {
        now += piece.getCurrent(at, end);
      });
      return now;
    },
    write: (from, written) =>
      within(from, from + written.length, (piece, at, end, start) =>
        piece.write(at, written.slice(start, start + end - at)),
      ),
    getOrigin: (at) => {
      const i = pieceAt(at);
      const piece = pieces[i];
      if (!piece) throw new RangeError("no text to read at this position");
      return piece.getOrigin(at - (starts[i] ?? 0));
    },
  };
}
