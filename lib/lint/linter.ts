/** The linter: an observer that runs all checkers while a timeline grows, live or from a log. */

import { EVENT_KINDS, type EventKind } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { EventContext, TimelineObserver } from "../timeline/timeline-observer.ts";
import { CHECKERS } from "./all-checkers.ts";
import type { Checker } from "./checkers/checker.ts";
import { VersionTracker } from "./checkers/version-tracker.ts";
import { SCHEMA_RULES } from "./rules/schema.ts";

/** Tokens on the token fast path have the same schema, so these rules apply to each of them. */
const SCHEMA_RULE_NAMES: ReadonlySet<string> = new Set(SCHEMA_RULES.map(({ rule }) => rule));

type EventChecker = Checker & Required<Pick<Checker, "onEvent">>;

class Linter implements TimelineObserver {
  readonly #checkers: readonly Checker[];
  /** The checkers of each event kind, because calling all of them for every event is most of the work. */
  readonly #eventCheckers: Readonly<Record<EventKind, readonly EventChecker[]>>;

  constructor() {
    const versions = new VersionTracker();
    this.#checkers = CHECKERS.map((make) => make(versions));
    const eventCheckers = this.#checkers.filter(
      (checker): checker is EventChecker => checker.onEvent !== undefined,
    );
    const of = (kind: EventKind) =>
      eventCheckers.filter(({ kinds }) => kinds?.includes(kind) ?? true);
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

/** Creates the observer with which a timeline reports rule violations as they occur. */
export function createLinter(): TimelineObserver {
  return new Linter();
}
