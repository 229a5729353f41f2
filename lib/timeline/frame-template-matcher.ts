/** Frames that are like the one before but for a word: found by comparing, not by parsing. */

import {
  Backoff,
  findTokenTemplateInJson,
  matchToken,
  type TemplateMatch,
  type TokenTemplate,
} from "../protocol/token-template.ts";

export class FrameTemplateMatcher {
  #template: TokenTemplate | null = null;
  #uses = 0;
  readonly #backoff = new Backoff();
  /** What was looked at last: who cuts frames and who reads them ask about the same. */
  #lastJson = "";
  #lastMatch: TemplateMatch | null = null;

  /** What JSON of a frame says, where that is known without parsing it. */
  match(json: string): TemplateMatch | null {
    const template = this.#template;
    if (template === null) return null;
    if (json === this.#lastJson) return this.#lastMatch;
    const word = matchToken(json, template);
    this.#lastJson = json;
    this.#lastMatch = word === null ? null : { template: template, word: copyText(word) };
    if (word !== null) this.#uses++;
    return this.#lastMatch;
  }

  /** JSON that was parsed, for what is to come. */
  learn(json: string): void {
    if (!this.#backoff.shouldRetry(this.#uses)) return;
    this.#template = findTokenTemplateInJson(json);
    this.#uses = 0;
    this.#lastJson = "";
  }
}

/** The same text in memory of its own: one that was cut out of another keeps all of that. */
function copyText(text: string): string {
  return ` ${text}`.slice(1);
}
