/** Formats bytes, durations, offsets and counts for the UI. */

import { formatClock, isClockLength } from "../../lib/text/clock.ts";
import { formatSeconds } from "../../lib/text/duration.ts";

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${formatScaled(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${formatScaled(bytes / 1e6)} MB` : `${formatScaled(bytes / 1e9)} GB`;
}

export function formatDuration(ms: number): string {
  if (Math.round(ms) >= 1000) return formatSeconds(ms);
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** An offset from the beginning: `+2.604`, or `+20:26.513` as the axis says it. */
export function formatOffset(ms: number): string {
  const length = Math.abs(ms);
  const text = isClockLength(length) ? formatClock(length, true) : (length / 1000).toFixed(3);
  return `${ms < 0 ? "−" : "+"}${text}`;
}

/** The same with its unit, if it has one: `+2.604 s`. */
export function formatOffsetWithUnit(ms: number): string {
  return isClockLength(Math.abs(ms)) ? formatOffset(ms) : `${formatOffset(ms)} s`;
}

/** A time of day with milliseconds: `14:03:22.604`. */
export function formatClockTime(epochMs: number, zone: "local" | "utc"): string {
  return CLOCK_FORMATS[zone].format(epochMs);
}

const CLOCK_OPTIONS = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hourCycle: "h23",
} as const;
const CLOCK_FORMATS = {
  local: new Intl.DateTimeFormat("en", CLOCK_OPTIONS),
  utc: new Intl.DateTimeFormat("en", { ...CLOCK_OPTIONS, timeZone: "UTC" }),
} as const;

const COUNT_FORMAT = new Intl.NumberFormat("en");

export function formatCount(count: number): string {
  return COUNT_FORMAT.format(count);
}

export function formatQuantity(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? "" : "s"}`;
}

function formatScaled(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}

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

const TIME_FORMAT = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const SECONDS_FORMAT = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const DATE_FORMAT = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });

/** The day and the time of day: "14:32", "Yesterday 14:32", "Nov 20, 14:32"; in another year, the date. */
export function formatDayTime(iso: string, now: number, { hasSeconds = false } = {}): string {
  const then = Date.parse(iso);
  if (Number.isNaN(then)) return "";
  const time = (hasSeconds ? SECONDS_FORMAT : TIME_FORMAT).format(then);
  const days = countCalendarDays(then, now);
  if (days === 0) return time;
  if (days === 1) return `Yesterday ${time}`;
  if (new Date(then).getFullYear() === new Date(now).getFullYear()) {
    return `${DATE_FORMAT.format(then)}, ${time}`;
  }
  return new Date(then).toLocaleDateString("en", { dateStyle: "medium" });
}

/** "Yesterday" begins at midnight, not 24 hours ago. */
function countCalendarDays(then: number, now: number): number {
  return Math.round((getMidnight(now) - getMidnight(then)) / DAY);
}

function getMidnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
