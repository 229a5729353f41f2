/** Formats a time that passed as a clock does: `4:05`, `1:05:00`, `20:26.513`. */

const MINUTE_MS = 60_000;

/** Whether a time that passed is told in minutes and hours, not in seconds. */
export const isClockLength = (ms: number) => Math.round(ms) >= MINUTE_MS;

export function formatClock(ms: number, hasMilliseconds = false): string {
  const whole = hasMilliseconds ? Math.round(ms) : Math.round(ms / 1000) * 1000;
  const minutes = Math.floor(whole / MINUTE_MS);
  const fraction = hasMilliseconds ? `.${String(whole % 1000).padStart(3, "0")}` : "";
  const seconds = `${pad(Math.floor(whole / 1000) % 60)}${fraction}`;
  if (minutes < 60) return `${minutes}:${seconds}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${seconds}`;
}

const pad = (value: number) => String(value).padStart(2, "0");
