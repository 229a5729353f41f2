/**
 * The verdict of an exchange whose tasks did not all end in one state: how many ended in which, and
 * which of them did not complete.
 */

import type { TaskState } from "../../protocol/model.ts";
import type { TaskLane, Transition } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { CLEAN_KINDS, createEventEvidence, createVerdict, type Verdict } from "./verdict-model.ts";
import { quoteText } from "./verdict-reason.ts";

/** A task and its last state. */
export interface TaskAt {
  readonly task: TaskLane;
  readonly transition: Transition;
}

/** More would be longer than a line. */
const MAX_NAMED = 5;

/** `38 completed, 2 failed: task-07, task-23`. `isUnfinished`: a task is in progress. */
export function createMixedVerdict(
  timeline: Timeline,
  tasks: readonly TaskAt[],
  isUnfinished: boolean,
): Verdict {
  const others = tasks.filter(({ transition }) => transition.state !== "completed");
  const completed = tasks.filter(({ transition }) => transition.state === "completed");
  const named = others.flatMap(({ task, transition }) => {
    const id = quoteText(task.id);
    return id === null ? [] : [{ id, event: transition.firstEvent }];
  });
  const shown = named.slice(0, MAX_NAMED);
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : "";
  const names = shown.length === 0 ? "" : `: ${shown.map(({ id }) => id).join(", ")}${more}`;
  const how = isUnfinished ? "Not all of its tasks ended: " : "";
  const because = `${how}${countStates(tasks)}${names}.`;
  const evidence = [...others.slice(0, MAX_NAMED), ...completed.slice(-1)].map(({ transition }) =>
    createEventEvidence(timeline, transition.firstEvent),
  );
  return { ...createVerdict("mixed", because, "agent", evidence), tasks: shown };
}

/** What ended well first, then the most frequent. */
function countStates(tasks: readonly TaskAt[]): string {
  const counts = new Map<string, { count: number; state: TaskState }>();
  for (const { transition } of tasks) {
    const { label, state } = transition;
    counts.set(label, { count: (counts.get(label)?.count ?? 0) + 1, state });
  }
  const isGood = (state: TaskState) => (CLEAN_KINDS as ReadonlySet<string>).has(state);
  return [...counts]
    .toSorted(
      ([, one], [, other]) =>
        Number(isGood(other.state)) - Number(isGood(one.state)) || other.count - one.count,
    )
    .map(([label, { count }]) => `${count} ${label}`)
    .join(", ");
}
