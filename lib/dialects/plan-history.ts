/** Plans as of an event: text, steps, and the status history of each step. */

import { countUpToEvent } from "../timeline/event-index.ts";
import type { ContentVersion } from "./content-version.ts";
import type { Item } from "./item.ts";
import type { PlanDetail } from "./item-detail.ts";
import { type PlanStep, type PlanStepStatus, parsePlan, parsePlanData } from "./plan-parser.ts";

/** The steps of one version, as of an event. */
export function getVersionSteps(version: ContentVersion, n: number): readonly PlanStep[] {
  const part = version.nonTextPartsAt(n).findLast(isPlanData);
  if (part?.kind === "data") return parsePlanData(part.data) ?? [];
  return parsePlan(version.textAt(n)).steps;
}

function isPlanData(part: { readonly kind: string; readonly data?: unknown }): boolean {
  return part.kind === "data" && parsePlanData(part.data) !== null;
}

/** The plan's steps as of event `n`: those of the newest version that has any. */
export function getPlanStepsAt(plan: PlanDetail, n: number): readonly PlanStep[] {
  const { versions } = plan.history;
  for (let index = countUpToEvent(versions, n) - 1; index >= 0; index--) {
    const version = versions[index];
    const steps = version ? getVersionSteps(version, n) : [];
    if (steps.length > 0) return steps;
  }
  return [];
}

/** The plan's exact text as of event `n`: that of the newest version that has any. */
export function getPlanTextAt(plan: PlanDetail, n: number): string {
  const { versions } = plan.history;
  for (let index = countUpToEvent(versions, n) - 1; index >= 0; index--) {
    const text = versions[index]?.textAt(n) ?? "";
    if (text !== "") return text;
  }
  return "";
}

export interface StepHistory {
  readonly id: string | null;
  readonly title: string;
  readonly agent: string | null;
  /** Its statuses, each with its first event. */
  readonly states: readonly { readonly firstEvent: number; readonly status: PlanStepStatus }[];
  /** The event of the version that removed it; `null` while it is part of the plan. */
  readonly removedIn: number | null;
}

/** Every step the plan had up to event `n`, in order of appearance. */
export function getStepHistories(plan: PlanDetail, n: number): StepHistory[] {
  const found = new Map<string, MutableStepHistory>();
  const versions = plan.history.versionsAt(n);
  for (const [index, version] of versions.entries()) {
    const next = versions[index + 1];
    const steps = keyByIdentity(getVersionSteps(version, next ? next.firstEvent - 1 : n));
    // A plan whose text is still growing does not remove steps.
    if (steps.size === 0) continue;
    for (const [key, step] of steps) recordStep(found, key, step, findStepEvent(version, step));
    for (const [key, history] of found)
      if (!steps.has(key)) history.removedIn ??= version.firstEvent;
  }
  return [...found.values()];
}

type MutableStepHistory = Omit<StepHistory, "states" | "removedIn"> & {
  states: { firstEvent: number; status: PlanStepStatus }[];
  removedIn: number | null;
};

function recordStep(
  found: Map<string, MutableStepHistory>,
  key: string,
  step: PlanStep,
  firstEvent: number,
): void {
  const { id, title, agent, status } = step;
  const known = found.get(key);
  if (!known) {
    found.set(key, {
      id,
      title,
      agent,
      states: [{ firstEvent: firstEvent, status }],
      removedIn: null,
    });
    return;
  }
  known.removedIn = null;
  if (known.states[known.states.length - 1]?.status !== status) {
    known.states.push({ firstEvent: firstEvent, status });
  }
}

/** Identifies steps by id, or by content; equal steps are numbered. */
function keyByIdentity(steps: readonly PlanStep[]): Map<string, PlanStep> {
  const map = new Map<string, PlanStep>();
  const counts = new Map<string, number>();
  for (const step of steps) {
    const identity = step.id ?? `\u0000${step.agent ?? ""}\u0000${step.title}`;
    const count = counts.get(identity) ?? 0;
    counts.set(identity, count + 1);
    map.set(`${identity}\u0000${count}`, step);
  }
  return map;
}

/** The event that brought a step; for growing text, the one that brought its line. */
function findStepEvent(version: ContentVersion, { position }: PlanStep): number {
  if (position < 0) return version.firstEvent;
  const text = version.chunkedText;
  const chunk = text.chunkOfCharacter(position);
  return chunk < 0 ? version.firstEvent : Math.max(version.firstEvent, text.chunkAt(chunk).event);
}

/** The rows that belong to a step as of event `n`. */
export function getStepItemsAt(plan: PlanDetail, stepId: string, n: number): readonly Item[] {
  const served = plan.itemsByStep.get(stepId) ?? [];
  const rows = served.slice(0, countUpToEvent(served, n)).map(({ item }) => item.getRowItemAt(n));
  return [...new Set(rows)];
}
