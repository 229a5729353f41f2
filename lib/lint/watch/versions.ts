/** Which version each exchange speaks, as far as its events told by now; weighed anew only by news. */

import type { DetectedVersion, Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { versionOf } from "../../timeline/read.ts";
import type { Timeline } from "../../timeline/timeline.ts";

interface Known {
  readonly evidence: number;
  readonly card: string | undefined;
  readonly spoken: boolean;
  readonly verdict: DetectedVersion;
}

export class VersionBook {
  readonly #known: Known[] = [];

  of(timeline: Timeline, exchange: Exchange): Version {
    return this.verdictOf(timeline, exchange).version;
  }

  verdictOf(timeline: Timeline, exchange: Exchange): DetectedVersion {
    const { seenEvidence: evidence, index } = exchange;
    const card = timeline.cardVersion.latest;
    const spoken = exchange.spoken !== null;
    const known = this.#known[index];
    if (known?.evidence === evidence && known.card === card && known.spoken === spoken) {
      return known.verdict;
    }
    const verdict = versionOf(timeline, exchange, timeline.lastEvent);
    this.#known[index] = { evidence, card, spoken, verdict };
    return verdict;
  }
}
