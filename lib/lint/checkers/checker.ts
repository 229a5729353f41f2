/**
 * A checker finds violations of rules that share state while the timeline grows.
 *
 * Guarantees: constant memory per task or exchange; constant work per event, or proportional to its
 * size. A checker must not count tokens: tokens on the token fast path are not passed to it.
 */

import type { EventKind } from "../../protocol/model.ts";
import type { DetectedVersion, Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { getExchangeVersion } from "../../timeline/timeline-queries.ts";

export interface Checker {
  /** The event kinds that it checks; absent for all. Most events are artifact chunks. */
  readonly kinds?: readonly EventKind[];
  onEvent?(seen: EventContext): void;
  onOpen?(timeline: Timeline, exchange: Exchange): void;
  onHead?(timeline: Timeline, exchange: Exchange): void;
  /** Called only if the log records the end. */
  onEnd?(timeline: Timeline, exchange: Exchange): void;
}

/** Creates a checker for one timeline, from its first event. */
export type CheckerFactory = (versions: VersionTracker) => Checker;

interface CachedVersion {
  readonly evidence: number;
  readonly card: string | undefined;
  readonly spoken: boolean;
  readonly detected: DetectedVersion;
}

/** Tracks the version of each exchange so far; it is detected again only when there is new evidence. */
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
    this.#cache[index] = { evidence: seenEvidence, card, spoken, detected };
    return detected;
  }
}
