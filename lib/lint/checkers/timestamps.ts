/** Checks that the timestamps of a task's statuses do not go back. */

import type { CheckerFactory } from "./checker.ts";

export const createTimestampChecker: CheckerFactory = () => {
  /** By exchange, the last timestamp of each task. */
  const newestTimes: (Map<string, string> | undefined)[] = [];
  return {
    kinds: ["status", "task"],
    onEvent({ timeline, exchange, event, ordinal }) {
      const isStatus = event.kind === "status";
      if (!isStatus && event.kind !== "task") return;
      const { timestamp } = isStatus ? event.status : event.task.status;
      if (timestamp === null) return;
      const id = (isStatus ? event.taskId : event.task.id) ?? "";
      newestTimes[exchange.index] ??= new Map();
      const times = newestTimes[exchange.index];
      const before = times?.get(id);
      times?.set(id, timestamp);
      if (before !== undefined && before !== timestamp && isBefore(timestamp, before)) {
        timeline.reportViolation("DM-TIME-BACK", ordinal);
      }
    },
  };
};

/** If one of the times has no fraction, the fraction of the other is ignored. */
function isBefore(time: string, other: string): boolean {
  // A time without a time zone can only be compared with another one without.
  if (hasTimeZone(time) !== hasTimeZone(other)) return false;
  const unit = hasFraction(time) && hasFraction(other) ? 1 : 1000;
  // An invalid time is NaN, which is before nothing.
  return Math.floor(Date.parse(time) / unit) < Math.floor(Date.parse(other) / unit);
}

export function hasTimeZone(time: string): boolean {
  return /T.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(time);
}

function hasFraction(time: string): boolean {
  return /:\d\d[.,]\d/.test(time);
}
