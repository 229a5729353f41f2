/**
 * The drafts of one task: which patches go to which draft, which message a draft became, and
 * which were lost. All of it can be read as of any event.
 */

import { isStreamingExtension } from "../../protocol/extensions.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Message } from "../../protocol/model.ts";
import { bornBy } from "../../timeline/track.ts";
import { Draft, messageIdOf } from "./draft.ts";
import { DraftNote } from "./notes.ts";
import { settle } from "./settlement.ts";

/** What an event's metadata holds under the extension's URI; `undefined` where nothing. */
export function streamingIn(metadata: unknown): unknown {
  if (!isObject(metadata)) return undefined;
  for (const key of Object.keys(metadata)) if (isStreamingExtension(key)) return metadata[key];
  return undefined;
}

type Heard = (draft: Draft, op: JsonObject) => void;

/** The operations that a value under the URI holds; `null` where it holds none. */
export function operationsOf(update: JsonObject): {
  ops: readonly unknown[] | null;
  isBare: boolean;
} {
  const ops = update.message_update ?? update.messageUpdate;
  if (isArray(ops)) return { ops, isBare: false };
  return { ops: isObject(ops) ? [ops] : null, isBare: isObject(ops) };
}

export class DraftBook {
  /** By birth. */
  readonly drafts: Draft[] = [];
  /** The newest draft of every id that patches gave one. */
  readonly #byId = new Map<string, Draft>();
  /** The draft patched last. */
  #open: Draft | null = null;

  /**
   * Applies what a status event holds for the extension; gives bits of `DraftNote`, and tells who
   * asks which draft each operation went to.
   */
  patch(update: unknown, event: number, heard: Heard = () => undefined): number {
    if (!isObject(update)) return DraftNote.Malformed;
    const id = messageIdOf(update);
    const { ops, isBare } = operationsOf(update);
    if (!ops) return DraftNote.Malformed;
    const notes = ops.reduce<number>((sum, op) => sum | this.#apply(op, id, event, heard), 0);
    return isBare ? notes | DraftNote.BareOp : notes;
  }

  /**
   * Takes note of a whole message. Gives the draft that it settles, if it is one's; then the
   * draft's `settlement` says how the two compare.
   */
  settle(message: Message, event: number): Draft | null {
    const draft = this.#unsettled(message.messageId);
    if (!draft) return null;
    draft.settle(settle(message, draft.partsAt(event), event));
    if (this.#open === draft) this.#open = null;
    return draft;
  }

  /** The task failed, or its stream ended: gives the drafts that are lost by it. */
  end(event: number): Draft[] {
    const lost = this.drafts.filter(({ course }) => course.latest === "open");
    for (const draft of lost) draft.course.set(event, "lost");
    return lost;
  }

  draftsAt(n: number): Draft[] {
    return this.drafts.slice(0, bornBy(this.drafts, n));
  }

  #apply(op: unknown, sibling: string | null, event: number, heard: Heard): number {
    if (!isObject(op)) return DraftNote.Malformed;
    const root = rootOf(op);
    const own = root && messageIdOf(root);
    const id = own ?? sibling;
    let notes = own !== null && sibling !== null && own !== sibling ? DraftNote.IdDiff : 0;
    // Patches without an id go on with the open draft; a root without one begins another.
    let draft = id === null && !root ? this.#open : this.#unsettled(id);
    if (!draft) {
      notes |= this.#begun(event) | (id === null ? DraftNote.NoId : 0);
      draft = new Draft(id, event);
      this.drafts.push(draft);
    }
    if (id !== null) this.#byId.set(id, draft);
    if (root && sibling !== null) this.#byId.set(sibling, draft);
    this.#open = draft;
    // One that was given up goes on after all.
    draft.course.set(event, "open");
    notes |= draft.apply(op, event);
    heard(draft, op);
    return notes;
  }

  /** Another draft begins: one still open was given up. */
  #begun(event: number): number {
    if (this.#open?.course.latest !== "open") return 0;
    this.#open.course.set(event, "lost");
    return DraftNote.NoFinal;
  }

  /** A settled draft is over: what names it again begins anew. */
  #unsettled(id: string | null): Draft | null {
    const draft = id === null ? undefined : this.#byId.get(id);
    return draft && !draft.settlement ? draft : null;
  }
}

/** The value of an operation that gives a draft its root. */
function rootOf({ op, path, value }: JsonObject): JsonObject | null {
  return path === "" && (op === "replace" || op === "add") && isObject(value) ? value : null;
}
