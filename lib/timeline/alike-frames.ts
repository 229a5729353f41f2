/** Frames that are like the one before but for a word: found by comparing, not by parsing. */

import { type Alike, type Likeness, likenessOfJson, Patience, wordIn } from "../protocol/alike.ts";

export class AlikeFrames {
  #likeness: Likeness | null = null;
  #uses = 0;
  readonly #patience = new Patience();
  /** What was looked at last: who cuts frames and who reads them ask about the same. */
  #json = "";
  #found: Alike | null = null;

  /** What JSON of a frame says, where that is known without parsing it. */
  read(json: string): Alike | null {
    const likeness = this.#likeness;
    if (likeness === null) return null;
    if (json === this.#json) return this.#found;
    const word = wordIn(json, likeness);
    this.#json = json;
    this.#found = word === null ? null : { likeness, word: detached(word) };
    if (word !== null) this.#uses++;
    return this.#found;
  }

  /** JSON that was parsed, for what is to come. */
  learn(json: string): void {
    if (!this.#patience.isOver(this.#uses)) return;
    this.#likeness = likenessOfJson(json);
    this.#uses = 0;
    this.#json = "";
  }
}

/** The same text in memory of its own: one that was cut out of another keeps all of that. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}
