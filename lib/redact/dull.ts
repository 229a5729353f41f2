/** Texts in which nothing was found, for most of a run is the same ids and words again and again. */

const MOST = 20_000;
/** A longer one hardly comes twice. */
const LONGEST = 200;

export class Dull {
  readonly #texts = new Set<string>();

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    if (text.length > LONGEST) return;
    if (this.#texts.size >= MOST) this.#texts.clear();
    this.#texts.add(text);
  }
}
