/**
 * Interpretation of a timeline by the dialects: all items of its entries.
 *
 * Guarantees: it grows with the timeline and never changes it; each event is processed once, in
 * order, with work proportional to its content; every result records its event, so the
 * interpretation can be read as of any event.
 */

import type { CloudEvent } from "../protocol/envelope.ts";
import { EVENT_KINDS } from "../protocol/model.ts";
import type { CompactPart } from "../timeline/artifact-parts.ts";
import type { Entry, EntryOf, HttpEntryKind, Timeline } from "../timeline/timeline.ts";
import { ArtifactCursor } from "./artifact-cursor.ts";
import type { Framework } from "./detector.ts";
import { type DetectorMatch, DetectorMatcher } from "./detector-matcher.ts";
import { EMPTY_UPDATE, type EntryUpdate, isPartialUpdate } from "./entry-update.ts";
import { FRAMEWORKS } from "./frameworks.ts";
import { type Attachment, Item } from "./item.ts";
import { ItemStore } from "./item-store.ts";
import type { ItemWriter } from "./item-writer.ts";
import { type ItemKind, KIND_BY_MEANING, type Meaning } from "./kinds.ts";
import { extractNestedParts } from "./nested-parts.ts";
import { ALL_DIALECTS, type DialectSettings } from "./settings.ts";
import type { Draft } from "./streaming-messages/draft.ts";
import { TaskInterpreter } from "./task-interpreter.ts";
import { createUserFramework } from "./user-rules.ts";

const ARTIFACT_EVENT = EVENT_KINDS.indexOf("artifact");
const STATUS_EVENT = EVENT_KINDS.indexOf("status");
const TASK_EVENT = EVENT_KINDS.indexOf("task");

/** Entries after which nothing more comes from an exchange. */
const END_KINDS: ReadonlySet<HttpEntryKind> = new Set(["end", "stopped"]);

/** An artifact being read, and the interpreter of its task. */
interface ArtifactReader {
  readonly cursor: ArtifactCursor;
  readonly interpreter: TaskInterpreter;
}

export class Interpretation extends ItemStore implements ItemWriter {
  readonly settings: DialectSettings;
  readonly #matcher: DetectorMatcher | null;
  readonly #artifacts = new Map<Entry, ArtifactReader>();
  #lastArtifact: ArtifactReader | null = null;
  readonly #tasks = new Map<number, TaskInterpreter>();
  #eventCount = 0;
  /** The last event whose metadata was applied. */
  #lastApplied = -1;

  constructor(
    timeline: Timeline,
    settings: DialectSettings = ALL_DIALECTS,
    frameworks: readonly Framework[] = FRAMEWORKS,
  ) {
    super(timeline);
    this.settings = settings;
    const all =
      settings.rules.length > 0 ? [createUserFramework(settings.rules), ...frameworks] : frameworks;
    const active = all.filter(({ id }) => !settings.frameworks.includes(id));
    this.#matcher = settings.on ? new DetectorMatcher(active, new Set(settings.kinds)) : null;
  }

  /** Processes new events, at most the given number. */
  update(most = Number.POSITIVE_INFINITY): this {
    const { events, entries } = this.timeline;
    const end = Math.min(events.length, this.#eventCount + most);
    for (; this.#eventCount < end; this.#eventCount++) {
      this.#applyEvent(this.#eventCount);
      this.countEvent(this.#eventCount);
    }
    // Entries between events come before the next event, however late the update runs.
    if (!this.isBehind) this.#addItems(entries.length, -1);
    return this;
  }

  /** Whether there are unprocessed events. */
  get isBehind(): boolean {
    return this.#eventCount < this.timeline.events.length;
  }

  /** The drafts of a task, in order of creation. */
  getDrafts(task: number): readonly Draft[] {
    return this.#tasks.get(task)?.drafts ?? [];
  }

  #applyEvent(ordinal: number): void {
    const { events, entries } = this.timeline;
    const after = events.entries.at(ordinal);
    const known = this.entryItems.length;
    const kind = events.kind.at(ordinal);
    if (kind === STATUS_EVENT) this.#applyPatches(ordinal, after);
    this.#addItems(after, ordinal);
    if (!this.#matcher) return;
    if (kind === ARTIFACT_EVENT) {
      const entry = entries[events.entry.at(ordinal)];
      if (entry?.kind === "artifact") this.#applyArtifact(entry, ordinal);
      return;
    }
    const isSnapshot = kind === TASK_EVENT;
    if (isSnapshot) this.#applySnapshot(ordinal, known, after);
    if (isSnapshot || this.#lastApplied !== ordinal) this.#applyMetadata(ordinal);
    this.#getTask(entries[events.entry.at(ordinal)]).onEvent(ordinal);
  }

  /** Applies the patches of a status before the message that the same status may carry. */
  #applyPatches(ordinal: number, after: number): void {
    const match = this.#matcher?.matchPatches(this.timeline.metadata.get(ordinal)) ?? null;
    if (!match) return;
    const { entries, events, tasks } = this.timeline;
    const last = entries[after - 1];
    const hasMessage = last?.kind === "message" && last.firstEvent === ordinal;
    this.#addItems(hasMessage ? after - 1 : after, ordinal);
    const lane = tasks[entries[events.entry.at(ordinal)]?.task ?? -1];
    const item = this.entryItems[lane?.transitionAt(ordinal)?.entry ?? -1];
    if (!item) return;
    const time = events.time.at(ordinal);
    const update = { ...EMPTY_UPDATE, ordinal, time, item };
    this.#getTask(item.entry).applyPatches(update, match, hasMessage);
  }

  /** Creates the item of each entry up to `end`, including entries without an event. */
  #addItems(end: number, ordinal: number): void {
    for (let index = this.entryItems.length; index < end; index++) {
      const entry = this.timeline.entries[index];
      if (!entry) return;
      const parent = entry.parent < 0 ? null : (this.entryItems[entry.parent] ?? null);
      const item = new Item(this.items.length, entry, parent);
      this.items.push(item);
      this.entryItems.push(item);
      if (entry.kind === "message") this.#applyMessage(item, entry, ordinal);
      else if (entry.kind === "other") this.#applyCloudEvent(item, entry, ordinal);
      else if (entry.kind === "http" || entry.kind === "error") this.#applyEnd(entry);
    }
  }

  /** Reports the end of an exchange to the tasks it streamed: nothing more will come from it. */
  #applyEnd(entry: EntryOf<"http" | "error">): void {
    const exchange = this.timeline.exchanges[entry.exchange];
    const end = exchange?.end;
    if (!exchange || end?.firstEvent !== entry.firstEvent || exchange.entry === entry.index) return;
    const isEnd = entry.kind === "http" ? END_KINDS.has(entry.httpKind) : entry.error === null;
    if (!isEnd) return;
    const isOwnDoing = end.record.cause === "aborted";
    for (const { task } of exchange.tasks) {
      this.#tasks.get(task)?.onStreamEnd(exchange.index, entry.firstEvent, isOwnDoing);
    }
  }

