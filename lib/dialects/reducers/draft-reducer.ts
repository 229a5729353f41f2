/**
 * Reducer for drafts: messages of one task that grow by patches. Each draft is an item inside the
 * state that carries it. The final message is merged into the draft and never shown separately.
 */

import { NumberColumn } from "../../collections/number-column.ts";
import { parseJsonPointer } from "../../json/json-pointer.ts";
import { isSameJson } from "../../json/json-stringify.ts";
import { parseExtensionHeaders } from "../../protocol/extensions.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import type { Message, Part, TaskState } from "../../protocol/model.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { DetectorMatch } from "../detector-matcher.ts";
import type { DialectRuleId } from "../dialect-violation.ts";
import { EMPTY_UPDATE, type EntryUpdate } from "../entry-update.ts";
import type { Attachment, Item } from "../item.ts";
import type { ItemWriter } from "../item-writer.ts";
import type { Draft } from "../streaming-messages/draft.ts";
import { DraftRegistry, getStreamingUpdate } from "../streaming-messages/draft-registry.ts";
import { PatchIssue } from "../streaming-messages/patch-issues.ts";

/** What was processed of a draft so far, apart from its text. */
interface DraftProgress {
  readonly item: Item;
  partCount: number;
  readonly keys: Set<string>;
}

export class DraftReducer {
  readonly registry = new DraftRegistry();
  readonly #writer: ItemWriter;
  readonly #deduplicator: PatchDeduplicator;
  readonly #progress = new Map<Draft, DraftProgress>();

  constructor(writer: ItemWriter) {
    this.#writer = writer;
    this.#deduplicator = new PatchDeduplicator(writer.timeline);
  }

