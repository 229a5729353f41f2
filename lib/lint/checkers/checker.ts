/**
 * A watch finds rules broken while the timeline grows. It keeps what it must know in constant room
 * for a task or an exchange, and does constant work for an event, or in proportion to its size. It
 * counts no tokens: those that go on as the one before did may not be shown to it.
 */

import type { EventKind } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import type { VersionTracker } from "./version-tracker.ts";

export interface Checker {
  /** The kinds of events that it looks at, where not all: most events are pieces of artifacts. */
  readonly kinds?: readonly EventKind[];
  onEvent?(seen: EventContext): void;
  onOpen?(timeline: Timeline, exchange: Exchange): void;
  onHead?(timeline: Timeline, exchange: Exchange): void;
  /** Where the log says how. */
  onEnd?(timeline: Timeline, exchange: Exchange): void;
}

/** A watch of one timeline, from its beginning on. */
export type CheckerFactory = (versions: VersionTracker) => Checker;
