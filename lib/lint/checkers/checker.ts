/**
 * A checker finds violations of a group of rules while the timeline grows.
 *
 * Guarantees: constant memory per task or exchange; constant work per event, or proportional to its
 * size. A checker must not count tokens: tokens on the token fast path are not passed to it.
 */

import type { EventKind } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import type { VersionTracker } from "./version-tracker.ts";

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
