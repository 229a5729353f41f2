/** Texts in which nothing was found, for most of a run is the same ids and words again and again. */

const MAX_TEXTS = 20_000;
/** A longer one hardly comes twice. */
const MAX_LENGTH = 200;

export class CleanTextCache {
  readonly #texts = new Set<string>();

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  add(text: string): void {
    if (text.length > MAX_LENGTH) return;
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear();
    this.#texts.add(text);
  }
}
