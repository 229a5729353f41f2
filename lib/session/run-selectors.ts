/** Facts about the open run that decide what can be done with it now. */

import { isLookup } from "../lint/verdict/turns.ts";
import { TERMINAL_STATES } from "../protocol/model.ts";
import type { Scope } from "../timeline/scope.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Run } from "./run.ts";
import type { View } from "./view.ts";

/** A file is being read, and there is more of it to come. */
export function isReadingFile({ source, phase }: Run): boolean {
  return source?.kind === "file" && phase.kind === "reading";
}

/** More of it is to come, from an agent or from where it was kept: it cannot be judged yet. */
export function isInProgress({ live, phase }: Run): boolean {
  return live || phase.kind === "reading";
}

/** May what is looked at still change what it came to? A look-up under way changes nothing. */
export function isScopeInProgress(run: Run, scope: Scope): boolean {
  const { live, phase, timeline } = run;
  if (!live || phase.kind === "reading") return isInProgress(run);
  if (scope !== "all") return timeline.exchanges[scope]?.end === null;
  const open = timeline.exchanges.filter(({ end }) => end === null);
  return open.length === 0 || !open.every(isLookup);
}

/** A log from a file, which is not being read any more. */
export function isFileLoaded({ source, phase }: Run): boolean {
  return source?.kind === "file" && phase.kind === "ready";
}

/** There is a span marked that can be kept: nothing is being recorded into it. */
export function isTrimmable({ source, phase, live }: Run, { brush, zoom }: View): boolean {
  return source !== null && phase.kind === "ready" && !live && (brush ?? zoom) !== null;
}

/** The exchanges that are still being received. */
export function getRunningExchanges({ live, timeline }: Run): readonly { readonly id: string }[] {
  return live ? timeline.exchanges.filter(({ end }) => !end) : [];
}

/** The newest task that a cancel could still reach. */
export function findUnfinishedTask(timeline: Timeline): TaskLane | null {
  return timeline.tasks.findLast((task) => task.id !== "" && !hasTerminalState(task)) ?? null;
}

/** The task that an operation is most likely meant for: one that goes on, else the newest. */
export function findLikelyTask(timeline: Timeline): TaskLane | null {
  return findUnfinishedTask(timeline) ?? timeline.tasks.findLast(({ id }) => id !== "") ?? null;
}

/** Did the run show the end of the task of this id? */
export function isTaskFinished({ tasks }: Timeline, taskId: string): boolean {
  return tasks.some((task) => task.id === taskId && hasTerminalState(task));
}

function hasTerminalState({ state }: TaskLane): boolean {
  return state !== null && TERMINAL_STATES.has(state);
}
