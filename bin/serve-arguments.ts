/** Parses the arguments of `loupe serve`; returns a one-line error message if they are wrong. */

import {
  DEFAULT_REPLAY_OPTIONS,
  isValueRequired,
  parseReplayOption,
  REPLAY_OPTION_NAMES,
  type ReplayOptions,
} from "../lib/server/replay/replay-options.ts";

export interface ServeRequest {
  readonly log: string;
  readonly host: string;
  readonly port: number;
  readonly options: ReplayOptions;
}

export function parseServeArguments(argv: readonly string[]): ServeRequest | string {
  let log: string | null = null;
  let host = "127.0.0.1";
  let port = 0;
  let options = DEFAULT_REPLAY_OPTIONS;
  const words = argv.values();
  for (const word of words) {
    if (word === "-" || !word.startsWith("-")) {
      if (log !== null) return `serve takes one log, not "${log}" and "${word}"`;
      log = word;
      continue;
    }
    const [, name = "", inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const isAddress = name === "port" || name === "host";
    if (!isAddress && !REPLAY_OPTION_NAMES.includes(name)) return `unknown option "${word}"`;
    const takesNext = isAddress || isValueRequired(name);
    const value = inline ?? (takesNext ? words.next().value : "") ?? "";
    if (isAddress && value === "") return `--${name} needs a value`;
    if (name === "host") host = value;
    else if (name === "port") {
      if (!/^\d{1,5}$/.test(value) || Number(value) > 65535) {
        return `--port needs a number from 0 to 65535, not "${value}"`;
      }
      port = Number(value);
    } else {
      const parsed = parseReplayOption(name, value);
      if (typeof parsed === "string") return `--${parsed}`;
      options = { ...options, ...parsed };
    }
  }
  return log === null ? "serve needs a log, or - for standard input" : { log, host, port, options };
}
