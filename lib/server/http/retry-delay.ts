/** How long to wait before a request is repeated. */

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5 * 60_000;
/** Spread, so that many clients do not return at once. */
const JITTER = 0.2;

/** The delay before attempt number `attempt` + 1, counted from 1. */
export function getRetryDelay(attempt: number, retryAfterMs: number | null): number {
  const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 20));
  const spread = backoff * (1 + JITTER * (Math.random() * 2 - 1));
  return Math.round(Math.max(spread, retryAfterMs ?? 0));
}

/** The value of a Retry-After header: a number of seconds, or a date. */
export function parseRetryAfter(text: string | undefined, now = Date.now()): number | null {
  if (text === undefined) return null;
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
