/**
 * Limits that the user can change: description, default, range, and the environment variable and
 * option that set each. One table for the server, the screen and the command line.
 *
 * **Guarantees:** `parseLimit` reads the text that `formatLimit` writes as the same number.
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

interface LimitDefinition {
  readonly title: string;
  /** What it limits, and what happens when it is reached. */
  readonly description: string;
  readonly unit: "bytes" | "ms";
  readonly defaultValue: number;
  readonly min: number;
  readonly max: number;
  /** The environment variable that sets its initial value. */
  readonly variable: string;
  /** The option of commands that call agents; `null` if it does not apply to them. */
  readonly option: string | null;
}

export type LimitValues = Readonly<Record<LimitName, number>>;

/** `GET /api/limits`; `PUT` with a `LimitChange` changes the named limits and returns the same. */
export type LimitsState = Readonly<Record<LimitName, LimitState>>;

export interface LimitState {
  readonly value: number;
  /** The value without changes by the user. */
  readonly start: number;
  readonly most: number;
}

const SECOND = 1000;
/** No timer may run longer. */
const MAX_MS = 24 * 3600 * SECOND;

export const LIMITS: Readonly<Record<LimitName, LimitDefinition>> = {
  answerBytes: {
    title: "Response size",
    description:
      "Maximum decompressed response size. Recording stops and the connection is closed.",
    unit: "bytes",
    defaultValue: 1e9,
    min: 1e3,
    max: 1e12,
    variable: "LOUPE_MAX_BODY",
    option: "--max-response",
  },
  cardBytes: {
    title: "Agent card size",
    description: "A larger response is not accepted as an agent card.",
    unit: "bytes",
    defaultValue: 1e7,
    min: 1e3,
    max: 1e9,
    variable: "LOUPE_MAX_CARD",
    option: "--max-card",
  },
  noticeBytes: {
    title: "Notification size",
    description:
      "Maximum size of a notification posted to an inbox. A larger one is cut off and answered with 413.",
    unit: "bytes",
    defaultValue: 16e6,
    min: 1e3,
    max: 1e9,
    variable: "LOUPE_MAX_NOTIFICATION",
    option: null,
  },
  connectMs: {
    title: "Connection timeout",
    description: "Maximum time from a request or redirect to an open connection, including TLS.",
    unit: "ms",
    defaultValue: 30 * SECOND,
    min: 10,
    max: MAX_MS,
    variable: "LOUPE_CONNECT_TIMEOUT",
    option: "--connect-timeout",
  },
  silenceMs: {
    title: "Idle timeout",
    description:
      "Loupe closes the connection after this long without data. The total time is not limited.",
    unit: "ms",
    defaultValue: 300 * SECOND,
    min: 10,
    max: MAX_MS,
    variable: "LOUPE_IDLE_TIMEOUT",
    option: "--idle-timeout",
  },
  cardSilenceMs: {
    title: "Idle timeout for agent cards",
    description: "The idle timeout while Loupe looks up an agent by its address.",
    unit: "ms",
    defaultValue: 10 * SECOND,
    min: 10,
    max: MAX_MS,
    variable: "LOUPE_CARD_TIMEOUT",
    option: "--card-timeout",
  },
  libraryBytes: {
    title: "Library size",
    description:
      "Maximum total size of all recordings. No new recording starts beyond it; nothing is deleted.",
    unit: "bytes",
    defaultValue: 2e9,
    min: 1e6,
    max: 1e15,
    variable: "LOUPE_MAX_LIBRARY",
    option: null,
  },
};

export function mapLimits<T>(of: (name: LimitName) => T): Readonly<Record<LimitName, T>> {
  // `Object.fromEntries` widens the key type; these keys are the names.
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, of(name)])) as Record<LimitName, T>;
}

/** Fills in the defaults. */
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

/**
 * Parses a limit. A number without a unit means bytes or seconds. Returns a message if the text is
 * not a valid limit.
 */
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

/** Names the limit that was reached and says how to change it. */
export function describeLimitSource(name: LimitName): string {
  const { title, variable, option } = LIMITS[name];
  const settings = [
    "under Limits in Loupe",
    `with ${variable}`,
    ...(option ? [`with ${option}`] : []),
  ];
  const last = settings.pop();
  return `Loupe's limit “${title}” (change it ${settings.join(", ")} or ${last})`;
}