  /** Applies a status that carries patches; the update belongs to the item of the state. */
  applyPatches(
    update: EntryUpdate,
    match: DetectorMatch,
    state: TaskState,
    hasMessage: boolean,
  ): void {
    const { ordinal } = update;
    if (this.#deduplicator.markIfDuplicate(match.value, ordinal)) return;
    const patched = new Map<Draft, JsonObject[]>();
    const notes = this.registry.applyPatches(match.value, ordinal, (draft, op) => {
      const ops = patched.get(draft);
      if (ops) ops.push(op);
      else patched.set(draft, [op]);
    });
    for (const [draft, ops] of patched) this.#applyPatched(draft, ops, update, match);
    const last = [...patched.keys()].at(-1);
    const item = (last && this.#progress.get(last)?.item) ?? update.item;
    const excused = this.#hasJoinedLate(ordinal) ? PatchIssue.NoRoot : 0;
    for (const { bit, rule } of ISSUE_RULES) {
      if (notes & bit & ~excused) this.#writer.reportViolation(item, rule, ordinal);
    }
    if (notes & PatchIssue.NoFinal)
      this.#writer.reportViolation(this.#findLostItem() ?? item, "KST-NO-FINAL", ordinal);
    if (hasMessage) this.#writer.reportViolation(item, "KST-MSG-PRESENT", ordinal);
    if (state !== "working") this.#writer.reportViolation(item, "KST-STATE", ordinal);
    if (!this.#mayPatch(ordinal, match.key)) {
      this.#writer.reportViolation(item, "KST-NOT-REQUESTED", ordinal);
    }
  }

  /**
   * Settles the draft of a whole message. Returns the rest of the message that was not streamed,
   * as an update of the draft's item; `null` if the message has no draft.
   */
  settleMessage(update: EntryUpdate): EntryUpdate | null {
    const { message, item, ordinal } = update;
    if (message?.role !== "agent") return null;
    const draft = this.registry.settleDraft(message, ordinal);
    const progress = draft && this.#progress.get(draft);
    if (!draft?.finalMessage || !progress) return null;
    const own = progress.item;
    const { mismatch, streamedParts } = draft.finalMessage;
    if (mismatch) {
      this.#writer.reportViolation(item, "KST-MISMATCH", ordinal);
      return null;
    }
    this.#writer.mergeItem(item, own, ordinal);
    this.#writer.addEvent(own, ordinal);
    // Streamed texts are complete only now; other streamed parts were already processed.
    const parts = message.parts.filter((part, i) => i >= streamedParts || part.kind === "text");
    const before = toObject(draft.metadataAt(ordinal));
    const isNews = ([key, value]: [string, unknown]) =>
      !progress.keys.has(key) || !isSameJson(before[key], value);
    const metadata = Object.fromEntries(Object.entries(toObject(message.metadata)).filter(isNews));
    const rest = { ...message, metadata };
    return {
      ...update,
      message: rest,
      item: own,
      parts: parts,
      isFirst: false,
      isContinued: true,
    };
  }

  /** When the task ends, open drafts are lost. */
  onTaskEnd(ordinal: number, state: TaskState): void {
    this.#reportLostDrafts(ordinal, state === "completed" ? "KST-NO-FINAL" : "KST-LOST-DRAFT");
  }

  /** When the stream of the task ends, by the agent or otherwise, open drafts are lost. */
  onStreamEnd(exchange: number, ordinal: number, isOwnDoing: boolean): void {
    const open = this.registry.drafts.findLast(
      ({ stateHistory }) => stateHistory.latest === "open",
    );
    if (!open || this.#writer.timeline.events.exchange.at(open.events.last) !== exchange) return;
    this.#reportLostDrafts(ordinal, isOwnDoing ? null : "KST-NO-FINAL");
  }

  #reportLostDrafts(ordinal: number, rule: DialectRuleId | null): void {
    for (const draft of this.registry.loseOpenDrafts(ordinal)) {
      const item = this.#progress.get(draft)?.item;
      if (item && rule) this.#writer.reportViolation(item, rule, ordinal);
    }
  }

  /** The item of the draft that was lost last. */
  #findLostItem(): Item | undefined {
    const draft = this.registry.drafts.findLast(
      ({ stateHistory }) => stateHistory.latest === "lost",
    );
    return draft && this.#progress.get(draft)?.item;
  }

  #applyPatched(
    draft: Draft,
    ops: readonly JsonObject[],
    source: EntryUpdate,
    match: DetectorMatch,
  ): void {
    const { ordinal } = source;
    const known = this.#progress.get(draft);
    const progress = known ?? this.#createItem(draft, source, match);
    if (known) this.#writer.addEvent(progress.item, ordinal);
    this.#writer.showEventIn(progress.item, ordinal);
    const keys = ops.flatMap(getMetadataKeys).filter((key) => !progress.keys.has(key));
    const count = draft.countAt(ordinal);
    if (keys.length === 0 && count === progress.partCount) return;
    const parts: Part[] = [];
    for (; progress.partCount < count; progress.partCount++) {
      const part = draft.partAt(progress.partCount, ordinal);
      if (part && part.kind !== "text") parts.push(part);
    }
    // If parts were removed, continue from the current count.
    progress.partCount = count;
    const own = draft.metadataAt(ordinal);
    const metadata: [string, unknown][] = [];
    for (const key of keys) {
      progress.keys.add(key);
      if (isObject(own) && Object.hasOwn(own, key)) metadata.push([key, own[key]]);
    }
    if (parts.length === 0 && metadata.length === 0) return;
    const message = { ...createDraftMessage(draft), metadata: Object.fromEntries(metadata) };
    const { time } = source;
    const { item } = progress;
    const update = { ...EMPTY_UPDATE, ordinal, time, item, message, parts };
    this.#writer.applyUpdate({ ...update, isContinued: true });
  }

