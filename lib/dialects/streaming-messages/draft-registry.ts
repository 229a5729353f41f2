/**
 * The drafts of one task: which patches go to which draft, which message a draft became, and
 * which were lost. All of it can be read as of any event.
 */

import { isStreamingExtension } from "../../protocol/extensions.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Message } from "../../protocol/model.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import { Draft, readMessageId } from "./draft.ts";
import { compareFinalMessage } from "./final-message.ts";
import { PatchIssue } from "./patch-issues.ts";

/** What an event's metadata holds under the extension's URI; `undefined` where nothing. */
export function getStreamingUpdate(metadata: unknown): unknown {
  if (!isObject(metadata)) return undefined;
  for (const key of Object.keys(metadata)) if (isStreamingExtension(key)) return metadata[key];
  return undefined;
}

type OperationListener = (draft: Draft, op: JsonObject) => void;

/** The operations that a value under the URI holds; `null` where it holds none. */
export function readOperations(update: JsonObject): {
  ops: readonly unknown[] | null;
  isBare: boolean;
} {
  const ops = update.message_update ?? update.messageUpdate;
  if (isArray(ops)) return { ops, isBare: false };
  return { ops: isObject(ops) ? [ops] : null, isBare: isObject(ops) };
}

export class DraftRegistry {
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
  applyPatches(update: unknown, event: number, heard: OperationListener = () => undefined): number {
    if (!isObject(update)) return PatchIssue.Malformed;
    const id = readMessageId(update);
    const { ops, isBare } = readOperations(update);
    if (!ops) return PatchIssue.Malformed;
    const notes = ops.reduce<number>((sum, op) => sum | this.#apply(op, id, event, heard), 0);
    return isBare ? notes | PatchIssue.BareOp : notes;
  }

  /**
   * Takes note of a whole message. Gives the draft that it settles, if it is one's; then the
   * draft's `settlement` says how the two compare.
   */
  settleDraft(message: Message, event: number): Draft | null {
    const draft = this.#findUnsettled(message.messageId);
    if (!draft) return null;
    draft.setFinalMessage(compareFinalMessage(message, draft.partsAt(event), event));
    if (this.#open === draft) this.#open = null;
    return draft;
  }

  /** The task failed, or its stream ended: gives the drafts that are lost by it. */
  loseOpenDrafts(event: number): Draft[] {
    const lost = this.drafts.filter(({ stateHistory }) => stateHistory.latest === "open");
    for (const draft of lost) draft.stateHistory.set(event, "lost");
    return lost;
  }

  draftsAt(n: number): Draft[] {
    return this.drafts.slice(0, countUpToEvent(this.drafts, n));
  }

  #apply(op: unknown, sibling: string | null, event: number, heard: OperationListener): number {
    if (!isObject(op)) return PatchIssue.Malformed;
    const root = readRoot(op);
    const own = root && readMessageId(root);
    const id = own ?? sibling;
    let notes = own !== null && sibling !== null && own !== sibling ? PatchIssue.IdDiff : 0;
    // Patches without an id go on with the open draft; a root without one begins another.
    let draft = id === null && !root ? this.#open : this.#findUnsettled(id);
    if (!draft) {
      notes |= this.#loseOpenDraft(event) | (id === null ? PatchIssue.NoId : 0);
      draft = new Draft(id, event);
      this.drafts.push(draft);
    }
    if (id !== null) this.#byId.set(id, draft);
    if (root && sibling !== null) this.#byId.set(sibling, draft);
    this.#open = draft;
    // One that was given up goes on after all.
    draft.stateHistory.set(event, "open");
    notes |= draft.apply(op, event);
    heard(draft, op);
    return notes;
  }

  /** Another draft begins: one still open was given up. */
  #loseOpenDraft(event: number): number {
    if (this.#open?.stateHistory.latest !== "open") return 0;
    this.#open.stateHistory.set(event, "lost");
    return PatchIssue.NoFinal;
  }

  /** A settled draft is over: what names it again begins anew. */
  #findUnsettled(id: string | null): Draft | null {
    const draft = id === null ? undefined : this.#byId.get(id);
    return draft && !draft.finalMessage ? draft : null;
  }
}

/** The value of an operation that gives a draft its root. */
function readRoot({ op, path, value }: JsonObject): JsonObject | null {
  return path === "" && (op === "replace" || op === "add") && isObject(value) ? value : null;
}
