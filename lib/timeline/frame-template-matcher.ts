/**
 * Recognizes frames that differ from an earlier one in a single word, by comparing text instead of
 * parsing.
 */

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
  /** The last lookup: the framer and the reader both match the same frame. */
  #lastJson = "";
  #lastMatch: TemplateMatch | null = null;

  /** Matches a frame's JSON with the template; `null` if it must be parsed. */
  match(json: string): TemplateMatch | null {
    const template = this.#template;
    if (template === null) return null;
    if (json === this.#lastJson) return this.#lastMatch;
    const word = matchToken(json, template);
    this.#lastJson = json;
    this.#lastMatch = word === null ? null : { template, word: copyText(word) };
    if (word !== null) this.#uses++;
    return this.#lastMatch;
  }

  /** Learns a template from parsed JSON. */
  learn(json: string): void {
    if (!this.#backoff.shouldRetry(this.#uses)) return;
    this.#template = findTokenTemplateInJson(json);
    this.#uses = 0;
    this.#lastJson = "";
  }
}

/** Copies a text so that a slice does not keep its whole source string alive. */
function copyText(text: string): string {
  return ` ${text}`.slice(1);
}