  #createItem(draft: Draft, update: EntryUpdate, match: DetectorMatch): DraftProgress {
    const item = this.#writer.createNestedItem(update);
    const progress: DraftProgress = { item, partCount: 0, keys: new Set() };
    this.#progress.set(draft, progress);
    this.#writer.setDetail(item, { kind: "draft", draft });
    this.#writer.setKind(item, "message", match, update.ordinal);
    // The metadata changes with the draft, so attachments are computed on demand.
    item.findLiveAttachments = (n) => this.#findAttachments(draft, item, n);
    return progress;
  }

  #findAttachments(draft: Draft, item: Item, n: number): readonly Attachment[] {
    const whole = draft.matchingMessageAt(n);
    const metadata = { ...toObject(draft.metadataAt(n)), ...toObject(whole?.metadata) };
    const message = { ...(whole ?? createDraftMessage(draft)), metadata };
    const { time } = item;
    const update = { ...EMPTY_UPDATE, ordinal: n, time, item, message };
    return this.#writer.findAttachments(update).map((found) => {
      const event = draft.findEvent(["metadata", found.key], n);
      return {
        ...found,
        firstEvent: event < 0 ? (draft.finalMessageAt(n)?.firstEvent ?? item.firstEvent) : event,
      };
    });
  }

  /** Whether the stream is a subscription, which may start in the middle of a message. */
  #hasJoinedLate(ordinal: number): boolean {
    const { events, exchanges } = this.#writer.timeline;
    return exchanges[events.exchange.at(ordinal)]?.request?.operation === "subscribe";
  }

  /** Whether the client requested patches; true if the log has no headers. */
  #mayPatch(ordinal: number, uri: string): boolean {
    const { events, exchanges } = this.#writer.timeline;
    const headers = exchanges[events.exchange.at(ordinal)]?.open.record.headers ?? [];
    return headers.length === 0 || (parseExtensionHeaders(headers) ?? []).includes(uri);
  }
}

function createDraftMessage({ messageId }: Draft): Message {
  return {
    role: "agent",
    rawRole: null,
    messageId,
    taskId: null,
    contextId: null,
    parts: [],
    metadata: null,
    referenceTaskIds: [],
    extensions: [],
  };
}

function toObject(metadata: unknown): JsonObject {
  return isObject(metadata) ? metadata : {};
}

/** The metadata members that an operation changes. */
function getMetadataKeys({ path, value }: JsonObject): string[] {
  const tokens = typeof path === "string" ? parseJsonPointer(path) : null;
  if (!tokens) return [];
  if (tokens.length === 0) return isObject(value) ? Object.keys(toObject(value.metadata)) : [];
  if (tokens[0] !== "metadata") return [];
  return tokens[1] === undefined ? Object.keys(toObject(value)) : [tokens[1]];
}

const ISSUE_RULES: readonly { readonly bit: number; readonly rule: DialectRuleId }[] = [
  { bit: PatchIssue.NoRoot, rule: "KST-NO-ROOT" },
  { bit: PatchIssue.IdDiff, rule: "KST-ID-DIFF" },
  { bit: PatchIssue.NoId, rule: "KST-NO-ID" },
  { bit: PatchIssue.Range, rule: "KST-RANGE" },
  { bit: PatchIssue.Utf16, rule: "KST-UTF16" },
  { bit: PatchIssue.Path, rule: "KST-PATH" },
  { bit: PatchIssue.EmptyFirst, rule: "KST-EMPTY-FIRST" },
  { bit: PatchIssue.BareOp, rule: "KST-BARE-OP" },
  { bit: PatchIssue.UnknownOp | PatchIssue.Malformed, rule: "KST-BAD-OP" },
];

/**
 * Deduplicates the patches of one task: parallel streams deliver the same patches at different
 * times, and a patch must not be applied twice.
 */
class PatchDeduplicator {
  readonly #timeline: Timeline;
  /** The events with new patches. */
  readonly #newEvents = NumberColumn.u32();
  /** How many of them each exchange has delivered. */
  readonly #matchedCounts = new Map<number, number>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** Whether another stream has already delivered it since this one was opened. */
  markIfDuplicate(update: unknown, event: number): boolean {
    const { events, exchanges, metadata } = this.#timeline;
    const exchange = events.exchange.at(event);
    const opened = exchanges[exchange]?.firstEvent ?? -1;
    const from = this.#matchedCounts.get(exchange) ?? this.#newEvents.countUpTo(opened);
    for (let i = from; i < this.#newEvents.length; i++) {
      const other = this.#newEvents.at(i);
      if (events.exchange.at(other) === exchange) continue;
      if (!isSameJson(getStreamingUpdate(metadata.get(other)), update)) continue;
      this.#matchedCounts.set(exchange, i + 1);
      return true;
    }
    this.#newEvents.push(event);
    this.#matchedCounts.set(exchange, this.#newEvents.length);
    return false;
  }
}
