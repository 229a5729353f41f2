/**
 * Cache of secret matchers by their list of secrets: to build the index of a matcher takes
 * milliseconds for each secret, and most calls of a conversation carry the same ones.
 *
 * Guarantees: holds a few lists of bounded size, and drops the least recently used first; keeps
 * them in memory only, and hands them to no log.
 */
import { SecretMatcher } from "../secrets/secret-matcher.ts";

/** One secret takes about 0.7 MB, each further one of its list 0.2 MB. */
const MOST_LISTS = 8;
/** What is longer is built for its call alone. */
const MOST_SECRETS = 16;
const MOST_CHARACTERS = 4096;

export class MatcherCache {
  /** The least recently used first. */
  readonly #matchers = new Map<string, SecretMatcher>();

  /** Secrets in another order are another list: of spellings that are alike the first one counts. */
  get(secrets: Iterable<string>): SecretMatcher {
    const list = [...new Set(secrets)];
    const key = JSON.stringify(list);
    const matcher = this.#matchers.get(key) ?? new SecretMatcher(list);
    if (matcher.isEmpty || list.length > MOST_SECRETS || key.length > MOST_CHARACTERS) {
      return matcher;
    }
    this.#matchers.delete(key);
    this.#matchers.set(key, matcher);
    for (const oldest of this.#matchers.keys()) {
      if (this.#matchers.size <= MOST_LISTS) break;
      this.#matchers.delete(oldest);
    }
    return matcher;
  }
}
