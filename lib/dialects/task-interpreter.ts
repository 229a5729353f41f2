/**
 * Interpreter of one task, or of an exchange without a task: holds the reducers and passes each
 * update to the right one.
 */

import { isObject } from "../protocol/json.ts";
import { type Part, TERMINAL_STATES } from "../protocol/model.ts";
import type { CompactPart } from "../timeline/artifact-parts.ts";
import { OrderIssue } from "../timeline/timeline.ts";
import type { DetectorMatch } from "./detector-matcher.ts";
import {
  type EntryUpdate,
  getCompactPartText,
  getOwnMetadata,
  getSourceAgent,
  getSpeaker,
  getUpdateText,
} from "./entry-update.ts";
import type { Item } from "./item.ts";
import type { ItemWriter } from "./item-writer.ts";
import { type ItemKind, KIND_BY_MEANING } from "./kinds.ts";
import { readApproval } from "./payloads/approval.ts";
import { DraftReducer } from "./reducers/draft-reducer.ts";
import { FragmentReducer } from "./reducers/fragment-reducer.ts";
import { InlineTagReducer } from "./reducers/inline-tag-reducer.ts";
import { PlanReducer } from "./reducers/plan-reducer.ts";
import { ResultReducer } from "./reducers/result-reducer.ts";
import { ThoughtReducer } from "./reducers/thought-reducer.ts";
import { TokenMessageReducer } from "./reducers/token-message-reducer.ts";
import { ToolReducer } from "./reducers/tool-reducer.ts";
import type { Draft } from "./streaming-messages/draft.ts";
import { readUsage } from "./token-usage.ts";

/** Texts of these kinds are already classified. */
const NOT_SCANNED: ReadonlySet<ItemKind> = new Set(["tool", "thought", "plan"]);

export class TaskInterpreter {
  readonly #writer: ItemWriter;
  /** Index of the task; −1 for none. */
  readonly #task: number;
  readonly #tools: ToolReducer;
  readonly #thoughts: ThoughtReducer;
  readonly #fragments: FragmentReducer;
  readonly #inlineTags: InlineTagReducer;
  /** The current update, if it is a fragment. */
  #fragment: EntryUpdate | null = null;
  readonly #plans: PlanReducer;
  readonly #results: ResultReducer;
  readonly #tokenMessages: TokenMessageReducer;
  readonly #drafts: DraftReducer;

  constructor(writer: ItemWriter, task: number) {
    this.#writer = writer;
    this.#task = task;
    this.#tools = new ToolReducer(writer);
    this.#thoughts = new ThoughtReducer(writer);
    this.#fragments = new FragmentReducer(writer);
    this.#inlineTags = new InlineTagReducer(writer, this.#tools);
    this.#plans = new PlanReducer(writer);
    this.#results = new ResultReducer(writer);
    this.#tokenMessages = new TokenMessageReducer(writer);
    this.#drafts = new DraftReducer(writer);
  }

  /** In order of creation. */
  get drafts(): readonly Draft[] {
    return this.#drafts.registry.drafts;
  }

  /** Applies patches in a status to the item of the state; `isSaying` if it also has a message. */
  applyPatches(update: EntryUpdate, match: DetectorMatch, hasMessage: boolean): void {
    this.#tokenMessages.endSequence();
    const state = this.#writer.timeline.tasks[this.#task]?.transitionAt(update.ordinal)?.state;
    this.#drafts.applyPatches(update, match, state ?? "unknown", hasMessage);
  }

  /** Settles the draft of a whole message; returns the update that remains to be applied. */
  settleMessage(update: EntryUpdate): EntryUpdate {
    return this.#drafts.settleMessage(update) ?? update;
  }

  /** Handles the end of a stream of the task. */
  onStreamEnd(exchange: number, ordinal: number, isOwnDoing: boolean): void {
    this.#drafts.onStreamEnd(exchange, ordinal, isOwnDoing);
  }

  /** Applies an update with a meaning as a whole. */
  applyMatch(update: EntryUpdate, match: DetectorMatch): void {
    // Artifact chunks are already combined.
    this.#fragment = match.meaning === "fragment" && update.message ? update : null;
    this.#tokenMessages.endSequence();
    this.#nestUnderCall(update);
    this.#addPlanStep(update);
    if (match.meaning === "fragment") return;
    this.#fragments.interrupt();
    const isPlan = match.meaning === "plan" || match.meaning === "plan-update";
    if (!isPlan) this.#checkForeignAppend(update, match);
    if (match.meaning === "result-whole") this.#plans.onWholeResult(update.ordinal);
    else if (!isPlan) this.#plans.onOther();
    switch (match.meaning) {
      case "plan":
      case "plan-update":
        return this.#plans.applyUpdate(update, match);
      case "tool-start":
      case "tool-output":
      case "tool-end":
      case "tool-call":
      case "tool-result":
      case "tool-update":
        return this.#tools.applyNotice(update, match);
      case "result":
      case "result-whole":
      case "result-error":
      case "result-end":
        return this.#results.applyUpdate(update, match);
      case "thought":
        return this.#thoughts.applyWhole(update, match);
      default: {
        const kind = KIND_BY_MEANING[match.meaning];
        if (kind) this.#writer.setKind(update.item, kind, match, update.ordinal);
      }
    }
  }

