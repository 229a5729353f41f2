/**
 * One token of an artifact after the other: where the fold of one noticed nothing and left all but
 * its columns as it was, the next, which differs in its word alone, is but one more row in them.
 *
 * Guarantee: what `add` takes leaves the timeline as folding the event would.
 */

import type { ProtocolEvent } from "../protocol/model.ts";
import type { MatchedToken, TokenTemplate } from "../protocol/token-template.ts";
import type { Exchange } from "./exchange.ts";
import type { FramePlace } from "./fold.ts";
import { repeatsIn } from "./fold-artifact.ts";
import type { TaskLane } from "./task.ts";
import { Disorder, type EntryOf, type Timeline } from "./timeline.ts";
import { trackBits } from "./track.ts";
import type { Watcher } from "./watcher.ts";

/** How much there was before an event. */
export interface Before {
  readonly events: number;
  /** Bits of `Evidence` of its exchange. */
  readonly evidence: number;
}

/** What is true of each event of a task, whatever it says: where rules mind, they tell of each. */
const LASTING = Disorder.OtherTask;

export class Repetition {
  readonly exchange: Exchange;
  readonly #likeness: TokenTemplate;
  readonly #timeline: Timeline;
  readonly #lane: TaskLane;
  readonly #entry: EntryOf<"artifact">;
  readonly #kind: number;
  readonly #evidence: number;
  readonly #irregular: number;
  readonly #disorder: number;
  /** Rules that each of them breaks. */
  readonly #rules: readonly string[];

  private constructor(
    timeline: Timeline,
    exchange: Exchange,
    lane: TaskLane,
    entry: EntryOf<"artifact">,
    likeness: TokenTemplate,
    rules: readonly string[],
  ) {
    this.#rules = rules;
    this.#likeness = likeness;
    this.#timeline = timeline;
    this.exchange = exchange;
    this.#lane = lane;
    this.#entry = entry;
    this.#kind = timeline.events.kind.last;
    this.#evidence = timeline.events.evidence.last;
    this.#irregular = timeline.events.irregular.last;
    this.#disorder = timeline.events.disorder.last;
  }

  /** Of the event just folded; `null` where one like it may make anything else of the timeline. */
  static of(
    timeline: Timeline,
    event: ProtocolEvent | null,
    before: Before,
    likeness: TokenTemplate,
    watcher: Watcher | null,
  ): Repetition | null {
    const { events, entries, exchanges, tasks, lastEvent } = timeline;
    if (event === null || lastEvent !== before.events || !isToken(event)) return null;
    const exchange = exchanges[events.exchange.last];
    const entry = entries[events.entry.last];
    const lane = tasks[entry?.task ?? -1];
    if (!exchange || entry?.kind !== "artifact" || !lane) return null;
    if ((events.disorder.last & ~LASTING) !== 0) return null;
    // What is known of an exchange says how its events are read.
    if (exchange.seenEvidence !== before.evidence) return null;
    if (exchange.ended || exchange.open.record.inbound) return null;
    // Streams side by side are held against one another, text by text.
    if (entry.artifact.madeUp || lane.streams.length > 1) return null;
    const rules = rulesBrokenBy(timeline, lastEvent);
    if (!rules.every((rule) => watcher?.lasts(rule))) return null;
    return new Repetition(timeline, exchange, lane, entry, likeness, rules);
  }

  /** Is this the next one, and its word none to be noticed? */
  takes({ x, likeness, word }: Pick<MatchedToken, "x" | "likeness" | "word">): boolean {
    if (likeness !== this.#likeness || x !== this.exchange.id) return false;
    const revision = this.#entry.artifact.current;
    return revision !== undefined && repeatsIn(revision, word) === 0;
  }

  /** Takes the next event, of a word that `takes` lets pass. */
  add(word: string, { start, end, bytes, time }: FramePlace): void {
    const { events, entries } = this.#timeline;
    const { index, track, artifact } = this.#entry;
    const ordinal = events.length;
    this.exchange.events.add(ordinal, bytes);
    this.#lane.events.add(ordinal, bytes);
    track.add(ordinal, bytes);
    artifact.current?.addText(ordinal, word);
    events.kind.push(this.#kind);
    events.exchange.push(this.exchange.index);
    events.entry.push(index);
    events.start.push(start);
    events.end.push(end);
    events.time.push(time);
    events.evidence.push(this.#evidence);
    events.irregular.push(this.#irregular);
    events.disorder.push(this.#disorder);
    events.entries.push(entries.length);
    if (this.#irregular !== 0) trackBits(this.#timeline.irregular, this.#irregular, ordinal);
    if (this.#disorder !== 0) trackBits(this.#timeline.disorder, this.#disorder, ordinal);
    for (const rule of this.#rules) this.#timeline.breach(rule, ordinal);
  }
}

function rulesBrokenBy({ breaches }: Timeline, event: number): string[] {
  return [...breaches].filter(([, of]) => of.hasEvent(event)).map(([rule]) => rule);
}

/** More text of an artifact, and nothing said beside it. */
function isToken(event: ProtocolEvent): boolean {
  if (event.kind !== "artifact" || !event.append || event.lastChunk) return false;
  return event.metadata === null && event.generation === null;
}
