// Reading recordings that nobody has read yet for what they came to, one after the other.
import { signal } from "../../lib/session/signals.ts";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";

/** What takes longer to read is left to whoever opens it. */
const MOST_BYTES = 16e6;

/** So many, before the list shows them. */
const AT_ONCE = 12;

type Judge = (id: string, away: AbortSignal) => Promise<unknown>;

export class MissingVerdicts {
  readonly #load: () => Promise<Judge>;
  readonly #tried = new Set<string>();
  #isReading = false;

  /** What reads them is loaded with the first one. */
  constructor(load: () => Promise<Judge>) {
    this.#load = load;
  }

  /**
   * Resolves to whether any were read: then others may be missing by now. Rejects where what reads
   * them could not be loaded; then it can be tried again.
   */
  async read(list: readonly RecordingSummary[], away: AbortSignal): Promise<boolean> {
    const missing = list.filter((one) => this.#isMissing(one));
    if (missing.length === 0 || this.#isReading) return false;
    this.#isReading = true;
    try {
      await this.#readAll(missing, away);
      return true;
    } finally {
      this.#isReading = false;
    }
  }

  #isMissing(one: RecordingSummary): boolean {
    const isReadable = one.verdict === null && !one.live && one.bytes <= MOST_BYTES;
    return isReadable && !this.#tried.has(keyOf(one));
  }

  async #readAll(missing: readonly RecordingSummary[], away: AbortSignal): Promise<void> {
    const judge = await this.#load();
    for (const [index, one] of missing.entries()) {
      if (away.aborted) return;
      this.#tried.add(keyOf(one));
      await judge(one.id, away);
      if (index % AT_ONCE === AT_ONCE - 1) signal("library-changed");
    }
    signal("library-changed");
  }
}

function keyOf({ id, bytes }: RecordingSummary): string {
  return `${id} ${bytes}`;
}
