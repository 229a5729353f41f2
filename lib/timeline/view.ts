/**
 * The timeline as rows: which entries a scope shows, in order, and what each row says as of an
 * event. The list grows with the timeline; what was in it stays where it was.
 */

import { TERMINAL_STATES } from "../protocol/model.ts";
import { textOf } from "../protocol/parts.ts";
import { type Filter, NO_FILTER, type Wanted, wanted } from "./filter.ts";
import { endTime, errorTitle } from "./read.ts";
import { inScope, type Scope } from "./scope.ts";
import type { Entry, EntryKind, Timeline } from "./timeline.ts";
import { bornBy } from "./track.ts";

export class RowList {
  readonly timeline: Timeline;
  readonly scope: Scope;
  readonly #wanted: Wanted;
  /** Indexes of the entries shown, ascending. */
  readonly #rows: number[] = [];
  readonly #ofKind = new Map<EntryKind, number>();
  #lookedEntries = 0;
  #lookedEvents = 0;

  constructor(timeline: Timeline, scope: Scope, filter: Filter = NO_FILTER) {
    this.timeline = timeline;
    this.scope = scope;
    this.#wanted = wanted(timeline, filter);
  }

  /** Takes in what was born, and what came to be wanted, since the last look. */
  update(): void {
    const { entries, events } = this.timeline;
    const known = this.#lookedEntries;
    for (; this.#lookedEntries < entries.length; this.#lookedEntries++) {
      const entry = entries[this.#lookedEntries];
      if (entry && this.#shows(entry)) this.#add(entry, this.#rows.length);
    }
    for (; this.#lookedEvents < events.length; this.#lookedEvents++) {
      const entry = entries[events.entry.at(this.#lookedEvents)];
      if (entry && entry.index < known) this.#reconsider(entry);
    }
  }

  get count(): number {
    return this.#rows.length;
  }

  countOf(kind: EntryKind): number {
    return this.#ofKind.get(kind) ?? 0;
  }

  entryAt(row: number): Entry | undefined {
    const index = this.#rows[row];
    return index === undefined ? undefined : this.timeline.entries[index];
  }

  /** The row of an entry; −1 where it is not shown. */
  rowOf(entry: number): number {
    const row = this.#firstFrom(entry);
    return this.#rows[row] === entry ? row : -1;
  }

  /** How many rows were born by event `n`: where the playhead stands among them. */
  bornBy(n: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const birth = this.entryAt(middle)?.birth ?? 0;
      if (birth <= n) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** An entry that grew may now hold what is looked for. */
  #reconsider(entry: Entry): void {
    const row = this.#firstFrom(entry.index);
    if (this.#rows[row] !== entry.index && this.#shows(entry)) {
      this.#add(entry, row);
    }
  }

  #add(entry: Entry, row: number): void {
    if (row === this.#rows.length) this.#rows.push(entry.index);
    else this.#rows.splice(row, 0, entry.index);
    this.#ofKind.set(entry.kind, this.countOf(entry.kind) + 1);
  }

  #firstFrom(entry: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] ?? 0) < entry) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #shows(entry: Entry): boolean {
    return inScope(this.timeline, this.scope, entry.exchange) && this.#wanted(entry);
  }
}

export interface Row {
  readonly kind: EntryKind;
  readonly title: string;
  /** The title is text from the wire. */
  readonly literal: boolean;
  /** What comes after the title, in one line. */
  readonly preview: string;
  /** Born after the event that is looked at. */
  readonly future: boolean;
  readonly count: number;
  readonly bytes: number;
}

const PREVIEW_LENGTH = 200;

export function rowOf(timeline: Timeline, entry: Entry, n: number): Row {
  const base = {
    kind: entry.kind,
    future: entry.birth > n,
    count: entry.track.countAt(n),
    bytes: entry.track.bytesAt(n),
  };
  switch (entry.kind) {
    case "message": {
      const { role, parts } = entry.message.message;
      const text = textOf(parts).slice(0, PREVIEW_LENGTH);
      const title = text || `${parts.length} part${parts.length === 1 ? "" : "s"}`;
      return { ...base, title, literal: false, preview: role };
    }
    case "state": {
      const { state, rawState, legal } = entry.transition;
      const spelled = rawState !== null && state === "unknown" ? rawState : "";
      return { ...base, title: state, literal: false, preview: legal ? spelled : "may not follow" };
    }
    case "artifact": {
      const { artifact } = entry;
      const name = artifact.names.at(Math.max(n, entry.birth)) ?? artifact.artifactId;
      const preview = artifact.revisionAt(n)?.beginningAt(n, PREVIEW_LENGTH) ?? "";
      return { ...base, title: name, literal: true, preview };
    }
    case "http":
      return { ...base, title: entry.title, literal: false, preview: httpPreview(timeline, entry) };
    case "error": {
      const title = errorTitle(timeline, entry, Math.max(n, entry.birth));
      return { ...base, title, literal: false, preview: entry.detail };
    }
    case "other":
      return { ...base, title: entry.title, literal: false, preview: entry.detail };
  }
}

function httpPreview(timeline: Timeline, entry: Extract<Entry, { kind: "http" }>): string {
  const exchange = timeline.exchanges[entry.exchange];
  if (entry.moment === "response") return "stream opened";
  if (entry.moment === "end" || !exchange) return "";
  const status = exchange.head?.record.status;
  return status === undefined ? exchange.open.record.url : `${status} ${exchange.open.record.url}`;
}

/** Where an entry's bar ends: a state lasts until the next one, the rest until its last event. */
export function barEnd(timeline: Timeline, entry: Entry, n: number): number {
  const lane = entry.kind === "state" ? timeline.tasks[entry.task] : undefined;
  if (entry.kind !== "state" || !lane) return endTime(timeline, entry, n);
  const { transition } = entry;
  const next = lane.transitions[bornBy(lane.transitions, transition.birth)];
  if (next && next.birth <= n) return timeline.events.time.at(next.birth);
  const isOver = TERMINAL_STATES.has(transition.state);
  const last = isOver ? null : lane.events.lastAt(n);
  return last === null ? entry.time : timeline.events.time.at(last);
}
