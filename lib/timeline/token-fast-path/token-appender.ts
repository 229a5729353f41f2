/**
 * Appends tokens to an artifact: if folding one raised no issue and only appended to its columns,
 * the next one, which differs only in its word, is one more row.
 *
 * **Guarantees:** what `append` takes leaves the timeline as folding the event would.
 */

import type { ProtocolEvent } from "../../protocol/model.ts";
import { markBits } from "../event-index.ts";
import type { Exchange } from "../exchange.ts";
import type { FrameExtent } from "../fold.ts";
import { findRepetitionIssues } from "../fold-artifact.ts";
import type { TaskLane } from "../task.ts";
import { type EntryOf, OrderIssue, type Timeline } from "../timeline.ts";
import type { TimelineObserver } from "../timeline-observer.ts";

/**
 * Issues that apply to each event of a task regardless of its content. Rules that depend on them
 * apply to every token.
 */
const ALLOWED_ISSUES = OrderIssue.OtherTask;

export class TokenAppender {
  readonly #exchange: Exchange;
  readonly #timeline: Timeline;
  readonly #lane: TaskLane;
  readonly #entry: EntryOf<"artifact">;
  readonly #kind: number;
  readonly #evidence: number;
  readonly #decodeIssues: number;
  readonly #orderIssues: number;
  /** Rules that each of these tokens violates. */
  readonly #rules: readonly string[];

  private constructor(
    timeline: Timeline,
    exchange: Exchange,
    lane: TaskLane,
    entry: EntryOf<"artifact">,
    rules: readonly string[],
  ) {
    this.#rules = rules;
    this.#timeline = timeline;
    this.#exchange = exchange;
    this.#lane = lane;
    this.#entry = entry;
    this.#kind = timeline.events.kind.last;
    this.#evidence = timeline.events.evidence.last;
    this.#decodeIssues = timeline.events.decodeIssues.last;
    this.#orderIssues = timeline.events.orderIssues.last;
  }

  /**
   * Creates an appender after the event just folded; `null` if a similar event could change anything
   * else.
   */
  static create(
    timeline: Timeline,
    event: ProtocolEvent,
    observer: TimelineObserver | null,
  ): TokenAppender | null {
    const { events, entries, exchanges, tasks, lastEvent } = timeline;
    if (!isTokenEvent(event)) return null;
    const exchange = exchanges[events.exchange.last];
    const entry = entries[events.entry.last];
    const lane = tasks[entry?.task ?? -1];
    if (!exchange || entry?.kind !== "artifact" || !lane) return null;
    if ((events.orderIssues.last & ~ALLOWED_ISSUES) !== 0) return null;
    // The evidence of an exchange affects how its events are decoded.
    if (exchange.evidence.includes(lastEvent)) return null;
    if (exchange.end || exchange.open.record.inbound) return null;
    // Parallel streams are compared text by text.
    if (entry.artifact.hasGeneratedId || lane.streams.length > 1) return null;
    const rules = findBrokenRules(timeline, lastEvent);
    if (!rules.every((rule) => observer?.appliesToEveryToken(rule))) return null;
    return new TokenAppender(timeline, exchange, lane, entry, rules);
  }

  /** Does the word raise no issue? */
  canAppend(word: string): boolean {
    const revision = this.#entry.artifact.current;
    return revision !== undefined && findRepetitionIssues(revision, word) === 0;
  }

  /** Appends the next event; `canAppend` must have accepted its word. */
  append(word: string, { start, end, bytes, time }: FrameExtent): void {
    const { events, entries } = this.#timeline;
    const { index, events: track, artifact } = this.#entry;
    const ordinal = events.length;
    this.#exchange.events.add(ordinal, bytes);
    this.#lane.events.add(ordinal, bytes);
    track.add(ordinal, bytes);
    artifact.current?.addText(ordinal, word);
    events.kind.push(this.#kind);
    events.exchange.push(this.#exchange.index);
    events.entry.push(index);
    events.start.push(start);
    events.end.push(end);
    events.time.push(time);
    events.evidence.push(this.#evidence);
    events.decodeIssues.push(this.#decodeIssues);
    events.orderIssues.push(this.#orderIssues);
    events.entries.push(entries.length);
    if (this.#decodeIssues !== 0)
      markBits(this.#timeline.decodeIssueEvents, this.#decodeIssues, ordinal);
    if (this.#orderIssues !== 0)
      markBits(this.#timeline.orderIssueEvents, this.#orderIssues, ordinal);
    for (const rule of this.#rules) this.#timeline.reportViolation(rule, ordinal);
  }
}

function findBrokenRules({ violations }: Timeline, event: number): string[] {
  return [...violations].filter(([, of]) => of.hasEvent(event)).map(([rule]) => rule);
}

/** Does the event only append text to an artifact? */
function isTokenEvent(event: ProtocolEvent): boolean {
  if (event.kind !== "artifact" || !event.append || event.lastChunk) return false;
  return event.metadata === null && event.generation === null;
}
