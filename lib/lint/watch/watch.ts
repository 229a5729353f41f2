/**
 * A watch finds rules broken while the timeline grows. It keeps what it must know in constant room
 * for a task or an exchange, and does constant work for an event, or in proportion to its size. It
 * counts no tokens: those that go on as the one before did may not be shown to it.
 */

import type { EventKind } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Seen } from "../../timeline/watcher.ts";
import type { VersionBook } from "./versions.ts";

export interface Watch {
  /** The kinds of events that it looks at, where not all: most events are pieces of artifacts. */
  readonly kinds?: readonly EventKind[];
  saw?(seen: Seen): void;
  opened?(timeline: Timeline, exchange: Exchange): void;
  answered?(timeline: Timeline, exchange: Exchange): void;
  /** Where the log says how. */
  ended?(timeline: Timeline, exchange: Exchange): void;
}

/** A watch of one timeline, from its beginning on. */
export type MakeWatch = (versions: VersionBook) => Watch;
