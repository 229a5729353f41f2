/** `310.5 ms`, `2.31 s`, `20 min 27 s`: a duration in text. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : formatSeconds(ms);
}

const MINUTE_MS = 60_000;

/** A duration of a second or more: `2.31 s`, `20 min 27 s`, `3 h 5 min`. */
export function formatSeconds(ms: number): string {
  // Rounded first, so that 119.7 s is not 1 min 60 s.
  if (Math.round(ms / 10) * 10 < MINUTE_MS) return `${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  const wholeMinutes = Math.round(seconds / 60);
  return `${Math.floor(wholeMinutes / 60)} h ${wholeMinutes % 60} min`;
}
