/** Points in time as logs write them: numbers since 1970 of any unit, dates, times of day. */

export interface Instant {
  /** Milliseconds since 1970; since some midnight where only the time of day is told. */
  readonly ms: number;
  /** `place`: it names a moment in the world; `order`: only how far it is from others like it. */
  readonly tells: "place" | "order";
}

const DAY_MS = 86_400_000;
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

const FRACTION = "(?:[.,](\\d{1,9}))?";
const CLOCK = `(\\d\\d?):(\\d\\d):(\\d\\d)${FRACTION}`;
const ZONE = "(?: ?(Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?";
const DATE = new RegExp(`^(\\d{4})[-/](\\d\\d)[-/](\\d\\d)[T ]${CLOCK}${ZONE}(?![\\w:])`, "i");
const SYSLOG = new RegExp(`^([A-Z][a-z]{2}) +(\\d\\d?) ${CLOCK}(?![\\w:])`);
const TIME_OF_DAY = new RegExp(`^${CLOCK}(?: ?(AM|PM))?(?![\\w:])`, "i");

/** Numbers since 1970: the first power of ten that they are below, and their unit in milliseconds. */
const UNITS = [
  [1e11, 1e3],
  [1e14, 1],
  [1e17, 1e-3],
  [1e20, 1e-6],
] as const;
/** In seconds, that is 1973. What is smaller counts from anything. */
const SMALLEST = 1e8;

/** A text that begins with a time, and how long that is. */
export function instantAtStart(text: string): { instant: Instant; length: number } | null {
  const date = DATE.exec(text);
  if (date) {
    const [whole, year, month, day] = date;
    const days = Date.UTC(Number(year), Number(month) - 1, Number(day));
    const zone = offsetOf(date[8]);
    const ms = days + clockOf(date.slice(4, 8)) - (zone ?? 0);
    return found(ms, zone === null ? "order" : "place", whole);
  }
  const syslog = SYSLOG.exec(text);
  if (syslog) {
    const month = MONTHS.indexOf(syslog[1] ?? "?") / 3;
    if (!Number.isInteger(month) || month < 0) return null;
    const days = Date.UTC(2000, month, Number(syslog[2]));
    return found(days + clockOf(syslog.slice(3, 7)), "order", syslog[0]);
  }
  const clock = TIME_OF_DAY.exec(text);
  if (!clock) return null;
  const half = clock[5]?.toUpperCase();
  const hours = Number(clock[1]);
  const shift = half === "PM" && hours < 12 ? 12 : half === "AM" && hours === 12 ? -12 : 0;
  return found(clockOf(clock.slice(1, 5)) + shift * 3_600_000, "order", clock[0]);
}

function found(ms: number, tells: Instant["tells"], { length }: string) {
  return Number.isFinite(ms) ? { instant: { ms, tells }, length } : null;
}

/** What a field says that is named like a time. */
export function instantOf(value: unknown): Instant | null {
  if (typeof value === "number") return sinceEpoch(String(value));
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\d{9,20}(?:\.\d{1,9})?$/.test(text)) return sinceEpoch(text);
  const start = instantAtStart(text);
  return start && start.length === text.length ? start.instant : null;
}

/** The number in two parts: as one it would be too long to be exact. */
export function sinceEpoch(digits: string): Instant | null {
  const value = Number(digits);
  const unit = UNITS.find(([limit]) => value < limit)?.[1];
  if (!(value >= SMALLEST) || unit === undefined) return null;
  if (unit >= 1 || !/^\d+$/.test(digits)) return { ms: value * unit, tells: "place" };
  const below = unit === 1e-3 ? 3 : 6;
  const ms = Number(digits.slice(0, -below)) + Number(digits.slice(-below)) * unit;
  return { ms, tells: "place" };
}

function clockOf([hours, minutes, seconds, fraction = ""]: readonly (
  | string
  | undefined
)[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  return whole + Number(`0.${fraction || 0}`) * 1000;
}

/** Milliseconds that a zone is ahead; `null` where none is told. */
function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -ahead : ahead;
}

/**
 * Times of one log as its records have them: milliseconds from the first one. Where a clock shows
 * only the time of day, going back by most of a day is going on past midnight.
 */
export class Clock {
  /** Wall clock at time 0, where it is told. */
  at: string | null = null;
  #zero: Instant | null = null;
  #last = 0;

  time(instant: Instant | null): number | null {
    if (!instant) return null;
    this.#zero ??= this.#begin(instant);
    if (instant.tells !== this.#zero.tells) return null;
    let ms = instant.ms - this.#zero.ms;
    if (instant.tells === "order" && instant.ms < DAY_MS) {
      while (ms < this.#last - DAY_MS / 2) ms += DAY_MS;
    }
    this.#last = ms;
    return Math.round(ms * 1000) / 1000;
  }

  #begin(instant: Instant): Instant {
    const { ms, tells } = instant;
    if (tells === "place") this.at = dateAt(ms);
    return instant;
  }
}

/** As ISO 8601; `null` where no date can say it. */
export function dateAt(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
