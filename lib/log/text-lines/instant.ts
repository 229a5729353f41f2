/** Parses times in logs: numbers since 1970 in any unit, dates, times of day. */

export interface Instant {
  /** Milliseconds since 1970, or since an unknown midnight for a time of day. */
  readonly ms: number;
  /** `absolute`: a known date. `relative`: only comparable with similar times. */
  readonly basis: "absolute" | "relative";
}

const DAY_MS = 86_400_000;
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

const FRACTION = "(?:[.,](\\d{1,9}))?";
const CLOCK = `(\\d\\d?):(\\d\\d):(\\d\\d)${FRACTION}`;
const ZONE = "(?: ?(Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?";
const DATE = new RegExp(`^(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T ]${CLOCK}${ZONE}(?![\\w:])`, "i");
const SYSLOG = new RegExp(`^([A-Z][a-z]{2}) +(\\d\\d?) ${CLOCK}(?![\\w:])`);
const TIME_OF_DAY = new RegExp(`^${CLOCK}(?: ?(AM|PM))?(?![\\w:])`, "i");

/** Epoch numbers: upper limit, and unit in milliseconds. */
const EPOCH_UNITS = [
  [1e11, 1e3],
  [1e14, 1],
  [1e17, 1e-3],
  [1e20, 1e-6],
] as const;
/** 1973 in seconds. Smaller numbers are not epoch times. */
const MIN_EPOCH = 1e8;

/** The time at the start of a text, and its length. */
export function parseLeadingInstant(text: string): { instant: Instant; length: number } | null {
  const date = DATE.exec(text);
  if (date) {
    const [whole, year, month, day] = date;
    const days = Date.UTC(Number(year), Number(month) - 1, Number(day));
    const zone = parseZoneOffset(date[8]);
    const ms = days + toClockMs(date.slice(4, 8)) - (zone ?? 0);
    return createMatch(ms, zone === null ? "relative" : "absolute", whole);
  }
  const syslog = SYSLOG.exec(text);
  if (syslog) {
    const month = MONTHS.indexOf(syslog[1] ?? "?") / 3;
    if (!Number.isInteger(month) || month < 0) return null;
    const days = Date.UTC(2000, month, Number(syslog[2]));
    return createMatch(days + toClockMs(syslog.slice(3, 7)), "relative", syslog[0]);
  }
  const clock = TIME_OF_DAY.exec(text);
  if (!clock) return null;
  const half = clock[5]?.toUpperCase();
  const hours = Number(clock[1]);
  const shift = half === "PM" && hours < 12 ? 12 : half === "AM" && hours === 12 ? -12 : 0;
  return createMatch(toClockMs(clock.slice(1, 5)) + shift * 3_600_000, "relative", clock[0]);
}

function createMatch(ms: number, basis: Instant["basis"], { length }: string) {
  return Number.isFinite(ms) ? { instant: { ms, basis }, length } : null;
}

/** Parses the value of a time member. */
export function parseInstant(value: unknown): Instant | null {
  if (typeof value === "number") return parseEpoch(String(value));
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\d{9,20}(?:\.\d{1,9})?$/.test(text)) return parseEpoch(text);
  const start = parseLeadingInstant(text);
  return start && start.length === text.length ? start.instant : null;
}

/** Splits the number: as a whole it would not be exact. */
export function parseEpoch(digits: string): Instant | null {
  const value = Number(digits);
  const unit = EPOCH_UNITS.find(([limit]) => value < limit)?.[1];
  if (!(value >= MIN_EPOCH) || unit === undefined) return null;
  if (unit >= 1 || !/^\d+$/.test(digits)) return { ms: value * unit, basis: "absolute" };
  const below = unit === 1e-3 ? 3 : 6;
  const ms = Number(digits.slice(0, -below)) + Number(digits.slice(-below)) * unit;
  return { ms, basis: "absolute" };
}

function toClockMs([hours, minutes, seconds, fraction = ""]: readonly (
  | string
  | undefined
)[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  return whole + Number(`0.${fraction || 0}`) * 1000;
}

/** UTC offset in milliseconds; `null` without a zone. */
function parseZoneOffset(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -ahead : ahead;
}

/**
 * Converts the times of one log to record times: milliseconds from the first one. For times of day,
 * a jump back by most of a day is midnight.
 */
export class LogClock {
  /** Wall clock at time 0, if known. */
  startDate: string | null = null;
  #start: Instant | null = null;
  #last = 0;

  toRecordTime(instant: Instant | null): number | null {
    if (!instant) return null;
    this.#start ??= this.#begin(instant);
    if (instant.basis !== this.#start.basis) return null;
    let ms = instant.ms - this.#start.ms;
    if (instant.basis === "relative" && instant.ms < DAY_MS) {
      while (ms < this.#last - DAY_MS / 2) ms += DAY_MS;
    }
    this.#last = ms;
    return Math.round(ms * 1000) / 1000;
  }

  #begin(instant: Instant): Instant {
    const { ms, basis } = instant;
    if (basis === "absolute") this.startDate = formatIsoDate(ms);
    return instant;
  }
}

/** Formats a time as ISO 8601; `null` if it is out of range. */
export function formatIsoDate(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
