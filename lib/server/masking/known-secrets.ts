/**
 * The secrets that were found in the messages of a recording, which are masked wherever they come
 * again in it.
 *
 * Guarantees: keeps the newest of them, in a bounded number of matchers; never writes them anywhere.
 *
 * To build a matcher costs milliseconds a secret, to search with one almost nothing. So new secrets get
 * a matcher of their own, and several of these become one.
 */

import { SecretMatcher } from "../../secrets/secret-matcher.ts";

/** A matcher takes about 0.7 MB, and 0.2 MB for each further secret. */
const MAX_SINGLE = 8;
const MAX_SECRETS = 96;

interface KnownList {
  readonly secrets: readonly string[];
  readonly matcher: SecretMatcher;
}

export class KnownSecrets {
  #single: KnownList[] = [];
  #merged: KnownList[] = [];
  #matchers: readonly SecretMatcher[] = [];

  /** The matchers of all of them. */
  get matchers(): readonly SecretMatcher[] {
    return this.#matchers;
  }

  /** Returns the matchers that find these secrets. */
  add(secrets: readonly string[]): readonly SecretMatcher[] {
    const lists = [...this.#merged, ...this.#single];
    const known = lists.filter((list) => list.secrets.some((one) => secrets.includes(one)));
    const isKnown = (secret: string) => known.some((list) => list.secrets.includes(secret));
    const added = [...new Set(secrets)].filter((secret) => !isKnown(secret));
    const matchers = known.map(({ matcher }) => matcher);
    if (added.length === 0) return matchers;
    const matcher = new SecretMatcher(added);
    this.#single.push({ secrets: added, matcher });
    if (countSecrets(this.#single) > MAX_SINGLE) this.#merge();
    this.#matchers = [...this.#merged, ...this.#single].map((list) => list.matcher);
    return [...matchers, matcher];
  }

  #merge(): void {
    const [first, ...others] = this.#single;
    this.#single = [];
    if (!first) return;
    const secrets = [first, ...others].flatMap((list) => list.secrets);
    this.#merged.push(
      others.length === 0 ? first : { secrets, matcher: new SecretMatcher(secrets) },
    );
    while (countSecrets(this.#merged) > MAX_SECRETS) this.#merged.shift();
  }
}

const countSecrets = (lists: readonly KnownList[]) =>
  lists.reduce((sum, { secrets }) => sum + secrets.length, 0);
