/**
 * The timeline as the dialects read it: a view that grows with it and never changes it. Each event
 * is looked at once, in order, with work in proportion to what it brought; everything found
 * remembers the event it was found in, so the reading holds as of any event.
 */

import { EVENT_KINDS } from "../protocol/model.ts";
import type { Entry, EntryOf, Timeline } from "../timeline/timeline.ts";
import { Track } from "../timeline/track.ts";
import type { Facet } from "./facet.ts";
import { FAMILIES } from "./families.ts";
import { type Ground, Item } from "./item.ts";
import { type ItemKind, KIND_OF, type Meaning } from "./kinds.ts";
import { type Match, Matcher } from "./matcher.ts";
import type { RemarkRule } from "./remark.ts";
import type { Scribe } from "./scribe.ts";
import { ALL_DIALECTS, type DialectSettings } from "./settings.ts";
import type { Family } from "./signal.ts";
import { isPartial, type Statement } from "./statement.ts";
import { TaskBook } from "./task-book.ts";
import type { ToolCall } from "./tools.ts";
import { unpackedParts } from "./unpacked.ts";
import { UsageBook } from "./usage.ts";
import { familyOf } from "./user-rules.ts";

const ARTIFACT_EVENT = EVENT_KINDS.indexOf("artifact");
const TASK_EVENT = EVENT_KINDS.indexOf("task");

/** How far an artifact has been read. */
interface Progress {
  revision: number;
  chunk: number;
  /** What its name and metadata say was looked at when they were these. */
  name: string | undefined;
  metadata: unknown;
  /** Nothing about the whole is left to be found but in an event's own metadata. */
  isKnown: boolean;
}

export class DialectReading implements Scribe {
  readonly timeline: Timeline;
  readonly items: Item[] = [];
  /** Items that became something else after their birth, each time they did. */
  readonly changed: Item[] = [];
  /** In order of birth. */
  readonly plans: Item[] = [];
  readonly tools: ToolCall[] = [];
  /** What items are made of beyond their entries. */
  readonly facets = new Map<Item, Facet>();
  readonly usage = new UsageBook();
  readonly settings: DialectSettings;
  /** The events that showed each rule broken. */
  readonly remarks = new Map<RemarkRule, Track>();
  readonly #matcher: Matcher | null;
  readonly #itemOf: Item[] = [];
  readonly #progress = new Map<Entry, Progress>();
  readonly #books = new Map<number, TaskBook>();
  #looked = 0;
  /** The event that was heard last. */
  #heard = -1;

  constructor(
    timeline: Timeline,
    settings: DialectSettings = ALL_DIALECTS,
    families: readonly Family[] = FAMILIES,
  ) {
    this.timeline = timeline;
    this.settings = settings;
    const all = settings.rules.length > 0 ? [familyOf(settings.rules), ...families] : families;
    const heard = all.filter(({ id }) => !settings.families.includes(id));
    this.#matcher = settings.on ? new Matcher(heard, new Set(settings.kinds)) : null;
  }

