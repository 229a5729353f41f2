// Reading recordings that nobody has read yet for what they came to, one after the other.
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";

/** What takes longer to read is left to whoever opens it. */
const MAX_BYTES = 16e6;

/** So many, before the list shows them. */
const BATCH_SIZE = 12;

type AnalyzeRecording = (id: string, away: AbortSignal) => Promise<unknown>;

export class MissingVerdictAnalyzer {
  readonly #load: () => Promise<AnalyzeRecording>;
  readonly #tried = new Set<string>();
  #isAnalyzing = false;

  /** What reads them is loaded with the first one. */
  constructor(load: () => Promise<AnalyzeRecording>) {
    this.#load = load;
  }

  /**
   * Resolves to whether any were read: then others may be missing by now. Rejects where what reads
   * them could not be loaded; then it can be tried again.
   */
  async analyze(list: readonly RecordingSummary[], away: AbortSignal): Promise<boolean> {
    const missing = list.filter((one) => this.#isMissing(one));
    if (missing.length === 0 || this.#isAnalyzing) return false;
    this.#isAnalyzing = true;
    try {
      await this.#analyzeAll(missing, away);
      return true;
    } finally {
      this.#isAnalyzing = false;
    }
  }

  #isMissing(one: RecordingSummary): boolean {
    const isReadable = one.verdict === null && !one.live && one.bytes <= MAX_BYTES;
    return isReadable && !this.#tried.has(getContentKey(one));
  }

  async #analyzeAll(missing: readonly RecordingSummary[], away: AbortSignal): Promise<void> {
    const judge = await this.#load();
    for (const [index, one] of missing.entries()) {
      if (away.aborted) return;
      this.#tried.add(getContentKey(one));
      await judge(one.id, away);
      if (index % BATCH_SIZE === BATCH_SIZE - 1) emitUiEvent("library-changed");
    }
    emitUiEvent("library-changed");
  }
}

function getContentKey({ id, bytes }: RecordingSummary): string {
  return `${id} ${bytes}`;
}
