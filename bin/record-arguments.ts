/** What `loupe record` was asked for; a string is the one line that says why it cannot be. */

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
  /** It may take the place of a file that is there. */
  readonly isForced: boolean;
}

export function parseRecordArguments(argv: readonly string[]): RecordRequest | string {
  const named: string[] = [];
  let run = DEFAULT_RUN_OPTIONS;
  let file: string | null = null;
  let isForced = false;
  const words = argv.values();
  for (const word of words) {
    const [option, inline] = splitOption(word);
    const value = () => inline ?? words.next().value ?? "";
    if (option === "-o" || option === "--output") {
      file = value();
      if (file === "") return `${option} needs the name of a file, or - for standard output`;
    } else if (option === "--force") isForced = true;
    else if (!word.startsWith("-")) named.push(word);
    else {
      const read = parseRunOption(run, option, value);
      if (read === null) return `unknown option "${word}"`;
      if (typeof read === "string") return read;
      run = read;
    }
  }
  const [address] = named;
  if (address === undefined || named.length > 1) return "record needs the address of one agent";
  if (run.messages.length === 0) return "record needs a message: -m TEXT";
  return { address, run, file: file === "-" ? null : file, isForced };
}
