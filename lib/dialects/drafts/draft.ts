/**
 * One message in the making: patched event by event, readable as of any of them. Whatever the
 * patches say, nothing is thrown; what is odd is noted, and shown where it can be.
 */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Message, Part } from "../../protocol/model.ts";
import { joinPartTexts, readParts } from "../../protocol/read-parts.ts";
import { History, Track } from "../../timeline/track.ts";
import { Slot } from "./document.ts";
import { DraftText } from "./draft-text.ts";
import { GrowingList } from "./growing-list.ts";
import { GrowingText } from "./growing-text.ts";
import { DraftNote } from "./notes.ts";
import { add, change, find, move } from "./patch.ts";
import { indexOf, isAllParts, isPartText, isTextual, tokensOf } from "./pointer.ts";
import type { Settlement } from "./settlement.ts";
import { insertAt, isWithin, positionOf } from "./typing.ts";

/** `lost`: the agent went on, failed or fell silent before it sent the whole message. */
export type DraftState = "open" | "settled" | "lost";

export class Draft {
  readonly messageId: string | null;
  readonly birth: number;
  /** The events that patched it. */
  readonly track = new Track();
  readonly course = new History<DraftState>();
  /** The text of all its parts, and where it came from. */
  readonly text: DraftText;
  /** The message that it became. */
  settlement: Settlement | null = null;

  readonly #roots = new History<Slot>();
  #isRooted = false;
  /** The events that may have changed the metadata. */
  readonly #metadataChanges = new Track();
  #metadata: { changes: number; value: unknown } | null = null;
  /** Whether its last part is a text, once that was looked at. */
  #last: { part: number; isText: boolean } | null = null;

  constructor(messageId: string | null, birth: number) {
    this.messageId = messageId;
    this.birth = birth;
    this.text = new DraftText(this);
    this.course.set(birth, "open");
  }

  /** Applies one operation; says what was odd, in bits of `DraftNote`. */
  apply(op: unknown, event: number): number {
    this.track.add(event);
    if (!isObject(op) || typeof op.path !== "string") return DraftNote.Malformed;
    const tokens = tokensOf(op.path);
    if (!tokens) return DraftNote.Path;
    if (tokens.length === 0) return this.#replaceRoot(op, event);
    if (tokens[0] === "metadata" || op.op === "move") this.#touchMetadata(event);
    const notes = this.#isRooted ? 0 : DraftNote.NoRoot;
    const root = this.#roots.latest ?? this.#rootless(event);
    return notes | this.#edit(root, tokens, op, event);
  }

  /** The whole message came; where it goes on as the draft had begun, so does the text. */
  settle(settlement: Settlement): void {
    const { birth, message, mismatch } = settlement;
    const before = this.text.at(birth)?.textLengthAt(birth) ?? 0;
    const isEnd = mismatch !== null && this.#isEndOf(message, birth);
    this.settlement = isEnd ? { ...settlement, streamed: 0, mismatch: null } : settlement;
    this.course.set(birth, "settled");
    if (isEnd) this.text.revise(birth, "anew");
    else if (mismatch === null) this.text.grow(birth, joinPartTexts(message.parts).length - before);
  }

