// How long ago, as people say it: "now", "12 min. ago", "yesterday", "3 days ago"; a date after a month.
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WORDS = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

export function relativeTime(iso: string, now: number): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return "";
  const ago = now - then;
  if (ago < MINUTE) return "now";
  if (ago < HOUR) return WORDS.format(-Math.floor(ago / MINUTE), "minute").replace(".", "");
  const days = calendarDays(then, now);
  if (days === 0) return WORDS.format(-Math.floor(ago / HOUR), "hour").replace(".", "");
  if (days < 31) return WORDS.format(-days, "day");
  return new Date(then).toLocaleDateString("en", { dateStyle: "medium" });
}

/** "Yesterday" begins at midnight, not 24 hours ago. */
function calendarDays(then: number, now: number): number {
  return Math.round((midnight(now) - midnight(then)) / DAY);
}

function midnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
