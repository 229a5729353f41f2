/**
 * Registry of the drafts of one task: assigns patches to drafts, matches final messages with their
 * drafts, and marks drafts as lost. All of it can be read as of any event.
 */

import { isStreamingExtension } from "../../protocol/extensions.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Message } from "../../protocol/model.ts";
import { Draft, readMessageId } from "./draft.ts";
import { compareFinalMessage } from "./final-message.ts";
import { PatchIssue } from "./patch-issues.ts";

/** The value under the extension's URI in an event's metadata; `undefined` if there is none. */
export function getStreamingUpdate(metadata: unknown): unknown {
  if (!isObject(metadata)) return undefined;
  for (const key of Object.keys(metadata)) if (isStreamingExtension(key)) return metadata[key];
  return undefined;
}

type OperationListener = (draft: Draft, op: JsonObject) => void;

/** The operations in a value under the URI; `null` if it contains none. */
export function readOperations(update: JsonObject): {
  ops: readonly unknown[] | null;
  isBare: boolean;
} {
  const ops = update.message_update ?? update.messageUpdate;
  if (isArray(ops)) return { ops, isBare: false };
  return { ops: isObject(ops) ? [ops] : null, isBare: isObject(ops) };
}

export class DraftRegistry {
  /** In order of creation. */
  readonly drafts: Draft[] = [];
  /** The newest draft of each id. */
  readonly #byId = new Map<string, Draft>();
  /** The last patched draft. */
  #open: Draft | null = null;

  /**
   * Applies the patches of a status event; returns bits of `PatchIssue` and reports the draft of
   * each operation to the listener.
   */
  applyPatches(
    update: unknown,
    event: number,
    onOperation: OperationListener = () => undefined,
  ): number {
    if (!isObject(update)) return PatchIssue.Malformed;
    const id = readMessageId(update);
    const { ops, isBare } = readOperations(update);
    if (!ops) return PatchIssue.Malformed;
    const notes = ops.reduce<number>((sum, op) => sum | this.#apply(op, id, event, onOperation), 0);
    return isBare ? notes | PatchIssue.BareOp : notes;
  }

  /**
   * Settles the draft of a whole message and returns it, if there is one. The draft's
   * `finalMessage` then holds the comparison of the two.
   */
  settleDraft(message: Message, event: number): Draft | null {
    const draft = this.#findUnsettled(message.messageId);
    if (!draft) return null;
    draft.setFinalMessage(compareFinalMessage(message, draft.partsAt(event), event));
    if (this.#open === draft) this.#open = null;
    return draft;
  }

  /** Marks open drafts as lost when the task failed or its stream ended, and returns them. */
  loseOpenDrafts(event: number): Draft[] {
    const lost = this.drafts.filter(({ stateHistory }) => stateHistory.latest === "open");
    for (const draft of lost) draft.stateHistory.set(event, "lost");
    return lost;
  }

  #apply(
    op: unknown,
    sibling: string | null,
    event: number,
    onOperation: OperationListener,
  ): number {
    if (!isObject(op)) return PatchIssue.Malformed;
    const root = readRoot(op);
    const own = root && readMessageId(root);
    const id = own ?? sibling;
    let notes = own !== null && sibling !== null && own !== sibling ? PatchIssue.IdDiff : 0;
    // Patches without an id continue the open draft; a root without an id starts another.
    let draft = id === null && !root ? this.#open : this.#findUnsettled(id);
    if (!draft) {
      notes |= this.#loseOpenDraft(event) | (id === null ? PatchIssue.NoId : 0);
      draft = new Draft(id, event);
      this.drafts.push(draft);
    }
    if (id !== null) this.#byId.set(id, draft);
    if (root && sibling !== null) this.#byId.set(sibling, draft);
    this.#open = draft;
    // A lost draft may continue after all.
    draft.stateHistory.set(event, "open");
    notes |= draft.apply(op, event);
    onOperation(draft, op);
    return notes;
  }

  /** Starts another draft; one that is still open is lost. */
  #loseOpenDraft(event: number): number {
    if (this.#open?.stateHistory.latest !== "open") return 0;
    this.#open.stateHistory.set(event, "lost");
    return PatchIssue.NoFinal;
  }

  /** Removes a settled draft, so that its id starts a new one. */
  #findUnsettled(id: string | null): Draft | null {
    const draft = id === null ? undefined : this.#byId.get(id);
    return draft && !draft.finalMessage ? draft : null;
  }
}

/** The value of an operation that sets the root of a draft. */
function readRoot({ op, path, value }: JsonObject): JsonObject | null {
  return path === "" && (op === "replace" || op === "add") && isObject(value) ? value : null;
}