  /** Who joined late has the end of a text only, and now the whole of it. */
  #isEndOf({ parts }: Message, n: number): boolean {
    const own = this.partsAt(n);
    const isText = own.every(({ kind }) => kind === "text");
    return !this.#isRooted && isText && joinPartTexts(parts).endsWith(joinPartTexts(own));
  }

  /** How many parts it has. */
  countAt(n: number): number {
    const content = this.#slotAt(["parts"], n)?.content;
    if (content instanceof GrowingList) return content.countAt(n);
    return isArray(content) ? content.length : 0;
  }

  partsAt(n: number): Part[] {
    const parts = this.#slotAt(["parts"], n)?.valueAt(n);
    return isArray(parts) ? readParts(parts, newReading()) : [];
  }

  partAt(index: number, n: number): Part | null {
    const raw = this.#slotAt(["parts", String(index)], n)?.valueAt(n);
    return readParts(raw === undefined ? [] : [raw], newReading())[0] ?? null;
  }

  /** The part's text; `null` where it is not a text. */
  textOf(index: number, n: number): string | null {
    const part = this.partAt(index, n);
    return part?.kind === "text" ? part.text : null;
  }

  /** The length of the part's text in UTF-16 units, without joining it. */
  textLengthOf(part: number, n: number): number {
    const content = this.#textAt(part, n)?.content;
    if (content instanceof GrowingText) return content.unitsAt(n);
    return typeof content === "string" ? content.length : (this.textOf(part, n)?.length ?? 0);
  }

  /** The event that brought the character at a position of a part's text; −1 past the end. */
  eventOfCharacter(part: number, position: number, n: number): number {
    const slot = this.#textAt(part, n);
    if (slot?.content instanceof GrowingText) return slot.content.eventOf(position, n);
    const isInside = position >= 0 && position < this.textLengthOf(part, n);
    return isInside ? (slot?.birth ?? this.eventOf(["parts", String(part)], n)) : -1;
  }

  /** The whole message, once it came and went on as the draft had begun. */
  wholeAt(n: number): Message | null {
    const settled = this.settlementAt(n);
    return settled && settled.mismatch === null ? settled.message : null;
  }

  /** The message's metadata; `null` where there is none. Reading on finds the same until it changes. */
  metadataAt(n: number): unknown {
    const changes = this.#metadataChanges.countAt(n);
    if (this.#metadata?.changes !== changes) {
      this.#metadata = { changes, value: this.#slotAt(["metadata"], n)?.valueAt(n) ?? null };
    }
    return this.#metadata.value;
  }

  /** The event that brought the value at a path (not a pointer: its tokens); −1 for none. */
  eventOf(path: readonly string[], n: number): number {
    return this.#slotAt(path, n)?.birth ?? -1;
  }

  stateAt(n: number): DraftState {
    return this.course.at(n) ?? "open";
  }

  settlementAt(n: number): Settlement | null {
    return this.settlement && this.settlement.birth <= n ? this.settlement : null;
  }

  #replaceRoot({ op, value }: JsonObject, event: number): number {
    if (op !== "replace" && op !== "add") return isKnown(op) ? DraftNote.Path : DraftNote.UnknownOp;
    if (!isObject(value)) return DraftNote.Malformed;
    this.#isRooted = true;
    this.#roots.set(event, new Slot(value, event));
    this.#revise(event, "anew");
    this.#touchMetadata(event);
    const id = messageIdOf(value);
    const notes = isParts(value.parts) ? 0 : DraftNote.Malformed;
    return id !== null && id !== this.messageId ? notes | DraftNote.IdDiff : notes;
  }

  /** Who joins late misses the root: what comes is shown all the same. */
  #rootless(event: number): Slot {
    const root = new Slot({ parts: [] }, event);
    this.#roots.set(event, root);
    this.#revise(event, "anew");
    return root;
  }

  #edit(root: Slot, tokens: string[], op: JsonObject, event: number): number {
    const { value } = op;
    const isValue = value !== undefined && (!isAllParts(tokens) || isParts(value));
    switch (op.op) {
      case "add":
        return isValue ? this.#add(root, tokens, value, event) : DraftNote.Malformed;
      case "replace":
        return isValue
          ? this.#change(root, tokens, new Slot(value, event), event)
          : DraftNote.Malformed;
      case "remove":
        return this.#change(root, tokens, null, event);
      case "move": {
        if (typeof op.from !== "string") return DraftNote.Malformed;
        const from = tokensOf(op.from);
        if (!from) return DraftNote.Path;
        if (isTextual(tokens) || isTextual(from)) this.#revise(event, "edited");
        return move(root, from, tokens, event);
      }
      case "str_ins":
        return typeof value === "string"
          ? this.#insert(root, tokens, op.pos ?? null, value, event)
          : DraftNote.Malformed;
      default:
        return DraftNote.UnknownOp;
    }
  }

  /** A part that comes last goes on with the text; anywhere else it is an edit. */
  #add(root: Slot, tokens: string[], value: unknown, event: number): number {
    const count = this.countAt(event);
    const index = tokens[1] === "-" ? count : indexOf(tokens[1] ?? "");
    const isLast = tokens.length === 2 && tokens[0] === "parts" && index >= count;
    const notes = add(root, tokens, value, event);
    if (isLast) this.text.grow(event, this.textOf(count, event)?.length ?? 0);
    else if (notes === 0 && isTextual(tokens)) this.#revise(event, "edited");
    return notes;
  }

  #change(root: Slot, tokens: string[], slot: Slot | null, event: number): number {
    const notes = change(root, tokens, slot, event);
    if (notes === 0 && isTextual(tokens)) this.#revise(event, "edited");
    return notes;
  }

  #insert(root: Slot, tokens: string[], pos: unknown, value: string, event: number): number {
    if (!this.#isRooted && isPartText(tokens)) return this.#appendToLast(root, value, event);
    const text = find(root, tokens)?.text();
    if (!text) return DraftNote.Path;
    const isOfPart = isPartText(tokens);
    const part = isOfPart ? indexOf(tokens[1] ?? "") : -1;
    if (text.units === 0 && isOfPart) {
      // The reference server keeps counting at an empty first part, and means the last one.
      const last = lastText(root, part);
      if (last && last.units > 0 && (pos === last.points || pos === last.units)) {
        this.#growLast(value, event);
        return DraftNote.EmptyFirst | insertAt(last, pos, value, event);
      }
    }
    if (isOfPart) this.#type(text, part, pos, value, event);
    return insertAt(text, pos, value, event);
  }

  /** Without a root neither indexes nor positions can be trusted, but text comes last. */
  #appendToLast(root: Slot, value: string, event: number): number {
    const last = lastText(root, -1);
    if (!last) return this.#add(root, ["parts", "-"], { text: value }, event);
    this.#growLast(value, event);
    last.append(value, event);
    return 0;
  }

  /** What typing into a part does to the text of all. */
  #type(text: GrowingText, part: number, pos: unknown, value: string, event: number): void {
    const isEnd = !isWithin(text, positionOf(text, pos));
    if (isEnd && part === this.countAt(event) - 1) this.#growLast(value, event);
    else if (value !== "") this.#revise(event, "edited");
  }

  #growLast(value: string, event: number): void {
    const part = this.countAt(event) - 1;
    if (this.#last?.part !== part) {
      this.#last = { part, isText: this.textOf(part, event) !== null };
    }
    if (this.#last.isText) this.text.grow(event, value.length);
  }

  #revise(event: number, how: "anew" | "edited"): void {
    this.#last = null;
    this.text.revise(event, how);
  }

  #touchMetadata(event: number): void {
    this.#metadataChanges.add(event);
    // The same event may change it more than once.
    this.#metadata = null;
  }

  #textAt(part: number, n: number): Slot | null {
    return this.#slotAt(["parts", String(part), "text"], n);
  }

  #slotAt(path: readonly string[], n: number): Slot | null {
    let slot = this.#roots.at(n) ?? null;
    for (const token of path) slot = slot?.childAt(token, n) ?? null;
    return slot;
  }
}

/** The id that a message or its patches name, in either spelling. */
export function messageIdOf(value: JsonObject): string | null {
  const id = value.message_id ?? value.messageId;
  return typeof id === "string" && id !== "" ? id : null;
}

function isParts(value: unknown): boolean {
  return isArray(value) || value === undefined || value === null;
}

/** The text of the last part, if that is a text and stands after a certain part. */
function lastText(root: Slot, after: number): GrowingText | null {
  const parts = find(root, ["parts"])?.container();
  if (!(parts instanceof GrowingList) || parts.count - 1 <= after) return null;
  return find(root, ["parts", String(parts.count - 1), "text"])?.text() ?? null;
}

function isKnown(op: unknown): boolean {
  return op === "remove" || op === "move" || op === "str_ins";
}

function newReading() {
  return { evidence: 0, irregular: 0, rest03: false };
}
