/** `310 ms`, `2.31 s`: a duration in text. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms * 10) / 10} ms` : `${(ms / 1000).toFixed(2)} s`;
}
