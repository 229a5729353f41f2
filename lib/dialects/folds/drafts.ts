/**
 * Drafts: messages of one task that grow by patches, each an item of its own inside the state they
 * are written in. The whole message that one becomes is told by the draft, never beside it.
 */

import { parseExtensionHeaders } from "../../protocol/extensions.ts";
import { isObject, isSameJson, type JsonObject } from "../../protocol/json.ts";
import type { Message, Part, TaskState } from "../../protocol/model.ts";
import { DraftBook } from "../drafts/book.ts";
import type { Draft } from "../drafts/draft.ts";
import { DraftNote } from "../drafts/notes.ts";
import { tokensOf } from "../drafts/pointer.ts";
import type { Attachment, Item } from "../item.ts";
import type { Match } from "../matcher.ts";
import { PatchTellers } from "../patch-tellers.ts";
import type { RemarkRule } from "../remark.ts";
import type { Scribe } from "../scribe.ts";
import type { Statement } from "../statement.ts";

/** What was heard of a draft so far, beside its text. */
interface Hearing {
  readonly item: Item;
  parts: number;
  readonly keys: Set<string>;
}

export class DraftFold {
  readonly book = new DraftBook();
  readonly #scribe: Scribe;
  readonly #tellers: PatchTellers;
  readonly #hearings = new Map<Draft, Hearing>();

  constructor(scribe: Scribe) {
    this.#scribe = scribe;
    this.#tellers = new PatchTellers(scribe.timeline);
  }

  /** A status that carries patches: the statement is made on the state's item. */
  patch(statement: Statement, match: Match, state: TaskState, isSaying: boolean): void {
    const { ordinal } = statement;
    if (this.#tellers.toldBefore(match.value, ordinal)) return;
    const patched = new Map<Draft, JsonObject[]>();
    const notes = this.book.patch(match.value, ordinal, (draft, op) => {
      const ops = patched.get(draft);
      if (ops) ops.push(op);
      else patched.set(draft, [op]);
    });
    for (const [draft, ops] of patched) this.#hear(draft, ops, statement, match);
    const last = [...patched.keys()].at(-1);
    const item = (last && this.#hearings.get(last)?.item) ?? statement.item;
    const excused = this.#joinedLate(ordinal) ? DraftNote.NoRoot : 0;
    for (const { bit, rule } of NOTED) {
      if (notes & bit & ~excused) this.#scribe.remark(item, rule, ordinal);
    }
    if (notes & DraftNote.NoFinal)
      this.#scribe.remark(this.#lost() ?? item, "KST-NO-FINAL", ordinal);
    if (isSaying) this.#scribe.remark(item, "KST-MSG-PRESENT", ordinal);
    if (state !== "working") this.#scribe.remark(item, "KST-STATE", ordinal);
    if (!this.#mayPatch(ordinal, match.key)) {
      this.#scribe.remark(item, "KST-NOT-REQUESTED", ordinal);
    }
  }

  /**
   * A whole message. Where it is what a draft became, gives what is left to be heard of it, as
   * said by the draft's item; `null` where it speaks for itself.
   */
  settle(statement: Statement): Statement | null {
    const { message, item, ordinal } = statement;
    if (message?.role !== "agent") return null;
    const draft = this.book.settle(message, ordinal);
    const hearing = draft && this.#hearings.get(draft);
    if (!draft?.settlement || !hearing) return null;
    const own = hearing.item;
    const { mismatch, streamed } = draft.settlement;
    if (mismatch) {
      this.#scribe.remark(item, "KST-MISMATCH", ordinal);
      return null;
    }
    this.#scribe.absorb(item, own, ordinal);
    this.#scribe.touch(own, ordinal);
    // Texts that were streamed are whole only now; what else was streamed was heard.
    const pieces = message.parts.filter((part, i) => i >= streamed || part.kind === "text");
    const before = ownOf(draft.metadataAt(ordinal));
    const isNews = ([key, value]: [string, unknown]) =>
      !hearing.keys.has(key) || !isSameJson(before[key], value);
    const metadata = Object.fromEntries(Object.entries(ownOf(message.metadata)).filter(isNews));
    const rest = { ...message, metadata };
    return { ...statement, message: rest, item: own, pieces, isFirst: false, isSome: true };
  }

  /** The task is over: what is not settled by now never will be. */
  onOver(ordinal: number, state: TaskState): void {
    this.#lose(ordinal, state === "completed" ? "KST-NO-FINAL" : "KST-LOST-DRAFT");
  }

  /** The stream that told of it ended, by the agent's doing or by another's. */
  onEnd(exchange: number, ordinal: number, isOwnDoing: boolean): void {
    const open = this.book.drafts.findLast(({ course }) => course.latest === "open");
    if (!open || this.#scribe.timeline.events.exchange.at(open.track.last) !== exchange) return;
    this.#lose(ordinal, isOwnDoing ? null : "KST-NO-FINAL");
  }

  #lose(ordinal: number, rule: RemarkRule | null): void {
    for (const draft of this.book.end(ordinal)) {
      const item = this.#hearings.get(draft)?.item;
      if (item && rule) this.#scribe.remark(item, rule, ordinal);
    }
  }

  /** The draft given up last. */
  #lost(): Item | undefined {
    const draft = this.book.drafts.findLast(({ course }) => course.latest === "lost");
    return draft && this.#hearings.get(draft)?.item;
  }

  #hear(draft: Draft, ops: readonly JsonObject[], statement: Statement, match: Match): void {
    const { ordinal } = statement;
    const known = this.#hearings.get(draft);
    const hearing = known ?? this.#begin(draft, statement, match);
    if (known) this.#scribe.touch(hearing.item, ordinal);
    this.#scribe.show(hearing.item, ordinal);
    const keys = ops.flatMap(keysOf).filter((key) => !hearing.keys.has(key));
    const count = draft.countAt(ordinal);
    if (keys.length === 0 && count === hearing.parts) return;
    const pieces: Part[] = [];
    for (; hearing.parts < count; hearing.parts++) {
      const part = draft.partAt(hearing.parts, ordinal);
      if (part && part.kind !== "text") pieces.push(part);
    }
    // A list that lost parts is heard again from where it stands now.
    hearing.parts = count;
    const own = draft.metadataAt(ordinal);
    const metadata: [string, unknown][] = [];
    for (const key of keys) {
      hearing.keys.add(key);
      if (isObject(own) && Object.hasOwn(own, key)) metadata.push([key, own[key]]);
    }
    if (pieces.length === 0 && metadata.length === 0) return;
    const message = { ...messageOf(draft), metadata: Object.fromEntries(metadata) };
    const { time } = statement;
    const said = { ...NOTHING_ELSE, ordinal, time, item: hearing.item, message, pieces };
    this.#scribe.hear({ ...said, isSome: true });
  }

