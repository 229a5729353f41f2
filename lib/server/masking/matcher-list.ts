/**
 * Finds the secrets of one exchange and those of its recording, which may become more.
 *
 * Guarantees: a secret that the exchange has added is found as long as the exchange runs.
 */

import type { SecretMatcher, SecretMatches } from "../../secrets/secret-matcher.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import type { SecretFinder } from "./mask-stream.ts";

export class MatcherList implements SecretFinder {
  #own: readonly SecretMatcher[];
  readonly #known: KnownSecrets;
  /** Both, as long as the known ones are these. */
  #all: readonly SecretMatcher[] = [];
  #allOf: readonly SecretMatcher[] | null = null;

  constructor(own: SecretMatcher, known: KnownSecrets) {
    this.#own = own.isEmpty ? [] : [own];
    this.#known = known;
  }

  add(secrets: readonly string[]): void {
    if (secrets.length === 0) return;
    this.#own = [...new Set([...this.#own, ...this.#known.add(secrets)])];
    this.#allOf = null;
  }

  get isEmpty(): boolean {
    return this.#getMatchers().length === 0;
  }

  find(text: string): SecretMatches {
    const matchers = this.#getMatchers();
    const [first] = matchers;
    if (first && matchers.length === 1) return first.find(text);
    const all = matchers.map((matcher) => matcher.find(text));
    const weak = all.flatMap(({ weakStart }) => weakStart ?? []);
    return {
      hits: all.flatMap(({ hits }) => hits),
      openStarts: all.flatMap(({ openStarts }) => openStarts),
      weakStart: weak.length > 0 ? Math.min(...weak) : null,
    };
  }

  #getMatchers(): readonly SecretMatcher[] {
    const { matchers } = this.#known;
    if (this.#allOf !== matchers) {
      this.#all = [...new Set([...this.#own, ...matchers])];
      this.#allOf = matchers;
    }
    return this.#all;
  }
}
