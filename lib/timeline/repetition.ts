/**
 * One token of an artifact after the other: where the fold of one noticed nothing and left all but
 * its columns as it was, the next, which differs in its word alone, is but one more row in them.
 *
 * Guarantee: what `add` takes leaves the timeline as folding the event would.
 */

import type { Likeness } from "../protocol/alike.ts";
import type { ProtocolEvent } from "../protocol/model.ts";
import type { Exchange } from "./exchange.ts";
import type { FramePlace } from "./fold.ts";
import { repeatsIn } from "./fold-artifact.ts";
import type { TaskLane } from "./task.ts";
import type { EntryOf, Timeline } from "./timeline.ts";

/** How much there was before an event. */
export interface Before {
  readonly events: number;
  /** Bits of `Evidence` of its exchange. */
  readonly evidence: number;
}

export class Repetition {
  readonly #likeness: Likeness;
  readonly #timeline: Timeline;
  readonly #exchange: Exchange;
  readonly #lane: TaskLane;
  readonly #entry: EntryOf<"artifact">;
  readonly #kind: number;
  readonly #evidence: number;

  private constructor(
    timeline: Timeline,
    exchange: Exchange,
    lane: TaskLane,
    entry: EntryOf<"artifact">,
    likeness: Likeness,
  ) {
    this.#likeness = likeness;
    this.#timeline = timeline;
    this.#exchange = exchange;
    this.#lane = lane;
    this.#entry = entry;
    this.#kind = timeline.events.kind.last;
    this.#evidence = timeline.events.evidence.last;
  }

  /** Of the event just folded; `null` where one like it may make anything else of the timeline. */
  static of(
    timeline: Timeline,
    event: ProtocolEvent | null,
    before: Before,
    likeness: Likeness,
  ): Repetition | null {
    const { events, entries, exchanges, tasks, breaches, lastEvent } = timeline;
    if (event === null || lastEvent !== before.events || !isToken(event)) return null;
    const exchange = exchanges[events.exchange.last];
    const entry = entries[events.entry.last];
    const lane = tasks[entry?.task ?? -1];
    if (!exchange || entry?.kind !== "artifact" || !lane) return null;
    if (events.disorder.last !== 0 || events.irregular.last !== 0) return null;
    // What is known of an exchange says how its events are read.
    if (exchange.open.record.inbound || exchange.seenEvidence !== before.evidence) return null;
    // Streams side by side are held against one another, text by text.
    if (entry.artifact.madeUp || lane.streams.length > 1) return null;
    for (const of of breaches.values()) if (of.hasEvent(lastEvent)) return null;
    return new Repetition(timeline, exchange, lane, entry, likeness);
  }

  is(exchange: Exchange, likeness: Likeness): boolean {
    return exchange === this.#exchange && likeness === this.#likeness;
  }

  /** Takes the next event; false where its word is one to be noticed. */
  add(word: string, { start, end, bytes, time }: FramePlace): boolean {
    const { events, entries } = this.#timeline;
    const { index, track, artifact } = this.#entry;
    const revision = artifact.current;
    if (!revision || repeatsIn(revision, word) !== 0) return false;
    const ordinal = events.length;
    this.#exchange.events.add(ordinal, bytes);
    this.#lane.events.add(ordinal, bytes);
    track.add(ordinal, bytes);
    revision.addText(ordinal, word);
    events.kind.push(this.#kind);
    events.exchange.push(this.#exchange.index);
    events.entry.push(index);
    events.start.push(start);
    events.end.push(end);
    events.time.push(time);
    events.evidence.push(this.#evidence);
    events.irregular.push(0);
    events.disorder.push(0);
    events.entries.push(entries.length);
    return true;
  }
}

/** More text of an artifact, and nothing said beside it. */
function isToken(event: ProtocolEvent): boolean {
  if (event.kind !== "artifact" || !event.append || event.lastChunk) return false;
  return event.metadata === null && event.generation === null;
}
