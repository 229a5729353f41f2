// Formats a time as relative to now: "now", "12 min. ago", "yesterday", "3 days ago"; a date after a month.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RELATIVE_FORMAT = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

export function formatRelativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return "";
  const ago = now - then;
  if (ago < MINUTE) return "now";
  if (ago < HOUR)
    return RELATIVE_FORMAT.format(-Math.floor(ago / MINUTE), "minute").replace(".", "");
  const days = countCalendarDays(then, now);
  if (days === 0) return RELATIVE_FORMAT.format(-Math.floor(ago / HOUR), "hour").replace(".", "");
  if (days < 31) return RELATIVE_FORMAT.format(-days, "day");
  return new Date(then).toLocaleDateString("en", { dateStyle: "medium" });
}

/** "Yesterday" begins at midnight, not 24 hours ago. */
function countCalendarDays(then: number, now: number): number {
  return Math.round((getMidnight(now) - getMidnight(then)) / DAY);
}

function getMidnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
