/**
 * Versioned JSON that is patched in place. Unpatched values stay as sent; patched ones are opened
 * into objects that can be read as of any event. Keys are own keys only, whatever their name.
 */

import { parseIndex } from "../../json/json-pointer.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { ValueHistory } from "../../timeline/event-index.ts";
import { VersionedList, type VersionedListItem } from "./versioned-list.ts";
import { VersionedText } from "./versioned-text.ts";

/** Before all events. */
const BEFORE_ALL_EVENTS = -1;

/** A slot for one value, with the event that brought it. */
export class VersionedValue implements VersionedListItem {
  /** The value as sent, until it is opened. */
  content: unknown;
  readonly firstEvent: number;

  constructor(content: unknown, firstEvent: number) {
    this.content = content;
    this.firstEvent = firstEvent;
  }

  get units(): number {
    return 1;
  }

  get codePoints(): number {
    return 1;
  }

  get startsWithLowSurrogate(): boolean {
    return false;
  }

  get endsWithHighSurrogate(): boolean {
    return false;
  }

  /** The contained object or list, opened for patches; `null` for any other value. */
  openContainer(): VersionedObject | VersionedList<VersionedValue> | null {
    const { content, firstEvent } = this;
    if (content instanceof VersionedObject || content instanceof VersionedList) return content;
    if (content instanceof VersionedText) return null;
    if (isArray(content)) {
      const list = new VersionedList(
        content.map((item) => new VersionedValue(item, firstEvent)),
        firstEvent,
      );
      this.content = list;
      return list;
    }
    if (!isObject(content)) return null;
    const members = new VersionedObject(content, firstEvent);
    this.content = members;
    return members;
  }

  /** The contained text, opened for patches. */
  openText(): VersionedText | null {
    if (typeof this.content === "string")
      this.content = new VersionedText(this.content, this.firstEvent);
    return this.content instanceof VersionedText ? this.content : null;
  }

  /** The value as of event `n`. */
  valueAt(n: number): unknown {
    const { content } = this;
    if (content instanceof VersionedText) return content.textAt(n);
    if (content instanceof VersionedObject) return content.valueAt(n);
    if (content instanceof VersionedList) {
      return content.itemsAt(n).map((item: VersionedValue) => item.valueAt(n));
    }
    return content;
  }

  /** The member or item with that name as of event `n`, without opening the value. */
  childAt(token: string, n: number): VersionedValue | null {
    const { content, firstEvent } = this;
    if (content instanceof VersionedObject) return content.memberAt(token, n);
    if (content instanceof VersionedList) return content.itemAt(parseIndex(token), n) ?? null;
    if (content instanceof VersionedText) return null;
    if (isArray(content)) {
      const index = parseIndex(token);
      return index >= 0 && index < content.length
        ? new VersionedValue(content[index], firstEvent)
        : null;
    }
    return isObject(content) && Object.hasOwn(content, token)
      ? new VersionedValue(content[token], firstEvent)
      : null;
  }
}

/** An object: its members as sent, and the history of patched members. */
export class VersionedObject {
  readonly #base: JsonObject;
  readonly #firstEvent: number;
  readonly #changed = new Map<string, ValueHistory<VersionedValue | null>>();

  constructor(base: JsonObject, firstEvent: number) {
    this.#base = base;
    this.#firstEvent = firstEvent;
  }

  /** The current slot of a member, ready to be opened. */
  getValue(key: string): VersionedValue | null {
    return this.#openHistory(key)?.latest ?? null;
  }

  /** Sets a member, or removes it if the value is `null`. */
  set(key: string, slot: VersionedValue | null, event: number): void {
    let history = this.#openHistory(key);
    if (!history) {
      history = new ValueHistory();
      this.#changed.set(key, history);
    }
    history.set(event, slot);
  }

  memberAt(key: string, n: number): VersionedValue | null {
    const history = this.#changed.get(key);
    if (history) return history.at(n) ?? null;
    return Object.hasOwn(this.#base, key)
      ? new VersionedValue(this.#base[key], this.#firstEvent)
      : null;
  }

  valueAt(n: number): JsonObject {
    const members: [string, unknown][] = [];
    for (const key of Object.keys(this.#base)) {
      if (!this.#changed.has(key)) members.push([key, this.#base[key]]);
      else this.#addMember(members, key, n);
    }
    for (const key of this.#changed.keys()) {
      if (!Object.hasOwn(this.#base, key)) this.#addMember(members, key, n);
    }
    // Defines own properties, including `__proto__`.
    return Object.fromEntries(members);
  }

  #addMember(members: [string, unknown][], key: string, n: number): void {
    const slot = this.#changed.get(key)?.at(n);
    if (slot) members.push([key, slot.valueAt(n)]);
  }

  #openHistory(key: string): ValueHistory<VersionedValue | null> | undefined {
    const known = this.#changed.get(key);
    if (known || !Object.hasOwn(this.#base, key)) return known;
    const history = new ValueHistory<VersionedValue | null>();
    history.set(BEFORE_ALL_EVENTS, new VersionedValue(this.#base[key], this.#firstEvent));
    this.#changed.set(key, history);
    return history;
  }
}