  /** Takes in what happened since the last look, at most so many events of it. */
  update(most = Number.POSITIVE_INFINITY): this {
    const { events, entries } = this.timeline;
    const end = Math.min(events.length, this.#looked + most);
    for (; this.#looked < end; this.#looked++) this.#event(this.#looked);
    // What happens between events is told before the next one, however late one looks.
    if (!this.isBehind) this.#bear(entries.length, -1);
    return this;
  }

  /** Are there events that were not looked at yet? */
  get isBehind(): boolean {
    return this.#looked < this.timeline.events.length;
  }

  /** The item that stands on an entry. */
  itemOf(entry: number): Item | undefined {
    return this.#itemOf[entry];
  }

  #event(ordinal: number): void {
    const { events, entries } = this.timeline;
    const after = events.entries.at(ordinal);
    const known = this.#itemOf.length;
    this.#bear(after, ordinal);
    if (!this.#matcher) return;
    const kind = events.kind.at(ordinal);
    if (kind === ARTIFACT_EVENT) {
      const entry = entries[events.entry.at(ordinal)];
      if (entry?.kind === "artifact") this.#artifact(entry, ordinal);
      return;
    }
    const isSnapshot = kind === TASK_EVENT;
    if (isSnapshot) this.#snapshot(ordinal, known, after);
    if (isSnapshot || this.#heard !== ordinal) this.#aside(ordinal);
    this.#book(entries[events.entry.at(ordinal)]).onEvent(ordinal);
  }

  /** Gives each entry up to `end` its item. Those of no event speak for themselves. */
  #bear(end: number, ordinal: number): void {
    for (let index = this.#itemOf.length; index < end; index++) {
      const entry = this.timeline.entries[index];
      if (!entry) return;
      const parent = entry.parent < 0 ? null : (this.#itemOf[entry.parent] ?? null);
      const item = new Item(this.items.length, entry, parent);
      this.items.push(item);
      this.#itemOf.push(item);
      if (entry.kind === "message") this.#message(item, entry, ordinal);
    }
  }

  #message(item: Item, entry: EntryOf<"message">, ordinal: number): void {
    const { message } = entry.message;
    this.#hear({
      ordinal: entry.birth,
      time: entry.time,
      item,
      artifact: null,
      message,
      pieces: message.parts,
      // What was sent between events has none of an event's metadata.
      event: entry.birth === ordinal ? this.#metadataOf(ordinal) : null,
      isFirst: true,
      replaces: false,
    });
  }

