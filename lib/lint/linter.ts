/** All watches in one: what the timeline of a run is watched by, live and recorded alike. */

import { EVENT_KINDS, type EventKind } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { Ingest, type IngestOptions } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Seen, Watcher } from "../timeline/watcher.ts";
import { SHAPES } from "./rules/shapes.ts";
import { VersionBook } from "./watch/versions.ts";
import type { Watch } from "./watch/watch.ts";
import { WATCHES } from "./watches.ts";

/** Tokens that are alike are of one shape. */
const OF_SHAPES: ReadonlySet<string> = new Set(SHAPES.map(({ rule }) => rule));

type Seeing = Watch & Required<Pick<Watch, "saw">>;

class Linter implements Watcher {
  readonly #watches: readonly Watch[];
  /** Those that look at events of each kind: most of the work. */
  readonly #seeing: Readonly<Record<EventKind, readonly Seeing[]>>;

  constructor() {
    const versions = new VersionBook();
    this.#watches = WATCHES.map((make) => make(versions));
    const seeing = this.#watches.filter((watch): watch is Seeing => watch.saw !== undefined);
    const of = (kind: EventKind) => seeing.filter(({ kinds }) => kinds?.includes(kind) ?? true);
    this.#seeing = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, of(kind)])) as Record<
      EventKind,
      Seeing[]
    >;
  }

  saw(seen: Seen): void {
    for (const watch of this.#seeing[seen.event.kind]) watch.saw(seen);
  }

  lasts(rule: string): boolean {
    return OF_SHAPES.has(rule);
  }

  opened(timeline: Timeline, exchange: Exchange): void {
    for (const watch of this.#watches) watch.opened?.(timeline, exchange);
  }

  answered(timeline: Timeline, exchange: Exchange): void {
    for (const watch of this.#watches) watch.answered?.(timeline, exchange);
  }

  ended(timeline: Timeline, exchange: Exchange): void {
    for (const watch of this.#watches) watch.ended?.(timeline, exchange);
  }
}

/** Ingests records into a timeline whose findings are told as they are made. */
export function lintingIngest(options: Omit<IngestOptions, "watcher"> = {}): Ingest {
  return new Ingest({ ...options, watcher: new Linter() });
}