  #applyMessage(item: Item, entry: EntryOf<"message">, ordinal: number): void {
    if (!this.#matcher) return;
    const { message } = entry.message;
    const update: EntryUpdate = {
      ordinal: entry.firstEvent,
      time: entry.time,
      item,
      artifact: null,
      message,
      parts: message.parts,
      // A message sent between events has no event metadata.
      eventMetadata: entry.firstEvent === ordinal ? this.#getEventMetadata(ordinal) : null,
      cloudEvent: this.#getCloudEvent(entry, ordinal),
      isFirst: true,
      opensRevision: false,
    };
    this.applyUpdate(this.#getTask(entry).settleMessage(update));
  }

  /** Applies a CloudEvent whose data is not an A2A object. */
  #applyCloudEvent(item: Item, entry: EntryOf<"other">, ordinal: number): void {
    const cloudEvent = this.#getCloudEvent(entry, ordinal);
    if (!cloudEvent) return;
    const { time } = entry;
    this.applyUpdate({ ...EMPTY_UPDATE, ordinal, time, item, cloudEvent, isFirst: true });
  }

  /** The CloudEvent of an entry; an entry between events has none. */
  #getCloudEvent({ firstEvent }: Entry, ordinal: number): CloudEvent | undefined {
    return firstEvent === ordinal ? this.timeline.cloudEvents.get(ordinal) : undefined;
  }

  /** The metadata that an event has about its content; a snapshot's metadata is about the task. */
  #getEventMetadata(ordinal: number): unknown {
    const { events, metadata } = this.timeline;
    if (ordinal < 0) return null;
    return events.kind.at(ordinal) === TASK_EVENT ? null : (metadata.get(ordinal) ?? null);
  }

  /** Attaches event metadata to the state if it is about no message or artifact. */
  #applyMetadata(ordinal: number): void {
    const { events, metadata } = this.timeline;
    const eventMetadata = metadata.get(ordinal);
    const item = this.entryItems[events.entry.at(ordinal)];
    if (eventMetadata === undefined || !item) return;
    const time = events.time.at(ordinal);
    this.applyUpdate({ ...EMPTY_UPDATE, ordinal, time, item, eventMetadata });
  }

  /** Applies what is new about the artifacts in a task snapshot. */
  #applySnapshot(ordinal: number, from: number, to: number): void {
    const { entries, events, tasks } = this.timeline;
    for (let index = from; index < to; index++) {
      const entry = entries[index];
      if (entry?.kind === "artifact") this.#applyArtifact(entry, ordinal);
    }
    const lane = tasks[entries[events.entry.at(ordinal)]?.task ?? -1];
    for (const { entry: index, firstEvent } of lane?.artifacts ?? []) {
      const entry = entries[index];
      if (firstEvent < ordinal && entry?.kind === "artifact") this.#applyArtifact(entry, ordinal);
    }
  }

  #applyArtifact(entry: EntryOf<"artifact">, ordinal: number): void {
    const item = this.entryItems[entry.index];
    if (!item) return;
    const { artifact } = entry;
    const { cursor, interpreter } = this.#getArtifact(entry);
    const parts = cursor.takeChunk(ordinal);
    if (!parts) return;
    const { opensRevision } = cursor;
    if (item.hasOwnEvents) this.addEvent(item, ordinal);
    const eventMetadata = this.#getEventMetadata(ordinal);
    const isKnown = cursor.checkUnchanged(ordinal);
    // Fast path for further tokens of a text that is already classified.
    if (isKnown && !opensRevision && eventMetadata === null && parts.every(isPlainText)) {
      interpreter.onText(item, ordinal, parts);
      return;
    }
    const time = this.timeline.events.time.at(ordinal);
    const isFirst = entry.firstEvent === ordinal;
    this.applyUpdate({
      ordinal,
      time,
      item,
      artifact,
      message: null,
      parts,
      eventMetadata,
      isFirst,
      opensRevision,
    });
  }

  /** Nearly always the reader of the previous artifact, found without a lookup. */
  #getArtifact(entry: EntryOf<"artifact">): ArtifactReader {
    if (this.#lastArtifact?.cursor.entry === entry) return this.#lastArtifact;
    let read = this.#artifacts.get(entry);
    if (!read) {
      read = { cursor: new ArtifactCursor(entry), interpreter: this.#getTask(entry) };
      this.#artifacts.set(entry, read);
    }
    this.#lastArtifact = read;
    return read;
  }

  /** Applies one update: the kind of its item, its nested items and its attachments. */
  applyUpdate(update: EntryUpdate): void {
    const matcher = this.#matcher;
    if (!matcher) return;
    const interpreter = this.#getTask(update.item.entry);
    const matches = matcher.matchWhole(update);
    if (update.eventMetadata !== null) this.#lastApplied = update.ordinal;
    const hasNoContent = update.artifact === null && update.message === null;
    const main =
      hasNoContent && !update.cloudEvent
        ? undefined
        : matches.find(({ meaning }) => isReduced(meaning));
    const attachments = matches.filter(({ meaning }) => !isReduced(meaning));
    if (main) interpreter.applyMatch(update, main);
    const isClassified = main && KIND_BY_MEANING[main.meaning] !== null;
    let isPlain = main === undefined;
    const parts = extractNestedParts(update);
    const found = parts.map((part) => {
      const inside = matcher.part(part, update);
      return { part, inside, best: inside.find(({ meaning }) => isReduced(meaning)) };
    });
    const isOnly =
      parts.length === 1 || found.every(({ best }) => best && isToolMeaning(best.meaning));
    for (const { part, inside, best } of found) {
      if (best && !isClassified)
        interpreter.applyPartMatch(update, best, part, isOnly ? parts.length : 0);
      if (best) isPlain = false;
      for (const match of inside) if (!isReduced(match.meaning)) attachments.push(match);
    }
    if (!main && !hasNoContent) interpreter.onPlain(update, isPlain);
    interpreter.finishUpdate(update, isPlain);
    for (const match of attachments) {
      // Counts that change while a text grows are attached to the whole.
      if (match.meaning !== "usage" || !isPartialUpdate(update)) addAttachment(update, match);
      interpreter.applyAttachment(update, match);
    }
  }

  #getTask(entry: Entry | undefined): TaskInterpreter {
    const key = entry === undefined ? 0 : entry.task >= 0 ? entry.task : -1 - entry.exchange;
    const known = this.#tasks.get(key);
    if (known) return known;
    const interpreter = new TaskInterpreter(this, entry?.task ?? -1);
    this.#tasks.set(key, interpreter);
    return interpreter;
  }

  isEnabled(framework: string, kind: ItemKind): boolean {
    return !this.settings.frameworks.includes(framework) && !this.settings.kinds.includes(kind);
  }

  findAttachments(update: EntryUpdate): readonly Attachment[] {
    const matches = this.#matcher?.matchWhole(update) ?? [];
    return matches
      .filter(({ meaning }) => !isReduced(meaning))
      .map((match) => createAttachment(update, match));
  }
}

function isPlainText(part: CompactPart): boolean {
  return typeof part === "string";
}

/** Whether reducers combine a meaning into rows; other meanings become attachments. */
function isReduced(meaning: Meaning): boolean {
  return KIND_BY_MEANING[meaning] !== null || meaning === "fragment";
}

function isToolMeaning(meaning: Meaning): boolean {
  return KIND_BY_MEANING[meaning] === "tool";
}

/** Adds an attachment to the item whose row shows the updated item. */
function addAttachment(update: EntryUpdate, match: DetectorMatch): void {
  const item = update.item.getRowItemAt(update.ordinal);
  // The attachments of a draft are read from its metadata.
  if (!item.findLiveAttachments || match.part) item.addAttachment(createAttachment(update, match));
}

function createAttachment({ ordinal }: EntryUpdate, match: DetectorMatch): Attachment {
  const { dialect, why, confidence, meaning, key, value } = match;
  return {
    firstEvent: ordinal,
    dialect,
    why,
    confidence,
    meaning,
    key,
    value,
  };
}
