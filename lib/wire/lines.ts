/** Text in pieces to whole lines: each once, however the pieces are cut, and the rest at the end. */

export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #pieces: string[] = [];

  /** `onLine` gets each line without its line feed. */
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(text: string): void {
    let from = 0;
    for (let lf = text.indexOf("\n"); lf >= 0; lf = text.indexOf("\n", from)) {
      this.#pieces.push(text.slice(from, lf));
      this.#onLine(this.take());
      from = lf + 1;
    }
    if (from < text.length) this.#pieces.push(text.slice(from));
  }

  /** What came after the last line feed. */
  take(): string {
    const line = this.#pieces.length === 1 ? (this.#pieces[0] ?? "") : this.#pieces.join("");
    this.#pieces = [];
    return line;
  }
}
