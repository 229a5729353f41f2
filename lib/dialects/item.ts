/**
 * Items: the rows of a timeline as the dialects interpret it. Each belongs to an entry. Some
 * entries are merged into another's item, and some contain several things and get an item for each.
 */

import { isSameJson } from "../json/json-stringify.ts";
import { isObject } from "../protocol/json.ts";
import { EventIndex } from "../timeline/event-index.ts";
import { getMessageTask } from "../timeline/messages.ts";
import type { Entry, EntryIssue } from "../timeline/timeline.ts";
import type { DialectRuleId, DialectViolation } from "./dialect-violation.ts";
import type { Confidence, ItemKind, Meaning } from "./kinds.ts";

/** The reason for an interpretation. */
export interface DialectReason {
  /** The id of the framework. */
  readonly dialect: string;
  readonly why: string;
  readonly confidence: Confidence;
}

/** The reason for the kind of an item, from an event on. */
interface KindReason extends DialectReason {
  readonly firstEvent: number;
  readonly kind: ItemKind;
}

/** Something sent beside an item's own content, shown by its meaning. */
export interface Attachment extends DialectReason {
  readonly firstEvent: number;
  readonly meaning: Meaning;
  /** Its metadata key or URI. */
  readonly key: string;
  readonly value: unknown;
}

/** A problem of an entry that was merged into another item, and since when. */
interface InheritedIssue {
  readonly firstEvent: number;
  readonly issue: EntryIssue;
}

const NO_INHERITED_ISSUES: readonly InheritedIssue[] = [];
const NO_REASONS: readonly KindReason[] = [];
const NO_ATTACHMENTS: readonly Attachment[] = [];
const NO_VIOLATIONS: readonly DialectViolation[] = [];

export class Item {
  readonly index: number;
  readonly firstEvent: number;
  readonly time: number;
  /** The entry it belongs to. */
  readonly entry: Entry;
  /** Whether it is only a part of its entry. */
  readonly isNested: boolean;
  /** The current kind. */
  kind: ItemKind;
  /** The parent item; `null` if there is none. */
  parent: Item | null;
  /** The item it is merged into, from an event on. */
  mergedInto: { readonly firstEvent: number; readonly item: Item } | null = null;
  /** Its violations beyond those of its entry: each rule once. */
  violations: readonly DialectViolation[] = NO_VIOLATIONS;

  /** The problems of the entries merged into it: each rule once. */
  inheritedIssues: readonly InheritedIssue[] = NO_INHERITED_ISSUES;

  /** Attachments from content that still changes, computed on demand as of an event. */
  findLiveAttachments: ((n: number) => readonly Attachment[]) | null = null;

  #reasons: KindReason[] | null = null;
  #attachments: Attachment[] | null = null;
  /** The newest value under each key. */
  #lastValues: Map<string, unknown> | null = null;
  /** Its events, if they are not those of its entry. */
  #events: EventIndex | null;

  constructor(index: number, entry: Entry, parent: Item | null, own?: ItemOrigin) {
    this.index = index;
    this.entry = entry;
    this.kind = entry.kind;
    this.parent = parent;
    this.isNested = own?.isNested ?? false;
    this.firstEvent = own?.firstEvent ?? entry.firstEvent;
    this.time = own?.time ?? entry.time;
    this.#events = own ? new EventIndex() : null;
  }

  /** Its events. */
  get events(): EventIndex {
    return this.#events ?? this.entry.events;
  }

  /** Whether it has its own list of events. */
  get hasOwnEvents(): boolean {
    return this.#events !== null;
  }

  /** Adds an event that its entry does not have. */
  addEvent(ordinal: number, bytes: number): void {
    this.#events ??= this.entry.events.copyUpTo(ordinal);
    this.#events.add(ordinal, bytes);
  }

  get exchange(): number {
    return this.entry.exchange;
  }

  /** The kinds it was given beyond plain A2A, in order of their events. */
  get reasons(): readonly KindReason[] {
    return this.#reasons ?? NO_REASONS;
  }

  reasonAt(n: number): KindReason | null {
    return this.reasons.findLast(({ firstEvent }) => firstEvent <= n) ?? null;
  }

  kindAt(n: number): ItemKind {
    return this.reasonAt(n)?.kind ?? this.entry.kind;
  }

  get attachments(): readonly Attachment[] {
    return this.#attachments ?? NO_ATTACHMENTS;
  }

  /** Its attachments as of event `n`; of growing token counts, only the newest. */
  attachmentsAt(n: number): readonly Attachment[] {
    const own = this.attachments.filter(({ firstEvent }) => firstEvent <= n);
    const all = this.findLiveAttachments ? [...own, ...this.findLiveAttachments(n)] : own;
    const usage = all.findLast(({ meaning }) => meaning === "usage");
    return all.filter((it) => it.meaning !== "usage" || it === usage);
  }

  /** Whether it has its own row as of event `n`. */
  isRowAt(n: number): boolean {
    return this.firstEvent <= n && (this.mergedInto === null || this.mergedInto.firstEvent > n);
  }

  /** The item whose row shows it as of event `n`. */
  getRowItemAt(n: number): Item {
    let item: Item = this;
    while (item.mergedInto && item.mergedInto.firstEvent <= n) item = item.mergedInto.item;
    return item;
  }

  /** Sets its kind from an event on; returns whether the kind changed. */
  setKind(
    kind: ItemKind,
    { dialect, why, confidence }: DialectReason,
    firstEvent: number,
  ): boolean {
    const last = this.reasons[this.reasons.length - 1];
    if (last?.kind === kind && last.why === why) return false;
    this.kind = kind;
    this.#reasons ??= [];
    this.#reasons.push({ firstEvent: firstEvent, kind, dialect, why, confidence });
    return true;
  }

  /** Adds an attachment; duplicates are ignored. */
  addAttachment(attachment: Attachment): void {
    const { firstEvent, key, meaning, value } = attachment;
    this.#lastValues ??= new Map();
    const name = `${meaning} ${key}`;
    const before = this.#lastValues.get(name);
    if (before !== undefined && (before === value || isSameJson(before, value))) return;
    this.#lastValues.set(name, value);
    this.#attachments ??= [];
    const last = this.#attachments[this.#attachments.length - 1];
    // Two detectors can match the same value.
    const isTwin =
      last?.firstEvent === firstEvent && last.meaning === meaning && last.value === value;
    if (isTwin && isObject(value)) return;
    this.#attachments.push(attachment);
  }

  addViolation(rule: DialectRuleId, firstEvent: number): void {
    if (this.violations.some((known) => known.rule === rule)) return;
    this.violations = [...this.violations, { firstEvent: firstEvent, rule }];
  }

  addInheritedIssue(problem: EntryIssue, firstEvent: number): void {
    if (this.inheritedIssues.some((known) => isSameIssue(known.issue, problem))) return;
    this.inheritedIssues = [...this.inheritedIssues, { firstEvent: firstEvent, issue: problem }];
  }

  /** Index of its task as of event `n`; −1 for none. */
  taskAt(n: number): number {
    return this.entry.kind === "message" ? getMessageTask(this.entry.message, n) : this.entry.task;
  }
}

function isSameIssue(a: EntryIssue, b: EntryIssue): boolean {
  if (a.of === "violation") return b.of === "violation" && a.rule === b.rule;
  return b.of === a.of && a.bit === b.bit;
}

/** The start of an item that covers less or more than its entry. */
interface ItemOrigin {
  readonly isNested: boolean;
  readonly firstEvent: number;
  readonly time: number;
}
