/** Splits text into lines: each once, however the text was split, and the rest at the end. */

export class LineSplitter {
  readonly #onLine: (line: string, end: number) => void;
  #pieces: string[] = [];

  /** `onLine` gets each line without its line feed, and the end of the line in the pushed text. */
  constructor(onLine: (line: string, end: number) => void) {
    this.#onLine = onLine;
  }

  push(text: string): void {
    let from = 0;
    for (let lf = text.indexOf("\n"); lf >= 0; lf = text.indexOf("\n", from)) {
      const piece = text.slice(from, lf);
      from = lf + 1;
      this.#onLine(this.#pieces.length === 0 ? piece : this.takeRest() + piece, from);
    }
    if (from < text.length) this.#pieces.push(text.slice(from));
  }

  /** Removes and returns the text after the last line feed. */
  takeRest(): string {
    const line = this.#pieces.length === 1 ? (this.#pieces[0] ?? "") : this.#pieces.join("");
    this.#pieces = [];
    return line;
  }
}
