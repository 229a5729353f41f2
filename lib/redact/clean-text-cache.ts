/** Cache of texts without secrets: most of a run repeats the same ids and words. */

const MAX_TEXTS = 20_000;
/** Longer texts rarely repeat. */
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
