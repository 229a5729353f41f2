/**
 * Items: the rows as the dialects tell them. Each stands on an entry of the timeline; some entries
 * are told by another's item, and some say more than one thing and get an item for each.
 */

import { isObject, isSameJson } from "../protocol/json.ts";
import { taskOf } from "../timeline/messages.ts";
import type { Entry, Problem } from "../timeline/timeline.ts";
import { Track } from "../timeline/track.ts";
import type { ItemKind, Meaning, Sureness } from "./kinds.ts";
import type { Remark, RemarkRule } from "./remark.ts";

/** What makes one think so. */
export interface Ground {
  /** The family that says so. */
  readonly dialect: string;
  readonly why: string;
  readonly sure: Sureness;
}

/** Why an item is of its kind, from an event on. */
export interface Reason extends Ground {
  readonly birth: number;
  readonly kind: ItemKind;
}

/** Something said beside an item's own content, shown for what it means. */
export interface Attachment extends Ground {
  readonly birth: number;
  readonly means: Meaning;
  /** Its metadata key or URI. */
  readonly key: string;
  readonly value: unknown;
}

/** A problem of an entry that another item tells, and since when it does. */
export interface ToldProblem {
  readonly birth: number;
  readonly problem: Problem;
}

const NO_TOLD: readonly ToldProblem[] = [];
const NO_REASONS: readonly Reason[] = [];
const NO_ATTACHMENTS: readonly Attachment[] = [];
const NO_REMARKS: readonly Remark[] = [];

export class Item {
  readonly index: number;
  readonly birth: number;
  readonly time: number;
  /** The entry it stands on. */
  readonly entry: Entry;
  /** It is something inside its entry, not all of it. */
  readonly isInside: boolean;
  /** The kind it has come to be. */
  kind: ItemKind;
  /** The item it hangs under; `null` for none. */
  parent: Item | null;
  /** The item that tells it from an event on. */
  absorbed: { readonly birth: number; readonly by: Item } | null = null;
  /** What is wrong with it, beyond what its entry shows: each rule once. */
  remarks: readonly Remark[] = NO_REMARKS;

  /** What is wrong with the entries of the items that it absorbed: each rule once. */
  told: readonly ToldProblem[] = NO_TOLD;

  /** What is said beside it by what still changes: read as of an event when somebody asks. */
  besides: ((n: number) => readonly Attachment[]) | null = null;

  #reasons: Reason[] | null = null;
  #attached: Attachment[] | null = null;
  /** The newest value under each key. */
  #said: Map<string, unknown> | null = null;
  /** The events it is made of, where they are others than those of its entry. */
  #track: Track | null;

  constructor(index: number, entry: Entry, parent: Item | null, own?: Own) {
    this.index = index;
    this.entry = entry;
    this.kind = entry.kind;
    this.parent = parent;
    this.isInside = own?.isInside ?? false;
    this.birth = own?.birth ?? entry.birth;
    this.time = own?.time ?? entry.time;
    this.#track = own ? new Track() : null;
  }

  /** The events it is made of. */
  get track(): Track {
    return this.#track ?? this.entry.track;
  }

  /** Does it count events of its own? */
  get hasOwnTrack(): boolean {
    return this.#track !== null;
  }

  /** An event that is not one of its entry's. */
  touch(ordinal: number, bytes: number): void {
    this.#track ??= this.entry.track.upTo(ordinal);
    this.#track.add(ordinal, bytes);
  }

  get exchange(): number {
    return this.entry.exchange;
  }

  /** What it came to be understood as, beyond plain A2A, in order of birth. */
  get reasons(): readonly Reason[] {
    return this.#reasons ?? NO_REASONS;
  }

  reasonAt(n: number): Reason | null {
    return this.reasons.findLast(({ birth }) => birth <= n) ?? null;
  }

  kindAt(n: number): ItemKind {
    return this.reasonAt(n)?.kind ?? this.entry.kind;
  }

  get attachments(): readonly Attachment[] {
    return this.#attached ?? NO_ATTACHMENTS;
  }

  /** What was said beside it by event `n`; of growing counts of tokens the newest alone. */
  attachmentsAt(n: number): readonly Attachment[] {
    const own = this.attachments.filter(({ birth }) => birth <= n);
    const said = this.besides ? [...own, ...this.besides(n)] : own;
    const usage = said.findLast(({ means }) => means === "usage");
    return said.filter((it) => it.means !== "usage" || it === usage);
  }

  /** Is it a row of its own as of event `n`? */
  isRowAt(n: number): boolean {
    return this.birth <= n && (this.absorbed === null || this.absorbed.birth > n);
  }

  /** The item that tells it as of event `n`. */
  tellerAt(n: number): Item {
    let item: Item = this;
    while (item.absorbed && item.absorbed.birth <= n) item = item.absorbed.by;
    return item;
  }

  /** It is understood as this from an event on; tells whether that is news. */
  become(kind: ItemKind, { dialect, why, sure }: Ground, birth: number): boolean {
    const last = this.reasons[this.reasons.length - 1];
    if (last?.kind === kind && last.why === why) return false;
    this.kind = kind;
    this.#reasons ??= [];
    this.#reasons.push({ birth, kind, dialect, why, sure });
    return true;
  }

  /** Says something beside its content; the same again says nothing. */
  attach(attachment: Attachment): void {
    const { birth, key, means, value } = attachment;
    this.#said ??= new Map();
    const name = `${means} ${key}`;
    const before = this.#said.get(name);
    if (before !== undefined && (before === value || isSameJson(before, value))) return;
    this.#said.set(name, value);
    this.#attached ??= [];
    const last = this.#attached[this.#attached.length - 1];
    // One thing can be known by two signs.
    const isTwin = last?.birth === birth && last.means === means && last.value === value;
    if (isTwin && isObject(value)) return;
    this.#attached.push(attachment);
  }

  remark(rule: RemarkRule, birth: number): void {
    if (this.remarks.some((known) => known.rule === rule)) return;
    this.remarks = [...this.remarks, { birth, rule }];
  }

  tellProblem(problem: Problem, birth: number): void {
    if (this.told.some((known) => isSameProblem(known.problem, problem))) return;
    this.told = [...this.told, { birth, problem }];
  }

  /** Index of the task it belongs to as of event `n`; −1 for none. */
  taskAt(n: number): number {
    return this.entry.kind === "message" ? taskOf(this.entry.message, n) : this.entry.task;
  }
}

function isSameProblem(a: Problem, b: Problem): boolean {
  if (a.of === "breach") return b.of === "breach" && a.rule === b.rule;
  return b.of === a.of && a.bit === b.bit;
}

/** How many items it hangs under. */
export function depthOf({ parent }: Item): number {
  let depth = 0;
  for (let above = parent; above !== null; above = above.parent) depth++;
  return depth;
}

/** Where an item begins that is not all of its entry, or more than it. */
export interface Own {
  readonly isInside: boolean;
  readonly birth: number;
  readonly time: number;
}
