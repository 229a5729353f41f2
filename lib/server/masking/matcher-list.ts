/**
 * Finds the secrets of one exchange and those of its recording, which may become more.
 *
 * Guarantees: a secret that the exchange has added is found as long as the exchange runs; memory and
 * time are bounded, whatever a message has.
 */

import type { SecretMatcher, SecretMatches } from "../../secrets/secret-matcher.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import type { SecretFinder } from "./mask-stream.ts";

/** A message with more secrets, or longer ones, is no ordinary one; they are masked where they are. */
const MAX_ADDED = 32;
const MAX_LENGTH = 4096;

export class MatcherList implements SecretFinder {
  #own: readonly SecretMatcher[];
  readonly #known: KnownSecrets;
  /** Both, as long as the known ones are these. */
  #all: readonly SecretMatcher[] = [];
  #allOf: readonly SecretMatcher[] | null = null;
  #added = 0;

  constructor(own: SecretMatcher, known: KnownSecrets) {
    this.#own = own.isEmpty ? [] : [own];
    this.#known = known;
  }

  add(secrets: readonly string[]): void {
    const usable = secrets.filter(({ length }) => length <= MAX_LENGTH);
    const added = usable.slice(0, MAX_ADDED - this.#added);
    if (added.length === 0) return;
    this.#added += added.length;
    this.#own = [...new Set([...this.#own, ...this.#known.add(added)])];
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
