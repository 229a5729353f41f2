/** The linter: an observer that checks all rules while a timeline grows, live or from a log. */

import { EVENT_KINDS, type EventKind } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { EventContext, TimelineObserver } from "../timeline/timeline-observer.ts";
import { RULES_BY_ID } from "./all-rules.ts";
import { type Checker, VersionTracker } from "./checkers/checker.ts";
import type { OwnCheck, Rule } from "./rules/rule.ts";
import { createSchemaChecker } from "./schema/event-schema.ts";

type EventChecker = Checker & Required<Pick<Checker, "onEvent">>;

class Linter implements TimelineObserver {
  readonly #checkers: readonly Checker[];
  /** The checkers of each event kind, because calling all of them for every event is most of the work. */
  readonly #eventCheckers: Readonly<Record<EventKind, readonly EventChecker[]>>;

  constructor() {
    this.#checkers = createCheckers();
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

  /** Tokens on the token fast path have the same schema. */
  appliesToEveryToken(rule: string): boolean {
    return RULES_BY_ID.get(rule)?.check === createSchemaChecker;
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

/** One checker for each rule with a check of its own, and one for all rules that share it. */
function createCheckers(): Checker[] {
  const versions = new VersionTracker();
  const checks = new Map([...RULES_BY_ID.values()].map((rule) => [rule.check, rule]));
  return [...checks].flatMap(([check, rule]) => {
    if (typeof check === "function") return [check(versions)];
    const isOwn =
      typeof check === "object" && ("onEvent" in check || "onOpen" in check || "onHead" in check);
    return isOwn ? [createOwnChecker(rule, check, versions)] : [];
  });
}

function createOwnChecker(
  { id, versions: having }: Rule,
  check: OwnCheck,
  versions: VersionTracker,
): Checker {
  const { kinds, onEvent, onOpen, onHead } = check;
  const hasRule = (timeline: Timeline, exchange: Exchange) =>
    having === undefined || having.includes(versions.getVersion(timeline, exchange));
  return {
    ...(kinds && { kinds }),
    ...(onEvent && {
      onEvent(seen) {
        if (onEvent(seen) && hasRule(seen.timeline, seen.exchange))
          seen.timeline.reportViolation(id, seen.ordinal);
      },
    }),
    ...(onOpen && {
      onOpen(timeline, exchange) {
        if (onOpen(exchange, timeline)) timeline.reportPhaseViolation(id, exchange, "open");
      },
    }),
    ...(onHead && {
      onHead(timeline, exchange) {
        if (onHead(exchange, timeline) && hasRule(timeline, exchange))
          timeline.reportPhaseViolation(id, exchange, "head");
      },
    }),
  };
}

/** Creates the observer with which a timeline reports rule violations as they occur. */
export function createLinter(): TimelineObserver {
  return new Linter();
}