  /**
   * Applies a part with its own meaning; `alike` is the number of parts if all of them have such a
   * meaning, and 0 otherwise.
   */
  applyPartMatch(update: EntryUpdate, match: DetectorMatch, part: Part, alike: number): void {
    const isNothingElse = update.parts.length === alike && !update.isContinued;
    const isAll = isNothingElse && hasWholeContent(update);
    switch (match.meaning) {
      case "tool-result":
        this.#writer.usage.endResponse(update.item.taskAt(update.ordinal));
        return this.#tools.applyPart(update, match, part, isAll);
      case "tool-call":
      case "tool-update":
        return this.#tools.applyPart(update, match, part, isAll);
      case "thought": {
        const isFragment = this.#fragment === update;
        const { isContinued } = update;
        if (!isContinued && this.#fragments.takesThought(update, match, part, isFragment)) return;
        return this.#thoughts.applyPart(update, match, part, isAll);
      }
      default:
        return;
    }
  }

  /** Applies an update without a meaning beyond A2A; `isPlain` if no part has one either. */
  onPlain(update: EntryUpdate, isPlain: boolean): void {
    this.#addPlanStep(update);
    this.#checkForeignAppend(update, null);
    // Drafts detect repeated events themselves.
    if (update.isContinued) this.#tokenMessages.endSequence();
    else if (isPlain && this.#fragments.replacesPrevious(update)) this.#tokenMessages.endSequence();
    else this.#tokenMessages.addUpdate(update);
  }

  /** Finishes an update; `isPlain` if nothing was found in it. */
  finishUpdate(update: EntryUpdate, isPlain: boolean): void {
    if (!update.isContinued)
      this.#fragments.finishUpdate(update, this.#fragment === update, isPlain);
    this.#fragment = null;
    const { item, ordinal, message, opensRevision } = update;
    if (item.mergedInto || NOT_SCANNED.has(item.kind) || message?.role === "user") return;
    this.#inlineTags.scanText(item, ordinal, getUpdateText(update), opensRevision);
  }

  /** Applies an attachment of an update. */
  applyAttachment(update: EntryUpdate, match: DetectorMatch): void {
    const { item, ordinal } = update;
    if (match.meaning === "usage") {
      const tokens = readUsage(match.value);
      const task = item.taskAt(ordinal);
      const rowItem = item.getRowItemAt(ordinal);
      if (tokens) this.#writer.usage.addReport(rowItem, task, ordinal, tokens, getSpeaker(update));
    } else if (match.meaning === "approval") {
      for (const { callId } of readApproval(match.value)?.calls ?? []) {
        if (callId !== null) this.#tools.markWaiting(callId, update);
      }
    }
  }

  /** Adds text to an artifact that is already classified. */
  onText(item: Item, ordinal: number, parts: readonly CompactPart[]): void {
    this.#tokenMessages.endSequence();
    if (!NOT_SCANNED.has(item.kind)) {
      for (const part of parts)
        this.#inlineTags.scanText(item, ordinal, getCompactPartText(part), false);
    }
    const { entry } = item;
    if (item.kind !== "plan" || entry.kind !== "artifact") return;
    this.#plans.appendText({
      item,
      ordinal,
      parts: parts,
      artifact: entry.artifact,
      message: null,
    });
  }

  /** Handles any other event of the task. */
  onEvent(ordinal: number): void {
    const { timeline } = this.#writer;
    const entry = timeline.entries[timeline.events.entry.at(ordinal)];
    if (entry?.kind === "state" && entry.firstEvent === ordinal) this.#fragments.onState(ordinal);
    const again = timeline.repeatedMessages.get(ordinal);
    const fact = again === undefined ? undefined : timeline.messages[again];
    const transition = timeline.tasks[this.#task]?.transitionAt(ordinal);
    if (!transition) return;
    if (fact)
      this.#tokenMessages.addRepeatedMessage(
        fact,
        this.#writer.getEntryItem(transition.entry),
        ordinal,
      );
    if (transition.firstEvent !== ordinal || !TERMINAL_STATES.has(transition.state)) return;
    this.#plans.onTaskEnd(ordinal);
    this.#results.onTaskEnd(ordinal, transition.state === "completed");
    this.#tools.onTaskEnd(ordinal);
    this.#drafts.onTaskEnd(ordinal, transition.state);
  }

  /** Places the messages of an agent under the call in which it works. */
  #nestUnderCall(update: EntryUpdate): void {
    const { item, artifact, isFirst } = update;
    if (!artifact || !isFirst || item.parent) return;
    const call = this.#tools.findAgentCall(getSourceAgent(update));
    if (call) item.parent = call.item;
  }

  /** Records the plan step that an update belongs to. */
  #addPlanStep(update: EntryUpdate): void {
    const metadata = getOwnMetadata(update);
    const step = isObject(metadata) ? metadata.plan_step_id : undefined;
    if (typeof step === "string") this.#plans.addStepItem(step, update.item, update.ordinal);
  }

  /** Reports a supervisor that forwards chunks without their beginning. */
  #checkForeignAppend(update: EntryUpdate, match: DetectorMatch | null): void {
    const { item, ordinal, isFirst, artifact } = update;
    if (!artifact || !isFirst) return;
    const { events, tasks } = this.#writer.timeline;
    if ((events.orderIssues.at(ordinal) & OrderIssue.AppendUnknown) === 0) return;
    const isAgents = getSourceAgent(update) !== "";
    // A late subscription lacks beginnings, too, but then this is its first event.
    const isFirstHeard = tasks[this.#task]?.artifacts[0] === artifact;
    if (isAgents || (match?.dialect === "caipe" && !isFirstHeard)) {
      this.#writer.reportViolation(item, "CAI-FOREIGN-APPEND", ordinal);
    }
  }
}

/** Whether the content is complete: any message, or an artifact that is closed at once. */
function hasWholeContent({ artifact, ordinal, isFirst }: EntryUpdate): boolean {
  return artifact === null || (isFirst && artifact.revisionAt(ordinal)?.lastChunkEvent === ordinal);
}
