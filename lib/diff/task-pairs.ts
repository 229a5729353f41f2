/** Pairs the tasks of two runs by the first row that both have. Ids are not compared. */

import { countUpToEvent } from "../timeline/event-index.ts";
import type { DiffSide } from "./row-content.ts";

export class TaskPairs {
  readonly #right = new Map<number, number>();
  readonly #left = new Map<number, number>();

  /**
   * Pairs two tasks, by their indexes, if neither has a partner. Returns their names if they belong
   * to different tasks, else `null`.
   */
  pair(left: number, right: number): readonly [left: string, right: string] | null {
    const known = this.#right.get(left);
    if (known === right) return null;
    if (left >= 0 && right >= 0 && known === undefined && !this.#left.has(right)) {
      this.#right.set(left, right);
      this.#left.set(right, left);
      return null;
    }
    return left === right && left < 0 ? null : [formatTaskName(left), formatTaskName(right)];
  }

  get pairs(): readonly (readonly [left: number, right: number])[] {
    return [...this.#right];
  }

  hasLeft(index: number): boolean {
    return this.#right.has(index);
  }

  hasRight(index: number): boolean {
    return this.#left.has(index);
  }
}

export function formatTaskName(index: number): string {
  return index < 0 ? "no task" : `task ${index + 1}`;
}

/** The states of a task in order, with repeated states merged. */
export function formatStatePath({ interpretation, n }: DiffSide, index: number): string {
  const { transitions = [] } = interpretation.timeline.tasks[index] ?? {};
  const states = transitions.slice(0, countUpToEvent(transitions, n)).map(({ label }) => label);
  return states.filter((state, at) => state !== states[at - 1]).join(" → ");
}
