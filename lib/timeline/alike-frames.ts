/** Frames that are like the one before but for a word: found by comparing, not by parsing. */

import {
  Backoff,
  findTokenTemplateInJson,
  matchToken,
  type TemplateMatch,
  type TokenTemplate,
} from "../protocol/token-template.ts";

export class AlikeFrames {
  #likeness: TokenTemplate | null = null;
  #uses = 0;
  readonly #patience = new Backoff();
  /** What was looked at last: who cuts frames and who reads them ask about the same. */
  #json = "";
  #found: TemplateMatch | null = null;

  /** What JSON of a frame says, where that is known without parsing it. */
  read(json: string): TemplateMatch | null {
    const likeness = this.#likeness;
    if (likeness === null) return null;
    if (json === this.#json) return this.#found;
    const word = matchToken(json, likeness);
    this.#json = json;
    this.#found = word === null ? null : { likeness, word: detached(word) };
    if (word !== null) this.#uses++;
    return this.#found;
  }

  /** JSON that was parsed, for what is to come. */
  learn(json: string): void {
    if (!this.#patience.shouldRetry(this.#uses)) return;
    this.#likeness = findTokenTemplateInJson(json);
    this.#uses = 0;
    this.#json = "";
  }
}

/** The same text in memory of its own: one that was cut out of another keeps all of that. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}