  #begin(draft: Draft, statement: Statement, match: Match): Hearing {
    const item = this.#scribe.inside(statement);
    const hearing: Hearing = { item, parts: 0, keys: new Set() };
    this.#hearings.set(draft, hearing);
    this.#scribe.compose(item, { kind: "draft", draft });
    this.#scribe.become(item, "message", match, statement.ordinal);
    // What its metadata says changes with it, so it is looked at when somebody asks.
    item.besides = (n) => this.#besides(draft, item, n);
    return hearing;
  }

  #besides(draft: Draft, item: Item, n: number): readonly Attachment[] {
    const whole = draft.wholeAt(n);
    const metadata = { ...ownOf(draft.metadataAt(n)), ...ownOf(whole?.metadata) };
    const message = { ...(whole ?? messageOf(draft)), metadata };
    const { time } = item;
    const said = { ...NOTHING_ELSE, ordinal: n, time, item, message };
    return this.#scribe.besides(said).map((found) => {
      const birth = draft.eventOf(["metadata", found.key], n);
      return { ...found, birth: birth < 0 ? (draft.settlementAt(n)?.birth ?? item.birth) : birth };
    });
  }

  /** Who subscribes in the middle of a message was never sent its root. */
  #joinedLate(ordinal: number): boolean {
    const { events, exchanges } = this.#scribe.timeline;
    return exchanges[events.exchange.at(ordinal)]?.request?.operation === "subscribe";
  }

  /** Patches go to whom asked for them; a log that keeps no headers does not say. */
  #mayPatch(ordinal: number, uri: string): boolean {
    const { events, exchanges } = this.#scribe.timeline;
    const headers = exchanges[events.exchange.at(ordinal)]?.open.record.headers ?? [];
    return headers.length === 0 || (parseExtensionHeaders(headers) ?? []).includes(uri);
  }
}

const NOTHING_ELSE = {
  artifact: null,
  pieces: [],
  event: null,
  isFirst: false,
  replaces: false,
} as const;

function messageOf({ messageId }: Draft): Message {
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

function ownOf(metadata: unknown): JsonObject {
  return isObject(metadata) ? metadata : {};
}

/** The members of the metadata that an operation is about. */
function keysOf({ path, value }: JsonObject): string[] {
  const tokens = typeof path === "string" ? tokensOf(path) : null;
  if (!tokens) return [];
  if (tokens.length === 0) return isObject(value) ? Object.keys(ownOf(value.metadata)) : [];
  if (tokens[0] !== "metadata") return [];
  return tokens[1] === undefined ? Object.keys(ownOf(value)) : [tokens[1]];
}

const NOTED: readonly { readonly bit: number; readonly rule: RemarkRule }[] = [
  { bit: DraftNote.NoRoot, rule: "KST-NO-ROOT" },
  { bit: DraftNote.IdDiff, rule: "KST-ID-DIFF" },
  { bit: DraftNote.NoId, rule: "KST-NO-ID" },
  { bit: DraftNote.Range, rule: "KST-RANGE" },
  { bit: DraftNote.Utf16, rule: "KST-UTF16" },
  { bit: DraftNote.Path, rule: "KST-PATH" },
  { bit: DraftNote.EmptyFirst, rule: "KST-EMPTY-FIRST" },
  { bit: DraftNote.BareOp, rule: "KST-BARE-OP" },
  { bit: DraftNote.UnknownOp | DraftNote.Malformed, rule: "KST-BAD-OP" },
];
