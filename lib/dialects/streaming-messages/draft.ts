/**
 * Draft: a message that is streamed as patches and can be read as of any event.
 *
 * Guarantees: never throws, whatever the patches contain; irregular patches are noted, and applied
 * where possible.
 */

import { parseIndex, parseJsonPointer } from "../../json/json-pointer.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Message, Part } from "../../protocol/model.ts";
import { joinPartTexts, readParts } from "../../protocol/read-parts.ts";
import { EventIndex, ValueHistory } from "../../timeline/event-index.ts";
import { DraftText } from "./draft-text.ts";
import type { FinalMessage } from "./final-message.ts";
import { addValue, moveValue, openPath, replaceValue } from "./json-patch.ts";
import { affectsText, isPartListPath, isPartTextPath } from "./part-paths.ts";
import { PatchIssue } from "./patch-issues.ts";
import { insertAtPosition, isInsideText, resolvePosition } from "./text-insert.ts";
import { VersionedValue } from "./versioned-json.ts";
import { VersionedList } from "./versioned-list.ts";
import { VersionedText } from "./versioned-text.ts";

/** `lost`: the agent continued, failed or went silent before it sent the whole message. */
type DraftState = "open" | "settled" | "lost";

export class Draft {
  readonly messageId: string | null;
  readonly firstEvent: number;
  /** The events that patched it. */
  readonly events = new EventIndex();
  readonly stateHistory = new ValueHistory<DraftState>();
  /** The text of all its parts, and the events it came from. */
  readonly text: DraftText;
  /** The final message. */
  finalMessage: FinalMessage | null = null;

  readonly #roots = new ValueHistory<VersionedValue>();
  #isRooted = false;
  /** The events that may have changed the metadata. */
  readonly #metadataChanges = new EventIndex();
  #metadata: { changes: number; value: unknown } | null = null;
  /** Whether its last part is text; cached. */
  #lastPart: { part: number; isText: boolean } | null = null;

  constructor(messageId: string | null, firstEvent: number) {
    this.messageId = messageId;
    this.firstEvent = firstEvent;
    this.text = new DraftText(this);
    this.stateHistory.set(firstEvent, "open");
  }

  /** Applies one operation; returns irregularities as bits of `PatchIssue`. */
  apply(op: unknown, event: number): number {
    this.events.add(event);
    if (!isObject(op) || typeof op.path !== "string") return PatchIssue.Malformed;
    const tokens = parseJsonPointer(op.path);
    if (!tokens) return PatchIssue.Path;
    if (tokens.length === 0) return this.#replaceRoot(op, event);
    if (tokens[0] === "metadata" || op.op === "move") this.#markMetadataChanged(event);
    const notes = this.#isRooted ? 0 : PatchIssue.NoRoot;
    const root = this.#roots.latest ?? this.#createMissingRoot(event);
    return notes | this.#applyOperation(root, tokens, op, event);
  }

  /** Records the whole message; if it continues the draft, so does the text. */
  setFinalMessage(settlement: FinalMessage): void {
    const { firstEvent, message, mismatch } = settlement;
    const before = this.text.at(firstEvent)?.textLengthAt(firstEvent) ?? 0;
    const isEnd = mismatch !== null && this.#isEndOfMessage(message, firstEvent);
    this.finalMessage = isEnd ? { ...settlement, streamedParts: 0, mismatch: null } : settlement;
    this.stateHistory.set(firstEvent, "settled");
    if (isEnd) this.text.addRevision(firstEvent, "replaced");
    else if (mismatch === null)
      this.text.appendUnits(firstEvent, joinPartTexts(message.parts).length - before);
  }

