/** All watches in one: what the timeline of a run is watched by, live and recorded alike. */

import { EVENT_KINDS, type EventKind } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { Ingest, type IngestOptions } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { EventContext, TimelineObserver } from "../timeline/timeline-observer.ts";
import { CHECKERS } from "./all-checkers.ts";
import type { Checker } from "./checkers/checker.ts";
import { VersionTracker } from "./checkers/version-tracker.ts";
import { SCHEMA_RULES } from "./rules/schema.ts";

/** Tokens that are alike are of one shape. */
const SCHEMA_RULE_NAMES: ReadonlySet<string> = new Set(SCHEMA_RULES.map(({ rule }) => rule));

type EventChecker = Checker & Required<Pick<Checker, "onEvent">>;

class Linter implements TimelineObserver {
  readonly #checkers: readonly Checker[];
  /** Those that look at events of each kind: most of the work. */
  readonly #eventCheckers: Readonly<Record<EventKind, readonly EventChecker[]>>;

  constructor() {
    const versions = new VersionTracker();
    this.#checkers = CHECKERS.map((make) => make(versions));
    const seeing = this.#checkers.filter(
      (checker): checker is EventChecker => checker.onEvent !== undefined,
    );
    const of = (kind: EventKind) => seeing.filter(({ kinds }) => kinds?.includes(kind) ?? true);
    this.#eventCheckers = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, of(kind)])) as Record<
      EventKind,
      EventChecker[]
    >;
  }

  onEvent(seen: EventContext): void {
    for (const checker of this.#eventCheckers[seen.event.kind]) checker.onEvent(seen);
  }

  appliesToEveryToken(rule: string): boolean {
    return SCHEMA_RULE_NAMES.has(rule);
  }

  onOpen(timeline: Timeline, exchange: Exchange): void {
    for (const checker of this.#checkers) checker.onOpen?.(timeline, exchange);
  }

  onHead(timeline: Timeline, exchange: Exchange): void {
    for (const checker of this.#checkers) checker.onHead?.(timeline, exchange);
  }

  onEnd(timeline: Timeline, exchange: Exchange): void {
    for (const checker of this.#checkers) checker.onEnd?.(timeline, exchange);
  }
}

/** Ingests records into a timeline whose findings are told as they are made. */
export function createLintingIngest(options: Omit<IngestOptions, "observer"> = {}): Ingest {
  return new Ingest({ ...options, observer: new Linter() });
}
