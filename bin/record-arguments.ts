/** Parses the arguments of `loupe record`; returns a one-line error message if they are wrong. */

import {
  DEFAULT_RUN_OPTIONS,
  parseRunOption,
  type RunOptions,
  splitOption,
} from "./call-options.ts";

export interface RecordRequest {
  readonly address: string;
  readonly run: RunOptions;
  /** `null` for standard output. */
  readonly file: string | null;
  /** The output may replace an existing file. */
  readonly isForced: boolean;
}

export function parseRecordArguments(argv: readonly string[]): RecordRequest | string {
  const positional: string[] = [];
  let run = DEFAULT_RUN_OPTIONS;
  let file: string | null = null;
  let isForced = false;
  const words = argv.values();
  for (const word of words) {
    const [option, inline] = splitOption(word);
    const value = () => inline ?? words.next().value ?? "";
    if (option === "-o" || option === "--output") {
      file = value();
      if (file === "") return `${option} needs a file name, or - for standard output`;
    } else if (option === "--force") isForced = true;
    else if (!word.startsWith("-")) positional.push(word);
    else {
      const parsed = parseRunOption(run, option, value);
      if (parsed === null) return `unknown option "${word}"`;
      if (typeof parsed === "string") return parsed;
      run = parsed;
    }
  }
  const [address] = positional;
  if (address === undefined || positional.length > 1)
    return "record needs the address of one agent";
  if (run.messages.length === 0) return "record needs a message: -m TEXT";
  return { address, run, file: file === "-" ? null : file, isForced };
}
