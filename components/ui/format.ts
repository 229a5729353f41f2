/** Formats bytes, durations, offsets and counts for the UI. */

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1e6) return `${formatScaled(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${formatScaled(bytes / 1e6)} MB` : `${formatScaled(bytes / 1e9)} GB`;
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  const minutes = Math.floor(ms / 60_000);
  return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** An offset from the beginning: `+2.604`. */
export function formatOffset(ms: number): string {
  return `+${(ms / 1000).toFixed(3)}`;
}

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
