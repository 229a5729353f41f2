/**
 * Reducer for the plan of a task: one plan, whichever artifacts carry it. An update replaces the
 * whole previous plan, even if the agent asks to append it.
 */

import type { CompactPart } from "../../timeline/artifact-parts.ts";
import { OrderIssue } from "../../timeline/timeline.ts";
import { ContentHistory, type ContentRole, ContentVersion } from "../content-version.ts";
import type { DetectorMatch } from "../detector-matcher.ts";
import { type EntryUpdate, getCompactPartText } from "../entry-update.ts";
import type { Item } from "../item.ts";
import type { PlanDetail, StepItem } from "../item-detail.ts";
import type { ItemWriter } from "../item-writer.ts";
import { getVersionSteps } from "../plan-history.ts";
import { isWholePlan, type PlanStep, parsePlan } from "../plan-parser.ts";

/** How the supervisor of the platform closes a plan that it did not finish. */
const ALL_DONE = /^All execution steps completed/i;

export class PlanReducer {
  readonly #writer: ItemWriter;
  #plan: PlanDetail | null = null;
  /** Kept from the start because items of a step may come before the plan. */
  readonly #itemsByStep = new Map<string, StepItem[]>();
  readonly #stepByItem = new Map<Item, string>();
  /** Cached steps of the newest version; `null` until requested. */
  #steps: readonly PlanStep[] | null = null;
  /** Growing plans that are not closed yet. */
  readonly #unclosedVersions = new Set<ContentVersion>();
  /** Set while the last update completed all steps at once. */
  #isAllDone = false;

  constructor(writer: ItemWriter) {
    this.#writer = writer;
  }

  /** Applies an update that is a plan or continues one. */
  applyUpdate(update: EntryUpdate, match: DetectorMatch): void {
    const { item, ordinal, isFirst, opensRevision } = update;
    this.#writer.setKind(item, "plan", match, ordinal);
    const as: ContentRole = match.meaning === "plan" ? "growing" : "whole";
    const own = this.#plan?.history.itemVersionAt(item, ordinal);
    if (isFirst || opensRevision || !own) {
      if (isFirst && as === "whole") this.#checkNewId(update);
      this.#addVersion(new ContentVersion(update, as, false));
    } else if (as === "whole") {
      this.#applyAppend(update);
    } else {
      this.#steps = null;
    }
  }

  /** Appends text to a plan, which continues or restarts it. */
  appendText(appended: AppendedContent): void {
    const own = this.#plan?.history.itemVersionAt(appended.item, appended.ordinal);
    if (own?.role === "whole") this.#applyAppend(appended);
    else this.#steps = null;
  }

  /** Records the step that an item belongs to. */
  addStepItem(step: string, item: Item, firstEvent: number): void {
    if (this.#stepByItem.get(item) === step) return;
    this.#stepByItem.set(item, step);
    const known = this.#itemsByStep.get(step);
    if (known) known.push({ firstEvent: firstEvent, item });
    else this.#itemsByStep.set(step, [{ firstEvent: firstEvent, item }]);
  }

  /** Handles a whole result. */
  onWholeResult(ordinal: number): void {
    const last = this.#plan?.history.latest;
    if (this.#isAllDone && last)
      this.#writer.reportViolation(last.item, "CAI-PLAN-AUTO-DONE", ordinal);
    this.#isAllDone = false;
  }

  /** Handles any other update. */
  onOther(): void {
    this.#isAllDone = false;
  }

  onTaskEnd(ordinal: number): void {
    this.#reportUnclosed(ordinal, null);
  }

  /** Applies an append to a plan that was already complete. */
  #applyAppend(appended: AppendedContent): void {
    const { item, ordinal, parts } = appended;
    const isResent = (this.#writer.timeline.events.orderIssues.at(ordinal) & RESENT_ISSUES) !== 0;
    const isWhole = isResent || parts.some((part) => isWholePlanPart(part));
    if (!isWhole) {
      this.#steps = null;
      return;
    }
    this.#writer.reportViolation(item, "CAI-PLAN-RESEND", ordinal);
    this.#addVersion(new ContentVersion(appended, "whole", true));
  }

  #addVersion(version: ContentVersion): void {
    const { firstEvent, item, role } = version;
    const before = this.#stepsBefore(firstEvent);
    this.#plan ??= {
      kind: "plan",
      leadItem: null,
      history: new ContentHistory(),
      itemsByStep: this.#itemsByStep,
    };
    this.#plan.history.add(version);
    if (this.#writer.setDetail(item, this.#plan) && !this.#plan.leadItem) {
      this.#plan.leadItem = item;
      this.#writer.plans.push(item);
    }
    if (role === "whole") this.#reportUnclosed(firstEvent, version);
    this.#unclosedVersions.add(version);
    this.#steps = role === "whole" ? getVersionSteps(version, firstEvent) : null;
    this.#isAllDone = role === "whole" && isForcedCompletion(before, this.#steps ?? [], version);
  }

  #stepsBefore(ordinal: number): readonly PlanStep[] {
    const latest = this.#plan?.history.latest;
    return this.#steps ?? (latest ? getVersionSteps(latest, ordinal - 1) : []);
  }

  #checkNewId({ item, ordinal, artifact }: EntryUpdate): void {
    const bits = this.#writer.timeline.events.orderIssues.at(ordinal);
    const isUnknown = (bits & OrderIssue.AppendUnknown) !== 0;
    if (this.#plan && artifact && isUnknown)
      this.#writer.reportViolation(item, "CAI-PLAN-NEWID", ordinal);
  }

  /** Reports growing plans that were not closed before the given version, or the end. */
  #reportUnclosed(ordinal: number, by: ContentVersion | null): void {
    for (const typed of this.#unclosedVersions) {
      const until = by?.item === typed.item ? by.firstEvent - 1 : ordinal;
      if (parsePlan(typed.textAt(until)).marks === "open") {
        this.#writer.reportViolation(typed.item, "CAI-PLAN-UNCLOSED", ordinal);
      }
    }
    this.#unclosedVersions.clear();
  }
}

/** Content that an event appended to a plan. */
type AppendedContent = Pick<EntryUpdate, "item" | "ordinal" | "artifact" | "message" | "parts">;

const RESENT_ISSUES = OrderIssue.ResentWhole | OrderIssue.DuplicateChunk;

function isWholePlanPart(part: CompactPart): boolean {
  return (
    (typeof part === "object" && part.kind === "data") || isWholePlan(getCompactPartText(part))
  );
}

/** Whether steps were completed that were never started, or several at once. */
function isForcedCompletion(
  before: readonly PlanStep[],
  after: readonly PlanStep[],
  { artifact, chunk }: ContentVersion,
): boolean {
  if (after.length === 0 || after.some(({ status }) => status !== "completed")) return false;
  const open = before.filter(({ status }) => status === "pending" || status === "in-progress");
  if (open.length === 0) return false;
  // The executor appends its final update to a plan that other agents replace.
  const isClosing = chunk > 0 || ALL_DONE.test(artifact?.description ?? "");
  return isClosing || open.length > 1 || open[0]?.status === "pending";
}
