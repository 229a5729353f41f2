/** Steps that an agent tells of its own way: reasoning, searches, tools, in its own words. */

import { listOf, own, textIn, unpacked } from "./json.ts";

export interface Step {
  readonly title: string | null;
  /** Markdown. */
  readonly content: string | null;
  /** Steps of one group are told together. */
  readonly group: string | null;
}

/** A list, or in older builds a single step. */
export function readSteps(value: unknown): Step[] {
  const given = unpacked(value);
  return listOf(own(given, "steps", "trajectory") ?? given).flatMap((step) => {
    if (typeof step === "string") return [{ title: null, content: step, group: null }];
    const title = textIn(step, "title", "name", "tool_name");
    const content = textIn(step, "content", "message", "text", "description");
    const group = textIn(step, "group_id", "groupId", "key");
    return title === null && content === null ? [] : [{ title, content, group }];
  });
}
