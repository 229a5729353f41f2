/**
 * Items: the rows as the dialects tell them. Each stands on an entry of the timeline; some entries
 * are told by another's item, and some say more than one thing and get an item for each.
 */

import { isObject, isSameJson } from "../protocol/json.ts";
import { EventIndex } from "../timeline/event-index.ts";
import { getMessageTask } from "../timeline/messages.ts";
import type { Entry, EntryIssue } from "../timeline/timeline.ts";
import type { DialectRuleName, DialectViolation } from "./dialect-violation.ts";
import type { Confidence, ItemKind, Meaning } from "./kinds.ts";

/** What makes one think so. */
export interface DialectReason {
  /** The family that says so. */
  readonly dialect: string;
  readonly why: string;
  readonly confidence: Confidence;
}

/** Why an item is of its kind, from an event on. */
export interface KindReason extends DialectReason {
  readonly firstEvent: number;
  readonly kind: ItemKind;
}

/** Something said beside an item's own content, shown for what it means. */
export interface Attachment extends DialectReason {
  readonly firstEvent: number;
  readonly meaning: Meaning;
  /** Its metadata key or URI. */
  readonly key: string;
  readonly value: unknown;
}

/** A problem of an entry that another item tells, and since when it does. */
export interface InheritedIssue {
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
  /** The entry it stands on. */
  readonly entry: Entry;
  /** It is something inside its entry, not all of it. */
  readonly isNested: boolean;
  /** The kind it has come to be. */
  kind: ItemKind;
  /** The item it hangs under; `null` for none. */
  parent: Item | null;
  /** The item that tells it from an event on. */
  mergedInto: { readonly firstEvent: number; readonly item: Item } | null = null;
  /** What is wrong with it, beyond what its entry shows: each rule once. */
  violations: readonly DialectViolation[] = NO_VIOLATIONS;

  /** What is wrong with the entries of the items that it absorbed: each rule once. */
  inheritedIssues: readonly InheritedIssue[] = NO_INHERITED_ISSUES;

  /** What is said beside it by what still changes: read as of an event when somebody asks. */
  findLiveAttachments: ((n: number) => readonly Attachment[]) | null = null;

  #reasons: KindReason[] | null = null;
  #attachments: Attachment[] | null = null;
  /** The newest value under each key. */
  #lastValues: Map<string, unknown> | null = null;
  /** The events it is made of, where they are others than those of its entry. */
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

  /** The events it is made of. */
  get events(): EventIndex {
    return this.#events ?? this.entry.events;
  }

  /** Does it count events of its own? */
  get hasOwnEvents(): boolean {
    return this.#events !== null;
  }

  /** An event that is not one of its entry's. */
  addEvent(ordinal: number, bytes: number): void {
    this.#events ??= this.entry.events.copyUpTo(ordinal);
    this.#events.add(ordinal, bytes);
  }

  get exchange(): number {
    return this.entry.exchange;
  }

  /** What it came to be understood as, beyond plain A2A, in order of birth. */
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

  /** What was said beside it by event `n`; of growing counts of tokens the newest alone. */
  attachmentsAt(n: number): readonly Attachment[] {
    const own = this.attachments.filter(({ firstEvent }) => firstEvent <= n);
    const said = this.findLiveAttachments ? [...own, ...this.findLiveAttachments(n)] : own;
    const usage = said.findLast(({ meaning }) => meaning === "usage");
    return said.filter((it) => it.meaning !== "usage" || it === usage);
  }

  /** Is it a row of its own as of event `n`? */
  isRowAt(n: number): boolean {
    return this.firstEvent <= n && (this.mergedInto === null || this.mergedInto.firstEvent > n);
  }

  /** The item that tells it as of event `n`. */
  getRowItemAt(n: number): Item {
    let item: Item = this;
    while (item.mergedInto && item.mergedInto.firstEvent <= n) item = item.mergedInto.item;
    return item;
  }

  /** It is understood as this from an event on; tells whether that is news. */
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

  /** Says something beside its content; the same again says nothing. */
  addAttachment(attachment: Attachment): void {
    const { firstEvent, key, meaning, value } = attachment;
    this.#lastValues ??= new Map();
    const name = `${meaning} ${key}`;
    const before = this.#lastValues.get(name);
    if (before !== undefined && (before === value || isSameJson(before, value))) return;
    this.#lastValues.set(name, value);
    this.#attachments ??= [];
    const last = this.#attachments[this.#attachments.length - 1];
    // One thing can be known by two signs.
    const isTwin =
      last?.firstEvent === firstEvent && last.meaning === meaning && last.value === value;
    if (isTwin && isObject(value)) return;
    this.#attachments.push(attachment);
  }

  addViolation(rule: DialectRuleName, firstEvent: number): void {
    if (this.violations.some((known) => known.rule === rule)) return;
    this.violations = [...this.violations, { firstEvent: firstEvent, rule }];
  }

  addInheritedIssue(problem: EntryIssue, firstEvent: number): void {
    if (this.inheritedIssues.some((known) => isSameIssue(known.issue, problem))) return;
    this.inheritedIssues = [...this.inheritedIssues, { firstEvent: firstEvent, issue: problem }];
  }

  /** Index of the task it belongs to as of event `n`; −1 for none. */
  taskAt(n: number): number {
    return this.entry.kind === "message" ? getMessageTask(this.entry.message, n) : this.entry.task;
  }
}

function isSameIssue(a: EntryIssue, b: EntryIssue): boolean {
  if (a.of === "breach") return b.of === "breach" && a.rule === b.rule;
  return b.of === a.of && a.bit === b.bit;
}

/** How many items it hangs under. */
export function countParents({ parent }: Item): number {
  let depth = 0;
  for (let above = parent; above !== null; above = above.parent) depth++;
  return depth;
}

/** Where an item begins that is not all of its entry, or more than it. */
export interface ItemOrigin {
  readonly isNested: boolean;
  readonly firstEvent: number;
  readonly time: number;
}