  /** What an update says of what it brings; a task's own metadata speaks of the task. */
  #metadataOf(ordinal: number): unknown {
    const { events, metadata } = this.timeline;
    if (ordinal < 0) return null;
    return events.kind.at(ordinal) === TASK_EVENT ? null : (metadata.of(ordinal) ?? null);
  }

  /** An event's metadata that speaks of no message or artifact is said beside the state. */
  #aside(ordinal: number): void {
    const { events, metadata } = this.timeline;
    const event = metadata.of(ordinal);
    const item = this.#itemOf[events.entry.at(ordinal)];
    if (event === undefined || !item) return;
    const time = events.time.at(ordinal);
    const none = { artifact: null, message: null, pieces: [], isFirst: false, replaces: false };
    this.#hear({ ordinal, time, item, event, ...none });
  }

  /** What a snapshot of a task says of its artifacts, where that is news. */
  #snapshot(ordinal: number, from: number, to: number): void {
    const { entries, events, tasks } = this.timeline;
    for (let index = from; index < to; index++) {
      const entry = entries[index];
      if (entry?.kind === "artifact") this.#artifact(entry, ordinal);
    }
    const lane = tasks[entries[events.entry.at(ordinal)]?.task ?? -1];
    for (const { entry: index, birth } of lane?.artifacts ?? []) {
      const entry = entries[index];
      if (birth < ordinal && entry?.kind === "artifact") this.#artifact(entry, ordinal);
    }
  }

  #artifact(entry: EntryOf<"artifact">, ordinal: number): void {
    const item = this.#itemOf[entry.index];
    if (!item) return;
    const { artifact } = entry;
    let progress = this.#progress.get(entry);
    if (!progress) {
      progress = { revision: 0, chunk: 0, name: undefined, metadata: undefined, isKnown: false };
      this.#progress.set(entry, progress);
    }
    let replaces = false;
    if (artifact.revisions[progress.revision + 1]?.birth === ordinal) {
      progress.revision++;
      progress.chunk = 0;
      replaces = true;
    }
    const revision = artifact.revisions[progress.revision];
    const isTold = revision !== undefined && progress.chunk < revision.chunkCount;
    if (!isTold || revision.eventAt(progress.chunk) !== ordinal) return;
    const pieces = revision.piecesOf(progress.chunk++);
    if (item.hasOwnTrack) this.touch(item, ordinal);
    const event = this.#metadataOf(ordinal);
    const name = artifact.names.at(ordinal);
    const metadata = artifact.metadata.at(ordinal);
    const isSame = progress.name === name && progress.metadata === metadata;
    const isPlain = event === null && pieces.every((piece) => typeof piece === "string");
    // The millionth token of a text that was understood long ago.
    if (progress.isKnown && isSame && isPlain && !replaces) {
      this.#book(entry).onText(item, ordinal, pieces);
      return;
    }
    progress.name = name;
    progress.metadata = metadata;
    progress.isKnown = true;
    const time = this.timeline.events.time.at(ordinal);
    const isFirst = entry.birth === ordinal;
    const said = { ordinal, time, item, artifact, message: null, pieces, event, isFirst, replaces };
    this.#hear(said);
  }

  /** One statement: what it makes of its item, what is inside it, what is beside it. */
  #hear(statement: Statement): void {
    const matcher = this.#matcher;
    if (!matcher) return;
    const book = this.#book(statement.item.entry);
    const matches = matcher.whole(statement);
    this.#heard = statement.ordinal;
    const isAside = statement.artifact === null && statement.message === null;
    const main = isAside ? undefined : matches.find(({ means }) => isTold(means));
    const beside = matches.filter(({ means }) => !isTold(means));
    if (main) book.tell(statement, main);
    const told = main && KIND_OF[main.means] !== null;
    let isPlain = main === undefined;
    const parts = unpackedParts(statement);
    for (const part of parts) {
      const inside = matcher.part(part, statement);
      const best = inside.find(({ means }) => isTold(means));
      if (best && !told) book.tellPart(statement, best, part, parts.length === 1);
      if (best) isPlain = false;
      for (const match of inside) if (!isTold(match.means)) beside.push(match);
    }
    if (!main && !isAside) book.onPlain(statement, isPlain);
    book.settle(statement, isPlain);
    for (const match of beside) {
      // What is counted while it grows is told beside the whole.
      if (match.means !== "usage" || !isPartial(statement)) attach(statement, match);
      book.beside(statement, match);
    }
  }

  #book(entry: Entry | undefined): TaskBook {
    const key = entry === undefined ? 0 : entry.task >= 0 ? entry.task : -1 - entry.exchange;
    const known = this.#books.get(key);
    if (known) return known;
    const book = new TaskBook(this, entry?.task ?? -1);
    this.#books.set(key, book);
    return book;
  }

  makes(family: string, kind: ItemKind): boolean {
    return !this.settings.families.includes(family) && !this.settings.kinds.includes(kind);
  }

  /** A new item for something inside an entry, under the item of that entry. */
  inside(statement: Pick<Statement, "item" | "ordinal" | "time">): Item {
    const { item, ordinal, time } = statement;
    const made = new Item(this.items.length, item.entry, item, {
      birth: ordinal,
      time,
      isInside: true,
    });
    this.items.push(made);
    this.touch(made, ordinal);
    return made;
  }

  gather({ entry, parent, time }: Item, birth: number): Item {
    const made = new Item(this.items.length, entry, parent, { birth, time, isInside: false });
    this.items.push(made);
    return made;
  }

  touch(item: Item, ordinal: number): void {
    item.touch(ordinal, this.#bytesOf(ordinal));
  }

  compose(item: Item, facet: Facet): boolean {
    const known = this.facets.get(item);
    if (!known) this.facets.set(item, facet);
    return !known || known === facet;
  }

  become(item: Item, kind: ItemKind, ground: Ground, birth: number): void {
    if (item.become(kind, ground, birth) && birth > item.birth) this.changed.push(item);
  }

  absorb(item: Item, by: Item, birth: number): void {
    if (item === by || item.absorbed) return;
    item.absorbed = { birth, by };
    this.changed.push(item);
  }

  remark(item: Item, rule: RemarkRule, ordinal: number): void {
    item.remark(rule, ordinal);
    const known = this.remarks.get(rule) ?? new Track();
    known.add(ordinal);
    this.remarks.set(rule, known);
  }

  #bytesOf(ordinal: number): number {
    if (ordinal < 0) return 0;
    const { events, exchanges } = this.timeline;
    const body = exchanges[events.exchange.at(ordinal)]?.body;
    return body?.byteLength(events.start.at(ordinal), events.end.at(ordinal)) ?? 0;
  }
}

/** Meanings that fold into rows; the others stay beside what they were found on. */
function isTold(means: Meaning): boolean {
  return KIND_OF[means] !== null || means === "fragment";
}

/** What is said beside something that another item tells is shown there. */
function attach({ item, ordinal }: Statement, match: Match): void {
  const { dialect, why, sure, means, key, value } = match;
  item.tellerAt(ordinal).attach({ birth: ordinal, dialect, why, sure, means, key, value });
}
