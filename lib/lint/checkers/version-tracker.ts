/** Tracks the version of each exchange so far; it is detected again only when there is new evidence. */

import type { DetectedVersion, Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { getExchangeVersion } from "../../timeline/timeline-queries.ts";

interface CachedVersion {
  readonly evidence: number;
  readonly card: string | undefined;
  readonly spoken: boolean;
  readonly detected: DetectedVersion;
}

export class VersionTracker {
  readonly #cache: CachedVersion[] = [];

  getVersion(timeline: Timeline, exchange: Exchange): Version {
    return this.getDetectedVersion(timeline, exchange).version;
  }

  getDetectedVersion(timeline: Timeline, exchange: Exchange): DetectedVersion {
    const { seenEvidence, index } = exchange;
    const card = timeline.cardVersion.latest;
    const spoken = exchange.inlineRequest !== null;
    const known = this.#cache[index];
    if (known?.evidence === seenEvidence && known.card === card && known.spoken === spoken) {
      return known.detected;
    }
    const detected = getExchangeVersion(timeline, exchange, timeline.lastEvent);
    this.#cache[index] = { evidence: seenEvidence, card, spoken, detected: detected };
    return detected;
  }
}
