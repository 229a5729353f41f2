/** What `loupe again` was asked for; a string is the one line that says why it cannot be. */

import {
  type CallOptions,
  DEFAULT_RUN_OPTIONS,
  parseCallOption,
  splitOption,
} from "./call-options.ts";

export interface ResendRequest extends CallOptions {
  readonly log: string;
  /** Where the live agent is. */
  readonly address: string;
  /** Where the new run is written to; `null` for nowhere. */
  readonly output: string | null;
  /** What is left to `loupe diff`: how the two runs are compared. */
  readonly rest: readonly string[];
}

export function parseResendArguments(argv: readonly string[]): ResendRequest | string {
  const named: string[] = [];
  const rest: string[] = [];
  const { headers, headersTo, limitMs, waitMs, limits, binding, version } = DEFAULT_RUN_OPTIONS;
  let call: CallOptions = { headers, headersTo, limitMs, waitMs, limits, binding, version };
  let output: string | null = null;
  const words = argv.values();
  for (const word of words) {
    const [option, inline] = splitOption(word);
    const value = () => inline ?? words.next().value ?? "";
    if (option === "-o" || option === "--output") {
      output = value();
      if (output === "") return `${option} needs the name of a file`;
    } else if (option === "--json" || option === "--text") rest.push(word);
    else if (option === "--ignore") rest.push(`--ignore=${value()}`);
    else if (word.startsWith("-")) {
      const read = parseCallOption(call, option, value);
      if (read === null) return `unknown option "${word}"`;
      if (typeof read === "string") return read;
      call = read;
    } else named.push(word);
  }
  const [log, address] = named;
  if (log === undefined || address === undefined || named.length > 2) {
    return "again needs a log and the address of an agent";
  }
  return { log, address, output, ...call, rest };
}
