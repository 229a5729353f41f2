/**
 * How an answer is played: how fast, and with which faults. Written the same way on the command
 * line (`--cut-after 5`), in a header or query of one request and in the app (`cut-after=5, crlf`).
 */

export interface ReplayOptions {
  /** So many times as fast as recorded; infinite: without any wait. */
  readonly speed: number;
  /** Milliseconds before an answer begins. */
  readonly delay: number;
  /** The connection breaks after so many events. */
  readonly cutAfter: number | null;
  /** Writes end inside characters. */
  readonly splitCharacters: boolean;
  /** The event of this number comes twice, or every one. */
  readonly duplicate: number | "every" | null;
  /** Neighbours change places, chosen by this seed. */
  readonly reorder: number | null;
  readonly crlf: boolean;
}

export const DEFAULT_REPLAY_OPTIONS: ReplayOptions = {
  speed: 1,
  delay: 0,
  cutAfter: null,
  splitCharacters: false,
  duplicate: null,
  reorder: null,
  crlf: false,
};

/** The header and the query parameter that disturb one answer. */
export const FAULT_NAME = "x-loupe-fault";

interface ReplayOption {
  /** What must follow the name; `null`: nothing may; optional where it says so. */
  readonly value: string | null;
  readonly isOptional?: true;
  parse(value: string): Partial<ReplayOptions> | null;
}

const OPTIONS: Readonly<Record<string, ReplayOption>> = {
  speed: {
    value: "a factor above 0, or max",
    parse: (value) => {
      const speed = value === "max" ? Number.POSITIVE_INFINITY : parseDecimal(value);
      return speed > 0 ? { speed } : null;
    },
  },
  delay: {
    value: "milliseconds, at most 600000",
    parse: (value) => {
      const delay = parseDecimal(value);
      return delay >= 0 && delay <= 600_000 ? { delay } : null;
    },
  },
  "cut-after": {
    value: "a number of events",
    parse: (value) => parseWhole(value, (cutAfter) => ({ cutAfter })),
  },
  "split-characters": { value: null, parse: () => ({ splitCharacters: true }) },
  duplicate: {
    value: "the number of an event, or every",
    isOptional: true,
    parse: (value) =>
      value === "every" || value === ""
        ? { duplicate: "every" }
        : parseWhole(value, (duplicate) => (duplicate > 0 ? { duplicate } : null)),
  },
  reorder: {
    value: "a seed",
    isOptional: true,
    parse: (value) => parseWhole(value || "1", (reorder) => ({ reorder })),
  },
  crlf: { value: null, parse: () => ({ crlf: true }) },
};

export const REPLAY_OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

/** Must the name be followed by a value? */
export function isValueRequired(name: string): boolean {
  const option = findOption(name);
  return option !== null && option.value !== null && !option.isOptional;
}

/** One option by name and value; a sentence where it cannot be one. */
export function parseReplayOption(name: string, value: string): Partial<ReplayOptions> | string {
  const option = findOption(name);
  if (!option) return `"${name}" is none of ${REPLAY_OPTION_NAMES.join(", ")}`;
  if (option.value === null && value !== "") return `${name} takes no value`;
  return option.parse(value) ?? `${name} needs ${option.value}, not "${value}"`;
}

/** `cut-after=5, crlf` on top of other options. */
export function parseReplayOptions(text: string, base: ReplayOptions): ReplayOptions | string {
  let options = base;
  for (const word of text.split(",").map((it) => it.trim())) {
    if (word === "") continue;
    const [, name = "", value = ""] = /^([^=]*?)\s*(?:=\s*(.*))?$/.exec(word) ?? [];
    const read = parseReplayOption(name, value);
    if (typeof read === "string") return read;
    options = { ...options, ...read };
  }
  return options;
}

/** What differs from the recording, as it would be written; empty where nothing does. */
export function formatReplayOptions(options: ReplayOptions): string {
  const { speed, delay, cutAfter, splitCharacters, duplicate, reorder, crlf } = options;
  return [
    speed === 1 ? "" : `speed=${speed === Number.POSITIVE_INFINITY ? "max" : speed}`,
    delay === 0 ? "" : `delay=${delay}`,
    cutAfter === null ? "" : `cut-after=${cutAfter}`,
    splitCharacters ? "split-characters" : "",
    duplicate === null ? "" : `duplicate=${duplicate}`,
    reorder === null ? "" : `reorder=${reorder}`,
    crlf ? "crlf" : "",
  ]
    .filter((word) => word !== "")
    .join(", ");
}

function findOption(name: string): ReplayOption | null {
  return Object.hasOwn(OPTIONS, name) ? (OPTIONS[name] ?? null) : null;
}

function parseDecimal(value: string): number {
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
}

function parseWhole(
  value: string,
  then: (count: number) => Partial<ReplayOptions> | null,
): Partial<ReplayOptions> | null {
  return /^\d{1,9}$/.test(value) ? then(Number(value)) : null;
}
