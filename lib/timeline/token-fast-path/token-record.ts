/**
 * A data record whose text is one event that matches a template. To all but the fast path it is an
 * ordinary record, and a copy of it is one.
 *
 * **Guarantees:** `text` is the template with the word.
 */

import type { DataRecord, Time } from "../../wire/record.ts";
import type { TokenTemplate } from "./token-template.ts";

export class TokenRecord implements DataRecord {
  readonly r = "data";
  readonly x: string;
  readonly t: Time;
  readonly text: string;
  readonly n: number;
  readonly #template: TokenTemplate;
  readonly #word: string;

  constructor(x: string, t: Time, n: number, template: TokenTemplate, word: string) {
    this.x = x;
    this.t = t;
    // The engine joins the pieces only if someone reads the text.
    this.text = template.before + word + template.after;
    this.n = n;
    this.#template = template;
    this.#word = word;
  }

  get template(): TokenTemplate {
    return this.#template;
  }

  get word(): string {
    return this.#word;
  }
}
