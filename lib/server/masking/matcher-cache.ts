/**
 * Cache of secret matchers by their list of secrets. A matcher's index takes milliseconds per secret
 * to build, and most calls of a conversation carry the same secrets.
 *
 * Guarantees: holds a few lists of limited size, and drops the least recently used first; keeps them
 * only in memory and never writes them to a log.
 */
import { SecretMatcher } from "../../secrets/secret-matcher.ts";

/** The first secret of a list takes about 0.7 MB, each further one 0.2 MB. */
const MAX_LISTS = 8;
/** Longer lists are not cached. */
const MAX_SECRETS = 16;
const MAX_CHARACTERS = 4096;

export class MatcherCache {
  /** Least recently used first. */
  readonly #matchers = new Map<string, SecretMatcher>();

  /** The order matters for the key: of equal encodings, the first secret counts. */
  get(secrets: Iterable<string>): SecretMatcher {
    const list = [...new Set(secrets)];
    const key = JSON.stringify(list);
    const matcher = this.#matchers.get(key) ?? new SecretMatcher(list);
    if (matcher.isEmpty || list.length > MAX_SECRETS || key.length > MAX_CHARACTERS) {
      return matcher;
    }
    this.#matchers.delete(key);
    this.#matchers.set(key, matcher);
    for (const oldest of this.#matchers.keys()) {
      if (this.#matchers.size <= MAX_LISTS) break;
      this.#matchers.delete(oldest);
    }
    return matcher;
  }
}
