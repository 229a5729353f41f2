/** Trajectories: steps that an agent reports in its own words, such as reasoning or searches. */

import { getOwnMember, getOwnText, parseJsonText, toList } from "./json-access.ts";

export interface TrajectoryStep {
  readonly title: string | null;
  /** Markdown. */
  readonly content: string | null;
  /** Steps of one group are shown together. */
  readonly group: string | null;
}

/** Accepts a list, or a single step as in older builds. */
export function readTrajectory(value: unknown): TrajectoryStep[] {
  const given = parseJsonText(value);
  return toList(getOwnMember(given, "steps", "trajectory") ?? given).flatMap((step) => {
    if (typeof step === "string") return [{ title: null, content: step, group: null }];
    const title = getOwnText(step, "title", "name", "tool_name");
    const content = getOwnText(step, "content", "message", "text", "description");
    const group = getOwnText(step, "group_id", "groupId", "key");
    return title === null && content === null ? [] : [{ title, content, group }];
  });
}
