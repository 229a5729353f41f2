/**
 * The timeline as the dialects read it: a view that grows with it and never changes it. Each event
 * is looked at once, in order, with work in proportion to what it brought; everything found
 * remembers the event it was found in, so the reading holds as of any event.
 */

import { EVENT_KINDS } from "../protocol/model.ts";
import type { Piece } from "../timeline/pieces.ts";
import type { Entry, EntryOf, Timeline } from "../timeline/timeline.ts";
import { ArtifactProgress } from "./artifact-progress.ts";
import type { Draft } from "./drafts/draft.ts";
import { FAMILIES } from "./families.ts";
import { type Attachment, Item } from "./item.ts";
import { type ItemKind, KIND_OF, type Meaning } from "./kinds.ts";
import { Ledger } from "./ledger.ts";
import { type Match, Matcher } from "./matcher.ts";
import type { Scribe } from "./scribe.ts";
import { ALL_DIALECTS, type DialectSettings } from "./settings.ts";
import type { Family } from "./signal.ts";
import { isPartial, type Statement } from "./statement.ts";
import { TaskBook } from "./task-book.ts";
import { unpackedParts } from "./unpacked.ts";
import { familyOf } from "./user-rules.ts";

const ARTIFACT_EVENT = EVENT_KINDS.indexOf("artifact");
const STATUS_EVENT = EVENT_KINDS.indexOf("status");
const TASK_EVENT = EVENT_KINDS.indexOf("task");

/** An artifact that is read, and who hears of it. */
interface Read {
  readonly progress: ArtifactProgress;
  readonly book: TaskBook;
}

export class DialectReading extends Ledger implements Scribe {
  readonly settings: DialectSettings;
  readonly #matcher: Matcher | null;
  readonly #read = new Map<Entry, Read>();
  #recent: Read | null = null;
  readonly #books = new Map<number, TaskBook>();
  #looked = 0;
  /** The event that was heard last. */
  #heard = -1;

  constructor(
    timeline: Timeline,
    settings: DialectSettings = ALL_DIALECTS,
    families: readonly Family[] = FAMILIES,
  ) {
    super(timeline);
    this.settings = settings;
    const all = settings.rules.length > 0 ? [familyOf(settings.rules), ...families] : families;
    const heard = all.filter(({ id }) => !settings.families.includes(id));
    this.#matcher = settings.on ? new Matcher(heard, new Set(settings.kinds)) : null;
  }

  /** Takes in what happened since the last look, at most so many events of it. */
  update(most = Number.POSITIVE_INFINITY): this {
    const { events, entries } = this.timeline;
    const end = Math.min(events.length, this.#looked + most);
    for (; this.#looked < end; this.#looked++) {
      this.#event(this.#looked);
      this.count(this.#looked);
    }
    // What happens between events is told before the next one, however late one looks.
    if (!this.isBehind) this.#bear(entries.length, -1);
    return this;
  }

  /** Are there events that were not looked at yet? */
  get isBehind(): boolean {
    return this.#looked < this.timeline.events.length;
  }

  /** The drafts of a task, by birth. */
  draftsOf(task: number): readonly Draft[] {
    return this.#books.get(task)?.drafts ?? [];
  }

  #event(ordinal: number): void {
    const { events, entries } = this.timeline;
    const after = events.entries.at(ordinal);
    const known = this.standing.length;
    const kind = events.kind.at(ordinal);
    if (kind === STATUS_EVENT) this.#status(ordinal, after);
    this.#bear(after, ordinal);
    if (!this.#matcher) return;
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

  /** Patches that a status carries come before the message that it may bring too. */
  #status(ordinal: number, after: number): void {
    const match = this.#matcher?.patches(this.timeline.metadata.of(ordinal)) ?? null;
    if (!match) return;
    const { entries, events, tasks } = this.timeline;
    const last = entries[after - 1];
    const isSaying = last?.kind === "message" && last.birth === ordinal;
    this.#bear(isSaying ? after - 1 : after, ordinal);
    const lane = tasks[entries[events.entry.at(ordinal)]?.task ?? -1];
    const item = this.standing[lane?.transitionAt(ordinal)?.entry ?? -1];
    if (!item) return;
    const time = events.time.at(ordinal);
    const statement = { ordinal, time, item, artifact: null, message: null, pieces: [] };
    const on = { ...statement, event: null, isFirst: false, replaces: false };
    this.#book(item.entry).patch(on, match, isSaying);
  }

  /** Gives each entry up to `end` its item. Those of no event speak for themselves. */
  #bear(end: number, ordinal: number): void {
    for (let index = this.standing.length; index < end; index++) {
      const entry = this.timeline.entries[index];
      if (!entry) return;
      const parent = entry.parent < 0 ? null : (this.standing[entry.parent] ?? null);
      const item = new Item(this.items.length, entry, parent);
      this.items.push(item);
      this.standing.push(item);
      if (entry.kind === "message") this.#message(item, entry, ordinal);
      else if (entry.kind === "http" || entry.kind === "error") this.#end(entry);
    }
  }

  /** Whether an entry tells the end of its exchange: then whatever that told of has no more to come. */
  #end(entry: EntryOf<"http" | "error">): void {
    const exchange = this.timeline.exchanges[entry.exchange];
    const end = exchange?.ended;
    if (!exchange || end?.birth !== entry.birth || exchange.entry === entry.index) return;
    const isEnd = entry.kind === "http" ? entry.moment === "end" : entry.error === null;
    if (!isEnd) return;
    const isOwnDoing = end.record.cause === "aborted";
    for (const { task } of exchange.tasks) {
      this.#books.get(task)?.onEnd(exchange.index, entry.birth, isOwnDoing);
    }
  }