  /** A client that joined late has only the end of the text, and now gets all of it. */
  #isEndOfMessage({ parts }: Message, n: number): boolean {
    const own = this.partsAt(n);
    const isText = own.every(({ kind }) => kind === "text");
    return !this.#isRooted && isText && joinPartTexts(parts).endsWith(joinPartTexts(own));
  }

  /** The number of parts. */
  countAt(n: number): number {
    const content = this.#valueAt(["parts"], n)?.content;
    if (content instanceof VersionedList) return content.countAt(n);
    return isArray(content) ? content.length : 0;
  }

  partsAt(n: number): Part[] {
    const parts = this.#valueAt(["parts"], n)?.valueAt(n);
    return isArray(parts) ? readParts(parts, createDecodeFlags()) : [];
  }

  partAt(index: number, n: number): Part | null {
    const raw = this.#valueAt(["parts", String(index)], n)?.valueAt(n);
    return readParts(raw === undefined ? [] : [raw], createDecodeFlags())[0] ?? null;
  }

  /** The text of a part; `null` if it is not text. */
  getPartText(index: number, n: number): string | null {
    const part = this.partAt(index, n);
    return part?.kind === "text" ? part.text : null;
  }

  /** The length of a part's text in UTF-16 units, without joining it. */
  getPartTextLength(part: number, n: number): number {
    const content = this.#textValueAt(part, n)?.content;
    if (content instanceof VersionedText) return content.unitsAt(n);
    return typeof content === "string" ? content.length : (this.getPartText(part, n)?.length ?? 0);
  }

  /** The event that brought the character at a position of a part's text; −1 past the end. */
  findCharacterEvent(part: number, position: number, n: number): number {
    const slot = this.#textValueAt(part, n);
    if (slot?.content instanceof VersionedText) return slot.content.findEvent(position, n);
    const isInside = position >= 0 && position < this.getPartTextLength(part, n);
    return isInside ? (slot?.firstEvent ?? this.findEvent(["parts", String(part)], n)) : -1;
  }

  /** The whole message, once it arrived and if it continued the draft. */
  matchingMessageAt(n: number): Message | null {
    const settled = this.finalMessageAt(n);
    return settled && settled.mismatch === null ? settled.message : null;
  }

  /** The message's metadata; `null` if there is none. The same object until it changes. */
  metadataAt(n: number): unknown {
    const changes = this.#metadataChanges.countAt(n);
    if (this.#metadata?.changes !== changes) {
      this.#metadata = { changes, value: this.#valueAt(["metadata"], n)?.valueAt(n) ?? null };
    }
    return this.#metadata.value;
  }

  /** The event that brought the value at a path (given as tokens); −1 for none. */
  findEvent(path: readonly string[], n: number): number {
    return this.#valueAt(path, n)?.firstEvent ?? -1;
  }

  stateAt(n: number): DraftState {
    return this.stateHistory.at(n) ?? "open";
  }

  finalMessageAt(n: number): FinalMessage | null {
    return this.finalMessage && this.finalMessage.firstEvent <= n ? this.finalMessage : null;
  }

  #replaceRoot({ op, value }: JsonObject, event: number): number {
    if (op !== "replace" && op !== "add")
      return isKnownOperation(op) ? PatchIssue.Path : PatchIssue.UnknownOp;
    if (!isObject(value)) return PatchIssue.Malformed;
    this.#isRooted = true;
    this.#roots.set(event, new VersionedValue(value, event));
    this.#revise(event, "replaced");
    this.#markMetadataChanged(event);
    const id = readMessageId(value);
    const notes = isPartList(value.parts) ? 0 : PatchIssue.Malformed;
    return id !== null && id !== this.messageId ? notes | PatchIssue.IdDiff : notes;
  }

  /** Creates a root for a client that joined late, so that later patches are still shown. */
  #createMissingRoot(event: number): VersionedValue {
    const root = new VersionedValue({ parts: [] }, event);
    this.#roots.set(event, root);
    this.#revise(event, "replaced");
    return root;
  }

  #applyOperation(root: VersionedValue, tokens: string[], op: JsonObject, event: number): number {
    const { value } = op;
    const isValue = value !== undefined && (!isPartListPath(tokens) || isPartList(value));
    switch (op.op) {
      case "add":
        return isValue ? this.#add(root, tokens, value, event) : PatchIssue.Malformed;
      case "replace":
        return isValue
          ? this.#change(root, tokens, new VersionedValue(value, event), event)
          : PatchIssue.Malformed;
      case "remove":
        return this.#change(root, tokens, null, event);
      case "move": {
        if (typeof op.from !== "string") return PatchIssue.Malformed;
        const from = parseJsonPointer(op.from);
        if (!from) return PatchIssue.Path;
        if (affectsText(tokens) || affectsText(from)) this.#revise(event, "edited");
        return moveValue(root, from, tokens, event);
      }
      case "str_ins":
        return typeof value === "string"
          ? this.#insert(root, tokens, op.pos ?? null, value, event)
          : PatchIssue.Malformed;
      default:
        return PatchIssue.UnknownOp;
    }
  }

  /** A part added at the end continues the text; elsewhere it is an edit. */
  #add(root: VersionedValue, tokens: string[], value: unknown, event: number): number {
    const count = this.countAt(event);
    const index = tokens[1] === "-" ? count : parseIndex(tokens[1] ?? "");
    const isLast = tokens.length === 2 && tokens[0] === "parts" && index >= count;
    const notes = addValue(root, tokens, value, event);
    if (isLast) this.text.appendUnits(event, this.getPartText(count, event)?.length ?? 0);
    else if (notes === 0 && affectsText(tokens)) this.#revise(event, "edited");
    return notes;
  }

  #change(
    root: VersionedValue,
    tokens: string[],
    slot: VersionedValue | null,
    event: number,
  ): number {
    const notes = replaceValue(root, tokens, slot, event);
    if (notes === 0 && affectsText(tokens)) this.#revise(event, "edited");
    return notes;
  }

  #insert(
    root: VersionedValue,
    tokens: string[],
    pos: unknown,
    value: string,
    event: number,
  ): number {
    if (!this.#isRooted && isPartTextPath(tokens)) return this.#appendToLast(root, value, event);
    const text = openPath(root, tokens)?.openText();
    if (!text) return PatchIssue.Path;
    const isOfPart = isPartTextPath(tokens);
    const part = isOfPart ? parseIndex(tokens[1] ?? "") : -1;
    if (text.units === 0 && isOfPart) {
      // The reference server keeps addressing an empty first part when it means the last one.
      const last = findLastText(root, part);
      if (last && last.units > 0 && (pos === last.codePoints || pos === last.units)) {
        this.#appendToText(value, event);
        return PatchIssue.EmptyFirst | insertAtPosition(last, pos, value, event);
      }
    }
    if (isOfPart) this.#recordInsert(text, part, pos, value, event);
    return insertAtPosition(text, pos, value, event);
  }

  /** Without a root, indexes and positions are unreliable, so text is added at the end. */
  #appendToLast(root: VersionedValue, value: string, event: number): number {
    const last = findLastText(root, -1);
    if (!last) return this.#add(root, ["parts", "-"], { text: value }, event);
    this.#appendToText(value, event);
    last.append(value, event);
    return 0;
  }

  /** Updates the joined text after an insertion into a part. */
  #recordInsert(
    text: VersionedText,
    part: number,
    pos: unknown,
    value: string,
    event: number,
  ): void {
    const isEnd = !isInsideText(text, resolvePosition(text, pos));
    if (isEnd && part === this.countAt(event) - 1) this.#appendToText(value, event);
    else if (value !== "") this.#revise(event, "edited");
  }

  #appendToText(value: string, event: number): void {
    const part = this.countAt(event) - 1;
    if (this.#lastPart?.part !== part) {
      this.#lastPart = { part, isText: this.getPartText(part, event) !== null };
    }
    if (this.#lastPart.isText) this.text.appendUnits(event, value.length);
  }

  #revise(event: number, how: "replaced" | "edited"): void {
    this.#lastPart = null;
    this.text.addRevision(event, how);
  }

  #markMetadataChanged(event: number): void {
    this.#metadataChanges.add(event);
    // One event may change it several times.
    this.#metadata = null;
  }

  #textValueAt(part: number, n: number): VersionedValue | null {
    return this.#valueAt(["parts", String(part), "text"], n);
  }

  #valueAt(path: readonly string[], n: number): VersionedValue | null {
    let slot = this.#roots.at(n) ?? null;
    for (const token of path) slot = slot?.childAt(token, n) ?? null;
    return slot;
  }
}

/** The id of a message or its patches, in either spelling. */
export function readMessageId(value: JsonObject): string | null {
  const id = value.message_id ?? value.messageId;
  return typeof id === "string" && id !== "" ? id : null;
}

function isPartList(value: unknown): boolean {
  return isArray(value) || value === undefined || value === null;
}

/** The text of the last part, if it is text and comes after the given part. */
function findLastText(root: VersionedValue, after: number): VersionedText | null {
  const parts = openPath(root, ["parts"])?.openContainer();
  if (!(parts instanceof VersionedList) || parts.count - 1 <= after) return null;
  return openPath(root, ["parts", String(parts.count - 1), "text"])?.openText() ?? null;
}

function isKnownOperation(op: unknown): boolean {
  return op === "remove" || op === "move" || op === "str_ins";
}

function createDecodeFlags() {
  return { evidence: 0, decodeIssues: 0, rest03: false };
}
