/**
 * Finds the secrets of one exchange and those of its recording, which may become more.
 *
 * Guarantees: a secret that the exchange has added is found as long as the exchange runs.
 */

import type { SecretMatcher, SecretMatches } from "../../secrets/secret-matcher.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import type { SecretFinder } from "./mask-stream.ts";

export class MatcherList implements SecretFinder {
  readonly #own: Set<SecretMatcher>;
  readonly #known: KnownSecrets;

  constructor(own: SecretMatcher, known: KnownSecrets) {
    this.#own = new Set([own]);
    this.#known = known;
  }

  add(secrets: readonly string[]): void {
    for (const matcher of this.#known.add(secrets)) this.#own.add(matcher);
  }

  get isEmpty(): boolean {
    return this.#getMatchers().every(({ isEmpty }) => isEmpty);
  }

  find(text: string): SecretMatches {
    const all = this.#getMatchers().map((matcher) => matcher.find(text));
    const weak = all.flatMap(({ weakStart }) => weakStart ?? []);
    return {
      hits: all.flatMap(({ hits }) => hits),
      openStarts: all.flatMap(({ openStarts }) => openStarts),
      weakStart: weak.length > 0 ? Math.min(...weak) : null,
    };
  }

  #getMatchers(): SecretMatcher[] {
    return [...new Set([...this.#own, ...this.#known.matchers])];
  }
}
