/**
 * Replay options: how fast a response is played, and with which faults. The syntax is the same on the
 * command line (`--cut-after 5`), in a header or query of one request and in the app
 * (`cut-after=5, crlf`).
 */

export interface ReplayOptions {
  /** Factor of the recorded speed; infinite: without any wait. */
  readonly speed: number;
  /** Milliseconds before a response starts. */
  readonly delay: number;
  /** The connection breaks after this number of events. */
  readonly cutAfter: number | null;
  /** Writes end inside characters. */
  readonly splitCharacters: boolean;
  /** The event with this number is sent twice, or every event. */
  readonly duplicate: number | "every" | null;
  /** Adjacent events are swapped, selected by this seed. */
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

/** Name of the header and query parameter that set faults for one response. */
export const FAULT_NAME = "x-loupe-fault";

interface ReplayOption {
  /** What follows the name on the command line. */
  readonly syntax: string;
  readonly help: string;
  /** Description of the value; `null` if the option takes none. */
  readonly value: string | null;
  parse(value: string): Partial<ReplayOptions> | null;
}

const OPTIONS: Readonly<Record<string, ReplayOption>> = {
  speed: {
    syntax: " F",
    help: "playback speed: a factor, or max (default 1)",
    value: "a factor above 0, or max",
    parse: (value) => {
      const speed = value === "max" ? Number.POSITIVE_INFINITY : parseDecimal(value);
      return speed > 0 ? { speed } : null;
    },
  },
  delay: {
    syntax: " MS",
    help: "delay before each response",
    value: "milliseconds, at most 600000",
    parse: (value) => {
      const delay = parseDecimal(value);
      return delay >= 0 && delay <= 600_000 ? { delay } : null;
    },
  },
  "cut-after": {
    syntax: " N",
    help: "drop the connection after N events",
    value: "a number of events",
    parse: (value) => parseWhole(value, (cutAfter) => ({ cutAfter })),
  },
  "split-characters": {
    syntax: "",
    help: "split writes inside multi-byte characters",
    value: null,
    parse: () => ({ splitCharacters: true }),
  },
  duplicate: {
    syntax: "[=N]",
    help: "send every event twice, or only event N",
    value: "the number of an event, or every",
    parse: (value) =>
      value === "every" || value === ""
        ? { duplicate: "every" }
        : parseWhole(value, (duplicate) => (duplicate > 0 ? { duplicate } : null)),
  },
  reorder: {
    syntax: "[=SEED]",
    help: "swap adjacent events, chosen by SEED",
    value: "a seed",
    parse: (value) => parseWhole(value || "1", (reorder) => ({ reorder })),
  },
  crlf: {
    syntax: "",
    help: "end lines with CR LF",
    value: null,
    parse: () => ({ crlf: true }),
  },
};

const REPLAY_OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

/** The options for the help of the command line, without dashes. */
export const REPLAY_OPTION_ROWS = Object.entries(OPTIONS).map(([name, { syntax, help }]) => ({
  syntax: name + syntax,
  help,
}));

/** Parses one option by name and value; returns a message if it is invalid. */
export function parseReplayOption(name: string, value: string): Partial<ReplayOptions> | string {
  const option = findOption(name);
  if (!option) return `"${name}" is not one of ${REPLAY_OPTION_NAMES.join(", ")}`;
  if (option.value === null && value !== "") return `${name} takes no value`;
  return option.parse(value) ?? `${name} needs ${option.value}, not "${value}"`;
}

/** Parses `cut-after=5, crlf` and overrides the base options; returns a message if invalid. */
export function parseReplayOptions(text: string, base: ReplayOptions): ReplayOptions | string {
  let options = base;
  for (const word of text.split(",").map((it) => it.trim())) {
    if (word === "") continue;
    const [, name = "", value = ""] = /^([^=]*?)\s*(?:=\s*(.*))?$/.exec(word) ?? [];
    const parsed = parseReplayOption(name, value);
    if (typeof parsed === "string") return parsed;
    options = { ...options, ...parsed };
  }
  return options;
}

/** Formats the options that differ from the defaults; empty if none do. */
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
