/**
 * The limits that Loupe keeps to with agents and that a user may change: what each holds, where it
 * begins, how far it goes, and by which names it is set. One table for the server, the screen and
 * the command line.
 *
 * Guarantees: what is written for people is read back as the same number.
 */

export const LIMIT_NAMES = [
  "answerBytes",
  "cardBytes",
  "noticeBytes",
  "connectMs",
  "silenceMs",
  "cardSilenceMs",
  "libraryBytes",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

export interface LimitDefinition {
  readonly title: string;
  /** What it holds, and what happens where it is reached. */
  readonly description: string;
  readonly unit: "bytes" | "ms";
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
  /** The environment variable that it begins with. */
  readonly variable: string;
  /** The option of commands that call agents; `null` where none of them meets it. */
  readonly option: string | null;
}

export type LimitValues = Readonly<Record<LimitName, number>>;

/** `GET /api/limits`; `PUT` with a `LimitChange` changes what it names, and answers likewise. */
export type LimitsState = Readonly<Record<LimitName, LimitState>>;

export interface LimitState {
  readonly value: number;
  /** What holds where nobody sets anything. */
  readonly start: number;
  readonly most: number;
}

/** `null` goes back to what it began with. */
export type LimitChange = Readonly<Partial<Record<LimitName, number | null>>>;

const SECOND = 1000;
/** Longer, no timer runs. */
const MAX_MS = 24 * 3600 * SECOND;

export const LIMITS: Readonly<Record<LimitName, LimitDefinition>> = {
  answerBytes: {
    title: "Longest answer",
    description:
      "So much of one answer is recorded, counted after it is unpacked. Then Loupe hangs up.",
    unit: "bytes",
    defaultValue: 1e9,
    min: 1e3,
    max: 1e12,
    variable: "LOUPE_MAX_BODY",
    option: "--max-response",
  },
  cardBytes: {
    title: "Longest card",
    description: "What is longer is not taken for an agent card.",
    unit: "bytes",
    defaultValue: 1e7,
    min: 1e3,
    max: 1e9,
    variable: "LOUPE_MAX_CARD",
    option: "--max-card",
  },
  noticeBytes: {
    title: "Longest notification",
    description: "So much is recorded of what an agent posts to an inbox; it is answered with 413.",
    unit: "bytes",
    defaultValue: 16e6,
    min: 1e3,
    max: 1e9,
    variable: "LOUPE_MAX_NOTIFICATION",
    option: null,
  },
  connectMs: {
    title: "Time to connect",
    description: "From the request, or from a redirect, until the connection stands, TLS included.",
    unit: "ms",
    defaultValue: 30 * SECOND,
    min: 10,
    max: MAX_MS,
    variable: "LOUPE_CONNECT_TIMEOUT",
    option: "--connect-timeout",
  },
  silenceMs: {
    title: "Longest silence",
    description:
      "Nothing at all comes for so long: Loupe hangs up. There is no limit to the whole time.",
    unit: "ms",
    defaultValue: 300 * SECOND,
    min: 10,
    max: MAX_MS,
    variable: "LOUPE_IDLE_TIMEOUT",
    option: "--idle-timeout",
  },
  cardSilenceMs: {
    title: "Longest silence of a card",
    description: "The same while an agent is looked up by its address.",
    unit: "ms",
    defaultValue: 10 * SECOND,
    min: 10,
    max: MAX_MS,
    variable: "LOUPE_CARD_TIMEOUT",
    option: "--card-timeout",
  },
  libraryBytes: {
    title: "Library",
    description: "What all recordings take together. Then nothing new begins; nothing is deleted.",
    unit: "bytes",
    defaultValue: 2e9,
    min: 1e6,
    max: 1e15,
    variable: "LOUPE_MAX_LIBRARY",
    option: null,
  },
};

export function mapLimits<T>(of: (name: LimitName) => T): Readonly<Record<LimitName, T>> {
  // A list of entries widens its keys to any text; they are the names.
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, of(name)])) as Record<LimitName, T>;
}

/** What is not named is as it usually is. */
export function resolveLimits(named: Partial<LimitValues> = {}): LimitValues {
  return mapLimits((name) => named[name] ?? LIMITS[name].defaultValue);
}

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMITS, name);
}

export function isValidLimit(
  name: LimitName,
  value: unknown,
  most = LIMITS[name].max,
): value is number {
  return Number.isSafeInteger(value) && Number(value) >= LIMITS[name].min && Number(value) <= most;
}

type Unit = readonly [word: string, size: number];

const UNITS: Readonly<Record<LimitDefinition["unit"], readonly Unit[]>> = {
  bytes: [
    ["TB", 1e12],
    ["GB", 1e9],
    ["MB", 1e6],
    ["KB", 1e3],
    ["B", 1],
  ],
  ms: [
    ["h", 3600 * SECOND],
    ["min", 60 * SECOND],
    ["s", SECOND],
    ["ms", 1],
  ],
};

/** `1 GB`, `5 min`. */
export function formatLimit(name: LimitName, value: number): string {
  const { unit } = LIMITS[name];
  const isExact = ([, size]: Unit) =>
    value >= size && (unit === "bytes" || Number.isInteger((value / size) * 10));
  const [word, size] = UNITS[unit].find(isExact) ?? ["", 1];
  return `${value / size} ${word}`;
}

/** A number alone is of bytes, or of seconds. A sentence where the text is no such limit. */
export function parseLimit(
  name: LimitName,
  text: string,
  most = LIMITS[name].max,
): number | { readonly wrong: string } {
  const { unit, min } = LIMITS[name];
  const bare = unit === "bytes" ? "B" : "s";
  const [, digits = "", word = bare] = /^(\d+(?:[.,]\d+)?) *([a-z]+)?$/i.exec(text.trim()) ?? [];
  const found = UNITS[unit].find(([known]) => known.toLowerCase() === word.toLowerCase());
  if (digits === "" || !found) {
    const such = unit === "bytes" ? "5 MB or 2 GB" : "30 s or 5 min";
    return { wrong: `a ${unit === "bytes" ? "size" : "time"} such as ${such}` };
  }
  const value = Math.round(Number(digits.replace(",", ".")) * found[1]);
  if (isValidLimit(name, value, most)) return value;
  return { wrong: `from ${formatLimit(name, min)} to ${formatLimit(name, most)}` };
}

/** Whose limit was reached, and how it is changed. */
export function describeLimitSource(name: LimitName): string {
  const { title, variable, option } = LIMITS[name];
  const ways = ["under Limits in Loupe", `by ${variable}`, ...(option ? [`by ${option}`] : [])];
  const last = ways.pop();
  return `Loupe's limit “${title}”, which is set ${ways.join(", ")} or ${last}`;
}