  #message(item: Item, entry: EntryOf<"message">, ordinal: number): void {
    if (!this.#matcher) return;
    const { message } = entry.message;
    const statement: Statement = {
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
    };
    this.hear(this.#book(entry).unheard(statement));
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
    const item = this.standing[events.entry.at(ordinal)];
    if (event === undefined || !item) return;
    const time = events.time.at(ordinal);
    const none = { artifact: null, message: null, pieces: [], isFirst: false, replaces: false };
    this.hear({ ordinal, time, item, event, ...none });
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
    const item = this.standing[entry.index];
    if (!item) return;
    const { artifact } = entry;
    const { progress, book } = this.#readOf(entry);
    const pieces = progress.take(ordinal);
    if (!pieces) return;
    const { replaces } = progress;
    if (item.hasOwnTrack) this.touch(item, ordinal);
    const event = this.#metadataOf(ordinal);
    const isKnown = progress.sawBefore(ordinal);
    // The millionth token of a text that was understood long ago.
    if (isKnown && !replaces && event === null && pieces.every(isString)) {
      book.onText(item, ordinal, pieces);
      return;
    }
    const time = this.timeline.events.time.at(ordinal);
    const isFirst = entry.birth === ordinal;
    const said = { ordinal, time, item, artifact, message: null, pieces, event, isFirst, replaces };
    this.hear(said);
  }

  /** Nearly always that of the artifact before, and found without looking. */
  #readOf(entry: EntryOf<"artifact">): Read {
    if (this.#recent?.progress.entry === entry) return this.#recent;
    let read = this.#read.get(entry);
    if (!read) {
      read = { progress: new ArtifactProgress(entry), book: this.#book(entry) };
      this.#read.set(entry, read);
    }
    this.#recent = read;
    return read;
  }

  /** One statement: what it makes of its item, what is inside it, what is beside it. */
  hear(statement: Statement): void {
    const matcher = this.#matcher;
    if (!matcher) return;
    const book = this.#book(statement.item.entry);
    const matches = matcher.whole(statement);
    if (statement.event !== null) this.#heard = statement.ordinal;
    const isAside = statement.artifact === null && statement.message === null;
    const main = isAside ? undefined : matches.find(({ means }) => isTold(means));
    const beside = matches.filter(({ means }) => !isTold(means));
    if (main) book.tell(statement, main);
    const told = main && KIND_OF[main.means] !== null;
    let isPlain = main === undefined;
    const parts = unpackedParts(statement);
    const found = parts.map((part) => {
      const inside = matcher.part(part, statement);
      return { part, inside, best: inside.find(({ means }) => isTold(means)) };
    });
    const isOnly = parts.length === 1 || found.every(({ best }) => best && isOfTool(best.means));
    for (const { part, inside, best } of found) {
      if (best && !told) book.tellPart(statement, best, part, isOnly ? parts.length : 0);
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

  besides(statement: Statement): readonly Attachment[] {
    const matches = this.#matcher?.whole(statement) ?? [];
    return matches
      .filter(({ means }) => !isTold(means))
      .map((match) => attachmentOf(statement, match));
  }
}

function isString(piece: Piece): boolean {
  return typeof piece === "string";
}

/** Meanings that fold into rows; the others stay beside what they were found on. */
function isTold(means: Meaning): boolean {
  return KIND_OF[means] !== null || means === "fragment";
}

function isOfTool(means: Meaning): boolean {
  return KIND_OF[means] === "tool";
}

/** What is said beside something that another item tells is shown there. */
function attach(statement: Statement, match: Match): void {
  const item = statement.item.tellerAt(statement.ordinal);
  // What stands in a draft's metadata is read from there.
  if (!item.besides || match.part) item.attach(attachmentOf(statement, match));
}

function attachmentOf({ ordinal }: Statement, match: Match): Attachment {
  const { dialect, why, sure, means, key, value } = match;
  return { birth: ordinal, dialect, why, sure, means, key, value };
}
