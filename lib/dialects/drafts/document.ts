/**
 * JSON that is patched in place and remembers: what no patch touched stays the value that was
 * sent, what one did is opened into something that can be read as of any event. Keys are own keys
 * and nothing else, whatever they are called.
 */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { History } from "../../timeline/track.ts";
import { GrowingList, type Item } from "./growing-list.ts";
import { GrowingText } from "./growing-text.ts";
import { indexOf } from "./pointer.ts";

/** Before all events. */
const ALWAYS = -1;

/** The place of one value, and the event that brought it. */
export class Slot implements Item {
  /** The value as sent, until it is opened. */
  content: unknown;
  readonly birth: number;

  constructor(content: unknown, birth: number) {
    this.content = content;
    this.birth = birth;
  }

  get units(): number {
    return 1;
  }

  get points(): number {
    return 1;
  }

  get opensLow(): boolean {
    return false;
  }

  get endsHigh(): boolean {
    return false;
  }

  /** The object or list in it, opened for patches; `null` for any other value. */
  container(): Members | GrowingList<Slot> | null {
    const { content, birth } = this;
    if (content instanceof Members || content instanceof GrowingList) return content;
    if (content instanceof GrowingText) return null;
    if (isArray(content)) {
      const list = new GrowingList(
        content.map((item) => new Slot(item, birth)),
        birth,
      );
      this.content = list;
      return list;
    }
    if (!isObject(content)) return null;
    const members = new Members(content, birth);
    this.content = members;
    return members;
  }

  /** The text in it, opened for patches. */
  text(): GrowingText | null {
    if (typeof this.content === "string") this.content = new GrowingText(this.content, this.birth);
    return this.content instanceof GrowingText ? this.content : null;
  }

  /** The value as of event `n`. */
  valueAt(n: number): unknown {
    const { content } = this;
    if (content instanceof GrowingText) return content.textAt(n);
    if (content instanceof Members) return content.valueAt(n);
    if (content instanceof GrowingList) {
      return content.itemsAt(n).map((item: Slot) => item.valueAt(n));
    }
    return content;
  }

  /** The member or item of that name as of event `n`, without opening anything. */
  childAt(token: string, n: number): Slot | null {
    const { content, birth } = this;
    if (content instanceof Members) return content.slotAt(token, n);
    if (content instanceof GrowingList) return content.itemAt(indexOf(token), n) ?? null;
    if (content instanceof GrowingText) return null;
    if (isArray(content)) {
      const index = indexOf(token);
      return index >= 0 && index < content.length ? new Slot(content[index], birth) : null;
    }
    return isObject(content) && Object.hasOwn(content, token)
      ? new Slot(content[token], birth)
      : null;
  }
}

/** An object: its members as sent, and the history of those that were patched. */
export class Members {
  readonly #base: JsonObject;
  readonly #birth: number;
  readonly #changed = new Map<string, History<Slot | null>>();

  constructor(base: JsonObject, birth: number) {
    this.#base = base;
    this.#birth = birth;
  }

  /** The member's place now, ready to be opened. */
  slot(key: string): Slot | null {
    return this.#history(key)?.latest ?? null;
  }

  /** Gives a member a new value, or with `null` takes it away. */
  set(key: string, slot: Slot | null, event: number): void {
    let history = this.#history(key);
    if (!history) {
      history = new History();
      this.#changed.set(key, history);
    }
    history.set(event, slot);
  }

  slotAt(key: string, n: number): Slot | null {
    const history = this.#changed.get(key);
    if (history) return history.at(n) ?? null;
    return Object.hasOwn(this.#base, key) ? new Slot(this.#base[key], this.#birth) : null;
  }

  valueAt(n: number): JsonObject {
    const members: [string, unknown][] = [];
    for (const key of Object.keys(this.#base)) {
      if (!this.#changed.has(key)) members.push([key, this.#base[key]]);
      else this.#read(members, key, n);
    }
    for (const key of this.#changed.keys()) {
      if (!Object.hasOwn(this.#base, key)) this.#read(members, key, n);
    }
    // Defines own properties, `__proto__` too.
    return Object.fromEntries(members);
  }

  #read(members: [string, unknown][], key: string, n: number): void {
    const slot = this.#changed.get(key)?.at(n);
    if (slot) members.push([key, slot.valueAt(n)]);
  }

  #history(key: string): History<Slot | null> | undefined {
    const known = this.#changed.get(key);
    if (known || !Object.hasOwn(this.#base, key)) return known;
    const history = new History<Slot | null>();
    history.set(ALWAYS, new Slot(this.#base[key], this.#birth));
    this.#changed.set(key, history);
    return history;
  }
}
