/** Watches that the times of a task's statuses go on. */

import type { CheckerFactory } from "./checker.ts";

export const createTimestampChecker: CheckerFactory = () => {
  /** By exchange: the newest time that it told of each task. */
  const told: (Map<string, string> | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    onEvent({ timeline, exchange, event, ordinal }) {
      const isStatus = event.kind === "status";
      if (!isStatus && event.kind !== "task") return;
      const { timestamp } = isStatus ? event.status : event.task.status;
      if (timestamp === null) return;
      const id = (isStatus ? event.taskId : event.task.id) ?? "";
      told[exchange.index] ??= new Map();
      const times = told[exchange.index];
      const before = times?.get(id);
      times?.set(id, timestamp);
      if (before !== undefined && before !== timestamp && isBefore(timestamp, before)) {
        timeline.reportViolation("DM-TIME-BACK", ordinal);
      }
    },
  };
};

/** Of two times of which one is told by the second, the other's fraction does not count. */
function isBefore(time: string, other: string): boolean {
  // Without a zone a time can only be held against one that has none either.
  if (hasTimeZone(time) !== hasTimeZone(other)) return false;
  const unit = hasFraction(time) && hasFraction(other) ? 1 : 1000;
  // What is no time is before nothing.
  return Math.floor(Date.parse(time) / unit) < Math.floor(Date.parse(other) / unit);
}

export function hasTimeZone(time: string): boolean {
  return /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(time);
}

function hasFraction(time: string): boolean {
  return /:\d\d[.,]\d/.test(time);
}
