/** Steps that an agent tells of its own way: reasoning, searches, tools, in its own words. */

import { getOwnMember, getOwnText, parseJsonText, toList } from "./json-access.ts";

export interface TrajectoryStep {
  readonly title: string | null;
  /** Markdown. */
  readonly content: string | null;
  /** Steps of one group are told together. */
  readonly group: string | null;
}

/** A list, or in older builds a single step. */
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
