/** Plans as of an event: their text, their steps, and how each step went over time. */

import { bornBy } from "../timeline/track.ts";
import type { PlanFacet } from "./facet.ts";
import type { Item } from "./item.ts";
import { type PlanStep, parsePlan, type StepStatus, stepsOfData } from "./plan.ts";
import type { Telling } from "./telling.ts";

/** The steps that one telling says, as of an event. */
export function stepsOf(telling: Telling, n: number): readonly PlanStep[] {
  const told = telling.othersAt(n).findLast(isPlanData);
  if (told?.kind === "data") return stepsOfData(told.data) ?? [];
  return parsePlan(telling.textAt(n)).steps;
}

function isPlanData(part: { readonly kind: string; readonly data?: unknown }): boolean {
  return part.kind === "data" && stepsOfData(part.data) !== null;
}

/** The plan's steps by event `n`: those of the newest telling that has any. */
export function planStepsAt(plan: PlanFacet, n: number): readonly PlanStep[] {
  const { tellings } = plan.story;
  for (let index = bornBy(tellings, n) - 1; index >= 0; index--) {
    const telling = tellings[index];
    const steps = telling ? stepsOf(telling, n) : [];
    if (steps.length > 0) return steps;
  }
  return [];
}

/** The plan's exact text by event `n`: that of the newest telling that has any. */
export function planTextAt(plan: PlanFacet, n: number): string {
  const { tellings } = plan.story;
  for (let index = bornBy(tellings, n) - 1; index >= 0; index--) {
    const text = tellings[index]?.textAt(n) ?? "";
    if (text !== "") return text;
  }
  return "";
}

export interface StepHistory {
  readonly id: string | null;
  readonly title: string;
  readonly agent: string | null;
  /** Its statuses, each with the event that told it first. */
  readonly states: readonly { readonly birth: number; readonly status: StepStatus }[];
  /** The telling that no longer had it; `null` while it is part of the plan. */
  readonly gone: number | null;
}

/** Every step the plan ever had by event `n`, in order of appearance. */
export function stepHistory(plan: PlanFacet, n: number): StepHistory[] {
  const found = new Map<string, Mutable>();
  const tellings = plan.story.toldBy(n);
  for (const [index, telling] of tellings.entries()) {
    const next = tellings[index + 1];
    const steps = keyed(stepsOf(telling, next ? next.birth - 1 : n));
    // A plan that is only beginning to be typed takes nothing away.
    if (steps.size === 0) continue;
    for (const [key, step] of steps) note(found, key, step, birthOf(telling, step));
    for (const [key, history] of found) if (!steps.has(key)) history.gone ??= telling.birth;
  }
  return [...found.values()];
}

type Mutable = Omit<StepHistory, "states" | "gone"> & {
  states: { birth: number; status: StepStatus }[];
  gone: number | null;
};

function note(found: Map<string, Mutable>, key: string, step: PlanStep, birth: number): void {
  const { id, title, agent, status } = step;
  const known = found.get(key);
  if (!known) {
    found.set(key, { id, title, agent, states: [{ birth, status }], gone: null });
    return;
  }
  known.gone = null;
  if (known.states[known.states.length - 1]?.status !== status) {
    known.states.push({ birth, status });
  }
}

/** A step is known by its id, or by what it says; the second of the same is another. */
function keyed(steps: readonly PlanStep[]): Map<string, PlanStep> {
  const map = new Map<string, PlanStep>();
  const counts = new Map<string, number>();
  for (const step of steps) {
    const said = step.id ?? `\u0000${step.agent ?? ""}\u0000${step.title}`;
    const count = counts.get(said) ?? 0;
    counts.set(said, count + 1);
    map.set(`${said}\u0000${count}`, step);
  }
  return map;
}

/** The event that brought a step: of typed text the one that brought its line. */
function birthOf(telling: Telling, { at }: PlanStep): number {
  if (at < 0) return telling.birth;
  const text = telling.chunkedText;
  const chunk = text.chunkOfCharacter(at);
  return chunk < 0 ? telling.birth : Math.max(telling.birth, text.chunkAt(chunk).event);
}

/** The rows of what was done for a step by event `n`. */
export function servedAt(plan: PlanFacet, stepId: string, n: number): readonly Item[] {
  const served = plan.served.get(stepId) ?? [];
  const rows = served.slice(0, bornBy(served, n)).map(({ item }) => item.tellerAt(n));
  return [...new Set(rows)];
}
