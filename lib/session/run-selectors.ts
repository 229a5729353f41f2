/** Selectors of the open run that decide which actions are available. */

import { TERMINAL_STATES } from "../protocol/model.ts";
import type { Progress } from "../report/facts/part.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Run } from "./run.ts";
import type { View } from "./view.ts";

/** Is a file being read? */
export function isReadingFile({ source, phase }: Run): boolean {
  return source?.kind === "file" && phase.kind === "reading";
}

/** Is the run still growing or loading, so that it has no verdict yet? */
export function isInProgress({ live, phase }: Run): boolean {
  return live || phase.kind === "reading";
}

/** Whether more may follow in the run; `useProgress` also knows whether it is quiet. */
export function getProgress(run: Run): Required<Omit<Progress, "isQuiet">> {
  const isReading = !run.live && run.phase.kind === "reading";
  return { isGrowing: isInProgress(run), isReading };
}

/** Is the run a log from a file that is completely read? */
export function isFileLoaded({ source, phase }: Run): boolean {
  return source?.kind === "file" && phase.kind === "ready";
}

/** Is a time range selected that can be saved? Not while the run is being recorded. */
export function isTrimmable({ source, phase, live }: Run, { brush, zoom }: View): boolean {
  return source !== null && phase.kind === "ready" && !live && (brush ?? zoom) !== null;
}

/** The exchanges that are still in progress, and that this server can stop. */
export function getRunningExchanges(run: Run): readonly { readonly id: string }[] {
  const { live, isHeldElsewhere, timeline } = run;
  return live && !isHeldElsewhere ? timeline.exchanges.filter(({ end }) => !end) : [];
}

/** The newest task that can still be canceled. */
export function findUnfinishedTask(timeline: Timeline): TaskLane | null {
  return timeline.tasks.findLast((task) => task.id !== "" && !hasTerminalState(task)) ?? null;
}

/** The task that an operation is most likely meant for: an unfinished one, else the newest. */
export function findLikelyTask(timeline: Timeline): TaskLane | null {
  return findUnfinishedTask(timeline) ?? timeline.tasks.findLast(({ id }) => id !== "") ?? null;
}

/** Does the run show that the task with this id has ended? */
export function isTaskFinished({ tasks }: Timeline, taskId: string): boolean {
  return tasks.some((task) => task.id === taskId && hasTerminalState(task));
}

function hasTerminalState({ state }: TaskLane): boolean {
  return state !== null && TERMINAL_STATES.has(state);
}
