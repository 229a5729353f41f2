/** Matches the frames of one exchange with the template of its last token, and learns new ones. */

import { findTokenTemplate, matchToken, type TokenTemplate } from "./token-template.ts";

/** A template with this many uses was worth learning. */
const MIN_USES = 4;
/** Maximum number of texts to skip before learning again. */
const MAX_PAUSE = 255;

export class TokenMatcher {
  #template: TokenTemplate | null = null;
  /** The template of whole events, with fields and line ends, that was last found to be the same. */
  #eventTemplate: TokenTemplate | null = null;
  #uses = 0;
  readonly #backoff = new Backoff();

  /** The word with which a frame's JSON matches; `null` if it must be parsed. */
  match(json: string): string | null {
    const word = this.#template && matchToken(json, this.#template);
    if (word !== null) this.#uses++;
    return word;
  }

  /** Do the events of a template have the JSON that this one matches? */
  matchesEvents(events: TokenTemplate): boolean {
    const isSame = events === this.#eventTemplate || this.#isInside(events);
    if (isSame) {
      this.#eventTemplate = events;
      this.#uses++;
    }
    return isSame;
  }

  #isInside({ before, after }: TokenTemplate): boolean {
    const own = this.#template;
    if (!own || !before.endsWith(own.before) || after !== `${own.after}\n\n`) return false;
    return /^data: ?$/.test(before.slice(0, before.length - own.before.length));
  }

  /** Learns a template from parsed JSON, unless it matches already; false if it is not a token. */
  learn(json: string, value: unknown): boolean {
    if (this.match(json) !== null) return true;
    if (!this.#backoff.shouldRetry(this.#uses)) return false;
    this.#template = findTokenTemplate(json, value);
    this.#eventTemplate = null;
    this.#uses = 0;
    return this.#template !== null;
  }
}

/** Decides when to learn a template again, because in some streams no texts are alike. */
export class Backoff {
  #pause = 0;
  #wait = 0;

  /** `uses`: how often the last template matched. */
  shouldRetry(uses: number): boolean {
    if (this.#wait > 0) {
      this.#wait--;
      return false;
    }
    this.#pause = uses >= MIN_USES ? 0 : Math.min(MAX_PAUSE, this.#pause * 2 + 1);
    this.#wait = this.#pause;
    return true;
  }
}
